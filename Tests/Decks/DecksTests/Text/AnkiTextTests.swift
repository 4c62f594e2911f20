import LanguageServices
import TestSupport
import Testing

@testable import Decks

@Suite("Anki's text file format")
struct AnkiTextTests {
    private static let export = """
        #separator:tab
        #html:true
        #guid column:1
        #notetype column:2
        #deck column:3
        #tags column:6
        abc\tBasic\tSpanish\twater\tagua\ttag1 tag2
        # a comment
        "#d\"\"e"\tCloze\tSpanish::Verbs\t{{c1::go}}\t"a\tb"\t

        """

    @Test("header lines define the columns")
    func columns() throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.txt", Self.export)
        #expect(deck.info.format == .ankiText)
        #expect(deck.info.noteTypes.map(\.name) == ["Basic", "Cloze"])
        #expect(deck.info.noteTypes.map(\.isCloze) == [false, true])
        #expect(deck.info.noteTypes.allSatisfy { $0.fields == ["1", "2"] })
        #expect(deck.info.decks == ["Spanish", "Spanish::Verbs"])
        #expect(deck.info.noteCount == 2)
        #expect(deck.info.hasMarkup)
        #expect(deck.info.notices.isEmpty)
        let notes = try deck.notes()
        #expect(notes.map(\.guid) == ["abc", "#d\"e"])
        #expect(notes.map(\.type) == [0, 1])
        #expect(notes.map(\.deck) == ["Spanish", "Spanish::Verbs"])
        #expect(notes.map(\.tags) == [["tag1", "tag2"], []])
        #expect(notes.map(\.fields) == [["water", "agua"], ["{{c1::go}}", "a\tb"]])
    }

    @Test("only the edited cell changes")
    func edit() throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.txt", Self.export)
        let text = try decks.edited(deck, [0: [1: "<b>agua</b>\n\"dulce\""]])
        #expect(text == Self.export.replacing("\tagua\t", with: "\t\"<b>agua</b>\n\"\"dulce\"\"\"\t"))
        // A new column does not move the tags column.
        let wider = try decks.edited(deck, newFields: ["Audio"], [0: [2: "x"]])
        #expect(wider.contains("agua\ttag1 tag2\tx\n"))
        #expect(wider.contains("\"a\tb\"\t\t\n"))
    }

    @Test("a first cell that starts with # is quoted, so that it is not read as a comment")
    func hash() throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.txt", "#separator:Semicolon\nwater;agua\n")
        #expect(try decks.edited(deck, [0: [0: "#1", 1: "#2"]]) == "#separator:Semicolon\n\"#1\";#2\n")
    }

    @Test("header lines can apply to all notes or name the columns")
    func common() throws {
        let decks = try TextDecks()
        let text =
            "#separator:,\r\n#columns:Front,\"Back, too\",Tags\r\n#tags column:3\r\n#notetype: Basic \r\n"
            + "#deck:Words\r\n#tags:a  b\r\n#if matches:update current\r\nx,y,c\r\n"
        let deck = try decks.open("a.txt", text)
        #expect(deck.info.noteTypes == [NoteType(name: "Basic", fields: ["Front", "Back, too"])])
        #expect(deck.info.decks == ["Words"])
        let note = try #require(try deck.notes().first)
        #expect(note.tags == ["a", "b", "c"] && note.deck == "Words" && note.fields == ["x", "y"])
        let wider = try decks.edited(deck, newFields: ["Audio, new"], [0: [2: "s"]])
        #expect(wider.contains("#columns:Front,\"Back, too\",Tags,\"Audio, new\"\r\n"))
        #expect(wider.hasSuffix("x,y,c,s\r\n"))
        // The header line names fewer columns than there are.
        let short = try decks.open("b.txt", "#separator:tab\n#columns:Front\n#tags column:3\nx\ty\tc\n")
        #expect(short.info.noteTypes[0].fields == ["Front", "2"])
        let longer = try decks.edited(short, newFields: ["Audio"], [0: [2: "s"]])
        #expect(longer == "#separator:tab\n#columns:Front\t\t\tAudio\n#tags column:3\nx\ty\tc\ts\n")
        #expect(
            try DeckOpening.open(path: decks.folder.file("written")).info.noteTypes[0].fields == [
                "Front", "2", "Audio",
            ]
        )
    }

    @Test("the file's HTML header is respected")
    func html() throws {
        let decks = try TextDecks()
        let plain = try decks.open("a.txt", "#html:false\na\t<b>\n")
        #expect(!plain.info.hasMarkup)
        #expect(plain.info.notices.contains { $0.contains("#html:false") })
        #expect(try decks.open("a.txt", "#separator:tab\na\t<b>x</b>\n").info.hasMarkup)
        #expect(try !decks.open("a.txt", "#separator:tab\na\t1 < 2\n").info.hasMarkup)
        #expect(try decks.open("a.txt", "#html:false\na\tb\n", .init(hasMarkup: true)).info.hasMarkup)
    }

    @Test("invalid header lines are reported and ignored")
    func nonsense() throws {
        let decks = try TextDecks()
        let deck = try decks.open(
            "a.txt",
            "#separator:§\n#tags column:0\n#deck column:99999999999999999999\n#guid column:1\n#tags column:1\na|b\n"
        )
        #expect(try deck.rows() == [["b"]])
        #expect(deck.info.notices.count == 4)
        #expect(try decks.error("a.txt", "#guid column:1\nabc\n").message.contains("no field column"))
    }
}
