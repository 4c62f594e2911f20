import Foundation
import LanguageServices
import TestSupport
import Testing

@testable import Decks

@Suite("A line of a JSON Lines file")
struct JSONLineTests {
    private func line(_ text: String) throws(ServiceError) -> JSONLine {
        try JSONLine(Array(text.utf8), name: "items", number: 7)
    }

    private func set(_ text: String, _ members: (String, JSONLine.Change)...) throws -> String {
        String(decoding: try line(text).setting(members.map { (name: $0.0, change: $0.1) }), as: UTF8.self)
    }

    @Test(
        "members are set, and everything else is preserved",
        arguments: [
            (#"{"a":"x"}"#, #"{"a":"x","b":"new"}"#),
            (#"{"a": "x"}"#, #"{"a": "x", "b": "new"}"#),
            (#"{"a" : 1.50e0 , "c":[1,  2], "d":{ }}"#, #"{"a" : 1.50e0 , "c":[1,  2], "d":{ }, "b" : "new"}"#),
            (#"{"b":null,"a":"x"}"#, #"{"b":"new","a":"x"}"#),
            (#"{"b":{"b":1},"a":"\u0041\/"}"#, #"{"b":"new","a":"\u0041\/"}"#),
            (#"{"b":1,"b":"last"}"#, #"{"b":1,"b":"new"}"#),
            (#"{}"#, #"{"b": "new"}"#),
            (" \t{ }\t\r", " \t{\"b\": \"new\" }\t\r"),
            (#"{"\u0062":"escaped"}"#, #"{"\u0062":"new"}"#),
            (#"{"B":1,"":2}"#, #"{"B":1,"":2,"b":"new"}"#),
            (#"{"é":1}"#, #"{"é":1,"b":"new"}"#),
        ]
    )
    func setting(_ before: String, _ after: String) throws {
        #expect(try set(before, ("b", .text("new"))) == after)
        #expect(try line(before).setting([]) == Array(before.utf8))
    }

    @Test(
        "members are removed completely",
        arguments: [
            (#"{"b":1}"#, "{}"), (#"{"b":1,"a":2}"#, #"{"a":2}"#), (#"{"a":2 , "b":1}"#, #"{"a":2}"#),
            (#"{ "b":1, "a":2, "b":[3] }"#, #"{ "a":2 }"#), (#"{"a":1, "b":{"b":2},  "c":3}"#, #"{"a":1,  "c":3}"#),
            (#"{"a":1}"#, #"{"a":1}"#), ("{}", "{}"),
        ]
    )
    func removing(_ before: String, _ after: String) throws {
        #expect(try set(before, ("b", .remove)) == after)
        // A member added after all others were removed still gives a valid object.
        let refilled = try set(before, ("b", .remove), ("new", .json(Array("[1]".utf8))))
        #expect(try line(refilled).content(of: "new") == .other("[1]"))
        #expect(try line(refilled).content(of: "b") == nil)
        #expect(try line(refilled).content(of: "a") == line(before).content(of: "a"))
    }

    @Test("new strings are escaped in the style of the line")
    func style() throws {
        let text = JSONLine.Change.text("é\u{1F600}\"\n/")
        #expect(try set(#"{"a":"\u00e9"}"#, ("b", text)) == #"{"a":"\u00e9","b":"\u00e9\ud83d\ude00\"\n/"}"#)
        #expect(try set(#"{"a":"é"}"#, ("b", text)) == "{\"a\":\"é\",\"b\":\"é\u{1F600}\\\"\\n/\"}")
        #expect(try set(#"{"a":"\/"}"#, ("b", text)) == "{\"a\":\"\\/\",\"b\":\"é\u{1F600}\\\"\\n\\/\"}")
        let json = JSONLine.Change.json(Array(#"{"x":["é"]}"#.utf8))
        #expect(try set(#"{"a":"\u00e9"}"#, ("b", json)) == #"{"a":"\u00e9","b":{"x":["\u00e9"]}}"#)
        #expect(try set(#"{"a":"e"}"#, ("b", json)) == #"{"a":"e","b":{"x":["é"]}}"#)
    }

    @Test("member contents are read")
    func contents() throws {
        let object = try line(#"{"t":"a\nb","n":null,"x": [1, 2] ,"t2":"\ud83d\ude00","é":"composed"}"#)
        #expect(try object.content(of: "t") == .text("a\nb"))
        #expect(try object.content(of: "n") == .null)
        #expect(try object.content(of: "x") == .other("[1, 2]"))
        #expect(try object.content(of: "t2") == .text("😀"))
        #expect(try object.content(of: "y") == nil)
        // A canonically equivalent key is a different key.
        #expect(try object.content(of: "e\u{301}") == nil)
    }

    @Test(
        "input that is not an object is rejected with a position",
        arguments: [
            ("x", "items:7:1"), ("[1]", "items:7:1"), (#""a""#, "items:7:1"), ("{", "items:7:2"),
            (#"{"a":1"#, "items:7:7"), (#"{"a":1} {"#, "items:7:9"), (#"{"a":1}}"#, "items:7:8"),
            (#"{"a":01}"#, "items:7:7"), (#"{a:1}"#, "items:7:2"), (#"{"a":"x}"#, "items:7:6"),
            (#"{"a":1,}"#, "items:7:8"), ("{\"a\":\"\t\"}", "items:7:7"), (#"{"a":NaN}"#, "items:7:6"),
            (#"{"a":"\x"}"#, "items:7:8"), ("", "items:7:1"), ("{\"a\":\r1}", "items:7:6"),
        ]
    )
    func refused(_ text: String, _ position: String) throws {
        let error = #expect(throws: ServiceError.self) { try line(text) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.hasPrefix("\(position): ") == true, "\(error?.message ?? "")")
    }

    @Test("deeply nested values and invalid UTF-8 are rejected")
    func hostile() throws {
        let deep = #"{"a":"# + String(repeating: "[", count: 300) + String(repeating: "]", count: 300) + "}"
        #expect(throws: ServiceError.self) { try line(deep) }
        let bytes = Array(#"{"b":1,"a":"é"#.utf8) + [0xFF] + Array(#""}"#.utf8)
        let error = #expect(throws: ServiceError.self) { try JSONLine(bytes, name: "items", number: 3) }
        #expect(error?.message.hasPrefix("items:3:14: ") == true, "\(error?.message ?? "")")
        #expect(throws: ServiceError.self) {
            try JSONLine(Array("{\"".utf8) + [0xC0] + Array("\":1}".utf8), name: "items", number: 1)
        }
    }

    @Test("according to another parser, only the members that were set differ")
    func random() throws {
        var generator = SplitMix64(seed: 20_261_122)
        for _ in 0..<3000 {
            let text = RandomObject.text(&generator)
            let names = ["a", "b", "new", "é"]
            let name = names[Int.random(in: 0..<names.count, using: &generator)]
            let changed = try line(text).setting([(name, .text("v\"é"))])
            var expected = try #require(object(Array(text.utf8)), "\(text)")
            expected[name] = NSString(string: "v\"é")
            #expect(object(changed) == expected, "\(text)")
            let removed = try JSONLine(changed, name: "items", number: 1).setting([(name, .remove)])
            expected[name] = nil
            #expect(object(removed) == expected, "\(text)")
        }
    }

    private func object(_ bytes: [UInt8]) -> [String: NSObject]? {
        (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: NSObject]
    }
}

/// Small objects with every kind of JSON value and unusual white space.
private enum RandomObject {
    static func text(_ generator: inout SplitMix64) -> String {
        var keys = ["a", "b", "c", "é", ""].shuffled(using: &generator)
        keys.removeLast(Int.random(in: 0...5, using: &generator))
        let members = keys.map { key in
            "\(space(&generator))\"\(key)\"\(space(&generator)):\(space(&generator))\(value(&generator, depth: 0))"
        }
        return space(&generator) + "{" + members.joined(separator: space(&generator) + ",") + space(&generator) + "}"
            + space(&generator)
    }

    private static func space(_ generator: inout SplitMix64) -> String {
        String(repeating: " ", count: Int.random(in: 0...5, using: &generator) / 4)
            + (Int.random(in: 0...9, using: &generator) == 0 ? "\t" : "")
    }

    private static func value(_ generator: inout SplitMix64, depth: Int) -> String {
        switch Int.random(in: 0...(depth < 3 ? 7 : 5), using: &generator) {
        case 0: return "null"
        case 1: return "true"
        case 2: return ["0", "-1", "12.5", "1e3", "100"][Int.random(in: 0..<5, using: &generator)]
        case 3: return #""plain""#
        case 4: return #""\"\\\/\b\f\n\r\t\u00e9""#
        case 5: return #""日本 😀""#
        case 6:
            let parts = (0..<Int.random(in: 0...3, using: &generator)).map { _ in value(&generator, depth: depth + 1) }
            return "[" + parts.joined(separator: "\(space(&generator)),") + "]"
        default:
            let parts = (0..<Int.random(in: 0...3, using: &generator)).map {
                "\"k\($0)\":\(value(&generator, depth: depth + 1))"
            }
            return "{" + parts.joined(separator: ",\(space(&generator))") + "}"
        }
    }
}
