public import LanguageServices

/// A lesson: words with their meanings and examples, exercises, and questions to practise with.
public struct Lesson: Sendable, Hashable, Codable {
    /// A word as the lesson introduces it.
    public struct Item: Sendable, Hashable, Codable {
        /// The word, its meanings, and a sentence where there is one.
        public var card: StudyCard

        /// What is said of it, in a line: *water (noun, A1): agua, regar*.
        public var explanation: String
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

    /// The words.
    public var items: [Item]

    /// The exercises.
    public var exercises: [Exercise]

    /// Questions without choices, to be answered in writing or aloud.
    public var practice: [PracticeQuestion]

    /// How long it takes, in seconds; see ``LessonDuration``.
    public var seconds: Int

    /// What could not be had: words without sentences.
    public var notices: [String]
}
