/// A provider that turns texts of one language into texts of another.
public protocol TranslationProvider: ServiceProvider {
    /// What requests get that leave something open. Without an own implementation nothing; a wrapper forwards it.
    var defaults: TranslationDefaults { get }

    /// The pairs of languages it translates between.
    ///
    /// - Throws: ``ServiceError`` when the list cannot be had.
    func languagePairs() async throws -> [LanguagePair]

    /// Translates a batch.
    ///
    /// - Returns: One result for each text of the request, in its order.
    /// - Throws: ``ServiceError`` when the whole request failed; what concerns a single text is in its result.
    func translate(_ request: TranslationRequest) async throws -> TranslationResponse
}

extension TranslationProvider {
    /// Nothing.
    public var defaults: TranslationDefaults { TranslationDefaults() }
}

/// A direction of translation.
public struct LanguagePair: Sendable, Hashable, Codable {
    /// The language of the texts.
    public var source: LanguageTag
    /// The language of the translations.
    public var target: LanguageTag

    /// Creates a pair.
    public init(source: LanguageTag, target: LanguageTag) {
        self.source = source
        self.target = target
    }
}
