public import LanguageServices
import RemoteService

/// Services whose language models write sentences, and servers that speak like them.
public enum RemoteSentencesDialect: String, Sendable, Hashable, CaseIterable {
    /// OpenAI's chat completions, and the many servers with the same interface.
    case openai
    /// Anthropic's messages.
    case anthropic
    /// Ollama's own chat.
    case ollama
}

/// How a ``RemoteSentences`` reaches its model.
public struct RemoteSentencesSettings: Sendable, Hashable {
    /// How the service is spoken with.
    public var dialect: RemoteSentencesDialect

    /// The name of the model.
    public var model: String

    /// The address of the service; `nil` for that of the service itself, or of Ollama on this machine.
    public var url: String?

    /// The key that the service has given the user.
    public var key: Secret?

    /// What the model is told instead of the prompt that comes with this module; see ``promptForm``.
    public var prompt: String?

    /// What the model is told before it writes a lesson, instead of the prompt that comes with this module; see
    /// ``lessonPromptForm``.
    public var lessonPrompt: String?

    /// The languages of the model; empty for those that large models know.
    public var languages: [LanguageTag] = []

    /// Whether the answer is asked for while it is written, so that the first sentence can be had before the last. Then
    /// ``requestTime`` is the time in which nothing comes. A server that refuses is asked without.
    public var streams = true

    /// How many tokens an answer may have; `nil` leaves room for as many sentences as are asked for.
    public var maxTokens: Int?

    /// How much chance there is in the choice of words, 0…2; `nil` is 0.7.
    public var temperature: Double?

    /// How long one request may take; `nil` for three minutes.
    public var requestTime: Duration?

    /// The first line that a prompt of the user's own must have, so that no other file is sent by mistake.
    public static let promptForm = "Parlance sentence prompt 1"

    /// The first line that a prompt for lessons of the user's own must have.
    public static let lessonPromptForm = "Parlance lesson prompt 1"

    /// Creates settings with what every dialect needs.
    public init(dialect: RemoteSentencesDialect, model: String, url: String? = nil, key: Secret? = nil) {
        self.dialect = dialect
        self.model = model
        self.url = url
        self.key = key
    }
}

extension RemoteSentencesSettings {
    /// Makes the dialect, or says what is missing.
    func makeDialect() throws(ServiceError) -> any SentenceDialect {
        guard !BlankText.isBlank(model) else {
            throw .missing("model", of: dialect, remedy: "set it to the name of a model of the service")
        }
        if url == nil, key == nil, dialect != .ollama {
            throw .missing("key", of: dialect, remedy: "set it to { \"env\": \"NAME\" } or { \"file\": \"PATH\" }")
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
        return SentencePrompt(template: try CustomPrompt.body(of: prompt, form: Self.promptForm), isCustom: true)
    }

    /// The prompt for lessons, the user's own or the usual one.
    func makeLessonPrompt() throws(ServiceError) -> LessonPrompt {
        guard let lessonPrompt else { return .standard }
        return LessonPrompt(template: try CustomPrompt.body(of: lessonPrompt, form: Self.lessonPromptForm))
    }
}
