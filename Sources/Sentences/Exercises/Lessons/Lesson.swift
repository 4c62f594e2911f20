public import LanguageServices

/// A lesson: words with meanings and examples, exercises, and practice questions.
public struct Lesson: Sendable, Hashable, Codable {
    /// A word as presented in the lesson.
    public struct Item: Sendable, Hashable, Codable {
        /// The word, its meanings, and an example sentence if there is one.
        public var card: StudyCard

        /// A one-line summary: *water (noun, A1): agua, regar*.
        public var explanation: String

        /// An explanation of one or two sentences, written by a provider.
        public var details: String?

        /// The provider that wrote ``details``.
        public var writtenBy: ProviderID?
    }

    /// Which texts of a lesson a provider wrote.
    public struct Writing: Sendable, Hashable, Codable {
        /// The provider that wrote the texts.
        public var provider: ProviderID

        /// The number of parts that the provider wrote: introduction, word details, multiple-choice and practice
        /// questions.
        public var written: Int

        /// The number of parts that were generated from the cards, because the provider's version was missing or failed
        /// its checks.
        public var made: Int
    }

    /// The title.
    public var title: String

    /// The language of the words.
    public var language: LanguageTag?

    /// The language of the meanings.
    public var meaningLanguage: LanguageTag?

    /// The learner's level.
    public var level: LearnerLevel?

    /// A preview of the lesson in a few sentences.
    public var introduction: String

    /// The provider that wrote the introduction; `nil` if it was generated from the cards.
    public var introducedBy: ProviderID?

    /// The words.
    public var items: [Item]

    /// The exercises.
    public var exercises: [Exercise]

    /// Questions without choices, to be answered in writing or aloud.
    public var practice: [PracticeQuestion]

    /// The estimated duration in seconds; see ``LessonDuration``.
    public var seconds: Int

    /// The origin of the texts; `nil` if all of them were generated from the cards.
    public var writing: Writing?

    /// Reports of missing parts: words without sentences, texts that were not written.
    public var notices: [String]
}

/// A question without choices, to be answered in writing or aloud.
public struct PracticeQuestion: Sendable, Hashable, Codable {
    /// The question.
    public var question: String

    /// The accepted answers; empty for a free answer.
    public var answers: [String] = []

    /// The provider that wrote the question; `nil` if it was generated from the cards.
    public var writtenBy: ProviderID?
}

/// Estimates the duration of a lesson.
///
/// Reading w words takes 60 · w / r seconds, where r is ``wordsPerMinute(at:)``. Each exercise and question adds the
/// time given by ``seconds(for:)``: 12 seconds for a multiple-choice question, 20 for a gap, 25 for a sentence to put
/// in order, 6 for each pair to match, and 30 for a practice question. The result is rounded up to whole seconds. The
/// values are estimates rather than measurements; they assume a learner who reads everything twice and thinks before
/// answering.
public enum LessonDuration {
    /// The estimated time for a practice question, in seconds.
    public static let practice = 30

    /// The number of words per minute for a learner who reads each word twice; `nil` is treated as B1.
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

    /// The estimated time for an exercise, in seconds.
    public static func seconds(for exercise: Exercise) -> Int {
        switch exercise {
        case .choice: 12
        case .cloze: 20
        case .order: 25
        case .match(let match): 6 * match.words.count
        }
    }

    /// The estimated duration of a lesson, in seconds.
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
