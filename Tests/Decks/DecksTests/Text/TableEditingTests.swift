import LanguageServices
import Testing

@testable import Decks

@Suite("Editing tables")
struct TableEditingTests {
    @Test("a new value is written in the style of the old one")
    func style() throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.csv", "front,back,x\r\n\"water\",,1\r\nbread,\"\",2\r\n\"tree\",,\r\n")
        let text = try decks.edited(deck, [0: [1: "agua"], 1: [0: "loaf", 1: "pan"], 2: [1: "árbol"]])
        #expect(text == "front,back,x\r\n\"water\",agua,1\r\nloaf,\"pan\",2\r\n\"tree\",\"árbol\",\r\n")
    }

    @Test("values are quoted where necessary")
    func needed() throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.csv", "front,back\na,b\n")
        let cases = [
            "x,y": "\"x,y\"", "x\ny": "\"x\ny\"", "say \"hi\"": "\"say \"\"hi\"\"\"", "\"": "\"\"\"\"", " x ": " x ",
            "": "", "x;y": "x;y", "\r": "\"\r\"", "\u{FEFF}x": "\"\u{FEFF}x\"", "#x": "#x", "a\0b": "a\0b",
        ]
        for (value, written) in cases {
            #expect(try decks.edited(deck, [0: [1: value]]) == "front,back\na,\(written)\n")
        }
        let tabs = try decks.open("a.tsv", "front\tback\na\tb\n")
        for (value, written) in [
            "say \"hi\"": "say \"hi\"", "\"hi\"": "\"\"\"hi\"\"\"", "x\ty": "\"x\ty\"", "x,y": "x,y",
        ] {
            #expect(try decks.edited(tabs, [0: [1: value]]) == "front\tback\na\t\(written)\n")
        }
        let single = try decks.open("b.csv", "water\nbread\n")
        #expect(try decks.edited(single, [0: [0: ""]]) == "\"\"\nbread\n")
    }

    @Test("line breaks within cells follow the style of the file")
    func lineEnds() throws {
        let decks = try TextDecks()
        let crlf = try decks.open("a.csv", "front,back\r\n\"a\r\nb\",c\r\n")
        #expect(try decks.edited(crlf, [0: [1: "x\ny\rz\r\n"]]) == "front,back\r\n\"a\r\nb\",\"x\r\ny\r\nz\r\n\"\r\n")
        let lf = try decks.open("b.csv", "front,back\r\n\"a\nb\",c\r\n")
        #expect(try decks.edited(lf, [0: [1: "x\r\ny"]]) == "front,back\r\n\"a\nb\",\"x\ny\"\r\n")
        let none = try decks.open("c.csv", "front,back\r\na,c\r\n")
        #expect(try decks.edited(none, [0: [1: "x\r\ny\nz"]]) == "front,back\r\na,\"x\r\ny\nz\"\r\n")
    }

    @Test("short rows are extended, and long rows keep their extra cells")
    func ragged() throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.csv", "a,front,back\n1\n\n1,2,3,4,5\n1,2,3\n", .init(header: .present))
        #expect(try deck.rows() == [["1", "", ""], ["1", "2", "3"], ["1", "2", "3"]])
        #expect(try decks.edited(deck, [0: [2: "x"], 1: [2: "y"]]) == "a,front,back\n1,,x\n\n1,2,y,4,5\n1,2,3\n")
        #expect(try decks.edited(deck, [0: [2: ""]]) == "a,front,back\n1\n\n1,2,3,4,5\n1,2,3\n")
    }

    @Test("new columns are appended to every row")
    func newColumns() throws {
        let decks = try TextDecks()
        let deck = try decks.open(
            "a.csv",
            "a,front,back\r\n1\r\n\r\n1,2,3,4,5\r\n\"1\",\"2\",\"3\"",
            .init(header: .present)
        )
        let text = try decks.edited(deck, newFields: ["audio", "my, ipa"], [0: [3: "x"], 1: [4: "y"], 2: [3: "z"]])
        #expect(
            text == "a,front,back,audio,\"my, ipa\"\r\n1,,,x,\r\n\r\n1,2,3,,y,4,5\r\n\"1\",\"2\",\"3\",\"z\",\"\""
        )
        let plain = try decks.open("b.tsv", "x\ty\nz\n")
        #expect(try decks.edited(plain, newFields: ["n"], [1: [2: "new"]]) == "x\ty\t\nz\t\tnew\n")
        for names in [["front"], ["x", "x"], [" "], ["tags"]] {
            let error = #expect(throws: ServiceError.self) { try decks.edited(deck, newFields: names, [:]) }
            #expect(error?.code == .invalidRequest && error?.remedy != nil)
        }
    }

    @Test("columns without a field are preserved")
    func reservedColumns() throws {
        let decks = try TextDecks()
        let text = "tags,back,guid,Tags\nx,y,g1,one two\nx,y,,\n"
        let deck = try decks.open("a.csv", text, .init(header: .present))
        #expect(deck.info.noteTypes[0].fields == ["tags", "back"])
        let notes = try deck.notes()
        #expect(notes.map(\.guid) == ["g1", nil])
        #expect(notes.map(\.tags) == [["one", "two"], []])
        #expect(try decks.edited(deck, [0: [1: "z"]]) == "tags,back,guid,Tags\nx,z,g1,one two\nx,y,,\n")
    }

    @Test("positions use the line numbers of an editor")
    func positions() throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.csv", "front,back\r\n\"a\r\nb\nc\rd\",x\n\n\ry,z\n")
        let positions = try deck.notes().map { $0.position.description.split(separator: ":").last }
        #expect(positions == ["2", "8"])
    }
}
