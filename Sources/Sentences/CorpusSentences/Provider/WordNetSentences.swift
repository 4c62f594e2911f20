public import LanguageServices
import Platform

/// Example sentences for English words from WordNet, each with the sense that it illustrates.
///
/// From the quotations in WordNet's definitions, only complete sentences are used; a missing initial capital letter or
/// full stop is added. WordNet is not part of this package; on Debian, it is in `wordnet-base`.
public struct WordNetSentences: SentenceProvider {
    private let files: WordNetFiles
    private let answers: FoundSentences

    /// Creates a provider. Nothing is read before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which to register the provider.
    ///   - folder: The folder that contains WordNet's files; `nil` for Debian's default.
    ///   - locations: The folders for the index and the starter dictionaries.
    ///   - clock: The clock used for reports.
    /// - Throws: `ServiceError` if the tag `en` cannot be parsed. This does not occur in practice.
    public init(
        id: ProviderID = "wordnet",
        folder: String? = nil,
        locations: CorpusLocations,
        clock: ServiceClock = .system
    ) throws(ServiceError) {
        guard let english = LanguageTag("en") else { throw ServiceError(.unsupported, "'en' is not a language tag") }
        let files = WordNetFiles(folder: folder ?? WordNetFiles.debianFolder)
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
            searcher: CorpusSearcher(
                source: files,
                name: "wordnet-\(String(StableHash.of(files.folder), radix: 36))",
                language: english,
                locations: locations,
                translationLanguage: nil,
                provider: id
            ),
            clock: clock,
            licence: Self.licence,
            collection: "WordNet 3.0"
        )
    }

    /// The provider's metadata.
    public var descriptor: ProviderDescriptor { answers.descriptor }

    /// Ready if WordNet is installed.
    public func status() async -> ProviderStatus {
        guard let missing else { return .ready }
        return .unavailable(reason: missing.message, remedy: missing.remedy)
    }

    /// Closes the index.
    public func shutdown() async { await answers.searcher.close() }

    /// Finds examples. Those listed under the word come before those that merely contain it.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.unavailable` if WordNet is not installed,
    ///   `ServiceError.Code.notFound` if no sentence satisfies the request, `ServiceError.Code.unsupported` for a
    ///   language other than English.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        if let missing { throw missing }
        return try await answers.response(to: request)
    }

    private var missing: ServiceError? {
        guard let file = files.missing else { return nil }
        return ServiceError(
            .unavailable,
            "WordNet is not installed: \(SystemFailure.quoted(file)) does not exist",
            provider: descriptor.id,
            remedy: "install the package wordnet-base"
        )
    }

    /// The name of WordNet's licence.
    private static let licence = "WordNet 3.0 license"
}

extension WordNetSentences {
    /// The `wordnet` provider kind, to register with a `ServiceRegistry`.
    ///
    /// - Parameter locations: The folders for the index and the starter dictionaries.
    public static func kind(locations: CorpusLocations) -> ProviderKind {
        ProviderKind(
            name: "wordnet",
            service: .sentences,
            summary: "Examples of English words from WordNet, by sense; requires the package wordnet-base",
            options: [
                OptionDescription(
                    "folder",
                    .absolutePath,
                    "The folder that contains WordNet's files (data.noun, index.noun, …); default: /usr/share/wordnet"
                )
            ],
            make: { context in
                try WordNetSentences(
                    id: context.id,
                    folder: try context.options.absolutePath("folder"),
                    locations: locations,
                    clock: context.clock
                )
            }
        )
    }
}
