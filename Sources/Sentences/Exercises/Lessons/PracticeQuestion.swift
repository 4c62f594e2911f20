public import LanguageServices

/// A question that is answered in writing or aloud, and not by choosing.
public struct PracticeQuestion: Sendable, Hashable, Codable {
    /// What is asked.
    public var question: String

    /// What may be answered; empty where the learner writes something of his own.
    public var answers: [String]

    /// Who wrote the question; `nil` when it was made from cards.
    public var writtenBy: ProviderID?

    /// Creates a question.
    public init(_ question: String, answers: [String] = [], writtenBy: ProviderID? = nil) {
        self.question = question
        self.answers = answers
        self.writtenBy = writtenBy
    }
}
