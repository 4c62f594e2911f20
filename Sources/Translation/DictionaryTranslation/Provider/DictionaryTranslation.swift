public import Language
public import LanguageServices

/// Translation by dictionaries on this machine.
///
/// It searches compiled indexes (``DictionaryIndex``). `DictionaryImport` makes them from files of other programs, and the
/// starter dictionaries of this package from their tables.
public struct DictionaryTranslation: TranslationProvider {
    /// What a provider answers.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// A text is translated when it is a headword, in any spelling or form (`TranslationMatch.Step.lemma` is the
        /// furthest step). Any other text is not found, so that a chain goes on to the next provider.
        case dictionary
        /// The last resort of a chain: a text of several words is translated word by word, and an unknown word is taken
        /// for one that is close in spelling. Either is marked as what it is.
        case gloss
    }

    private let id: ProviderID
    private let mode: Mode
    private let clock: ServiceClock
    private let shelf: DictionaryCatalog

    /// Creates a provider. Nothing is opened before the first request.
    ///
    /// - Parameters:
    ///   - mode: What it answers.
    ///   - id: The name under which it is registered; that of the mode when `nil`.
    ///   - places: Where the dictionaries are.
    ///   - names: The dictionaries to look into, in this order; `starter` stands for the starter dictionaries. `nil`
    ///     means all, the starter dictionaries first.
    ///   - lemmatizer: Knows the lemma of forms that our own rules do not, by language; asked last.
    ///   - clock: The clock for reports.
    public init(
        _ mode: Mode = .dictionary,
        id: ProviderID? = nil,
        places: DictionaryLocations,
        names: [String]? = nil,
        lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)? = nil,
        clock: ServiceClock = .system
    ) {
        self.mode = mode
        self.id = id ?? ProviderID(rawValue: mode.rawValue)
        self.clock = clock
        shelf = DictionaryCatalog(places: places, names: names, lemmatizer: lemmatizer)
    }

    /// What the provider says of itself.
    public var descriptor: ProviderDescriptor {
        ProviderDescriptor(
            id: id,
            kind: mode.rawValue,
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
    public func languagePairs() async throws -> [LanguagePair] { shelf.pairs() }

    /// Translates texts, each as the mode says.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.invalidRequest` when no target language is named,
    ///   `ServiceError.Code.unsupported` when there is no dictionary for the languages.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let start = clock.now
        let desk = try shelf.desk(for: request, provider: id)
        var results: [Result<Translation, ServiceError>] = []
        results.reserveCapacity(request.texts.count)
        for text in request.texts {
            try ServiceError.checkCancellation(provider: id)
            switch mode {
            case .dictionary: results.append(await desk.translation(of: text))
            case .gloss: results.append(await desk.gloss(of: text))
            }
        }
        return TranslationResponse(
            results: results,
            report: .answered(by: id, in: clock.now - start, notices: shelf.notices)
        )
    }
}

extension DictionaryTranslation {
    /// The kind `dictionary` or `gloss`, for a registry.
    ///
    /// - Parameters:
    ///   - mode: What its providers answer, which is the name of the kind.
    ///   - places: Where the dictionaries are, where a configuration names no other folder.
    ///   - lemmatizer: See ``init(_:id:places:names:lemmatizer:clock:)``.
    public static func kind(
        _ mode: Mode = .dictionary,
        places: DictionaryLocations,
        lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)? = nil
    ) -> ProviderKind {
        ProviderKind(
            name: mode.rawValue,
            service: .translation,
            summary: mode == .dictionary
                ? "Words and expressions from the dictionaries on this machine: offline, at once"
                : "Texts word by word, and words that are close in spelling: for the end of a chain",
            options: options,
            make: { context in
                DictionaryTranslation(
                    mode,
                    id: context.id,
                    places: try self.places(context, places),
                    names: try names(context),
                    lemmatizer: lemmatizer,
                    clock: context.clock
                )
            }
        )
    }

    private static let options = [
        OptionDescription(
            "dictionaries",
            .strings,
            "The dictionaries to look into, in this order; 'starter' are those of Parlance"
        ),
        OptionDescription(
            "folder",
            .absolutePath,
            "The folder of the imported dictionaries, instead of the user's own"
        ),
    ]

    private static func names(_ context: ProviderContext) throws(ServiceError) -> [String]? {
        guard let names = try context.options.strings("dictionaries") else { return nil }
        guard !names.isEmpty, !names.contains("") else {
            throw ServiceError(
                .configuration,
                "'dictionaries' of provider '\(context.id)' names no dictionary",
                provider: context.id,
                remedy: "write [\"starter\", \"freedict-eng-deu\"], or leave it out to look into all"
            )
        }
        return names
    }

    private static func places(_ context: ProviderContext, _ usual: DictionaryLocations) throws(ServiceError)
        -> DictionaryLocations
    {
        guard let folder = try context.options.absolutePath("folder") else { return usual }
        var places = usual
        places.library = folder
        return places
    }
}
