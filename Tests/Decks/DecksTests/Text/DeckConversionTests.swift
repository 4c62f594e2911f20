import LanguageServices
import TestSupport
import Testing

@testable import Decks

@Suite("Converting decks to other formats")
struct DeckConversionTests {
    private static let anki =
        "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n"
        + "#tags column:6\n#columns:guid\tnotetype\tdeck\tFront\tBack\ttags\n"
        + "g1\tBasic\tD\t\"<b>a</b>\nb\"\tx, \"y\"\tt1 t2\n\"#g2\"\tBasic\tD::E\tc\t\t\n"

    @Test("a round trip gives the same notes", arguments: [DeckFormat.csv, .tsv, .json, .jsonLines, .ankiText])
    func thereAndBack(format: DeckFormat) throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.txt", Self.anki)
        let path = decks.folder.file("b.\(format == .ankiText ? "txt" : format.rawValue)")
        let outcome = try DeckConversion(to: format).write(deck, to: path)
        #expect(outcome.notes == 2)
        let other = try DeckOpening.open(path: path, options: .init(hasMarkup: true))
        #expect(other.info.format == format)
        #expect(other.info.noteTypes == deck.info.noteTypes)
        let (old, new) = (try deck.notes(), try other.notes())
        #expect(old.map(\.fields) == new.map(\.fields))
        #expect(old.map(\.guid) == new.map(\.guid))
        #expect(old.map(\.tags) == new.map(\.tags))
        #expect(old.map(\.deck) == new.map(\.deck))
        let back = decks.folder.file("back.txt")
        _ = try DeckConversion(to: .ankiText).write(other, to: back)
        let order = { (bytes: [UInt8]?) in String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").sorted()
        }
        #expect(order(contents(back)) == order(Array(Self.anki.utf8)))
    }

    @Test("converted files have the expected content")
    func looks() throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.csv", "word,tags,back\nwater,x,\"agua, dulce\"\n#1,,\n", .init(header: .present))
        func text(_ conversion: DeckConversion) throws -> String {
            let path = decks.folder.file("out")
            _ = try conversion.write(deck, to: path)
            return String(decoding: contents(path) ?? [], as: UTF8.self)
        }
        #expect(try text(.init(to: .csv)) == "word,tags 2,back\nwater,x,\"agua, dulce\"\n#1,,\n")
        #expect(try text(.init(to: .tsv, hasHeader: false)) == "water\tx\tagua, dulce\n#1\t\t\n")
        #expect(try text(.init(to: .csv, separator: .semicolon)) == "word;tags 2;back\nwater;x;agua, dulce\n#1;;\n")
        #expect(
            try text(.init(to: .ankiText)) == "#separator:tab\n#html:false\nwater\tx\tagua, dulce\n\"#1\"\t\t\n"
        )
        #expect(
            try text(.init(to: .json)) == """
                [
                  {"word": "water", "tags 2": "x", "back": "agua, dulce"},
                  {"word": "#1", "tags 2": "", "back": ""}
                ]

                """
        )
        #expect(throws: ServiceError.self) {
            try DeckConversion(to: .apkg).write(deck, to: decks.folder.file("x.apkg"))
        }
        #expect(!decks.folder.names().contains("x.apkg"))
    }

    @Test("several note types are converted, and losses are reported")
    func lost() throws {
        let decks = try TextDecks()
        let deck = SeveralTypes()
        let path = decks.folder.file("out.csv")
        let outcome = try DeckConversion(to: .csv).write(deck, to: path)
        #expect(
            String(decoding: contents(path) ?? [], as: UTF8.self)
                == "Front,Back,Text,notetype\na,b,,Basic\n,d,c,Cloze\n"
        )
        for words in ["scheduling", "3 media files", "HTML", "share a column"] {
            #expect(outcome.notices.contains { $0.contains(words) }, "\(words)")
        }
        let text = try DeckConversion(to: .ankiText).write(deck, to: path)
        #expect(text.notices.contains { $0.contains("field names") })
        #expect(String(decoding: contents(path) ?? [], as: UTF8.self).hasSuffix("Basic\ta\tb\nCloze\tc\td\n"))
    }

    @Test("members, cells and fields that are lost are counted")
    func unread() throws {
        let decks = try TextDecks()
        func notices(_ deck: any Deck) throws -> [String] {
            try DeckConversion(to: .csv).write(deck, to: decks.folder.file("out.csv")).notices
        }
        let json = try decks.open(
            "a.json",
            #"[{"f":"a","rank":1,"more":{"x":1},"tags":7},{"f":2,"rank":null,"l":[1]},{"f":"b","l":[],"deck":true}]"#
        )
        let said = try notices(json)
        for line in [
            "1 value of the member 'more' is not kept", "1 value of the member 'tags' is not kept",
            "2 values of the member 'l' are not kept", "1 value of the member 'deck' is not kept",
            "1 value of the member 'f' became text", "1 value of the member 'rank' became text",
        ] {
            #expect(said.contains(line), "\(line): \(said)")
        }
        #expect(said.count == 6, "\(said)")
        let plain = try decks.open("b.jsonl", "{\"f\": \"a\", \"n\": null, \"tags\": [\"t\"]}\n")
        #expect(try notices(plain).isEmpty)
        let table = try decks.open("c.csv", "front,back\na,b\nc,d,e,,f\ng,h,\n", .init(header: .present))
        #expect(try notices(table) == ["2 cells after the last column are not kept"])
        let path = decks.folder.file("d.apkg")
        try PackageBuilder.first([PackageBuilder.note(1, "a\u{1F}b\u{1F}c"), PackageBuilder.note(2, "a\u{1F}b")])
            .write(to: path)
        let package = try notices(AnkiPackage(path: path))
        #expect(package.contains("1 field beyond those of the note type is not kept"), "\(package)")
    }

    @Test("beyond the limit, lost members are counted together")
    func manyUnread() throws {
        let decks = try TextDecks()
        let members = (0..<30).map { "\"m\($0)\": [\($0)]" }.joined(separator: ", ")
        let deck = try decks.open("a.json", "[{\"f\": \"a\", \(members)}]")
        let outcome = try DeckConversion(to: .tsv).write(deck, to: decks.folder.file("out.tsv"))
        #expect(outcome.notices.count == 21 && outcome.notices.last == "10 values of other members are not kept")
    }

    private struct SeveralTypes: Deck {
        let info = DeckInfo(
            format: .apkg,
            noteTypes: [
                NoteType(name: "Basic", fields: ["Front", "Back"]), NoteType(name: "Cloze", fields: ["Text", "Back"]),
            ],
            mediaCount: 3,
            hasMarkup: true
        )

        func readNotes(_ body: (Note) throws -> Bool) throws {
            for note in [
                Note(number: 0, position: "1", type: 0, fields: ["a", "b"]),
                Note(number: 1, position: "2", type: 1, fields: ["c", "d"]),
            ] where try !body(note) { return }
        }

        func write(to path: String, newFields: [String], edit: (Note) throws -> NoteEdit?) throws -> Int { 0 }
    }
}
