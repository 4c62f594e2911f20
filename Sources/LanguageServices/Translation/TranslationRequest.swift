/// Texts to be translated.
public struct TranslationRequest: Sendable, Hashable, Codable {
    /// The texts, each translated by itself.
    public var texts: [String]

    /// Their language. `nil` leaves it to the configuration, or to the provider's guess.
    public var source: LanguageTag?

    /// The language to translate to. `nil` leaves it to the configuration.
    public var target: LanguageTag?

    /// Creates a request.
    public init(texts: [String], source: LanguageTag? = nil, target: LanguageTag? = nil) {
        self.texts = texts
        self.source = source
        self.target = target
    }
}

/// The answer to a ``TranslationRequest``.
public struct TranslationResponse: Sendable {
    /// One result for each text, in the order of the request.
    public var results: [Result<Translation, ServiceError>]

    /// How the answer came about.
    public var report: ServiceReport

    /// Creates a response.
    public init(results: [Result<Translation, ServiceError>], report: ServiceReport) {
        self.results = results
        self.report = report
    }
}

/// The translation of one text.
public struct Translation: Sendable, Hashable, Codable {
    /// The best translation.
    public var text: String

    /// Other translations, the better ones first.
    public var alternatives: [String]

    /// Who gave it.
    public var provider: ProviderID

    /// Creates a translation.
    public init(text: String, alternatives: [String] = [], provider: ProviderID) {
        self.text = text
        self.alternatives = alternatives
        self.provider = provider
    }
}
