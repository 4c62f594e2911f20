public import LanguageServices

/// The last resort of a chain of translators: what no dictionary has as a whole is translated word by word, and a single
/// word that is in none is taken for one that is close in spelling. Either is marked as what it is.
public struct GlossTranslation: TranslationProvider {
    private let id: ProviderID
    private let shelf: DictionaryShelf
    private let clock: ServiceClock

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
        self.id = id
        self.clock = clock
        shelf = DictionaryShelf(places: places, names: names, lemmatizer: lemmatizer)
    }

    /// What the provider says of itself.
    public var descriptor: ProviderDescriptor {
        ProviderDescriptor(
            id: id,
            kind: "gloss",
            version: "1",
            service: .translation,
            locality: .inProcess,
            attribution: "the dictionaries that are installed; each says of itself what its licence is"
        )
    }

    /// Ready when there is a dictionary; degraded when one of them cannot be opened.
    public func status() async -> ProviderStatus { shelf.status() }

    /// Closes the dictionaries.
    public func shutdown() async { shelf.close() }

    /// The directions for which there is a dictionary.
    public func languagePairs() async throws -> [LanguagePair] { try shelf.pairs() }

    /// Translates texts word by word.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.invalidRequest` when no target language is named,
    ///   `ServiceError.Code.unsupported` when there is no dictionary for the languages.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let start = clock.now
        let desk = try shelf.desk(for: request, provider: id)
        var results: [Result<Translation, ServiceError>] = []
        results.reserveCapacity(request.texts.count)
        for text in request.texts {
            if Task.isCancelled { throw ServiceError(.cancelled, "the request was cancelled", provider: id) }
            results.append(await desk.gloss(of: text))
        }
        return TranslationResponse(
            results: results,
            report: .answered(by: id, in: clock.now - start, notices: shelf.notices)
        )
    }
}
