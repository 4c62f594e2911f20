import Language
import LanguageServices
import TestSupport
import Testing

@testable import Exercises

@Suite("Sentence exercises")
struct SentenceExerciseTests {
    private static let english = LanguageTag("en")

    private func cloze(_ sentence: ExampleSentence, _ word: String, _ language: LanguageTag? = english)
        -> ClozeExercise?
    {
        ClozeExercise(sentence, for: CardSamples.card(word, "meaning"), language: language)
    }

    private func order(_ text: String, _ language: String = "en", seed: UInt64 = 1) -> Ordering? {
        var random = SplitMix64(seed: seed)
        let sentence = CardSamples.sentence(text, "x", translation: "t")
        return Ordering(sentence, language: LanguageTag(language), &random)
    }

    // MARK: Gaps

    @Test("the word is replaced with a gap, and it is the answer")
    func gap() throws {
        let exercise = try #require(cloze(CardSamples.sentence("She went home.", "went"), "go"))
        #expect(exercise.text == "She ____ home.")
        #expect(exercise.answers == ["went"])
        #expect(exercise.word == "go" && exercise.meaning == "meaning")
        for answer in ["went", "WENT", " went ", "She went home.", "she went  home."] {
            #expect(exercise.verdict(answer) == .right)
        }
        #expect(exercise.verdict("wènt") == .almost)
        for answer in ["", "go", "goes", "home", "____"] { #expect(exercise.verdict(answer) == .wrong) }
    }

    @Test("a word in several parts has a gap for each part")
    func parts() throws {
        let sentence = ExampleSentence(text: "Turn it off!", wordRanges: [0..<4, 8..<11], provider: "p")
        let exercise = try #require(cloze(sentence, "turn off"))
        #expect(exercise.text == "____ it ____!")
        #expect(exercise.verdict("turn off") == .right)
        #expect(exercise.verdict("off turn") == .wrong)
    }

    @Test(
        "a sentence that contains the word outside its gap as well is not used",
        arguments: [
            ("The cat saw a cat.", "cat"), ("Cats like a cat.", "cat"), ("She went where he goes.", "went"),
            ("A cat.", "none"), ("cat", "cat"), ("My ____ cat.", "cat"), ("The cat is a CAT!", "cat"),
        ]
    )
    func shown(_ text: String, _ word: String) {
        #expect(cloze(CardSamples.sentence(text, word), word) == nil)
    }

    @Test("a word that looks like the requested one does not prevent the gap")
    func others() {
        #expect(cloze(CardSamples.sentence("The cat sat by the caterpillar.", "cat"), "cat") != nil)
        #expect(cloze(CardSamples.sentence("猫が好きです。", "猫"), "猫", LanguageTag("ja")) != nil)
        #expect(cloze(CardSamples.sentence("猫と猫。", "猫"), "猫", LanguageTag("ja")) == nil)
        #expect(cloze(CardSamples.sentence("Кошка спит дома.", "Кошка"), "кошка", LanguageTag("ru")) != nil)
        #expect(cloze(CardSamples.sentence("zut, un chat", "chat"), "chat", nil) != nil)
        #expect(cloze(CardSamples.sentence("chat, un chat", "chat"), "chat", nil) == nil)
    }

    // MARK: Order

    @Test("the words in the sentence are shuffled, and the correct order is accepted", arguments: 0..<30)
    func shuffled(_ seed: UInt64) throws {
        let text = "Well, the old man walked slowly to the sea."
        let exercise = try #require(order(text, seed: seed))
        #expect(
            exercise.words.sorted() == ["Well,", "the", "old", "man", "walked", "slowly", "to", "the", "sea"].sorted()
        )
        #expect(exercise.end == "." && exercise.start.isEmpty)
        #expect(exercise.verdict(text) == .right)
        #expect(exercise.verdict("well the old man walked slowly to the sea") == .right)
        #expect(exercise.verdict(exercise.words.joined(separator: " ")) == .wrong)
        #expect(exercise.verdict((1...9).map { "\($0)" }.joined(separator: " ")) == .wrong)
        // Answer with numbers: for each word in the sentence, its first unused position in the displayed words.
        var left = exercise.words.enumerated().map { ($0 + 1, $1) }
        let numbers = ["Well,", "the", "old", "man", "walked", "slowly", "to", "the", "sea"].compactMap { word in
            left.firstIndex { $0.1 == word }.map { left.remove(at: $0).0 }
        }
        #expect(exercise.verdict(numbers.map { "\($0)" }.joined(separator: " ")) == .right)
        #expect(exercise.verdict("1 1 2 3 4 5 6 7 8") == .wrong)
        #expect(exercise.verdict("") == .wrong)
    }

    @Test("the first word loses its capital letter, unless it may be a name")
    func capitals() throws {
        #expect(try #require(order("The cat is here.")).words.contains("the"))
        #expect(try #require(order("Anna is here now.")).words.contains("Anna"))
        #expect(try #require(order("I am here now.")).words.contains("I"))
        let spanish = try #require(order("¿Dónde está la casa?", "es"))
        #expect(spanish.start == "¿" && spanish.end == "?" && spanish.words.contains("dónde"))
        #expect(try #require(order("\"Yes,\" she said to \"him\".")).words.allSatisfy { !$0.contains("\"") })
        let french = try #require(order("Est-ce que tu viens ?", "fr"))
        #expect(french.words.allSatisfy { !$0.contains("?") })
        #expect(french.verdict("est-ce que tu viens") == .right)
    }

    @Test("two parts joined by a conjunction may be swapped")
    func symmetry() throws {
        let exercise = try #require(order("I see a cat and a dog."))
        #expect(exercise.accepted == ["I see a cat and a dog.", "I see a dog and a cat."])
        #expect(exercise.verdict("I see a dog and a cat.") == .right)
        #expect(exercise.verdict("I see and a dog a cat.") == .wrong)
        #expect(try #require(order("They sat down and ate.")).accepted.count == 1)
        // A conjunction in another language is not treated as one.
        #expect(try #require(order("Lucy took a photo of a cat.")).accepted.count == 1)
        #expect(try #require(order("Ik zie een hond of een kat.", "nl")).accepted.count == 2)
    }

    @Test("a sentence may specify its own language")
    func unknownLanguage() throws {
        var sentence = CardSamples.sentence("The man has a cat and a dog.", "cat")
        sentence.language = LanguageTag("en")
        var random = SplitMix64(seed: 3)
        let exercise = try #require(Ordering(sentence, language: nil, &random))
        #expect(exercise.words.contains("the"))
        #expect(exercise.accepted.count == 2)
        sentence.text = "The cats see a cat."
        sentence.wordRanges = [15..<18]
        let card = StudyCard(word: "cat", meanings: [])
        #expect(ClozeExercise(sentence, for: card, language: nil) == nil)
        sentence.language = nil
        #expect(ClozeExercise(sentence, for: card, language: nil) != nil)
    }

    @Test("scripts without spaces are split into words")
    func unspaced() throws {
        let exercise = try #require(order("私は毎日日本語を勉強します。", "ja"))
        #expect(exercise.words.count >= 5)
        #expect(exercise.end == "。")
        #expect(exercise.verdict("私は毎日日本語を勉強します") == .right)
    }

    @Test(
        "a sentence that is too short, is too long or has only one order is not used",
        arguments: ["", " ", "Go!", "Go home.", "no no no no", "...", "🙂 🙂 🙂", String(repeating: "word ", count: 40)]
    )
    func none(_ text: String) {
        #expect(order(text) == nil)
    }

    @Test("hostile texts are handled", arguments: HostileWords.all)
    func hostile(_ text: String) {
        let short = String(String.UnicodeScalarView(text.unicodeScalars.prefix(2000)))
        for sentence in [short, "The \(short) is here.", short + " " + short] {
            if let exercise = order(sentence) {
                #expect(exercise.verdict(sentence) == .right)
                _ = exercise.verdict(short)
            }
            if let exercise = cloze(CardSamples.sentence(sentence, short), short) { _ = exercise.verdict(short) }
        }
    }
}
