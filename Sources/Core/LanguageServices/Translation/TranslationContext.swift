/// What is known beside the texts of a request; a provider that cannot use it does without.
public struct TranslationContext: Sendable, Hashable, Codable {
    /// What was said before, the oldest first, in the language of the texts or of the translations. It tells what is meant,
    /// and is not translated itself.
    public var previousMessages: [String]

    /// How well the reader knows the language to translate to; a wish for the choice of words and for remarks.
    public var level: LearnerLevel?

    /// Creates a context.
    public init(previousMessages: [String] = [], level: LearnerLevel? = nil) {
        self.previousMessages = previousMessages
        self.level = level
    }
}
