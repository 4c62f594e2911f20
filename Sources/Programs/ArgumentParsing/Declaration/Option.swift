/// An option that takes one value and is given at most once: `--output FILE`.
///
/// The value's type and its limits are part of the declaration. The help shows them, the parser refuses what lies
/// outside, and `try arguments[option]` answers a value of the right type.
package struct Option<Value: Sendable>: OptionDeclaration {
    /// What the parser, the help and the completions need to know.
    package let specification: OptionSpecification

    let convert: @Sendable (String) -> Value?

    private init(
        _ longName: String,
        short: Character?,
        placeholder: String,
        rule: ValueRule,
        summary: String,
        extras: Extras,
        convert: @escaping @Sendable (String) -> Value?
    ) {
        specification = OptionSpecification(
            longName: longName,
            shortName: short,
            kind: .value(placeholder: placeholder),
            rule: rule,
            summary: summary,
            defaultText: extras.defaultText,
            completion: extras.completion,
            environmentVariable: extras.environmentVariable,
            isHidden: extras.isHidden
        )
        self.convert = convert
    }

    private struct Extras {
        var defaultText: String?
        var completion = ValueCompletion.none
        var environmentVariable: String?
        var isHidden: Bool
    }
}

extension Option where Value == String {
    /// Creates an option that takes any text, the empty one included.
    ///
    /// - Parameters:
    ///   - longName: The long name without its dashes.
    ///   - short: The letter of the short form.
    ///   - placeholder: The word that stands for the value in the help, in capitals by habit.
    ///   - summary: What the option does, in one line.
    ///   - defaultText: What holds without the option, for the help only.
    ///   - completion: What a shell offers as the value.
    ///   - environmentVariable: The environment variable that sets the same thing.
    ///   - isHidden: Whether help, completions and suggestions keep quiet about the option.
    package init(
        _ longName: String,
        short: Character? = nil,
        placeholder: String,
        summary: String,
        default defaultText: String? = nil,
        completion: ValueCompletion = .none,
        environmentVariable: String? = nil,
        isHidden: Bool = false
    ) {
        self.init(
            longName,
            short: short,
            placeholder: placeholder,
            rule: .anything,
            summary: summary,
            extras: Extras(
                defaultText: defaultText,
                completion: completion,
                environmentVariable: environmentVariable,
                isHidden: isHidden
            )
        ) { $0 }
    }

    /// Creates an option that takes one of a few words, spelled exactly.
    ///
    /// - Parameters:
    ///   - longName: The long name without its dashes.
    ///   - short: The letter of the short form.
    ///   - placeholder: The word that stands for the value in the help.
    ///   - choices: The accepted words, in the order in which they are shown.
    ///   - summary: What the option does, in one line.
    ///   - defaultText: What holds without the option, for the help only.
    ///   - environmentVariable: The environment variable that sets the same thing.
    ///   - isHidden: Whether help, completions and suggestions keep quiet about the option.
    package init(
        _ longName: String,
        short: Character? = nil,
        placeholder: String,
        choices: [String],
        summary: String,
        default defaultText: String? = nil,
        environmentVariable: String? = nil,
        isHidden: Bool = false
    ) {
        self.init(
            longName,
            short: short,
            placeholder: placeholder,
            rule: .oneOf(choices),
            summary: summary,
            extras: Extras(
                defaultText: defaultText,
                completion: .choices(choices),
                environmentVariable: environmentVariable,
                isHidden: isHidden
            )
        ) { $0 }
    }
}

extension Option where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// Creates an option that takes one case of an enumeration, by its raw value.
    ///
    /// - Parameters:
    ///   - longName: The long name without its dashes.
    ///   - short: The letter of the short form.
    ///   - placeholder: The word that stands for the value in the help.
    ///   - type: The enumeration.
    ///   - summary: What the option does, in one line.
    ///   - defaultValue: What holds without the option, for the help only.
    ///   - environmentVariable: The environment variable that sets the same thing.
    ///   - isHidden: Whether help, completions and suggestions keep quiet about the option.
    package init(
        _ longName: String,
        short: Character? = nil,
        placeholder: String,
        of type: Value.Type,
        summary: String,
        default defaultValue: Value? = nil,
        environmentVariable: String? = nil,
        isHidden: Bool = false
    ) {
        let choices = type.allCases.map(\.rawValue)
        self.init(
            longName,
            short: short,
            placeholder: placeholder,
            rule: .oneOf(choices),
            summary: summary,
            extras: Extras(
                defaultText: defaultValue?.rawValue,
                completion: .choices(choices),
                environmentVariable: environmentVariable,
                isHidden: isHidden
            ),
            convert: Value.init(rawValue:)
        )
    }
}

extension Option where Value == Double {
    /// Creates an option that takes a decimal number.
    ///
    /// Digits, sign, point and exponent are understood (`-1`, `.5`, `2e3`); infinities, hexadecimal numbers and decimal
    /// commas are not.
    ///
    /// - Parameters:
    ///   - longName: The long name without its dashes.
    ///   - short: The letter of the short form.
    ///   - placeholder: The word that stands for the value in the help.
    ///   - range: The accepted numbers, or `nil` for every finite one.
    ///   - summary: What the option does, in one line.
    ///   - defaultText: What holds without the option, for the help only.
    ///   - environmentVariable: The environment variable that sets the same thing.
    ///   - isHidden: Whether help, completions and suggestions keep quiet about the option.
    package init(
        _ longName: String,
        short: Character? = nil,
        placeholder: String = "NUMBER",
        in range: ClosedRange<Double>?,
        summary: String,
        default defaultText: String? = nil,
        environmentVariable: String? = nil,
        isHidden: Bool = false
    ) {
        self.init(
            longName,
            short: short,
            placeholder: placeholder,
            rule: .number(range),
            summary: summary,
            extras: Extras(
                defaultText: defaultText,
                environmentVariable: environmentVariable,
                isHidden: isHidden
            ),
            convert: Decimal.number
        )
    }
}

extension Option where Value == Int {
    /// Creates an option that takes a whole number in decimal digits.
    ///
    /// - Parameters:
    ///   - longName: The long name without its dashes.
    ///   - short: The letter of the short form.
    ///   - placeholder: The word that stands for the value in the help.
    ///   - range: The accepted numbers, or `nil` for every one that fits an `Int`.
    ///   - summary: What the option does, in one line.
    ///   - defaultText: What holds without the option, for the help only.
    ///   - environmentVariable: The environment variable that sets the same thing.
    ///   - isHidden: Whether help, completions and suggestions keep quiet about the option.
    package init(
        _ longName: String,
        short: Character? = nil,
        placeholder: String = "COUNT",
        in range: ClosedRange<Int>?,
        summary: String,
        default defaultText: String? = nil,
        environmentVariable: String? = nil,
        isHidden: Bool = false
    ) {
        self.init(
            longName,
            short: short,
            placeholder: placeholder,
            rule: .integer(range),
            summary: summary,
            extras: Extras(
                defaultText: defaultText,
                environmentVariable: environmentVariable,
                isHidden: isHidden
            ),
            convert: Decimal.integer
        )
    }
}
