import Decks
import Platform
import TestSupport
import Testing

@Suite("Problems in a deck")
struct DeckCheckTests {
    @Test("empty notes and ids shared by several notes are found")
    func findings() throws {
        let folder = try TemporaryFolder()
        let text = "#separator:tab\n#html:false\n#guid column:1\na\ttea\tté\nb\tmilk\tlait\nb\t \t\n"
        try AtomicFile.write(Array(text.utf8), to: folder.file("deck.txt"))
        let check = try DeckCheck(DeckOpening.open(path: folder.file("deck.txt")))
        #expect(check.notes == 3)
        #expect(check.findings.contains("1 ids are shared by several notes"))
    }

    @Test(
        "the file name determines the format",
        arguments: [
            ("a.CSV", DeckFormat.csv), ("a.txt", .ankiText), ("a.ndjson", .jsonLines), ("a.b.apkg", .apkg), ("a", nil),
        ] as [(String, DeckFormat?)]
    )
    func names(_ name: String, _ format: DeckFormat?) {
        #expect(DeckFormat.named(by: name) == format)
    }
}
