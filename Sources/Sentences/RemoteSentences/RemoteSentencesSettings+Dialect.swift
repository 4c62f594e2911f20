import LanguageServices
import RemoteService

extension RemoteSentencesSettings {
    /// Makes the dialect, or says what is missing.
    func makeDialect() throws(ServiceError) -> any SentenceDialect {
        guard !BlankText.isBlank(model) else {
            throw ServiceError(
                .configuration,
                "the dialect '\(dialect.rawValue)' needs the option 'model'",
                remedy: "set it to the name of a model of the service"
            )
        }
        if url == nil, key == nil, dialect != .ollama {
            throw ServiceError(
                .configuration,
                "the dialect '\(dialect.rawValue)' needs the option 'key'",
                remedy: "set it to { \"env\": \"NAME\" } or { \"file\": \"PATH\" }"
            )
        }
        if let maxTokens, !Self.tokens.contains(maxTokens) { throw outOfRange("maxTokens", "1 to 1000000") }
        if let temperature, !Self.temperatures.contains(temperature) { throw outOfRange("temperature", "0 to 2") }
        let address = try ServiceAddress(url ?? usualAddress)
        let service = ServiceIdentity(name: "the model \(model)", address: address, key: key)
        switch dialect {
        case .openai: return OpenAISentences(service: service, streams: streams)
        case .anthropic: return AnthropicSentences(service: service, streams: streams)
        case .ollama: return OllamaSentences(service: service, streams: streams)
        }
    }

    static let tokens = 1...1_000_000
    static let temperatures = 0.0...2.0

    private var usualAddress: String {
        switch dialect {
        case .openai: "https://api.openai.com/v1"
        case .anthropic: "https://api.anthropic.com"
        case .ollama: "http://127.0.0.1:11434"
        }
    }

    private func outOfRange(_ name: String, _ range: String) -> ServiceError {
        ServiceError(.configuration, "'\(name)' is out of range", remedy: "set it to \(range)")
    }

    /// The prompt, the user's own or the usual one.
    func makePrompt() throws(ServiceError) -> SentencePrompt {
        guard let prompt else { return .standard }
        return SentencePrompt(template: try OwnPrompt.body(of: prompt, form: Self.promptForm), isCustom: true)
    }

    /// The prompt for lessons, the user's own or the usual one.
    func makeLessonPrompt() throws(ServiceError) -> LessonPrompt {
        guard let lessonPrompt else { return .standard }
        return LessonPrompt(template: try OwnPrompt.body(of: lessonPrompt, form: Self.lessonPromptForm))
    }
}
