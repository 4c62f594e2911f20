import JSON
import PluginHost
import Testing

/// Splitting a stream into frames.
struct FrameReaderTests {
    private func frames(_ text: String, pieces: Int = .max) throws -> [(JSONValue, [UInt8])] {
        var reader = FrameReader()
        var found: [(JSONValue, [UInt8])] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            reader.add(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            while case .frame(let frame) = try reader.next() { found.append((JSONValue(frame.object), frame.payload)) }
        }
        #expect(reader.isBetweenFrames)
        return found
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func framesAndPayloads(_ pieces: Int) throws {
        let text = "{\"a\":1}\n{\"bytes\":5,\"b\":2}\n\n{}\"\n { \"c\" : [ ] } \r\n"
        let found = try frames(text, pieces: pieces)
        #expect(found.map(\.0) == [["a": 1], ["bytes": 5, "b": 2], ["c": []]])
        #expect(found.map { String(decoding: $0.1, as: UTF8.self) } == ["", "\n{}\"\n", ""])
    }

    @Test(arguments: [
        "\n", "[]\n", "1\n", "{}{}\n", "{'a':1}\n", "{\"a\":1,}\n", "{\"a\":[1,]}\n", "{\"a\":NaN}\n",
        "{\"a\":1e999}\n",
        "{\"a\":1,\"a\":2}\n", "// x\n", "{\"a\":\"\\ud800\"}\n", "\u{FEFF}{}\n", "{\"bytes\":0}\n", "{\"bytes\":-1}\n",
        "{\"bytes\":1.0}\n", "{\"bytes\":1e3}\n", "{\"bytes\":\"4\"}\n", "{\"bytes\":16777217}\n", "{\"bytes\":null}\n",
    ])
    func faults(_ text: String) {
        #expect(throws: FrameFault.self) { try frames(text) }
    }

    @Test func linesHaveALimit() throws {
        let longest = PluginProtocol.maximumLineLength
        let text = "{\"a\":\"" + String(repeating: "x", count: longest - 8) + "\"}"
        #expect(text.utf8.count == longest)
        #expect(try frames(text + "\n").count == 1)
        #expect(throws: FrameFault.self) { try frames(text + " \n") }
        // The excess is detected before the line ends.
        var reader = FrameReader()
        reader.add([UInt8](repeating: 0x20, count: longest + 1))
        #expect(throws: FrameFault.self) { try reader.next() }
    }

    @Test(arguments: [
        "{}", "{\"id\":1}", "{\"id\":-1,\"result\":{}}", "{\"id\":1.5,\"result\":{}}", "{\"id\":\"1\",\"result\":{}}",
        "{\"id\":1,\"result\":{},\"error\":{}}", "{\"id\":1,\"event\":7}", "{\"id\":1,\"result\":[]}",
        "{\"result\":{}}",
        "{\"id\":9007199254740993,\"result\":{}}",
    ])
    func whatIsNoFrame(_ text: String) throws {
        var reader = FrameReader()
        reader.add(Array("\(text)\n".utf8))
        guard case .frame(let raw) = try reader.next() else {
            Issue.record("no frame")
            return
        }
        #expect(throws: FrameFault.self) { try IncomingFrame(raw) }
    }
}
