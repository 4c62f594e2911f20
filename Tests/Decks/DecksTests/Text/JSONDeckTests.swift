import LanguageServices
import TestSupport
import Testing

@testable import Decks

@Suite("Decks in JSON")
struct JSONDeckTests {
    @Test("only some members are fields")
    func members() throws {
        let decks = try TextDecks()
        let text = """
            [{"id": 1, "guid": "g", "front": "wa\\u0074er\\n", "back": null, "tags": ["a", "b", ["c"], 1], "x": {"front": "no"}},
             {"back": "pan", "deck": "D", "notetype": "Cloze 2", "extra": "e", "tags": "c d"},
             {"front": 12.50, "notetype": 3}]
            """
        let deck = try decks.open("a.json", text)
        #expect(deck.info.noteTypes == [NoteType(name: "Cloze 2", fields: ["front", "back", "extra"], isCloze: true)])
        #expect(deck.info.decks == ["D"])
        let notes = try deck.notes()
        #expect(notes.map(\.fields) == [["water\n", "", ""], ["", "pan", "e"], ["12.50", "", ""]])
        #expect(notes.map(\.tags) == [["a", "b"], ["c", "d"], []])
        #expect(notes.map(\.guid) == ["g", nil, nil])
        #expect(notes.map { $0.position.description.split(separator: ":").last } == ["1", "2", "3"])
    }

    @Test(
        "only changed values are written",
        arguments: [
            (#"[ {"a" : "x" ,"n":1.0e5,"b":null } ]"#, #"[ {"a" : "new" ,"n":1.0e5,"b":"new" } ]"#),
            (#"[{"b":"y","a":"x"}]"#, #"[{"b":"new","a":"new"}]"#),
            (#"[{"a": "x"},{"b": "x"}]"#, #"[{"a": "new", "b": "new"},{"b": "new", "a": "new"}]"#),
            (#"[{"a":"x"},{"b":"x"}]"#, #"[{"a":"new","b":"new"},{"b":"new","a":"new"}]"#),
            (#"[{"a":"x","b":"y"},{}]"#, #"[{"a":"new","b":"new"},{"a": "new", "b": "new"}]"#),
            (
                "[{\n\t\"a\": \"x\"\n},{\"b\":\"\"}]",
                "[{\n\t\"a\": \"new\",\n\t\"b\": \"new\"\n},{\"b\":\"new\",\"a\":\"new\"}]"
            ),
            (#"[{"a":"x","a":"y","b":""}]"#, #"[{"a":"x","a":"new","b":"new"}]"#),
            (#"[{"a":[1],"b":"z"},{"a":"x","b":"y"}]"#, #"[{"a":"new","b":"new"},{"a":"new","b":"new"}]"#),
            (
                #"{"v":[{"a":1}],"cards":[{"a":"x","b":""}],"w":[{}]}"#,
                #"{"v":[{"a":1}],"cards":[{"a":"new","b":"new"}],"w":[{}]}"#
            ),
        ]
    )
    func edit(text: String, expected: String) throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.json", text)
        let names = deck.info.noteTypes[0].fields
        #expect(Set(names) == ["a", "b"])
        let bytes = try decks.written(deck) { note in
            NoteEdit(fields: Dictionary(uniqueKeysWithValues: note.fields.indices.map { ($0, "new") }))
        }
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test("escapes follow the style of the file")
    func escapes() throws {
        let decks = try TextDecks()
        let value = "é😀/\"\\\n\r\t\u{8}\u{C}\u{1}\u{7F}\0"
        let control = "\\\"\\\\\\n\\r\\t\\b\\f\\u0001\u{7F}\\u0000"
        for (old, new) in [
            ("x", "é😀/\(control)"), ("\\u00e9", "\\u00e9\\ud83d\\ude00/\(control)"), ("é\\u00e9", "é😀/\(control)"),
            ("<\\/b>", "é😀\\/\(control)"), ("/ \\/", "é😀/\(control)"), ("\\u0041", "é😀/\(control)"),
        ] {
            let deck = try decks.open("a.jsonl", "{\"a\":\"\(old)\"}\n")
            #expect(try decks.edited(deck, [0: [0: value]]) == "{\"a\":\"\(new)\"}\n")
            #expect(try DeckOpening.open(path: decks.folder.file("written")).rows() == [[value]])
        }
    }

    @Test("a new field is added to objects that have a value for it, and names must be unique")
    func newFields() throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.jsonl", "{\"a\": \"x\", \"audio\": 5}\r\n{\"a\": \"y\"}\r\n{\"a\": \"z\"}")
        let text = try decks.edited(deck, newFields: ["audio", "b\"c"], [0: [1: "s"], 1: [1: "t", 2: "u"]])
        #expect(
            text
                == "{\"a\": \"x\", \"audio\": \"s\"}\r\n{\"a\": \"y\", \"audio\": \"t\", \"b\\\"c\": \"u\"}\r\n{\"a\": \"z\"}"
        )
        for name in ["a", "tags", "guid"] {
            #expect(throws: ServiceError.self) { try decks.edited(deck, newFields: [name], [:]) }
        }
    }

    @Test(
        "errors have a position",
        arguments: [
            ("a.json", "[{\"a\":\"x\"},]", "1:12: "), ("a.json", "[{\"a\":\"x\"}", "1:11: the file ends"),
            ("a.json", "[{\"a\":\"x\",}]", "1:11: expected a key"), ("a.json", "[{'a':1}]", "1:3: expected a key"),
            ("a.json", "[1]", "1:2: an element of the deck is not an object"),
            ("a.json", "[{}] x", "1:6: there is text after"),
            ("a.json", "[{\"a\":\"é\t\"}]", "1:9: a string contains a tab"),
            ("a.json", "[{\"a\":01}]", "1:8: expected"),
            ("a.json", "[{\"a\":\"\\q\"}]", "1:9: unknown escape"),
            ("a.json", "[{\"a\":\"\\u12G4\"}]", "1:12: an escape"),
            ("a.json", "[{\"a\":tru}]", "1:10: expected the word true"),
            ("a.json", "[{\"a\":\n\n\"x}]", "3:1: this string is never closed"),
            ("a.json", "{\n\"a\":1}", "1:1: this object has no array"), ("a.json", "\"x\"", "1:1: expected the '['"),
            ("a.json", "// x\n[]", "1:1: expected the '['"),
            ("a.jsonl", "{\"a\":\"x\"}\n{\"a\":\"y", "2:6: this string is never"),
            ("a.jsonl", "{\"a\":\"x\"}\n{\"a\":", "2:6: the file ends"),
            ("a.jsonl", "{\"a\":\n1}", "1:6: the line ends"),
            ("a.jsonl", "{\"a\":1} {\"a\":2}", "1:9: the line has more text"),
            ("a.jsonl", "{\"a\":1}\n[]", "2:1: a line of the deck"),
            ("a.jsonl", "\u{FEFF}{\"a\":-}", "1:7: expected a digit"),
            ("a.jsonl", "{\"a\":\"x\ny\"}", "1:8: the line ends within"),
            ("a.json", "{\"notes\":[{\"a\":\"\"}]", "1:20: the file ends"),
            ("a.json", "{\"notes\":[],}", "1:13: expected a key"),
            ("a.json", "hello, world", "1:1: expected the '['"), ("a.jsonl", "hello", "1:1: a line of the deck"),
        ]
    )
    func mistakes(name: String, text: String, message: String) throws {
        let decks = try TextDecks()
        let error = try decks.error(name, text)
        #expect(error.code == .invalidRequest)
        #expect(error.message.contains(":\(message)"), "\(error.message)")
    }
}
