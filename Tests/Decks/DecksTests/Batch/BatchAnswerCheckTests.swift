import LanguageServices
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Decks

/// Work whose texts have a prefix that is not part of the wording, and whose answers can become unusable.
private final class MarkedWork: BatchWork {
    let identity = ["marked"]
    let lost: Set<String>
    /// The number of surplus answers.
    let superfluous: Int
    private let state = Mutex<[String]>([])
    var asked: [String] { state.withLock { $0 } }

    init(lost: Set<String> = [], superfluous: Int = 0) {
        self.lost = lost
        self.superfluous = superfluous
    }

    var answerCheck: (@Sendable (BatchAnswer) -> Bool)? { { [lost] in !lost.contains($0.text) } }

    func wording(of text: String) -> String { String(text.dropFirst(3)) }

    func answers(to texts: [String]) async throws -> [Result<BatchAnswer, ServiceError>] {
        state.withLock { $0 += texts }
        let spare = Array(repeating: "spare", count: superfluous)
        return (texts + spare).map { text in
            text.hasSuffix("x")
                ? .failure(ServiceError(.notFound, "no")) : .success(BatchAnswer(bytes: Array("<\(text)>".utf8)))
        }
    }
}

private struct MarkedNotes: NoteWork {
    let newFields: [String] = []

    func assignment(for note: Note) -> NoteAssignment { .work(texts: ["en " + note.fields[0]]) }

    func edit(of note: Note, texts: [String], answers: [BatchAnswer]) throws(ServiceError) -> NoteEdit {
        NoteEdit(fields: [1: answers.map(\.text).joined()])
    }
}

@Suite("Answers from an earlier run") struct BatchAnswerCheckTests {
    private func run(_ bench: BatchFixture, _ work: MarkedWork, _ reports: Reports) async throws -> BatchSummary {
        let deck = try DeckOpening.open(path: bench.input, options: .init(header: .present))
        let options = BatchOptions(textsPerRequest: 1, retriesFailed: false)
        let batch = Batch(deck: deck, work: work, notes: MarkedNotes(), options: options)
        return try await batch.run(output: bench.output, report: reports.add)
    }

    @Test("only unusable answers are requested again")
    func lost() async throws {
        let bench = try BatchFixture([["a", ""], ["b", ""], ["x", ""]])
        let first = MarkedWork()
        let summary = try await run(bench, first, Reports())
        #expect(first.asked == ["en a", "en b", "en x"])
        #expect(!summary.isComplete && summary.isWritten && summary.notesFailed == 1)
        let second = MarkedWork(lost: ["<en b>"])
        let again = try await run(bench, second, Reports())
        #expect(second.asked == ["en b"])
        #expect(again.forecast.textsKnown == 1 && again.forecast.textsFailed == 1)
        #expect(try bench.backs() == ["<en a>", "<en b>", ""])
    }

    @Test("surplus answers are rejected")
    func tooMany() async throws {
        let bench = try BatchFixture([["a", ""], ["b", ""]])
        let reports = Reports()
        _ = try await run(bench, MarkedWork(superfluous: 1), reports)
        #expect(reports.all.compactMap(\.error?.code) == [.protocolViolation, .protocolViolation])
        #expect(try bench.backs() == ["", ""])
    }

    @Test("reports and character counts use the wording of texts")
    func wording() async throws {
        let bench = try BatchFixture([["abc", ""], ["de", ""]])
        let reports = Reports()
        let summary = try await run(bench, MarkedWork(), reports)
        #expect(summary.isComplete)
        #expect(summary.forecast.charactersToSend == 5)
        #expect(reports.all.map(\.texts) == [["abc"], ["de"]])
    }
}
