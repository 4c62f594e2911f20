/// Something that can stand in the list of options of a ``Command``.
///
/// The conforming types (``Flag``, ``Option``, ``RepeatedOption``) double as the keys with which the parsed arguments
/// are read, so the type of a value is known where it is asked for. A declaration has the order of a line of the help:
///
/// ```swift
/// static let rate = Option("rate", short: "r", in: 0.3...3).help("How fast to speak", default: "1")
/// static let voice = Option("voice", "ID").help("One voice")
/// …
/// let rate: Double? = try arguments[Speak.rate]
/// ```
package protocol OptionDeclaration: Sendable {
    /// What the parser, the help and the completions need to know.
    var specification: OptionSpecification { get set }
}

extension OptionDeclaration {
    /// The same option with what its help says.
    ///
    /// - Parameters:
    ///   - summary: What the option does, in one line.
    ///   - defaultText: What holds when the option is not given.
    ///   - variable: The environment variable that sets the same thing.
    ///   - isHidden: Whether help, completions and suggestions keep quiet about the option.
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
    /// What the parser, the help and the completions need to know.
    package var specification: OptionSpecification

    /// Creates a flag; the parameters are those of ``OptionSpecification``.
    package init(_ longName: String, short: Character? = nil) {
        specification = OptionSpecification(longName: longName, shortName: short, kind: .flag)
    }
}

/// An option that takes one value and is given at most once: `--output FILE`.
///
/// The value's type and its limits are part of the declaration. The help shows them, the parser refuses what lies
/// outside, and `try arguments[option]` answers a value of the right type.
package struct Option<Value: Sendable>: OptionDeclaration {
    /// What the parser, the help and the completions need to know.
    package var specification: OptionSpecification

    let convert: @Sendable (String) -> Value?

    /// The same option, but it may be given more than once.
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
/// Made from an ordinary option: `Option("word", "WORD").repeated.help("…")`.
package struct RepeatedOption<Value: Sendable>: OptionDeclaration {
    /// What the parser, the help and the completions need to know.
    package var specification: OptionSpecification

    let convert: @Sendable (String) -> Value?
}

// MARK: - What options take

extension Option where Value == String {
    /// Creates an option that takes any text, the empty one included.
    package init(
        _ longName: String,
        short: Character? = nil,
        _ placeholder: String,
        completion: ValueCompletion = .none
    ) {
        self.init(longName, short, placeholder, .anything, completion) { $0 }
    }

    /// Creates an option that takes the name of a file.
    package static func file(_ longName: String, short: Character? = nil) -> Self {
        Self(longName, short: short, "FILE", completion: .file)
    }

    /// Creates an option that takes one of a few words, spelled exactly; they are shown in their order.
    package init(_ longName: String, short: Character? = nil, _ placeholder: String, choices: [String]) {
        self.init(longName, short, placeholder, .oneOf(choices)) { $0 }
    }
}

extension Option where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// Creates an option that takes one case of an enumeration, by its raw value.
    package init(_ longName: String, short: Character? = nil, _ placeholder: String, of type: Value.Type) {
        let rule = ValueRule.oneOf(type.allCases.map(\.rawValue))
        self.init(longName, short, placeholder, rule, convert: Value.init(rawValue:))
    }
}

extension Option where Value: DecimalValue {
    /// Creates an option that takes a number in decimal digits.
    ///
    /// Of a `Double`, digits, sign, point and exponent are understood (`-1`, `.5`, `2e3`); infinities, hexadecimal
    /// numbers and decimal commas are not.
    ///
    /// - Parameter range: The accepted numbers, or `nil` for every finite one that fits the type.
    package init(
        _ longName: String,
        short: Character? = nil,
        _ placeholder: String = Value.defaultPlaceholder,
        in range: ClosedRange<Value>?
    ) {
        self.init(longName, short, placeholder, Value.rule(range), convert: Value.read)
    }
}

// MARK: - Options of every program

/// The options and the command that every program has without declaring them.
package enum StandardOptions {
    /// `-h`, `--help`: accepted everywhere before `--`.
    package static let help = Flag("help", short: "h").help("Show this help")

    /// `--version`: accepted everywhere before `--`.
    package static let version = Flag("version").help("Show the version")

    /// `help`: the first word of the root, followed by the path of a command.
    package static let helpVerb = "help"

    static let helpVerbSummary = "Show the help of a command"

    static let all = [help.specification, version.specification]

    /// Whether `command` answers to `help` without declaring it.
    static func hasHelpVerb(_ root: Command) -> Bool {
        root.isGroup && root.subcommand(named: helpVerb) == nil
    }
}
