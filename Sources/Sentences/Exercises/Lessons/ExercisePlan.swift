public import LanguageServices

/// What exercises are wanted.
public struct ExercisePlan: Sendable, Hashable, Codable {
    /// The language of the words.
    public var language: LanguageTag?

    /// The language of the meanings.
    public var meaningLanguage: LanguageTag?

    /// The kinds of exercise, in the order in which they take turns.
    public var kinds: [ExerciseKind]

    /// How many exercises there are at most; `nil` is two for each card, and not more than ``usualMost``.
    public var count: Int?

    /// How well the learner knows the language; no sentence is harder.
    public var level: LearnerLevel?

    /// What chance depends on: the same cards, plan and sentences with the same seed give the same exercises.
    public var seed: UInt64

    /// Creates a plan.
    public init(
        language: LanguageTag? = nil,
        meaningLanguage: LanguageTag? = nil,
        kinds: [ExerciseKind] = ExerciseKind.allCases,
        count: Int? = nil,
        level: LearnerLevel? = nil,
        seed: UInt64 = 0
    ) {
        self.language = language
        self.meaningLanguage = meaningLanguage
        self.kinds = kinds
        self.count = count
        self.level = level
        self.seed = seed
    }

    /// How many exercises there are at most when the plan does not say.
    public static let usualMost = 30

    /// How many cards are worked with; what is beyond is left out.
    public static let mostCards = 1000
}
