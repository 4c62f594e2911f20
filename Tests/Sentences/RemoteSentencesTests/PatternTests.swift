import LanguageServices
import SentenceChecks
import Testing

@testable import RemoteSentences

/// The pattern that keeps the word in: what it lets through, what not, and that servers can make a grammar of it.
struct PatternTests {
    private func pattern(_ word: String, _ language: String, _ kind: PartOfSpeech? = nil) throws -> String? {
        let tag = try #require(LanguageTag(language))
        var request = SentenceRequest(word: word, language: tag)
        request.partOfSpeech = kind
        let order = try SentenceOrder(request, language: tag)
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
            // No look-ahead, no back-reference, no lazy quantifier, and no quotation mark that would end a string of JSON.
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
