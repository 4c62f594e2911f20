public import LanguageServices
import RemoteService

/// The language model APIs that can write sentences.
public enum RemoteSentencesDialect: String, Sendable, Hashable, CaseIterable {
    /// OpenAI's chat completions API, and servers compatible with it.
    case openai
    /// Anthropic's Messages API.
    case anthropic
    /// Ollama's chat API.
    case ollama
}

/// The settings of a ``RemoteSentences`` provider: the model and how to connect to it.
public struct RemoteSentencesSettings: Sendable, Hashable {
    /// The API of the service.
    public var dialect: RemoteSentencesDialect

    /// The name of the model.
    public var model: String

    /// The address of the service; `nil` to use its default address, which is on this machine for Ollama.
    public var url: String?

    /// The API key for the service.
    public var key: Secret?

    /// A custom prompt that replaces the built-in one; see ``promptForm``.
    public var prompt: String?

    /// A custom lesson prompt that replaces the built-in one; see ``lessonPromptForm``.
    public var lessonPrompt: String?

    /// The languages that the model supports; empty to assume those that large models usually support.
    public var languages: [LanguageTag] = []

    /// Whether responses are streamed, which delivers the first sentence before the last one is written. If so,
    /// ``requestTime`` is an idle timeout. If a server rejects streaming, the request is repeated without it.
    public var streams = true

    /// The maximum number of tokens per response; `nil` leaves room for the requested number of sentences.
    public var maxTokens: Int?

    /// The sampling temperature, 0…2; `nil` for 0.7.
    public var temperature: Double?

    /// The maximum duration of a request; `nil` for three minutes.
    public var requestTime: Duration?

    /// The required first line of a custom prompt file. It prevents another file from being sent by mistake.
    public static let promptForm = "Parlance sentence prompt 1"

    /// The required first line of a custom prompt file for lessons.
    public static let lessonPromptForm = "Parlance lesson prompt 1"

    /// Creates settings with the values that every dialect requires.
    public init(dialect: RemoteSentencesDialect, model: String, url: String? = nil, key: Secret? = nil) {
        self.dialect = dialect
        self.model = model
        self.url = url
        self.key = key
    }
}

extension RemoteSentencesSettings {
    /// Creates the dialect.
    ///
    /// - Throws: An error that names a missing or invalid setting.
    func makeDialect() throws(ServiceError) -> any SentenceDialect {
        guard !BlankText.isBlank(model) else {
            throw .missing("model", of: dialect, remedy: "set it to the name of one of the service's models")
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

    /// The custom prompt, or the built-in one.
    func makePrompt() throws(ServiceError) -> SentencePrompt {
        guard let prompt else { return .standard }
        return SentencePrompt(template: try CustomPrompt.body(of: prompt, form: Self.promptForm), isCustom: true)
    }

    /// The custom prompt for lessons, or the built-in one.
    func makeLessonPrompt() throws(ServiceError) -> LessonPrompt {
        guard let lessonPrompt else { return .standard }
        return LessonPrompt(template: try CustomPrompt.body(of: lessonPrompt, form: Self.lessonPromptForm))
    }
}
