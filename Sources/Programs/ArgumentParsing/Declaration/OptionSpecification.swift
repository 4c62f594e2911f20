/// What the parser, the help and the completions know about an option.
package struct OptionSpecification: Sendable, Hashable {
    /// Whether an option takes a value, and how often it may be given.
    package enum Kind: Sendable, Hashable {
        /// On or off; takes no value.
        case flag
        /// Takes a value, shown in the help as the placeholder; given at most once.
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

    /// What holds when the option is not given, as the help shows it.
    ///
    /// Only a text: whoever reads the arguments fills in the default, because it may come from a configuration.
    package var defaultText: String?

    /// What a shell offers as the value.
    package var completion = ValueCompletion.none

    /// The environment variable that sets the same thing, as the help shows it.
    package var environmentVariable: String?

    /// Whether help, completions and suggestions keep quiet about the option.
    package var isHidden = false

    /// Whether the option takes a value.
    package var takesValue: Bool { kind != .flag }

    /// The word that stands for the value in the help.
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

    /// The long name as it is typed: `--output`.
    package var longForm: String { "--\(longName)" }

    /// The short name as it is typed: `-o`.
    package var shortForm: String? { shortName.map { "-\($0)" } }

    /// Every way to type the option, the long one first.
    package var forms: [String] { [longForm] + (shortForm.map { [$0] } ?? []) }
}

/// What a shell offers where a value is expected.
package enum ValueCompletion: Sendable, Hashable {
    /// Nothing; the value is the user's own.
    case none
    /// Names of files and directories.
    case file
    /// Names of directories.
    case directory
    /// These words.
    case choices([String])
}
