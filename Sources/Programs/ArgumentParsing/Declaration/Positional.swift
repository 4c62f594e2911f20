/// A word, or a run of words, that a command takes without an option name.
package struct Positional: Sendable, Hashable {
    /// The word that stands for the value in the help, in capitals by habit.
    package let placeholder: String

    /// What the word is, in one line.
    package private(set) var summary = ""

    /// How many words there must be at least.
    package let minimum: Int

    /// How many words there may be, or `nil` for any number.
    package let maximum: Int?

    /// Which words are accepted.
    package let rule: ValueRule

    /// What a shell offers in this place.
    package let completion: ValueCompletion

    /// How many words a positional takes.
    package enum Count: Sendable, Hashable {
        /// One word, which must be there.
        case required
        /// One word, which may be left out; the positional must be the last.
        case optional
        /// Any number of words; the positional must be the last.
        case repeated
        /// This number of words or more; the positional must be the last. Negative counts as none.
        case atLeast(Int)
    }

    /// Creates a positional.
    ///
    /// - Parameters:
    ///   - placeholder: The word that stands for the value in the help.
    ///   - count: How many words it takes.
    ///   - choices: The accepted words; any word when empty.
    ///   - completion: What a shell offers when there are no choices.
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

    /// The same with what its help says.
    ///
    /// - Parameter summary: What the word is, in one line.
    package func help(_ summary: String) -> Self {
        var positional = self
        positional.summary = summary
        return positional
    }

    /// How the word stands in a usage line: `FILE`, `[FILE]`, `WORD...`, `[WORD...]`.
    package var usage: String {
        let repeats = maximum != 1 ? "\(placeholder)..." : placeholder
        return minimum == 0 ? "[\(repeats)]" : repeats
    }
}
