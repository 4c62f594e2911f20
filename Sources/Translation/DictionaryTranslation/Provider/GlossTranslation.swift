public import Language
public import LanguageServices

/// The last resort of a chain of translators: what no dictionary has as a whole is translated word by word, and a single
/// word that is in none is taken for one that is close in spelling. Either is marked as what it is.
public struct GlossTranslation: TranslationProvider {
    private let provider: DictionaryProvider

    /// Creates a provider. Nothing is opened before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which it is registered.
    ///   - places: Where the dictionaries are.
    ///   - names: The dictionaries to look into, in this order; see ``DictionaryTranslation``.
    ///   - lemmatizer: Knows the lemma of forms that our own rules do not, by language; asked last.
    ///   - clock: The clock for reports.
    public init(
        id: ProviderID = "gloss",
        places: DictionaryPlaces,
        names: [String]? = nil,
        lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)? = nil,
        clock: ServiceClock = .system
    ) {
        provider = DictionaryProvider(
            id: id,
            kind: "gloss",
            clock: clock,
            shelf: DictionaryShelf(places: places, names: names, lemmatizer: lemmatizer)
        )
    }

    /// What the provider says of itself.
    public var descriptor: ProviderDescriptor { provider.descriptor }

    /// Ready when there is a dictionary; degraded when one of them cannot be opened.
    public func status() async -> ProviderStatus { provider.shelf.status() }

    /// Closes the dictionaries.
    public func shutdown() async { provider.shelf.close() }

    /// The directions for which there is a dictionary.
    public func languagePairs() async throws -> [LanguagePair] { try provider.shelf.pairs() }

    /// Translates texts word by word.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.invalidRequest` when no target language is named,
    ///   `ServiceError.Code.unsupported` when there is no dictionary for the languages.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        try await provider.translate(request) { await $0.gloss(of: $1) }
    }
}
