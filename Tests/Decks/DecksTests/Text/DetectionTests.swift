import LanguageServices
import Testing

@testable import Decks

@Suite("Detecting the dialect of a table")
struct DetectionTests {
    @Test(
        "separator and format are detected",
        arguments: [
            ("a.csv", "front,back\nwater,agua\n", "csv", 2), ("a.txt", "water\tagua\nbread\tpan\n", "tsv", 2),
            ("a.csv", "Wort;Satz\nWasser;Ja, das ist Wasser, oder\nBrot;Nein\n", "csv", 2),
            ("a.csv", "1,5;2,5\n3,5;4,5\n", "csv", 2), ("a.txt", "water|agua, dulce\nbread|pan\n", "csv", 2),
            ("a.tsv", "one, two\nthree\n", "tsv", 1), ("a.csv", "one; two\nthree\nfour\n", "csv", 1),
            ("a.txt", "Hello, world; friend\tHola\nYes\tSí\n", "tsv", 2),
            ("a.csv", "\"a;b;c\",\"d\"\n\"e;f;g\",\"h\"\n", "csv", 2),
            ("a.txt", "a,\"b\tc\"\nd,\"e\tf\"\n", "csv", 2), ("a.csv", "a\tb,c\nd\te,f\n", "csv", 2),
            ("a.csv", "a\tb\nc\td, e\n", "tsv", 2), ("a.txt", "\"A,\" b\tc\n\"D,\" e, f\tg\n", "tsv", 2),
            ("a.txt", "#separator:pipe\na|b\n", "anki-text", 2), ("a.txt", "#hello\na\tb\nc\td\n", "tsv", 2),
            ("a.txt", "[{\"front\":\"x\"}]", "json", 1), ("a.txt", "{\"front\":\"x\"}\n{\"front\":\"y\"}", "jsonl", 1),
            ("a.json", "{\"front\":\"x\"}\n{\"front\":\"y\"}", "jsonl", 1),
            ("a.json", "{\n\"notes\":[{\"f\":\"\"}]}", "json", 1),
            ("a.csv", "[sound:x.mp3],water\n[sound:y.mp3],bread\n", "csv", 2),
        ]
    )
    func formats(name: String, text: String, format: String, fields: Int) throws {
        let decks = try TextDecks()
        let deck = try decks.open(name, text)
        #expect(deck.info.format.rawValue == format)
        #expect(deck.info.noteTypes.map(\.fields.count) == [fields])
    }

    @Test(
        "a header row is detected",
        arguments: [
            ("front,back\nwater,agua\n", true), ("water,agua\nbread,pan\n", false),
            ("Word,Example 1,Example 2\na,b,c\n", true), ("en,es\nwater,agua\n", true),
            ("es,en\nel,the\nno,no\n", true),
            ("word,palabra\nbread,pan\n", true), ("word,word\nbread,pan\n", false), ("English,Español\na,b\n", true),
            ("xyzzy,frobnitz\nwater,1\nbread,2\ntree,3\n", true), ("xyzzy,frobnitz\nwater,1\nbread,2\n", false),
            ("front,1\nwater,2\n", false), ("front,<b>back</b>\nx,y\n", false), (",\nwater,agua\n", false),
            ("front,\nwater,agua\n", true),
        ]
    )
    func header(text: String, isHeader: Bool) throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.csv", text)
        let lines = text.split(separator: "\n").count
        #expect(try deck.notes().count == (isHeader ? lines - 1 : lines))
        #expect(deck.info.notices.contains { $0.contains("first row is read as a header") } == isHeader)
        let said = try decks.open("a.csv", text, .init(header: isHeader ? .absent : .present))
        #expect(try said.notes().count == (isHeader ? lines : lines - 1))
        #expect(said.info.notices.allSatisfy { !$0.contains("first row") })
    }

    @Test("a first row with duplicate names is read as a note, with a notice")
    func repeatedName() throws {
        let decks = try TextDecks()
        func says(_ name: String, _ text: String, _ options: DeckOpening.Options = .init()) throws -> Bool {
            try decks.open(name, text, options).info.notices.contains { $0.contains("read as a note") }
        }
        #expect(try says("a.tsv", "Front\tT\tFront\nhouse\tx\tcasa\n"))
        #expect(try !says("b.tsv", "house\tx\thouse\nbread\tx\tpan\n"))
        #expect(try !says("c.tsv", "Front\tT\tFront\nhouse\tx\tcasa\n", .init(header: .absent)))
        #expect(try !says("d.tsv", "Front\tT\tBack\nhouse\tx\tcasa\n"))
    }

    @Test("column names are those in the header row, or numbers")
    func names() throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.csv", "\u{FEFF}\" front \",,back,Back\n1,2,3,4\n", .init(header: .present))
        #expect(deck.info.noteTypes[0].fields == ["front", "2", "back", "Back"])
        #expect(deck.info.noteTypes[0].index(ofField: "BACK") == 2)
        #expect(deck.info.noteTypes[0].index(ofField: "2") == 1)
        #expect(try decks.open("b.csv", "a,b\nc,d\n").info.noteTypes[0].fields == ["1", "2"])
        // Most rows have more cells than the header has names.
        let short = try decks.open("c.csv", "front\n1,2,3\n4,5,6\n", .init(header: .present))
        #expect(short.info.noteTypes[0].fields == ["front", "2", "3"])
        let doubled = try decks.open("d.csv", "front,front\n1,2\n", .init(header: .present))
        #expect(doubled.info.notices.contains { $0.contains("same name") })
    }

    @Test("quotation marks can be literal")
    func quotes() throws {
        let decks = try TextDecks()
        let sentences = "\"Yes!\" he said.\t\"Sí\"\n\"No\tno\n"
        let deck = try decks.open("a.tsv", sentences)
        #expect(try deck.rows() == [["\"Yes!\" he said.", "\"Sí\""], ["\"No", "no"]])
        #expect(deck.info.notices.contains { $0.contains("quotation marks") })
        #expect(try decks.edited(deck, [1: [1: "a\tb\nc\"d\""]]) == "\"Yes!\" he said.\t\"Sí\"\n\"No\ta b c\"d\"\n")
        // Quotation marks enclose cells if any cell needs them.
        let mixed = try decks.open("b.tsv", "\"a\tb\"\tc\n\"x\"y\tz\n")
        #expect(try mixed.rows() == [["a\tb", "c"], ["xy", "z"]])
        let said = try decks.open("a.tsv", "\"a\"\t\"b\"\n", .init(quoting: .none))
        #expect(try said.rows() == [["\"a\"", "\"b\""]])
    }
}
