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
