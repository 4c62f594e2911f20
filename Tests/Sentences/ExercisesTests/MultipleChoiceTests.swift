import Language
import LanguageServices
import TestSupport
import Testing

@testable import Exercises

@Suite("Questions with four answers")
struct MultipleChoiceTests {
    private func choices(
        _ cards: [StudyCard],
        pool: [StudyCard] = [],
        count: Int? = nil,
        seed: UInt64 = 0
    ) async throws -> [MultipleChoice] {
        let maker = ExerciseMaker(
            cards,
            plan: CardSamples.plan([.choice], count: count, seed: seed),
            pool: pool.isEmpty ? nil : WordList(pool)
        )
        return try await maker.exercises().exercises.compactMap { exercise in
            if case .choice(let choice) = exercise { choice } else { nil }
        }
    }

    /// All correct answers to a question, according to the cards.
    private func right(_ choice: MultipleChoice, _ cards: [StudyCard]) -> Set<String> {
        func parts(_ text: String) -> [String] {
            let bare = text.prefix { $0 != "(" }
            return bare.split { ",;".contains($0) }.map { part in
                String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).lowercased()
            }
        }
        switch choice.direction {
        case .meaning:
            return Set(
                cards.filter { $0.word.lowercased() == choice.question.lowercased() }.flatMap { parts($0.meaning) }
            )
        case .word:
            let asked = Set(parts(choice.question))
            return Set(cards.filter { !asked.isDisjoint(with: parts($0.meaning)) }.map { $0.word.lowercased() })
        }
    }

    @Test("exactly one of four different answers is correct for any seed", arguments: 0..<20)
    func oneRight(_ seed: UInt64) async throws {
        let cards = CardSamples.tricky
        let found = try await choices(cards, count: 40, seed: seed)
        #expect(found.count >= 20)
        for choice in found {
            #expect(choice.choices.count == 4)
            #expect(Set(choice.choices.map { $0.text.lowercased() }).count == 4)
            let right = right(choice, cards)
            let matching = choice.choices.indices.filter { place in
                let answer = choice.choices[place].text.lowercased()
                return right.contains(answer) || right.contains { answer.contains($0) || $0.contains(answer) }
            }
            #expect(matching == [choice.answer], "\(choice)")
        }
    }

    @Test("no wrong answer is a synonym, form, spelling or part of the correct one", arguments: 0..<20)
    func likeness(_ seed: UInt64) async throws {
        let groups: [Set<String>] = [
            ["car", "automobile", "auto", "cars"], ["colour", "color"], ["ice", "ice cream"],
            ["bank", "bench"], ["Bank", "shore"], ["bank", "Bank"], ["child", "children", "boy"],
        ]
        for choice in try await choices(CardSamples.tricky, count: 40, seed: seed) {
            let words = choice.choices.map { choice.direction == .word ? $0.text : $0.other }
            for group in groups where group.contains(words[choice.answer]) {
                #expect(words.filter(group.contains).count == 1, "\(choice)")
            }
        }
    }

    @Test("wrong answers have the same part of speech and the nearest level")
    func kinds() async throws {
        let nouns = ["dog", "bread", "table", "window", "garden"].map { CardSamples.card($0, "\($0)o", .noun, .a1) }
        let verbs = ["sleep", "carry", "wonder", "jump", "listen"].map { CardSamples.card($0, "\($0)ar", .verb, .a1) }
        let hard = ["thesis", "ligament", "monolith"].map { CardSamples.card($0, "\($0)o", .noun, .c1) }
        let wanted = CardSamples.card("apple", "manzana", .noun, .a1)
        for seed in 0..<10 {
            let maker = ExerciseMaker(
                [wanted],
                plan: CardSamples.plan([.choice], count: 1, seed: UInt64(seed)),
                pool: WordList(verbs + hard + nouns)
            )
            guard case .choice(let choice)? = try await maker.exercises().exercises.first else {
                Issue.record("no exercise")
                return
            }
            let known = Set(nouns.flatMap { [$0.word, $0.meaning] } + ["apple", "manzana"])
            #expect(choice.choices.allSatisfy { known.contains($0.text) })
            let kinds = Set(verbs.flatMap { [$0.word, $0.meaning] })
            #expect(choice.choices.allSatisfy { !kinds.contains($0.text) })
        }
        // If all other cards have other parts of speech, there is no question.
        #expect(try await choices([wanted] + verbs).allSatisfy { $0.question != "apple" && $0.question != "manzana" })
        #expect(try await choices([wanted], pool: verbs).isEmpty)
        #expect(try await choices([wanted], pool: Array(nouns.prefix(2))).isEmpty)
    }

    @Test("meanings from the pool are also correct answers")
    func poolKnows() async throws {
        let pool = [
            CardSamples.card("light", "luz"), CardSamples.card("light", "lámpara"), CardSamples.card("lamp", "lámpara"),
            CardSamples.card("fire", "fuego"), CardSamples.card("brightness", "luz; claridad"),
        ]
        // Only *fire* is left, but one wrong answer is not enough.
        #expect(try await choices([CardSamples.card("light", "luz")], pool: pool).isEmpty)
    }

    @Test("an answer may be a number, a letter or the text")
    func verdicts() {
        let choice = MultipleChoice(
            direction: .meaning,
            question: "water",
            choices: ["pan", "Árbol", "agua", "casa"].map { .init(text: $0, other: "x") },
            answer: 2
        )
        for answer in ["3", "c", "C", " c ", "agua", "AGUA", "aguá"] { #expect(choice.verdict(answer) == .right) }
        for answer in ["", "1", "a", "d", "5", "-1", "pan", "árbol", "0", "99999999999999999999", "c d", "\u{0}"] {
            #expect(choice.verdict(answer) == .wrong, "\(answer)")
        }
        #expect(choice.choice("arbol") == 1)
        #expect(MultipleChoice(direction: .word, question: "x", choices: [], answer: 7).right.isEmpty)
    }

    @Test("the correct answer occurs at every position")
    func places() async throws {
        let places = try await choices(CardSamples.many(40), count: 80).map(\.answer)
        #expect(Set(places) == [0, 1, 2, 3])
    }
}

@Suite("Matching pairs")
struct MatchingPairsTests {
    private func pairs(_ cards: [StudyCard], count: Int = 5, seed: UInt64) -> MatchingPairs? {
        var random = SplitMix64(seed: seed)
        let list = CardList(cards, language: LanguageTag("en"), meaningLanguage: LanguageTag("es"))
        return MatchingPairs(list.entries, count: count, &random)
    }

    @Test("each word has one meaning, and the pairs are not aligned", arguments: 0..<30)
    func match(_ seed: UInt64) throws {
        let cards = CardSamples.tricky
        let exercise = try #require(pairs(cards, count: 8, seed: seed))
        #expect(exercise.words.count == 8 && exercise.meanings.count == 8)
        #expect(Set(exercise.answer) == Set(0..<8))
        #expect(exercise.answer != Array(0..<8))
        for (place, word) in exercise.words.enumerated() {
            let meaning = exercise.meanings[exercise.answer[place]]
            #expect(cards.contains { $0.word == word && $0.meaning == meaning })
            // None of the other displayed meanings is correct.
            let others = exercise.meanings.filter { $0 != meaning }
            #expect(!others.contains { other in cards.contains { $0.word == word && $0.meaning == other } })
        }
        #expect(!(exercise.words.contains("bank") && exercise.words.contains("bench")))
    }

    @Test("an answer may have several formats")
    func verdicts() {
        let exercise = MatchingPairs(words: ["a", "b", "c"], meanings: ["x", "y", "z"], answer: [1, 0, 2])
        for answer in ["1b 2a 3c", "3c,2a,1b", "1B2A3C", "1-b 2-a 3-c", "1-2 2-1 3-3", "1=b; 2=a; 3=c"] {
            #expect(exercise.verdict(answer) == .right, "\(answer)")
        }
        for answer in ["", "1a 2b 3c", "1b 2a", "1b 2a 3c 1a", "b a c", "9z", "1b 2a 3d", "🙂", "1b1b2a3c", "123"] {
            #expect(exercise.verdict(answer) == .wrong, "\(answer)")
        }
    }

    @Test("fewer than two compatible cards produce no exercise")
    func few() {
        #expect(pairs([CardSamples.card("a", "x")], seed: 1) == nil)
        #expect(pairs([CardSamples.card("car", "coche"), CardSamples.card("auto", "coche")], seed: 1) == nil)
        #expect(pairs([CardSamples.card("car", "coche"), CardSamples.card("dog", "")], seed: 1) == nil)
        #expect(pairs([CardSamples.card("car", "coche"), CardSamples.card("dog", "perro")], seed: 1) != nil)
    }
}
