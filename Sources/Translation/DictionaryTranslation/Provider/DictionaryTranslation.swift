public import Language
public import LanguageServices

/// Translation by dictionaries on this machine: the starter dictionaries of this package, and those that were imported.
///
/// A text is translated when it is a headword, in any spelling or form (`TranslationMatch.Step.lemma` is the furthest
/// step). What is no headword is not found, so that the next provider of a chain is asked.
public struct DictionaryTranslation: TranslationProvider {
    private let provider: DictionaryProvider

    /// Creates a provider. Nothing is opened before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which it is registered.
    ///   - places: Where the dictionaries are.
    ///   - names: The dictionaries to look into, in this order; `starter` stands for the starter dictionaries. `nil`
    ///     means all, the starter dictionaries first.
    ///   - lemmatizer: Knows the lemma of forms that our own rules do not, by language; asked last.
    ///   - clock: The clock for reports.
    public init(
        id: ProviderID = "dictionary",
        places: DictionaryPlaces,
        names: [String]? = nil,
        lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)? = nil,
        clock: ServiceClock = .system
    ) {
        provider = DictionaryProvider(
            id: id,
            kind: "dictionary",
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

    /// Looks texts up.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.invalidRequest` when no target language is named,
    ///   `ServiceError.Code.unsupported` when there is no dictionary for the languages.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        try await provider.translate(request) { await $0.translation(of: $1) }
    }
}
