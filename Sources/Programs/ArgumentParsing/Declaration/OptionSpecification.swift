/// An option's description for the parser, the help and the completions.
package struct OptionSpecification: Sendable, Hashable {
    /// Whether an option takes a value, and how many times it may be given.
    package enum Kind: Sendable, Hashable {
        /// On or off; takes no value.
        case flag
        /// Takes a value, shown in the help as the placeholder; may be given at most once.
        case value(placeholder: String)
        /// Takes a value each time it is given.
        case repeatedValue(placeholder: String)
    }

    /// The long name without its dashes: `output` for `--output`.
    package var longName: String

    /// The letter of the short form: `o` for `-o`.
    package var shortName: Character?

    /// Whether the option takes a value.
    package var kind: Kind

    /// Which values are accepted.
    package var rule = ValueRule.anything

    /// What the option does, in one line.
    package var summary = ""

    /// The default, as shown in the help.
    ///
    /// This is only for display. The code that reads the arguments applies the default, which may come from a
    /// configuration.
    package var defaultText: String?

    /// What shell completion offers for the value.
    package var completion = ValueCompletion.none

    /// The environment variable that sets the same value, as shown in the help.
    package var environmentVariable: String?

    /// Whether the option is omitted from help, completions and suggestions.
    package var isHidden = false

    /// Whether the option takes a value.
    package var takesValue: Bool { kind != .flag }

    /// The placeholder for the value in the help.
    package var placeholder: String? {
        switch kind {
        case .flag: nil
        case .value(let placeholder), .repeatedValue(let placeholder): placeholder
        }
    }

    /// Whether the option may be given more than once.
    package var isRepeatable: Bool {
        if case .repeatedValue = kind { true } else { false }
    }

    /// The long name as typed: `--output`.
    package var longForm: String { "--\(longName)" }

    /// The short name as typed: `-o`.
    package var shortForm: String? { shortName.map { "-\($0)" } }

    /// All forms of the option, the long one first.
    package var forms: [String] { [longForm] + (shortForm.map { [$0] } ?? []) }
}

/// What shell completion offers for a value.
package enum ValueCompletion: Sendable, Hashable {
    /// Nothing; the value is free text.
    case none
    /// File and directory names.
    case file
    /// Directory names.
    case directory
    /// These words.
    case choices([String])
}
