public import LanguageServices

/// A lesson: words with their meanings and examples, exercises, and questions to practise with.
public struct Lesson: Sendable, Hashable, Codable {
    /// A word as the lesson introduces it.
    public struct Item: Sendable, Hashable, Codable {
        /// The word, its meanings, and a sentence where there is one.
        public var card: StudyCard

        /// What is said of it, in a line: *water (noun, A1): agua, regar*.
        public var explanation: String

        /// What somebody has written about it, in a sentence or two.
        public var details: String?

        /// Who wrote ``details``.
        public var writtenBy: ProviderID?
    }

    /// By which way the texts of a lesson came about.
    public struct Writing: Sendable, Hashable, Codable {
        /// Who wrote.
        public var provider: ProviderID

        /// How many parts were written: introduction, details of words, questions with choices, questions to practise.
        public var written: Int

        /// How many parts of these kinds were made from the cards, since what was written was not good enough, or missing.
        public var made: Int
    }

    /// What it is called.
    public var title: String

    /// The language of the words.
    public var language: LanguageTag?

    /// The language of the meanings.
    public var meaningLanguage: LanguageTag?

    /// The level of the learner.
    public var level: LearnerLevel?

    /// What the learner meets in it, in some sentences.
    public var introduction: String

    /// Who wrote the introduction; `nil` when it was made from the cards.
    public var introducedBy: ProviderID?

    /// The words.
    public var items: [Item]

    /// The exercises.
    public var exercises: [Exercise]

    /// Questions without choices, to be answered in writing or aloud.
    public var practice: [PracticeQuestion]

    /// How long it takes, in seconds; see ``LessonDuration``.
    public var seconds: Int

    /// By which way the texts came about; `nil` when all were made from the cards.
    public var writing: Writing?

    /// What could not be had: words without sentences, texts that nobody wrote.
    public var notices: [String]
}

/// A question that is answered in writing or aloud, and not by choosing.
public struct PracticeQuestion: Sendable, Hashable, Codable {
    /// What is asked.
    public var question: String

    /// What may be answered; empty where the learner writes something of his own.
    public var answers: [String] = []

    /// Who wrote the question; `nil` when it was made from cards.
    public var writtenBy: ProviderID?
}

/// How long a lesson takes.
///
/// A lesson of w words to be read takes 60 · w / r seconds of reading, where r is ``wordsPerMinute(at:)``, and for each
/// exercise and question what ``seconds(for:)`` says: a choice 12, a gap 20, a sentence to be ordered 25, each pair to be
/// matched 6, and a practice question 30. The result is rounded up to whole seconds. The numbers are those of a learner who
/// reads everything twice and thinks before answering; they are an estimate and not a measurement.
public enum LessonDuration {
    /// Seconds for a practice question.
    public static let practice = 30

    /// How many words of the language a learner reads in a minute, twice each; of no known level as at B1.
    public static func wordsPerMinute(at level: LearnerLevel?) -> Int {
        switch level {
        case .a1: 40
        case .a2: 50
        case .b1, nil: 65
        case .b2: 80
        case .c1: 95
        case .c2: 110
        }
    }

    /// Seconds for an exercise.
    public static func seconds(for exercise: Exercise) -> Int {
        switch exercise {
        case .choice: 12
        case .cloze: 20
        case .order: 25
        case .match(let match): 6 * match.words.count
        }
    }

    /// Seconds for a lesson.
    public static func seconds(of lesson: Lesson) -> Int {
        let texts =
            [lesson.title, lesson.introduction]
            + lesson.items.flatMap { item in
                [
                    item.explanation, item.details ?? "", item.card.example?.text ?? "",
                    item.card.example?.translation ?? "",
                ]
            }
        let words = texts.reduce(0) { $0 + $1.split(whereSeparator: \.isWhitespace).count }
        let rate = wordsPerMinute(at: lesson.level)
        let reading = (60 * words + rate - 1) / rate
        return reading + lesson.exercises.reduce(0) { $0 + seconds(for: $1) } + practice * lesson.practice.count
    }
}
