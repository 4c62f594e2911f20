/// A word, or a sequence of words, that a command takes without an option name.
package struct Positional: Sendable, Hashable {
    /// The placeholder for the value in the help, by convention in upper case.
    package let placeholder: String

    /// What the word is, in one line.
    package private(set) var summary = ""

    /// The minimum number of words.
    package let minimum: Int

    /// The maximum number of words, or `nil` for no limit.
    package let maximum: Int?

    /// Which words are accepted.
    package let rule: ValueRule

    /// What shell completion offers for the word.
    package let completion: ValueCompletion

    /// How many words a positional takes.
    package enum Count: Sendable, Hashable {
        /// Exactly one word.
        case required
        /// Zero or one word; the positional must be the last.
        case optional
        /// Any number of words; the positional must be the last.
        case repeated
        /// At least this number of words; the positional must be the last. Negative numbers are treated as zero.
        case atLeast(Int)
    }

    /// Creates a positional.
    ///
    /// - Parameters:
    ///   - placeholder: The placeholder for the value in the help.
    ///   - count: How many words it takes.
    ///   - choices: The accepted words; if empty, any word is accepted.
    ///   - completion: What shell completion offers when there are no choices.
    package init(
        _ placeholder: String,
        _ count: Count = .required,
        choices: [String] = [],
        completion: ValueCompletion = .none
    ) {
        self.placeholder = placeholder
        (minimum, maximum) =
            switch count {
            case .required: (1, 1)
            case .optional: (0, 1)
            case .repeated: (0, nil)
            case .atLeast(let least): (max(0, least), nil)
            }
        rule = choices.isEmpty ? .anything : .oneOf(choices)
        self.completion = choices.isEmpty ? completion : .choices(choices)
    }

    /// Returns the positional with its help text.
    ///
    /// - Parameter summary: What the word is, in one line.
    package func help(_ summary: String) -> Self {
        var positional = self
        positional.summary = summary
        return positional
    }

    /// The form in a usage line: `FILE`, `[FILE]`, `WORD...`, `[WORD...]`.
    package var usage: String {
        let repeats = maximum != 1 ? "\(placeholder)..." : placeholder
        return minimum == 0 ? "[\(repeats)]" : repeats
    }
}
