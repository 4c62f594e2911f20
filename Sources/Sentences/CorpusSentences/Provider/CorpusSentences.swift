public import LanguageServices
import Platform

/// Real sentences from files of the user's: running text, or tables of sentences such as Tatoeba's.
///
/// The files are read once, and an index is kept; it is made anew when they change. The sentences that are given are those
/// that a dictionary would choose: whole, of a good length, of usual words, with few names and pronouns, and not alike.
public struct CorpusSentences: SentenceProvider {
    /// What a corpus consists of.
    public struct Settings: Sendable, Hashable {
        /// The files, each by its whole path.
        public var paths: [String]

        /// The language of the sentences.
        public var language: LanguageTag

        /// How the sentences are written in the files; `nil` tells it by their content.
        public var format: CorpusFormat?

        /// Which of the two texts of a line is the sentence, 1 or 2; the other one is its translation.
        public var column: Int = 1

        /// The language of the translations, where the files have some.
        public var translationLanguage: LanguageTag?

        /// The licence of the sentences; `nil` where it is not known. That of Tatoeba is.
        public var licence: String?

        /// What the sentences say they are from; `nil` is the name of their file.
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
    ///   - id: The name under which it is registered.
    ///   - settings: What the corpus consists of.
    ///   - places: Where the index is kept.
    ///   - clock: The clock for reports.
    public init(id: ProviderID = "corpus", settings: Settings, places: CorpusLocations, clock: ServiceClock = .system) {
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
            desk: CorpusSearcher(
                source: source,
                name: "corpus-\(String(StableHash.of(key.joined(separator: "\u{0}")), radix: 36))",
                language: settings.language,
                places: places,
                translationLanguage: settings.translationLanguage,
                provider: id
            ),
            clock: clock,
            licence: settings.licence
        )
    }

    /// What the provider says of itself.
    public var descriptor: ProviderDescriptor { answers.descriptor }

    /// Ready when all files are there.
    public func status() async -> ProviderStatus {
        for path in settings.paths {
            do throws(ServiceError) {
                _ = try RegularFile(path: path)
            } catch {
                return .unavailable(reason: error.message, remedy: error.remedy)
            }
        }
        guard settings.paths.isEmpty else { return .ready }
        return .unavailable(reason: "the corpus has no file", remedy: "name one with \"path\"")
    }

    /// Closes the index.
    public func shutdown() async { await answers.desk.close() }

    /// Finds sentences.
    ///
    /// The first request reads the files and makes the index, when there is none of their state.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.notFound` when no sentence is as it is wished,
    ///   `ServiceError.Code.unsupported` for another language or a file that is no text, `ServiceError.Code.io` when a file
    ///   cannot be read, `ServiceError.Code.limitExceeded` when it is too large.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await answers.response(to: request)
    }
}

/// Where providers of sentences find what they need.
public struct CorpusLocations: Sendable, Hashable {
    /// Where indexes are kept, which can be made again at any time; `nil` leaves them in a temporary folder.
    public var cache: String?

    /// The folder with the starter dictionaries, `Dictionaries/` of this package, which tell at which level words are learned;
    /// `nil` when there is none.
    public var dictionaries: String?

    /// Creates places.
    public init(cache: String?, dictionaries: String?) {
        self.cache = cache
        self.dictionaries = dictionaries
    }
}

extension CorpusSentences {
    /// The kind `corpus`, for a registry.
    ///
    /// - Parameter places: Where indexes are kept.
    public static func kind(places: CorpusLocations) -> ProviderKind {
        ProviderKind(
            name: "corpus",
            service: .sentences,
            summary: "Real sentences from your own texts, or from tables of sentences such as Tatoeba's",
            options: [
                OptionDescription("path", .strings, "The file, or several: each by its whole path", isRequired: true),
                OptionDescription("language", .languageTag, "The language of the sentences", isRequired: true),
                OptionDescription(
                    "format",
                    .choice(["auto"] + CorpusFormat.allCases.map(\.rawValue)),
                    "How sentences are written in the file; 'auto' looks at its first lines"
                ),
                OptionDescription(
                    "column",
                    .integer(1...2),
                    "Which of the two texts of a line is the sentence, when one is its translation"
                ),
                OptionDescription("translationLanguage", .languageTag, "The language of the translations"),
                OptionDescription("licence", .string, "The licence of the sentences, to be shown with them"),
                OptionDescription("name", .string, "What the sentences say they are from; else the file's name"),
            ],
            make: { context in
                CorpusSentences(
                    id: context.id,
                    settings: try settings(context),
                    places: places,
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
                "'path' of provider '\(context.id)' names no file by its whole path",
                provider: context.id,
                remedy: "write the path from the root, such as \"/home/me/sentences.tsv\""
            )
        }
        guard let language = try options.languageTag("language") else {
            throw ServiceError(
                .configuration,
                "provider '\(context.id)' does not say in which language its sentences are",
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
