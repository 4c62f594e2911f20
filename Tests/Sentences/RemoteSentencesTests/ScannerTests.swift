import LanguageServices
import RemoteService
import SentenceChecks
import TestSupport
import Testing

@testable import RemoteSentences

/// Objects are found while the response is streamed, regardless of how it is split, and with bounded memory use.
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
        var generator = SplitMix64(seed: 5)
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
        var generator = SplitMix64(seed: 11)
        for _ in 0..<300 {
            var scanner = ObjectScanner()
            for _ in 0..<200 { _ = scanner.add(pieces[Int.random(in: 0..<pieces.count, using: &generator)]) }
            _ = scanner.single
        }
        for text in [String(repeating: "[{", count: 100_000), String(repeating: "x", count: 1_000_000)] {
            #expect(objects(text, cut: { $0 }).isEmpty)
        }
        // An unterminated object is not buffered indefinitely.
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

/// The pattern that requires the word: which sentences it accepts and rejects, and whether servers can convert it into
/// a grammar.
struct PatternTests {
    private func pattern(_ word: String, _ language: String, _ kind: PartOfSpeech? = nil) throws -> String? {
        let tag = try #require(LanguageTag(language))
        var request = SentenceRequest(word: word, language: tag)
        request.partOfSpeech = kind
        let order = try SentencePromptInput(request, language: tag)
        return SentencePattern.of(order, search: WordSearch(word, language: tag, partOfSpeech: kind))
    }

    @Test(arguments: [
        ("cat", "en", "The cat sleeps.", true), ("cat", "en", "Cats sleep all day!", true),
        ("cat", "en", "I like my cat’s bowl.", true), ("cat", "en", "My cat, the black one, sleeps.", true),
        ("cat", "en", "The  cat sleeps.", false),
        ("cat", "en", "The catalogue is new.", false), ("cat", "en", "The dog sleeps.", false),
        ("cat", "en", "the cat sleeps.", false), ("cat", "en", "The cat sleeps", false),
        ("cat", "en", "The cat \"sleeps\".", false), ("cat", "en", "The cat sleeps. The dog too.", false),
        ("go", "en", "She went home.", true), ("go", "en", "We are going home.", true),
        ("to go", "en", "He goes home.", true), ("ice cream", "en", "Two ice creams, please.", true),
        ("good", "en", "This one is better.", true), ("UFO", "en", "I saw two UFOs.", true),
        ("a.m.", "en", "It is late.", false), ("猫", "zh", "我的猫喜欢睡觉。", true), ("猫", "zh", "我的狗喜欢睡觉。", false),
        ("食べる", "ja", "私はパンを食べました。", true), ("gatito", "es", "Los gatitos duermen.", true),
        ("gatito", "es", "Los perros duermen.", false), ("кошка", "ru", "Я вижу кошку.", true),
    ])
    func aSentenceMatchesWhenTheWordIsInIt(_ word: String, _ language: String, _ text: String, _ isMatch: Bool) throws {
        let pattern = try #require(try pattern(word, language))
        let expression = try Regex(pattern)
        #expect((try expression.wholeMatch(in: text) != nil) == isMatch, "\(pattern)")
    }

    @Test(arguments: [
        "cat", "C++", "$", "(", "[a-z]", "a|b", "x*", "^", "\\", "\"", "back\\slash", "{1,3}", "don't", "who?", "a/b",
        "…",
        "👩‍👩‍👧", "e\u{301}", String(repeating: "a", count: 200),
    ])
    func everyPatternIsOneThatServersUnderstand(_ word: String) throws {
        for language in ["en", "es", "ru", "ja", "ar", "th", "ko", "hi"] {
            guard let pattern = try pattern(word, language) else { continue }
            #expect(pattern.hasPrefix("^") && pattern.hasSuffix("$"))
            // The pattern contains no look-ahead, back-reference or lazy quantifier, and no quotation mark, which would
            // end a JSON string.
            #expect(!pattern.contains("(?") && !pattern.contains("*?") && !pattern.contains("\\1"))
            #expect(!pattern.replacing("[^ \"", with: "").replacing("[^\"", with: "").contains("\""), "\(pattern)")
            #expect(throws: Never.self) { _ = try Regex(pattern) }
        }
    }

    @Test func whereNothingIsKnownOfTheFormsThereIsNone() throws {
        for word in ["take sb for granted", "make up one's mind"] { #expect(try pattern(word, "en") == nil) }
        #expect(try pattern("ir", "es") == nil)
    }
}
