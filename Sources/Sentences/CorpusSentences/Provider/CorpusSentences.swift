public import LanguageServices
import Platform

/// Authentic sentences from the user's files: running text, or sentence tables such as Tatoeba's.
///
/// The files are read once and indexed; the index is rebuilt when they change. The provider prefers sentences that are
/// suitable for a dictionary: complete sentences of medium length that differ from each other and contain common words
/// and few names or pronouns.
public struct CorpusSentences: SentenceProvider {
    /// The files of a corpus and their format.
    public struct Settings: Sendable, Hashable {
        /// The absolute paths of the files.
        public var paths: [String]

        /// The language of the sentences.
        public var language: LanguageTag

        /// The format of the files; `nil` to detect it from their content.
        public var format: CorpusFormat?

        /// Which of the two texts in a line is the sentence, 1 or 2; the other one is its translation.
        public var column: Int = 1

        /// The language of the translations, if the files have any.
        public var translationLanguage: LanguageTag?

        /// The licence of the sentences; `nil` if unknown. For Tatoeba's sentences, the default is Tatoeba's licence.
        public var licence: String?

        /// The source name displayed with the sentences; `nil` to use the name of their file.
        public var name: String?

        /// Describes a corpus.
        public init(paths: [String], language: LanguageTag) {
            self.paths = paths
            self.language = language
        }
    }

    private let settings: Settings
    private let answers: FoundSentences

    /// Creates a provider. Nothing is read before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which to register the provider.
    ///   - settings: The files of the corpus and their format.
    ///   - locations: The folders for the index and the starter dictionaries.
    ///   - clock: The clock used for reports.
    public init(
        id: ProviderID = "corpus",
        settings: Settings,
        locations: CorpusLocations,
        clock: ServiceClock = .system
    ) {
        self.settings = settings
        let column = min(max(settings.column, 1), 2) - 1
        let source = CorpusFiles(
            paths: settings.paths,
            language: settings.language,
            format: settings.format,
            column: column,
            name: settings.name
        )
        let key =
            settings.paths + [
                settings.language.text, settings.format?.rawValue ?? "", "\(column)", settings.name ?? "",
            ]
        answers = FoundSentences(
            descriptor: ProviderDescriptor(
                id: id,
                kind: "corpus",
                version: "1 \(String(StableHash.of(source.stamp), radix: 16))",
                service: .sentences,
                locality: .inProcess,
                licence: settings.licence
            ),
            searcher: CorpusSearcher(
                source: source,
                name: "corpus-\(String(StableHash.of(key.joined(separator: "\u{0}")), radix: 36))",
                language: settings.language,
                locations: locations,
                translationLanguage: settings.translationLanguage,
                provider: id
            ),
            clock: clock,
            licence: settings.licence
        )
    }

    /// The provider's metadata.
    public var descriptor: ProviderDescriptor { answers.descriptor }

    /// Ready if all files exist.
    public func status() async -> ProviderStatus {
        for path in settings.paths {
            do throws(ServiceError) {
                _ = try RegularFile(path: path)
            } catch {
                return .unavailable(reason: error.message, remedy: error.remedy)
            }
        }
        guard settings.paths.isEmpty else { return .ready }
        return .unavailable(reason: "the corpus has no file", remedy: "set one with \"path\"")
    }

    /// Closes the index.
    public func shutdown() async { await answers.searcher.close() }

    /// Finds sentences.
    ///
    /// The first request reads the files and builds the index, unless an existing index is up to date.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.notFound` if no sentence satisfies the request,
    ///   `ServiceError.Code.unsupported` for a different language or a file that does not contain text,
    ///   `ServiceError.Code.io` if a file cannot be read, `ServiceError.Code.limitExceeded` if a file is too large.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await answers.response(to: request)
    }
}

/// The folders that sentence providers use.
public struct CorpusLocations: Sendable, Hashable {
    /// The folder for indexes, which can be rebuilt at any time; `nil` for a temporary folder.
    public var cache: String?

    /// The folder of the starter dictionaries (`Dictionaries/` in this package), which provide word levels; `nil` if
    /// there is none.
    public var dictionaries: String?

    /// Creates a set of locations.
    public init(cache: String?, dictionaries: String?) {
        self.cache = cache
        self.dictionaries = dictionaries
    }

    /// The folders that may contain indexes, in order of preference.
    package var indexFolders: [String] { IndexFolder.candidates(cache: cache) }
}

extension CorpusSentences {
    /// The `corpus` provider kind, to register with a `ServiceRegistry`.
    ///
    /// - Parameter locations: The folders for the index and the starter dictionaries.
    public static func kind(locations: CorpusLocations) -> ProviderKind {
        ProviderKind(
            name: "corpus",
            service: .sentences,
            summary: "Authentic sentences from your own texts, or from sentence tables such as Tatoeba's",
            options: [
                OptionDescription("path", .strings, "The absolute path of a file, or a list of them", isRequired: true),
                OptionDescription("language", .languageTag, "The language of the sentences", isRequired: true),
                OptionDescription(
                    "format",
                    .choice(["auto"] + CorpusFormat.allCases.map(\.rawValue)),
                    "The format of the file; 'auto' detects it from the first lines"
                ),
                OptionDescription(
                    "column",
                    .integer(1...2),
                    "Which of the two texts in a line is the sentence; the other is its translation"
                ),
                OptionDescription("translationLanguage", .languageTag, "The language of the translations"),
                OptionDescription("licence", .string, "The licence shown with the sentences"),
                OptionDescription("name", .string, "The source name shown with the sentences; default: the file name"),
            ],
            make: { context in
                CorpusSentences(
                    id: context.id,
                    settings: try settings(context),
                    locations: locations,
                    clock: context.clock
                )
            }
        )
    }

    private static func settings(_ context: ProviderContext) throws(ServiceError) -> Settings {
        let options = context.options
        let paths = try options.strings("path") ?? []
        guard !paths.isEmpty, paths.allSatisfy({ $0.hasPrefix("/") && !$0.utf8.contains(0) }) else {
            throw ServiceError(
                .configuration,
                "'path' of provider '\(context.id)' is not an absolute path",
                provider: context.id,
                remedy: "write an absolute path, such as \"/home/me/sentences.tsv\""
            )
        }
        guard let language = try options.languageTag("language") else {
            throw ServiceError(
                .configuration,
                "provider '\(context.id)' does not specify the language of its sentences",
                provider: context.id,
                remedy: "set \"language\" to a tag such as \"en\""
            )
        }
        var settings = Settings(paths: paths, language: language)
        settings.format = try options.string("format").flatMap { CorpusFormat(rawValue: $0) }
        settings.column = try options.integer("column") ?? 1
        settings.translationLanguage = try options.languageTag("translationLanguage")
        settings.licence = try options.string("licence")
        settings.name = try options.string("name")
        return settings
    }
}
