import JSON
import LanguageServices
import TestSupport
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    private let sample: JSONValue = [
        "b": 1, "a": [true, false, nil, 0.5, "x"], "empty": [:], "none": [], "nested": ["list": [["k": "v"]]],
    ]

    @Test func compactFormIsOneLine() {
        #expect(
            JSONWriter.string(sample)
                == #"{"b":1,"a":[true,false,null,0.5,"x"],"empty":{},"none":[],"nested":{"list":[{"k":"v"}]}}"#
        )
    }

    @Test func prettyFormIsIndented() {
        #expect(
            JSONWriter.string(sample, form: .pretty) == """
                {
                  "b": 1,
                  "a": [
                    true,
                    false,
                    null,
                    0.5,
                    "x"
                  ],
                  "empty": {},
                  "none": [],
                  "nested": {
                    "list": [
                      {
                        "k": "v"
                      }
                    ]
                  }
                }
                """
        )
        #expect(JSONWriter.string(nil, form: .pretty) == "null")
    }

    @Test(arguments: [
        ("", #""""#),
        ("plain", #""plain""#),
        ("\"\\/", #""\"\\/""#),
        ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#),
        ("\u{0}\u{1}\u{B}\u{1F}", #""\u0000\u0001\u000b\u001f""#),
        ("\u{7F}\u{80}\u{85}\u{9F}\u{A0}", "\"\\u007f\\u0080\\u0085\\u009f\u{A0}\""),
        ("\u{2027}\u{2028}\u{2029}\u{202A}", "\"\u{2027}\\u2028\\u2029\u{202A}\""),
        ("né€😀e\u{301}", "\"né€😀e\u{301}\""),
        ("\u{FEFF}\u{FFFE}\u{10FFFF}", "\"\u{FEFF}\u{FFFE}\u{10FFFF}\""),
        ("\nend\n", #""\nend\n""#),
    ])
    func stringsAreEscaped(text: String, expected: String) throws {
        #expect(Array(JSONWriter.string(.string(text)).utf8) == Array(expected.utf8))
        let object: JSONValue = [text: 1]
        #expect(JSONWriter.string(object) == "{\(expected):1}")
        let back = try #require(try parsed(expected).string)
        #expect(Array(back.utf8) == Array(text.utf8))
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (1.5, "1.5"), (100, "100"),
            (1e15, "1000000000000000"),
            (1e16, "10000000000000000"), (9_007_199_254_740_994, "9007199254740994"),
            (-9_223_372_036_854_775_808, "-9223372036854775808"),
            (9_223_372_036_854_775_808, "9.223372036854776e+18"), (1e300, "1e+300"), (1e-7, "1e-07"),
            (.leastNonzeroMagnitude, "5e-324"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.nan, "null"), (.infinity, "null"),
            (-.infinity, "null"),
            (0.1 + 0.2, "0.30000000000000004"),
        ] as [(Double, String)]
    )
    func doublesAreShort(number: Double, expected: String) throws {
        #expect(JSONWriter.string(.number(number)) == expected)
        if number.isFinite {
            #expect(try parsed(expected).number?.double == number)
            #expect(JSONValue(try parsed(expected)) == .number(number))
        }
    }

    @Test func everyDoubleReadsBackTheSame() throws {
        var generator = SplitMix64(seed: 12)
        for round in 0..<20_000 {
            var number = Double(bitPattern: generator.next())
            if round % 4 == 0 { number = Double(Int64(truncatingIfNeeded: generator.next())) }
            if round % 4 == 1 { number = Double(Int.random(in: -100_000...100_000, using: &generator)) / 100 }
            guard number.isFinite else { continue }
            let read = try #require(try parsed(JSONWriter.string(.number(number))).number)
            if read.double?.bitPattern != number.bitPattern { Issue.record("\(number) read back as \(read)") }
            if JSONValue(read) != .number(number) { Issue.record("\(number) is not \(JSONValue(read))") }
        }
    }

    @Test(arguments: [0, 1, -1, Int.max, Int.min, 9_007_199_254_740_993])
    func integersAreExact(number: Int) throws {
        #expect(JSONWriter.string(.integer(number)) == number.description)
        #expect(JSONValue(try parsed(number.description)) == .integer(number))
    }

    @Test func linesShareOneBuffer() {
        var output: [UInt8] = []
        for index in 0..<3 {
            JSONWriter.write(["index": .integer(index), "text": "line \(index)"], to: &output)
            output.append(UInt8(ascii: "\n"))
        }
        #expect(
            String(decoding: output, as: UTF8.self)
                == "{\"index\":0,\"text\":\"line 0\"}\n{\"index\":1,\"text\":\"line 1\"}\n{\"index\":2,\"text\":\"line 2\"}\n"
        )
        #expect(JSONWriter.bytes("é") == [0x22, 0xC3, 0xA9, 0x22])
    }

    @Test func randomValuesSurviveARoundTrip() throws {
        var generator = SplitMix64(seed: 77)
        for _ in 0..<2000 {
            let value = JSONValue.chance(depth: 5, using: &generator)
            for form in [JSONWriter.Form.compact, .pretty] {
                let bytes = JSONWriter.bytes(value, form: form)
                let read = JSONValue(try JSONDocument.parse(bytes, source: "x"))
                #expect(read == value)
                #expect(read.hashValue == value.hashValue)
                #expect(JSONWriter.bytes(read, form: form) == bytes)
                if form == .compact { #expect(!bytes.contains(0x0A) && !bytes.contains(0x0D)) }
            }
        }
    }

    @Test func equalityFollowsTheValue() {
        #expect(JSONValue.integer(2) == .number(2))
        #expect(JSONValue.number(2).hashValue == JSONValue.integer(2).hashValue)
        #expect(JSONValue.integer(.max) != .number(Double(Int.max)))
        #expect(JSONValue.number(.nan) != .number(.nan))
        #expect(JSONValue.integer(0) != false)
        #expect(JSONValue.null != false)
        #expect(["a": 1, "b": 2] as JSONValue != ["b": 2, "a": 1])
        #expect(["a": 1] as JSONValue != ["a": 2])
        #expect([1, 2] as JSONValue != [1])
        #expect(["a": nil] as JSONValue != [:])
    }
}

extension JSONValue {
    /// Builds a random value, with strings that need escapes.
    static func chance(depth: Int, using generator: inout SplitMix64) -> JSONValue {
        let count = Int.random(in: 0...4, using: &generator)
        switch Int.random(in: 0...(depth > 0 ? 8 : 6), using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2: return .integer(Int(truncatingIfNeeded: generator.next()) >> Int.random(in: 0...63, using: &generator))
        case 3: return .number(.random(in: -1e6...1e6, using: &generator))
        case 4: return .number(Double(Int.random(in: -9...9, using: &generator)))
        case 5, 6: return .string(chanceText(using: &generator))
        case 7: return .array((0..<count).map { _ in chance(depth: depth - 1, using: &generator) })
        default:
            return .object(
                (0..<count).map {
                    ("\($0)" + chanceText(using: &generator), chance(depth: depth - 1, using: &generator))
                }
            )
        }
    }

    private static func chanceText(using generator: inout SplitMix64) -> String {
        let alphabet: [Unicode.Scalar] = [
            "a", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "é", "\u{301}", "\u{2028}",
            "\u{FEFF}", "😀",
            "\u{10FFFF}", " ", "*",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
            if let scalar = alphabet.randomElement(using: &generator) { text.append(scalar) }
        }
        return String(text)
    }
}
