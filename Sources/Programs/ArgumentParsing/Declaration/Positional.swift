/// A word, or a run of words, that a command takes without an option name.
package struct Positional: Sendable, Hashable {
    /// The word that stands for the value in the help, in capitals by habit.
    package let placeholder: String

    /// What the word is, in one line.
    package let summary: String

    /// How many words there must be at least.
    package let minimum: Int

    /// How many words there may be, or `nil` for any number.
    package let maximum: Int?

    /// Which words are accepted.
    package let rule: ValueRule

    /// What a shell offers in this place.
    package let completion: ValueCompletion

    private init(
        _ placeholder: String,
        summary: String,
        minimum: Int,
        maximum: Int?,
        choices: [String],
        completion: ValueCompletion
    ) {
        self.placeholder = placeholder
        self.summary = summary
        self.minimum = max(0, minimum)
        self.maximum = maximum
        self.rule = choices.isEmpty ? .anything : .oneOf(choices)
        self.completion = choices.isEmpty ? completion : .choices(choices)
    }

    /// A word that must be there.
    ///
    /// - Parameters:
    ///   - placeholder: The word that stands for the value in the help.
    ///   - summary: What the word is, in one line.
    ///   - choices: The accepted words; any word when empty.
    ///   - completion: What a shell offers when there are no choices.
    package static func required(
        _ placeholder: String,
        summary: String,
        choices: [String] = [],
        completion: ValueCompletion = .none
    ) -> Self {
        Self(placeholder, summary: summary, minimum: 1, maximum: 1, choices: choices, completion: completion)
    }

    /// A word that may be left out; it must be the last.
    package static func optional(
        _ placeholder: String,
        summary: String,
        choices: [String] = [],
        completion: ValueCompletion = .none
    ) -> Self {
        Self(placeholder, summary: summary, minimum: 0, maximum: 1, choices: choices, completion: completion)
    }

    /// A run of words; it must be the last.
    ///
    /// - Parameter minimum: How many words there must be at least; negative counts as none.
    package static func repeated(
        _ placeholder: String,
        summary: String,
        minimum: Int = 0,
        choices: [String] = [],
        completion: ValueCompletion = .none
    ) -> Self {
        Self(placeholder, summary: summary, minimum: minimum, maximum: nil, choices: choices, completion: completion)
    }

    /// How the word stands in a usage line: `FILE`, `[FILE]`, `WORD...`, `[WORD...]`.
    package var usage: String {
        let repeats = maximum != 1 ? "\(placeholder)..." : placeholder
        return minimum == 0 ? "[\(repeats)]" : repeats
    }
}
