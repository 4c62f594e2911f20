import Exercises
import LanguageServices
import LanguageServicesTesting

/// Cards for the tests.
enum CardSamples {
    /// Two words with the same meaning, a word with two meanings, and forms, spellings and parts of other words.
    static let tricky: [StudyCard] = [
        card("car", "coche"), card("automobile", "coche"), card("auto", "automóvil; coche"), card("cars", "coches"),
        card("colour", "color"), card("color", "color"), card("ice", "hielo"), card("ice cream", "helado"),
        card("bank", "banco"), card("bench", "banco"), card("Bank", "orilla"), card("shore", "orilla (del mar)"),
        card("child", "niño"), card("children", "niños"), card("boy", "niño, chico"), card("dog", "perro"),
        card("cat", "gato"), card("bread", "pan"), card("table", "mesa"), card("window", "ventana"),
    ]

    static func card(
        _ word: String,
        _ meaning: String,
        _ part: PartOfSpeech? = .noun,
        _ level: LearnerLevel? = nil
    ) -> StudyCard {
        StudyCard(word: word, meanings: meaning.isEmpty ? [] : [meaning], partOfSpeech: part, level: level)
    }

    /// Generates dissimilar words.
    static func many(_ count: Int) -> [StudyCard] {
        (0..<count).map { number in
            let letters = String(number).map { "abcdefghij"[$0] }.map { "\($0)\($0)\($0)" }.joined()
            return card("w\(letters)w", "m\(letters)m")
        }
    }

    static func sentence(_ text: String, _ word: String, translation: String? = nil) -> ExampleSentence {
        let scalars = Array(text.unicodeScalars)
        let mark = Array(word.unicodeScalars)
        let start = scalars.indices.first { scalars[$0...].starts(with: mark) }
        return ExampleSentence(
            text: text,
            wordRanges: start.map { [$0..<($0 + mark.count)] } ?? [],
            lemma: word,
            translation: translation,
            provider: "test"
        )
    }

    static func plan(
        _ kinds: [ExerciseKind] = ExerciseKind.allCases,
        count: Int? = nil,
        seed: UInt64 = 0,
        language: String = "en"
    ) -> ExercisePlan {
        ExercisePlan(
            language: LanguageTag(language),
            meaningLanguage: LanguageTag("es"),
            kinds: kinds,
            count: count,
            seed: seed
        )
    }

    static let sentences = InMemorySentences(templates: [
        "en": ["I see the {word} over there.", "Where is the {word} now?", "The {word} is here today."]
    ])
}

extension String {
    fileprivate subscript(digit: Character) -> Character {
        let place = Int(String(digit)) ?? 0
        return Array(self)[place]
    }
}
