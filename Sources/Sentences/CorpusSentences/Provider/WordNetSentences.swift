public import LanguageServices
import Platform

/// Examples of English words from WordNet, with the meaning that each shows.
///
/// Of what is quoted in WordNet's definitions only whole sentences are given, with a capital and a point where they had none.
/// WordNet is no part of this package; on Debian it is in `wordnet-base`.
public struct WordNetSentences: SentenceProvider {
    private let files: WordNetFiles
    private let answers: FoundSentences

    /// Creates a provider. Nothing is read before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which it is registered.
    ///   - folder: The folder of WordNet's files; `nil` is where Debian puts them.
    ///   - places: Where the index is kept.
    ///   - clock: The clock for reports.
    /// - Throws: `ServiceError` when the tag of English cannot be read, which does not happen.
    public init(
        id: ProviderID = "wordnet",
        folder: String? = nil,
        places: CorpusLocations,
        clock: ServiceClock = .system
    ) throws(ServiceError) {
        guard let english = LanguageTag("en") else { throw ServiceError(.unsupported, "'en' is no language tag") }
        let files = WordNetFiles(folder: folder ?? WordNetFiles.usualFolder)
        self.files = files
        answers = FoundSentences(
            descriptor: ProviderDescriptor(
                id: id,
                kind: "wordnet",
                version: "1 \(String(StableHash.of(files.stamp), radix: 16))",
                service: .sentences,
                locality: .inProcess,
                attribution: "WordNet 3.0, Princeton University",
                licence: Self.licence
            ),
            desk: CorpusSearcher(
                source: files,
                name: "wordnet-\(String(StableHash.of(files.folder), radix: 36))",
                language: english,
                places: places,
                translationLanguage: nil,
                provider: id
            ),
            clock: clock,
            licence: Self.licence,
            collection: "WordNet 3.0"
        )
    }

    /// What the provider says of itself.
    public var descriptor: ProviderDescriptor { answers.descriptor }

    /// Ready when WordNet is installed.
    public func status() async -> ProviderStatus {
        guard let missing else { return .ready }
        return .unavailable(reason: missing.message, remedy: missing.remedy)
    }

    /// Closes the index.
    public func shutdown() async { await answers.desk.close() }

    /// Finds examples; those that are of the word come before those in which it only stands.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.unavailable` when WordNet is not installed,
    ///   `ServiceError.Code.notFound` when no sentence is as it is wished, `ServiceError.Code.unsupported` for another
    ///   language than English.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        if let missing { throw missing }
        return try await answers.response(to: request)
    }

    private var missing: ServiceError? {
        guard let file = files.missing else { return nil }
        return ServiceError(
            .unavailable,
            "WordNet is not installed: there is no \(SystemFailure.quoted(file))",
            provider: descriptor.id,
            remedy: "install the package wordnet-base"
        )
    }

    /// The name of the licence under which WordNet is given out.
    private static let licence = "WordNet 3.0 license"
}

extension WordNetSentences {
    /// The kind `wordnet`, for a registry.
    ///
    /// - Parameter places: Where indexes are kept.
    public static func kind(places: CorpusLocations) -> ProviderKind {
        ProviderKind(
            name: "wordnet",
            service: .sentences,
            summary: "Examples of English words from WordNet, by meaning: needs the package wordnet-base",
            options: [
                OptionDescription(
                    "folder",
                    .absolutePath,
                    "The folder with WordNet's files data.noun, index.noun and so on, instead of /usr/share/wordnet"
                )
            ],
            make: { context in
                try WordNetSentences(
                    id: context.id,
                    folder: try context.options.absolutePath("folder"),
                    places: places,
                    clock: context.clock
                )
            }
        )
    }
}
