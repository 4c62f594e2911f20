import Decks
import LanguageServices
import Synchronization
import Testing

@Suite("Messages about failed notes")
struct BatchTallyTests {
    private func messages(_ failures: [(text: String, message: String)]) -> [String] {
        let said = Mutex<[String]>([])
        let tally = BatchTally(overflowNotice: "and so on") { message in said.withLock { $0.append(message) } }
        for (number, failure) in failures.enumerated() {
            let position = NotePosition("w.tsv:", number: Int64(number + 1))
            var note = NoteReport(Note(number: number, position: position, fields: []), .failed)
            note.error = ServiceError(.notFound, failure.message)
            note.texts = [failure.text]
            tally.add(note)
        }
        tally.end()
        return said.withLock { $0 }
    }

    @Test("the first failures with a reason are named by position and text, the others are counted")
    func sameReason() {
        let long = String(repeating: "x", count: 60)
        let texts = ["one", "one", long, "two", "three", "four"]
        #expect(
            messages(texts.map { ($0, "no sentence") }) == [
                "w.tsv:1: 'one': no sentence", "w.tsv:3: '\(long.prefix(40))…': no sentence",
                "w.tsv:4: 'two': no sentence", "and 3 more for the same reason as w.tsv:1",
            ]
        )
    }

    @Test("a message that names the text itself is left unchanged")
    func named() {
        #expect(messages([("cat", "'cat' is unknown")]) == ["w.tsv:1: 'cat' is unknown"])
    }

    @Test("only the first of many reasons are reported")
    func manyReasons() {
        let said = messages((0..<100).map { ("t\($0)", "reason \($0)") })
        #expect(said.count == 21)
        #expect(said.last == "and so on")
    }
}
