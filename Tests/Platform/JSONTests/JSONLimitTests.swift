import Foundation
import JSON
import LanguageServices
import Synchronization
import Testing

@Suite("Limits of the JSON parser")
struct JSONLimitTests {
    @Test(arguments: [65, 66, 1000, 10_000, 2_000_000])
    func deepNestingIsRefusedAtLevel65(depth: Int) throws {
        for unit in ["[", "{\"a\":", "[{\"a\":", "[ /**/"] {
            let perUnit = unit.hasPrefix("[{") ? 2 : 1
            let count = min(depth, 4_000_000 / unit.utf8.count)
            let error = try refusal(Array(String(repeating: unit, count: count).utf8))
            #expect(error.message == "arrays and objects are nested more than 64 levels deep")
            #expect(error.position.line == 1)
            let level65 = 64 / perUnit * unit.utf8.count
            #expect(error.position.offset == level65)
            #expect(error.position.column == level65 + 1)
        }
    }

    @Test func nestingLimitsAreClamped() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try parsed(nested(64))
        _ = try parsed(nested(3), limits: .init(nesting: 3))
        let lower = try refusal(Array(nested(4).utf8), limits: .init(nesting: 3))
        #expect(lower.message == "arrays and objects are nested more than 3 levels deep")
        #expect(lower.position.column == 4)
        _ = try parsed(nested(64), limits: .init(nesting: .max))
        #expect(try refusal(Array(nested(65).utf8), limits: .init(nesting: .max)).position.column == 65)
        _ = try parsed(nested(1), limits: .init(nesting: .min))
        #expect(try refusal(Array(nested(2).utf8), limits: .init(nesting: .min)).position.column == 2)
        _ = try parsed("[" + String(repeating: "[[]],", count: 1000) + "]", limits: .init(nesting: 3))
    }

    @Test func sixtyFourLevelsFitASmallThread() throws {
        let depth = 64
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let middle = open == "[" ? "" : "{}"
            let levels = open == "[" ? depth : depth - 1
            let text = String(repeating: open, count: levels) + middle + String(repeating: close, count: levels)
            let written = try #require(onSmallThread(stackSize: 512 << 10) { try roundTrip(text) })
            #expect(written == JSONWriter.string(JSONValue(try parsed(text))))
        }
        let deep = String(repeating: "[{\"a\":", count: 5000)
        let message = onSmallThread(stackSize: 512 << 10) { try refusal(Array(deep.utf8)).message }
        #expect(message == "arrays and objects are nested more than 64 levels deep")
    }

    @Test func sizeIsCheckedFirst() throws {
        let limit = 4 << 20
        let largest = [UInt8(ascii: "[")] + [UInt8](repeating: 0x20, count: limit - 2) + [UInt8(ascii: "]")]
        #expect(try JSONDocument.parse(largest, source: "x").elements?.isEmpty == true)
        let error = try refusal(largest + [0x20])
        #expect(error.message == "the file has 4194305 bytes; the limit is 4194304")
        #expect(error.position == .start)
        #expect(error.serviceError.code == .configuration)
        let huge = [UInt8](repeating: 0xFF, count: 50 << 20)
        #expect(
            try refusal(huge).message == "the file has 52428800 bytes; the limit is 4194304"
        )
        _ = try parsed("[1]", limits: .init(bytes: 3))
        #expect(try refusal(Array("[11]".utf8), limits: .init(bytes: 3)).position == .start)
    }

    @Test func valuesAreCounted() throws {
        let most = "[" + String(repeating: "0,", count: 99_999) + "]"
        #expect(try parsed(most).elements?.count == 99_999)
        let more = "[" + String(repeating: "0,", count: 100_000) + "]"
        let error = try refusal(Array(more.utf8))
        #expect(error.message == "the document has more than 100000 values")
        #expect(error.position.offset == 1 + 2 * 99_999)
        _ = try parsed(#"{"a": [1, {}]}"#, limits: .init(nodes: 4))
        #expect(try refusal(Array(#"{"a": [1, {}]}"#.utf8), limits: .init(nodes: 3)).position.column == 11)
    }

    @Test func keyLengthIsLimited() throws {
        let key = String(repeating: "é", count: 128)
        _ = try parsed("{\"\(key)\": 1}")
        let error = try refusal(Array("{ \"\(key)x\": 1}".utf8))
        #expect(error.message == "this key is longer than 256 bytes")
        #expect(error.position.column == 3)
        let escaped = String(repeating: #"\u00e9"#, count: 128)
        #expect(try parsed("{\"\(escaped)\": 1}").members?.first?.key == key)
    }

    /// Comparing keys full of combining marks takes quadratic time; without a limit, these would take minutes.
    @Test func combiningMarksDoNotStallTheReader() throws {
        let marks = String(repeating: "\u{301}\u{327}", count: 1_000_000)
        #expect(try refusal(Array("{\"\(marks)\": 1}".utf8)).message == "this key is longer than 256 bytes")
        #expect(try refusal(Array("{\"\(marks)\" 1}".utf8)).message == "this key is longer than 256 bytes")
        #expect(try refusal(Array("[\"\(marks)\" x]".utf8)).message == "a comma is missing after this element")
        let error = try refusal(Array("[\"\(marks.prefix(1))\"\(marks)]".utf8))
        #expect(error.message.utf8.count < 200)
    }

    @Test func oneLongLineStaysFast() throws {
        let items = (0..<40_000).map { "{\"é\":\"\($0)\"}" }.joined(separator: ",")
        let node = try parsed("[\(items)]")
        let last = try #require(node.elements?.last?.member("é"))
        let text = "[" + items
        #expect(last.keyPosition.column == text.unicodeScalars.count - "\"é\":\"39999\"}".unicodeScalars.count + 1)
    }

    private func roundTrip(_ text: String) throws -> String {
        let node = try parsed(text)
        let value = JSONValue(node)
        _ = node.hashValue
        _ = value.hashValue
        guard value == JSONValue(node), !JSONWriter.string(value, form: .pretty).isEmpty else { return "" }
        return JSONWriter.string(value)
    }

    /// Runs `work` on a thread with the given stack size; a stack overflow there ends the test run.
    private func onSmallThread(stackSize: Int, _ work: @escaping @Sendable () throws -> String) -> String? {
        let box = ResultBox()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let text = try? work()
            box.text.withLock { $0 = text }
            done.signal()
        }
        thread.stackSize = stackSize
        thread.start()
        done.wait()
        return box.text.withLock { $0 }
    }
}

/// Passes a result out of a thread.
private final class ResultBox: Sendable {
    let text = Mutex<String?>(nil)
}
