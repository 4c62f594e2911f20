/// An option that a ``Command`` can declare.
///
/// The conforming types (``Flag``, ``Option``, ``RepeatedOption``) double as the keys for the parsed arguments, so the
/// compiler knows the type of each value. The parts of a declaration have the same order as in the help:
///
/// ```swift
/// static let rate = Option("rate", short: "r", in: 0.3...3).help("Speech rate", default: "1")
/// static let voice = Option("voice", "ID").help("One voice")
/// …
/// let rate: Double? = try arguments[Speak.rate]
/// ```
package protocol OptionDeclaration: Sendable {
    /// The description used by the parser, the help and the completions.
    var specification: OptionSpecification { get set }
}

extension OptionDeclaration {
    /// Returns the option with its help text.
    ///
    /// - Parameters:
    ///   - summary: What the option does, in one line.
    ///   - defaultText: The default, as shown in the help.
    ///   - variable: The environment variable that sets the same value.
    ///   - isHidden: Whether the option is omitted from help, completions and suggestions.
    package func help(
        _ summary: String,
        default defaultText: String? = nil,
        environment variable: String? = nil,
        isHidden: Bool = false
    ) -> Self {
        var option = self
        option.specification.summary = summary
        option.specification.defaultText = defaultText
        option.specification.environmentVariable = variable
        option.specification.isHidden = isHidden
        return option
    }
}

/// An option that is on or off: `--json`.
package struct Flag: OptionDeclaration, Hashable {
    /// The description used by the parser, the help and the completions.
    package var specification: OptionSpecification

    /// Creates a flag; for the parameters see ``OptionSpecification``.
    package init(_ longName: String, short: Character? = nil) {
        specification = OptionSpecification(longName: longName, shortName: short, kind: .flag)
    }
}

/// An option that takes one value and may be given at most once: `--output FILE`.
///
/// The declaration includes the value's type and limits. The help shows the limits, the parser rejects values outside
/// them, and `try arguments[option]` returns a value of the declared type.
package struct Option<Value: Sendable>: OptionDeclaration {
    /// The description used by the parser, the help and the completions.
    package var specification: OptionSpecification

    let convert: @Sendable (String) -> Value?

    /// The same option, allowed more than once.
    package var repeated: RepeatedOption<Value> {
        var specification = specification
        specification.kind = .repeatedValue(placeholder: specification.placeholder ?? "")
        return RepeatedOption(specification: specification, convert: convert)
    }

    fileprivate init(
        _ longName: String,
        _ short: Character?,
        _ placeholder: String,
        _ rule: ValueRule,
        _ completion: ValueCompletion = .none,
        convert: @escaping @Sendable (String) -> Value?
    ) {
        specification = OptionSpecification(
            longName: longName,
            shortName: short,
            kind: .value(placeholder: placeholder),
            rule: rule,
            completion: rule.choices.isEmpty ? completion : .choices(rule.choices)
        )
        self.convert = convert
    }
}

/// An option that may be given more than once and collects its values in order: `--word cat --word dog`.
///
/// Derived from an ordinary option: `Option("word", "WORD").repeated.help("…")`.
package struct RepeatedOption<Value: Sendable>: OptionDeclaration {
    /// The description used by the parser, the help and the completions.
    package var specification: OptionSpecification

    let convert: @Sendable (String) -> Value?
}

// MARK: - Value types

extension Option where Value == String {
    /// Creates an option that takes any text, including an empty string.
    package init(
        _ longName: String,
        short: Character? = nil,
        _ placeholder: String,
        completion: ValueCompletion = .none
    ) {
        self.init(longName, short, placeholder, .anything, completion) { $0 }
    }

    /// Creates an option that takes a file name.
    package static func file(_ longName: String, short: Character? = nil) -> Self {
        Self(longName, short: short, "FILE", completion: .file)
    }

    /// Creates an option that takes exactly one of the given words. The help lists them in this order.
    package init(_ longName: String, short: Character? = nil, _ placeholder: String, choices: [String]) {
        self.init(longName, short, placeholder, .oneOf(choices)) { $0 }
    }
}

extension Option where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// Creates an option that takes a case of an enumeration, by its raw value.
    package init(_ longName: String, short: Character? = nil, _ placeholder: String, of type: Value.Type) {
        let rule = ValueRule.oneOf(type.allCases.map(\.rawValue))
        self.init(longName, short, placeholder, rule, convert: Value.init(rawValue:))
    }
}

extension Option where Value: DecimalValue {
    /// Creates an option that takes a decimal number.
    ///
    /// A `Double` accepts digits, sign, point and exponent (`-1`, `.5`, `2e3`), but not infinities, hexadecimal numbers
    /// or decimal commas.
    ///
    /// - Parameter range: The accepted numbers, or `nil` for every finite number of the type.
    package init(
        _ longName: String,
        short: Character? = nil,
        _ placeholder: String = Value.defaultPlaceholder,
        in range: ClosedRange<Value>?
    ) {
        self.init(longName, short, placeholder, Value.rule(range), convert: Value.read)
    }
}

// MARK: - Standard options

/// The options and the command that every program has by default.
package enum StandardOptions {
    /// `-h`, `--help`: accepted everywhere before `--`.
    package static let help = Flag("help", short: "h").help("Show this help")

    /// `--version`: accepted everywhere before `--`.
    package static let version = Flag("version").help("Show the version")

    /// `help`: a subcommand of the root, followed by the path of a command.
    package static let helpVerb = "help"

    static let helpVerbSummary = "Show help for a command"

    static let all = [help.specification, version.specification]

    /// Whether `root` provides the `help` command automatically.
    static func hasHelpVerb(_ root: Command) -> Bool {
        root.isGroup && root.subcommand(named: helpVerb) == nil
    }
}
