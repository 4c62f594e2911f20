import Language
import LanguageServices
import TestSupport
import Testing

@testable import Exercises

@Suite("Pairs to be brought together")
struct MatchingPairsTests {
    private func pairs(_ cards: [StudyCard], count: Int = 5, seed: UInt64) -> MatchingPairs? {
        var random = SteadyRandom(seed: seed)
        let list = CardList(cards, language: LanguageTag("en"), meaningLanguage: LanguageTag("es"))
        return MatchingPairs(list.entries, count: count, &random)
    }

    @Test("each word has one meaning, and they do not stand side by side", arguments: 0..<30)
    func match(_ seed: UInt64) throws {
        let cards = CardSamples.tricky
        let exercise = try #require(pairs(cards, count: 8, seed: seed))
        #expect(exercise.words.count == 8 && exercise.meanings.count == 8)
        #expect(Set(exercise.answer) == Set(0..<8))
        #expect(exercise.answer != Array(0..<8))
        for (place, word) in exercise.words.enumerated() {
            let meaning = exercise.meanings[exercise.answer[place]]
            #expect(cards.contains { $0.word == word && $0.meaning == meaning })
            // No other meaning that is shown would be right as well.
            let others = exercise.meanings.filter { $0 != meaning }
            #expect(!others.contains { other in cards.contains { $0.word == word && $0.meaning == other } })
        }
        #expect(!(exercise.words.contains("bank") && exercise.words.contains("bench")))
    }

    @Test("an answer may be written in many ways")
    func verdicts() {
        let exercise = MatchingPairs(words: ["a", "b", "c"], meanings: ["x", "y", "z"], answer: [1, 0, 2])
        for answer in ["1b 2a 3c", "3c,2a,1b", "1B2A3C", "1-b 2-a 3-c", "1-2 2-1 3-3", "1=b; 2=a; 3=c"] {
            #expect(exercise.verdict(answer) == .right, "\(answer)")
        }
        for answer in ["", "1a 2b 3c", "1b 2a", "1b 2a 3c 1a", "b a c", "9z", "1b 2a 3d", "🙂", "1b1b2a3c", "123"] {
            #expect(exercise.verdict(answer) == .wrong, "\(answer)")
        }
    }

    @Test("fewer than two that go together are none")
    func few() {
        #expect(pairs([CardSamples.card("a", "x")], seed: 1) == nil)
        #expect(pairs([CardSamples.card("car", "coche"), CardSamples.card("auto", "coche")], seed: 1) == nil)
        #expect(pairs([CardSamples.card("car", "coche"), CardSamples.card("dog", "")], seed: 1) == nil)
        #expect(pairs([CardSamples.card("car", "coche"), CardSamples.card("dog", "perro")], seed: 1) != nil)
    }
}
