import LanguageServices
import Platform
import TemplateSentences
import TestSupport
import Testing

/// A template folder written by a test.
struct SmallFolder {
    private let folder: TemporaryFolder

    /// The folder that contains `en/sentences`.
    var path: String { folder.path }

    /// - Parameters:
    ///   - lexicon: The rows, with cells separated by tabs and without the header line.
    ///   - templates: Sets, kinds and templates.
    init(lexicon: String = "", templates: String, language: String = "en") throws {
        folder = try TemporaryFolder()
        _ = try folder.folder(language)
        _ = try folder.folder("\(language)/sentences")
        let columns = "headword\tpos\tlevel\tsense\tkinds\tforms\tcompany\n"
        try write(columns + lexicon, "\(language)/sentences/words.tsv")
        try write(templates, "\(language)/sentences/words.txt")
    }

    /// Writes another file into the folder.
    func write(_ text: String, _ name: String) throws {
        try AtomicFile.write(Array(text.utf8), to: folder.file(name))
    }

    /// Writes a file that may be invalid UTF-8.
    func write(_ bytes: [UInt8], _ name: String) throws {
        try AtomicFile.write(bytes, to: folder.file(name))
    }

    /// The problems found in the contents.
    func problems(isWhole: Bool = true) throws -> [DataProblem] { try read(isWhole: isWhole).problems }

    func read(isWhole: Bool = true) throws -> DataFolder {
        try DataFolder(
            path: folder.file("en/sentences"),
            language: try #require(LanguageTag("en")),
            isWhole: isWhole
        )
    }

    /// A provider that reads the folder. The folder is deleted together with this value.
    var provider: TemplateSentences { TemplateSentences(folder: path) }

    /// The provider's response.
    func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        let response = try await provider.sentences(for: request)
        withExtendedLifetime(folder) {}
        return response
    }

    /// The texts of the sentences for a word.
    func texts(_ word: String, count: Int = 100, _ change: (inout SentenceRequest) -> Void = { _ in }) async throws
        -> [String]
    {
        var request = SentenceRequest(word: word, language: LanguageTag("en"), count: count)
        change(&request)
        return try await sentences(for: request).sentences.map(\.text)
    }
}
