import JSON
import Testing

@Suite("Codable values as JSON")
struct CodingTests {
    private enum Shade: String, Codable { case light, dark }

    private enum Shape: Codable, Hashable {
        case circle(radius: Double)
        case point
        case text(String, Int)
    }

    private struct Everything: Codable, Hashable {
        var truth = true
        var text = "a \"text\"\n\u{0}\u{2028}😀"
        var whole = Int.min
        var large = UInt64.max
        var small: Int8 = -128
        var number = 0.1
        var single: Float = 1.5
        var endless = Double.infinity
        var nothing: String?
        var something: [String?] = ["a", nil]
        var shades: [Shade] = [.light, .dark]
        var shapes: [Shape] = [.circle(radius: -0.0), .point, .text("x", 1)]
        var table = ["key": [1, 2], "": []]
        var duration = Duration.nanoseconds(1_234_567_890_123)
        var empty: [Int] = []
    }

    private func copy<Value: Codable>(_ value: Value) throws -> Value {
        let bytes = JSONWriter.bytes(try JSONEncoding.value(value))
        return try JSONDecoding.value(Value.self, from: try JSONDocument.parse(bytes, source: "test"))
    }

    @Test func everythingComesBack() throws {
        #expect(try copy(Everything()) == Everything())
        #expect(try copy(Duration.seconds(Int64.max)) == .seconds(Int64.max))
        #expect(try copy(Duration.seconds(-3) - .nanoseconds(7)) == .seconds(-3) - .nanoseconds(7))
        #expect(try copy([[1], []]) == [[1], []])
        #expect(try copy("alone") == "alone")
        #expect(try copy(Double.nan).isNaN)
    }

    @Test func membersAreWrittenInOrder() throws {
        struct Ordered: Codable {
            var b = 1
            var a: [String]? = nil
            var c = ["x"]
        }
        #expect(JSONWriter.string(try JSONEncoding.value(Ordered())) == #"{"b":1,"c":["x"]}"#)
    }

    @Test(
        arguments: [
            "7", "[]", "{}", #"{"text":1,"count":1}"#, #"{"text":"a","count":"x"}"#, #"{"text":"a","count":1.5}"#,
            #"{"text":"a","count":99999999999999999999}"#, #"{"text":null,"count":1}"#,
            #"{"text":"a","count":1,"rest":[1]}"#, #"{"text":"a","count":1,"rest":{}}"#,
        ]
    )
    func otherTypesAreRejected(json: String) throws {
        struct Wanted: Codable {
            var text: String
            var count: Int
            var rest: [String]?
        }
        let node = try JSONDocument.parse(Array(json.utf8), source: "test")
        #expect(throws: DecodingError.self) { try JSONDecoding.value(Wanted.self, from: node) }
    }

    @Test func aShortListIsRejected() throws {
        let node = try JSONDocument.parse(Array("[1]".utf8), source: "test")
        #expect(throws: DecodingError.self) { try JSONDecoding.value(Duration.self, from: node) }
    }
}
