/// Something that can stand in the list of options of a ``Command``.
///
/// The conforming types (``Flag``, ``Option``, ``RepeatedOption``) double as the keys with which the parsed arguments
/// are read, so the type of a value is known where it is asked for:
///
/// ```swift
/// static let rate = Option("rate", in: 0.3...3, summary: "How fast to speak")
/// …
/// let rate: Double? = try arguments[Speak.rate]
/// ```
package protocol OptionDeclaration: Sendable {
    /// What the parser, the help and the completions need to know.
    var specification: OptionSpecification { get }
}

/// An option that is on or off: `--json`.
package struct Flag: OptionDeclaration, Hashable {
    /// What the parser, the help and the completions need to know.
    package let specification: OptionSpecification

    /// Creates a flag; the parameters are those of ``OptionSpecification``.
    package init(
        _ longName: String,
        short: Character? = nil,
        summary: String,
        environmentVariable: String? = nil,
        isHidden: Bool = false
    ) {
        specification = OptionSpecification(
            longName: longName,
            shortName: short,
            kind: .flag,
            summary: summary,
            environmentVariable: environmentVariable,
            isHidden: isHidden
        )
    }
}

/// An option that takes one value and is given at most once: `--output FILE`.
///
/// The value's type and its limits are part of the declaration. The help shows them, the parser refuses what lies
/// outside, and `try arguments[option]` answers a value of the right type.
package struct Option<Value: Sendable>: OptionDeclaration {
    /// What the parser, the help and the completions need to know.
    package fileprivate(set) var specification: OptionSpecification

    let convert: @Sendable (String) -> Value?

    /// The same option, but it may be given more than once.
    package var repeated: RepeatedOption<Value> {
        var specification = specification
        specification.kind = .repeatedValue(placeholder: specification.placeholder ?? "")
        return RepeatedOption(specification: specification, convert: convert)
    }
}

/// An option that may be given more than once and collects its values in order: `--word cat --word dog`.
///
/// Made from an ordinary option: `Option("word", placeholder: "WORD", summary: "…").repeated`.
package struct RepeatedOption<Value: Sendable>: OptionDeclaration {
    /// What the parser, the help and the completions need to know.
    package let specification: OptionSpecification

    let convert: @Sendable (String) -> Value?
}

// MARK: - What options take

extension Option where Value == String {
    /// Creates an option that takes any text, the empty one included.
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
        let kind = OptionSpecification.Kind.value(placeholder: placeholder)
        var specification = OptionSpecification(longName: longName, shortName: short, kind: kind, summary: summary)
        specification.defaultText = defaultText
        specification.completion = completion
        specification.environmentVariable = environmentVariable
        specification.isHidden = isHidden
        self.init(specification: specification) { $0 }
    }

    /// Creates an option that takes the name of a file.
    package static func file(
        _ longName: String,
        short: Character? = nil,
        summary: String,
        environmentVariable: String? = nil
    ) -> Self {
        var file = Self(longName, short: short, placeholder: "FILE", summary: summary, completion: .file)
        file.specification.environmentVariable = environmentVariable
        return file
    }

    /// Creates an option that takes one of a few words, spelled exactly; they are shown in their order.
    package init(
        _ longName: String,
        short: Character? = nil,
        placeholder: String,
        choices: [String],
        summary: String,
        default defaultText: String? = nil,
        environmentVariable: String? = nil
    ) {
        self.init(longName, short: short, placeholder: placeholder, summary: summary, default: defaultText)
        specification.environmentVariable = environmentVariable
        specification.restrict(to: .oneOf(choices))
    }
}

extension Option where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// Creates an option that takes one case of an enumeration, by its raw value.
    package init(
        _ longName: String,
        short: Character? = nil,
        placeholder: String,
        of type: Value.Type,
        summary: String,
        default defaultValue: Value? = nil,
        environmentVariable: String? = nil
    ) {
        let text = Option<String>(
            longName,
            short: short,
            placeholder: placeholder,
            choices: type.allCases.map(\.rawValue),
            summary: summary,
            default: defaultValue?.rawValue,
            environmentVariable: environmentVariable
        )
        self.init(specification: text.specification, convert: Value.init(rawValue:))
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
        placeholder: String = Value.usualPlaceholder,
        in range: ClosedRange<Value>?,
        summary: String,
        default defaultText: String? = nil,
        environmentVariable: String? = nil,
        isHidden: Bool = false
    ) {
        let text = Option<String>(
            longName,
            short: short,
            placeholder: placeholder,
            summary: summary,
            default: defaultText,
            environmentVariable: environmentVariable,
            isHidden: isHidden
        )
        self.init(specification: text.specification, convert: Value.read)
        specification.restrict(to: Value.rule(range))
    }
}

// MARK: - Options of every program

/// The options and the command that every program has without declaring them.
package enum StandardOptions {
    /// `-h`, `--help`: accepted everywhere before `--`.
    package static let help = Flag("help", short: "h", summary: "Show this help")

    /// `--version`: accepted everywhere before `--`.
    package static let version = Flag("version", summary: "Show the version")

    /// `help`: the first word of the root, followed by the path of a command.
    package static let helpVerb = "help"

    static let helpVerbSummary = "Show the help of a command"

    static let all = [help.specification, version.specification]

    /// Whether `command` answers to `help` without declaring it.
    static func hasHelpVerb(_ root: Command) -> Bool {
        root.isGroup && root.subcommand(named: helpVerb) == nil
    }
}
