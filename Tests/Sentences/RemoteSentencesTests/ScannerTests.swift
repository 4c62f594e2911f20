import RemoteService
import TestSupport
import Testing

@testable import RemoteSentences

/// Objects are found while they are written, however the text is cut, and nothing that is written is too much.
struct ScannerTests {
    private func objects(_ text: String, cut: (Int) -> Int = { $0 }) -> [String] {
        var scanner = ObjectScanner()
        var found: [String] = []
        var rest = text[...]
        while !rest.isEmpty {
            let size = max(1, cut(rest.count))
            found += scanner.add(String(rest.prefix(size))).map { String(decoding: $0, as: UTF8.self) }
            rest = rest.dropFirst(size)
        }
        return found
    }

    private static let item = "{\"sentence\": \"A \\\"cat\\\" {is} [here].\", \"notes\": [{\"a\": 1}, \"}\"]}"

    @Test(arguments: [
        ("{\"sentences\": [\(item), \(item)]}", 2), ("[\(item)]", 1),
        ("Sure! ```json\n{\"sentences\": [\(item)]}\n```", 1),
        ("{\"sentences\": [\(item), {\"sentence\": \"cut", 1), ("", 0), ("[]", 0), ("{}", 0), ("]]}}", 0), ("[{]", 0),
        ("[{}]", 1), ("{\"a\": {\"b\": [\(item)]}}", 1), ("} ] [\(item)]", 1),
    ])
    func theCutsOfAnAnswerDoNotMatter(_ text: String, _ count: Int) {
        let whole = objects(text)
        #expect(whole.count == count)
        #expect(whole.allSatisfy { $0 == Self.item || $0 == "{}" })
        #expect(objects(text, cut: { _ in 1 }) == whole)
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<20 {
            #expect(objects(text, cut: { _ in Int.random(in: 1...9, using: &generator) }) == whole)
        }
    }

    @Test func aSingleSentenceIsTheAnswerItself() {
        var scanner = ObjectScanner()
        #expect(scanner.add("Here: {\"sentence\": \"A cat.\", \"notes\": []} ").isEmpty)
        #expect(
            scanner.single.map { String(decoding: $0, as: UTF8.self) } == "{\"sentence\": \"A cat.\", \"notes\": []}"
        )
    }

    @Test func rubbishIsReadAndForgotten() {
        let pieces = ["[", "{", "\"", "\\", "}", "]", "a", "[[[[", "{{{{", "\u{0}", "é", ":"]
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            var scanner = ObjectScanner()
            for _ in 0..<200 { _ = scanner.add(pieces[Int.random(in: 0..<pieces.count, using: &generator)]) }
            _ = scanner.single
        }
        for text in [String(repeating: "[{", count: 100_000), String(repeating: "x", count: 1_000_000)] {
            #expect(objects(text, cut: { $0 }).isEmpty)
        }
        // An object without an end is not kept for ever.
        var scanner = ObjectScanner()
        for _ in 0..<100 { #expect(scanner.add("[{\"sentence\": \"" + String(repeating: "x", count: 10_000)).isEmpty) }
    }

    @Test func aThoughtIsNoAnswer() {
        for size in 1...9 {
            var message = WrittenMessage()
            var text = ""
            var rest = " <think>[{\"sentence\": 1}]</think>[{}]"[...]
            while !rest.isEmpty {
                message.add(String(rest.prefix(size)))
                text += message.take()
                rest = rest.dropFirst(size)
            }
            #expect(text == "[{}]", "\(size)")
        }
    }
}
