/// A question that is answered in writing or aloud, and not by choosing.
public struct PracticeQuestion: Sendable, Hashable, Codable {
    /// What is asked.
    public var question: String

    /// What may be answered; empty where the learner writes something of his own.
    public var answers: [String]

    /// Creates a question.
    public init(_ question: String, answers: [String] = []) {
        self.question = question
        self.answers = answers
    }
}
