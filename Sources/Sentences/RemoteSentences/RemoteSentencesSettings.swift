public import LanguageServices

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
