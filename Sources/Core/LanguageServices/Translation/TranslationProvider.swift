/// A provider that translates texts.
public protocol TranslationProvider: ServiceProvider {
    /// The values for request fields that are `nil`. The default implementation returns empty defaults; a wrapper
    /// returns the defaults of its upstream.
    var defaults: TranslationDefaults { get }

    /// The supported language pairs.
    ///
    /// - Throws: ``ServiceError`` if the list is not available.
    func languagePairs() async throws -> [LanguagePair]

    /// Translates a batch of texts.
    ///
    /// - Returns: One result for each text in the request, in the same order.
    /// - Throws: ``ServiceError`` if the whole request failed. An error for a single text is in that text's result.
    func translate(_ request: TranslationRequest) async throws -> TranslationResponse
}

extension TranslationProvider {
    /// No defaults.
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
