import LanguageServices
import Synchronization
import TestSupport
import Testing

@testable import Decks

/// A deck in a folder, and batches that process it.
struct BatchFixture {
    let decks: TextDecks
    let output: String
    let input: String

    init(_ rows: [[String]], name: String = "words.tsv") throws {
        decks = try TextDecks()
        let text = (["Front\tBack"] + rows.map { $0.joined(separator: "\t") }).joined(separator: "\n") + "\n"
        input = try decks.file(name, text)
        output = decks.folder.file("out.tsv")
    }

    /// A deck of `count` words without translations.
    init(words count: Int) throws { try self.init((0..<count).map { ["w\(Self.letters($0))", ""] }) }

    /// A number spelled in letters, because texts without letters are not translated.
    static func letters(_ number: Int) -> String {
        String(String(number).unicodeScalars.compactMap { Unicode.Scalar($0.value + 49) }.map(Character.init))
    }

    var journal: String { BatchJournal.path(for: output) }

    func batch(
        _ provider: any TranslationProvider,
        target: String = "de",
        overwrites: Bool = false,
        options: BatchOptions = BatchOptions(textsPerRequest: 4, concurrency: 1)
    ) throws -> Batch {
        try BatchTranslation.batch(
            deck: DeckOpening.open(path: input, options: .init(header: .present, hasMarkup: false)),
            provider: provider,
            request: TranslationRequest(texts: [], source: LanguageTag("en"), target: LanguageTag(target)),
            source: "Front",
            target: "Back",
            overwrites: overwrites,
            options: options
        )
    }

    /// The second cell of each row in the written deck, without the header.
    func backs() throws -> [String] {
        let bytes = try #require(contents(output))
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
        return lines.map { line in line.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().joined() }
    }
}

/// Collects a batch's reports on the notes.
final class Reports: Sendable {
    private let state = Mutex<[NoteReport]>([])
    var all: [NoteReport] { state.withLock { $0 } }
    @Sendable func add(_ report: NoteReport) { state.withLock { $0.append(report) } }
}

func error(_ body: () async throws -> some Any) async -> ServiceError? {
    do { _ = try await body() } catch { return error as? ServiceError }
    return nil
}
