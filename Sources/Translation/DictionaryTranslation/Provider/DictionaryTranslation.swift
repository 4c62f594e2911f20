public import Language
public import LanguageServices

/// Translation using local dictionaries.
///
/// The provider searches compiled indexes (``DictionaryIndex``). `DictionaryImport` compiles them from other dictionary
/// formats and from the tables of the bundled starter dictionaries.
public struct DictionaryTranslation: TranslationProvider {
    /// The texts that a provider translates.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// Translates a text that is a headword in any spelling or form (`TranslationMatch.Step.lemma` is the loosest
        /// step). Any other text results in a not-found error, so that a chain continues with the next provider.
        case dictionary
        /// The last resort in a chain: translates a text of several words word by word. An unknown word is translated
        /// as the headword with the closest spelling. The result is marked accordingly.
        case gloss
    }

    private let id: ProviderID
    private let mode: Mode
    private let clock: ServiceClock
    private let catalog: DictionaryCatalog

    /// Creates a provider. Nothing is opened before the first request.
    ///
    /// - Parameters:
    ///   - mode: The texts to translate.
    ///   - id: The name under which it is registered; `nil` uses the name of the mode.
    ///   - locations: The locations of the dictionaries.
    ///   - names: The dictionaries to search, in this order; `starter` means the starter dictionaries. `nil` means all
    ///     dictionaries, starter dictionaries first.
    ///   - lemmatizer: Returns the lemmatizer for a language. It finds lemmas that the built-in rules miss, and is
    ///     tried last.
    ///   - clock: The clock used for reports.
    public init(
        _ mode: Mode = .dictionary,
        id: ProviderID? = nil,
        locations: DictionaryLocations,
        names: [String]? = nil,
        lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)? = nil,
        clock: ServiceClock = .system
    ) {
        self.mode = mode
        self.id = id ?? ProviderID(rawValue: mode.rawValue)
        self.clock = clock
        catalog = DictionaryCatalog(locations: locations, names: names, lemmatizer: lemmatizer)
    }

    /// The description of the provider.
    public var descriptor: ProviderDescriptor {
        ProviderDescriptor(
            id: id,
            kind: mode.rawValue,
            version: "1",
            service: .translation,
            locality: .inProcess,
            attribution: "the installed dictionaries; each states its own licence"
        )
    }

    /// Ready if a dictionary is available; degraded if one of the dictionaries cannot be opened.
    public func status() async -> ProviderStatus { catalog.status() }

    /// Closes the dictionaries.
    public func shutdown() async { catalog.close() }

    /// The language pairs of the available dictionaries.
    public func languagePairs() async throws -> [LanguagePair] { catalog.pairs() }

    /// Translates texts according to the mode.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.invalidRequest` if there is no target language,
    ///   `ServiceError.Code.unsupported` if there is no dictionary for the languages.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let start = clock.now
        let session = try catalog.session(for: request, provider: id)
        var results: [Result<Translation, ServiceError>] = []
        results.reserveCapacity(request.texts.count)
        for text in request.texts {
            try ServiceError.checkCancellation(provider: id)
            switch mode {
            case .dictionary: results.append(await session.translation(of: text))
            case .gloss: results.append(await session.gloss(of: text))
            }
        }
        return TranslationResponse(
            results: results,
            report: .answered(by: id, in: clock.now - start, notices: catalog.notices)
        )
    }
}

extension DictionaryTranslation {
    /// The provider kind `dictionary` or `gloss`, to register with a `ServiceRegistry`.
    ///
    /// - Parameters:
    ///   - mode: The texts that its providers translate; also the name of the kind.
    ///   - locations: The default locations of the dictionaries.
    ///   - lemmatizer: See ``init(_:id:locations:names:lemmatizer:clock:)``.
    public static func kind(
        _ mode: Mode = .dictionary,
        locations: DictionaryLocations,
        lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)? = nil
    ) -> ProviderKind {
        ProviderKind(
            name: mode.rawValue,
            service: .translation,
            summary: mode == .dictionary
                ? "Words and expressions from local dictionaries: offline, immediate"
                : "Word-by-word translation and words of similar spelling: for the end of a chain",
            options: options,
            make: { context in
                DictionaryTranslation(
                    mode,
                    id: context.id,
                    locations: try self.locations(context, locations),
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
            "The dictionaries to search, in this order; 'starter' means the starter dictionaries"
        ),
        OptionDescription(
            "folder",
            .absolutePath,
            "The folder of the imported dictionaries, instead of the user's default folder"
        ),
    ]

    private static func names(_ context: ProviderContext) throws(ServiceError) -> [String]? {
        guard let names = try context.options.strings("dictionaries") else { return nil }
        guard !names.isEmpty, !names.contains("") else {
            throw ServiceError(
                .configuration,
                "'dictionaries' of provider '\(context.id)' does not name any dictionary",
                provider: context.id,
                remedy: "write [\"starter\", \"freedict-eng-deu\"], or omit it to search all dictionaries"
            )
        }
        return names
    }

    private static func locations(_ context: ProviderContext, _ usual: DictionaryLocations) throws(ServiceError)
        -> DictionaryLocations
    {
        guard let folder = try context.options.absolutePath("folder") else { return usual }
        var locations = usual
        locations.library = folder
        return locations
    }
}
