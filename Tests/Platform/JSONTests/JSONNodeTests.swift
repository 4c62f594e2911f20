import JSON
import LanguageServices
import TestSupport
import Testing

@Suite("JSON values")
struct JSONNodeTests {
    @Test func accessorsGiveOnlyTheirOwnKind() throws {
        let node = try parsed(#"[null, true, false, 1.50, "a", [], {"k": 2}]"#)
        let elements = try #require(node.elements)
        #expect(elements.map(\.isNull) == [true, false, false, false, false, false, false])
        #expect(elements.map(\.bool) == [nil, true, false, nil, nil, nil, nil])
        #expect(elements.map(\.number?.text) == [nil, nil, nil, "1.50", nil, nil, nil])
        #expect(elements.map(\.string) == [nil, nil, nil, nil, "a", nil, nil])
        #expect(elements.map(\.elements?.count) == [nil, nil, nil, nil, nil, 0, nil])
        #expect(elements.map(\.members?.count) == [nil, nil, nil, nil, nil, nil, 1])
        #expect(elements.map { $0["k"]?.number?.int } == [nil, nil, nil, nil, nil, nil, 2])
        #expect(
            elements.map(\.kindName) == ["null", "true", "false", "a number", "a string", "an array", "an object"]
        )
        #expect(elements.last?.member("K") == nil)
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0000\u001F\u007f""#, "\u{0}\u{1F}\u{7F}"),
        (#""\u00e9\u20AC""#, "é€"),
        (#""\uD83D\uDE00""#, "😀"),
        (#""\uD800\uDC00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"),
        (#""\uD7FF\uE000\uFFFF""#, "\u{D7FF}\u{E000}\u{FFFF}"),
        (#""a\\u0041""#, "a\\u0041"),
        (#""é€😀\n""#, "é€😀\n"),
        (#""// /* # '""#, "// /* # '"),
        (#""""#, ""),
    ])
    func stringsAreDecoded(text: String, expected: String) throws {
        let string = try #require(try parsed(text).string)
        #expect(Array(string.unicodeScalars) == Array(expected.unicodeScalars))
        let key = try #require(try parsed("{\(text): 1}").members?.first?.key)
        #expect(Array(key.unicodeScalars) == Array(expected.unicodeScalars))
    }

    /// Every scalar survives unchanged, literal and escaped.
    @Test func everyScalarSurvivesARoundTrip() throws {
        var generator = SplitMix64(seed: 3)
        var scalars: [Unicode.Scalar] = (0...0x3000).compactMap { Unicode.Scalar(UInt32($0)) }
        for _ in 0..<4000 {
            if let scalar = Unicode.Scalar(UInt32.random(in: 0x3000...0x10FFFF, using: &generator)) {
                scalars.append(scalar)
            }
        }
        var escaped = "["
        var raw = "["
        for scalar in scalars {
            let units = String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            escaped += "\"\(units.joined())\","
            if scalar.value >= 0x20, scalar != "\"", scalar != "\\" { raw += "\"\(scalar)\"," }
        }
        let fromEscapes = try #require(try parsed(escaped + "]").elements)
        #expect(fromEscapes.compactMap { $0.string.map { Array($0.unicodeScalars) } } == scalars.map { [$0] })
        let fromRaw = try #require(try parsed(raw + "]").elements)
        #expect(fromRaw.count == scalars.count - 34)
        for node in fromRaw { #expect(node.string?.unicodeScalars.count == 1) }
    }

    @Test(arguments: [1, 500, 99_000])
    func membersKeepTheirOrder(count: Int) throws {
        let keys = (0..<count).map { "k\($0 * 7919 % count)" }
        let text = "{" + keys.map { "\"\($0)\": 0" }.joined(separator: ", ") + "}"
        #expect(try parsed(text).members?.map(\.key) == keys)
    }

    @Test func conversionDropsOnlyPositions() throws {
        let text = #"{"z": [1, 1.5, -0, 1e3, "é\n", null, {}], "a": {"t": true}}"#
        let expected: JSONValue = [
            "z": [1, 1.5, .number(-0.0), 1000, "é\n", nil, [:]],
            "a": ["t": true],
        ]
        #expect(JSONValue(try parsed(text)) == expected)
        #expect(
            JSONWriter.string(JSONValue(try parsed(text))) == #"{"z":[1,1.5,-0,1000,"é\n",null,{}],"a":{"t":true}}"#
        )
    }
}
