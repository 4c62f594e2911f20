import CorpusSentences
import LanguageServices
import Platform
import TestSupport
import Testing

/// A test corpus in a folder of its own.
final class Corpus: Sendable {
    let folder: TemporaryFolder
    let path: String

    /// - Parameters:
    ///   - content: The content of the file.
    ///   - name: The name of the file.
    init(_ content: String, name: String = "corpus.txt") throws {
        folder = try TemporaryFolder()
        path = folder.file(name)
        try AtomicFile.write(Array(content.utf8), to: path)
    }

    init(bytes: [UInt8]) throws {
        folder = try TemporaryFolder()
        path = folder.file("corpus.txt")
        try AtomicFile.write(bytes, to: path)
    }

    /// The folder that contains the index.
    var cache: String { folder.file("cache") }

    var locations: CorpusLocations { CorpusLocations(cache: cache, dictionaries: Shipped.dictionaries) }

    func provider(
        _ language: String = "en",
        _ change: (inout CorpusSentences.Settings) -> Void = { _ in }
    ) throws -> CorpusSentences {
        var settings = CorpusSentences.Settings(paths: [path], language: try #require(LanguageTag(language)))
        change(&settings)
        return CorpusSentences(settings: settings, locations: locations)
    }

    /// The sentences for a word.
    func sentences(
        _ word: String,
        _ language: String = "en",
        count: Int = 10,
        _ change: (inout SentenceRequest) -> Void = { _ in }
    ) async throws -> [ExampleSentence] {
        var request = SentenceRequest(word: word, language: LanguageTag(language), count: count)
        change(&request)
        return try await provider(language).sentences(for: request).sentences
    }

    func texts(
        _ word: String,
        _ language: String = "en",
        count: Int = 10,
        _ change: (inout SentenceRequest) -> Void = { _ in }
    ) async throws -> Set<String> {
        do {
            return Set(try await sentences(word, language, count: count, change).map(\.text))
        } catch let error as ServiceError where error.code == .notFound {
            return []
        }
    }

    /// The index files.
    func indexes() -> [String] {
        TemporaryFolder.names(in: cache + "/sentences").filter { $0.hasSuffix(".sqlite") }
            .map { "\(cache)/sentences/\($0)" }
    }
}

/// Files of this package, in the source tree.
enum Shipped {
    /// The folder that contains the starter dictionaries.
    static let dictionaries = Repository.path("Dictionaries")
}
