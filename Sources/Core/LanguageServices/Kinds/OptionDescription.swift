/// The type of an option's value.
public enum OptionType: Sendable, Hashable {
    /// `true` or `false`.
    case boolean
    /// A number, optionally within a range.
    case number(ClosedRange<Double>?)
    /// An integer within a range.
    case integer(ClosedRange<Int>)
    /// A string.
    case string
    /// One of the given strings.
    case choice([String])
    /// A language tag.
    case languageTag
    /// One or more language tags: an array, or a comma-separated string.
    case languageTags
    /// The absolute path of a file or folder. Relative paths are rejected because they would depend on the working
    /// directory.
    case absolutePath
    /// An array of strings.
    case strings
    /// A value that must not be shown. A configuration specifies the environment variable, the file or the entry of the
    /// Secret Service that contains it.
    case secret
    /// What a provider charges.
    case price
    /// The voices of a speech service: an array of ids, or of objects with further properties.
    case voices
    /// An object with options that only the provider interprets.
    case options

    /// A description of the expected value, as the end of a sentence: `a language tag such as en-GB`.
    package var expectation: String {
        switch self {
        case .boolean: "true or false"
        case .number(let range?):
            "a number from \(WholeNumber.text(range.lowerBound)) to \(WholeNumber.text(range.upperBound))"
        case .number(nil): "a number"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .string: "a string"
        case .choice(let choices): "one of \(choices.joined(separator: ", "))"
        case .languageTag: "a language tag such as en-GB"
        case .languageTags: "language tags such as es,pt-BR"
        case .absolutePath: "an absolute path"
        case .strings: "an array of strings"
        case .secret: "{ \"env\": \"NAME\" }, { \"file\": \"PATH\" } or { \"secretService\": { … } }"
        case .price: "{ \"perMillionCharacters\": 20, \"currency\": \"EUR\" }"
        case .options: "an object such as { \"model\": \"large\" }"
        case .voices: "an array such as [{ \"id\": \"nova\", \"languages\": \"en-US\" }]"
        }
    }
}

/// An option of a provider kind or a service.
///
/// Configurations are checked against these descriptions. `parlance providers` prints them, and the JSON Schema is
/// generated from them.
public struct OptionDescription: Sendable, Hashable {
    /// The option's name in a configuration.
    public var name: String

    /// The type of its value.
    public var type: OptionType

    /// A one-line description of the option.
    public var summary: String

    /// Whether the option must be set.
    public var isRequired: Bool

    /// Whether the option affects answers. If it does not, as with a timeout, cached answers stay valid when the option
    /// changes.
    public var affectsAnswers: Bool

    /// Creates a description.
    public init(
        _ name: String,
        _ type: OptionType,
        _ summary: String,
        isRequired: Bool = false,
        affectsAnswers: Bool = true
    ) {
        self.name = name
        self.type = type
        self.summary = summary
        self.isRequired = isRequired
        self.affectsAnswers = affectsAnswers
    }

    /// Checks a value against the description.
    ///
    /// - Parameters:
    ///   - value: The value that was set.
    ///   - owner: The owner of the option, as named in the message.
    /// - Returns: The error, or `nil` if the value is valid.
    public func problem(with value: OptionValue, owner: String) -> ServiceError? {
        let isRight =
            switch (type, value.content) {
            case (.boolean, .boolean), (.string, .string), (.strings, .strings), (.strings, .string),
                (.secret, .secret), (.price, .price), (.number(nil), .number), (.voices, .voices), (.voices, .strings),
                (.options, .options):
                true
            case (.number(let range?), .number(let number)):
                range.contains(number)
            case (.integer(let range), .number(let number)):
                WholeNumber.int(number).map(range.contains) ?? false
            case (.choice(let choices), .string(let text)):
                choices.contains(text)
            case (.languageTag, .string(let text)):
                LanguageTag(text) != nil
            case (.languageTags, .string), (.languageTags, .strings):
                OptionValues.languageTags(in: value.content) != nil
            case (.absolutePath, .string(let path)):
                path.hasPrefix("/") && !path.utf8.contains(0)
            default:
                false
            }
        return isRight ? nil : Self.wrongType(name, value, type, owner: owner)
    }

    /// Checks a set of options against the descriptions of all known options.
    ///
    /// - Parameters:
    ///   - values: The options that are set.
    ///   - known: The descriptions.
    ///   - origin: Where the owner of the options is defined, for the message about a missing option.
    /// - Returns: All errors, in a stable order: unknown names, wrong types, missing options.
    public static func problems(
        with values: OptionValues,
        against known: [OptionDescription],
        origin: String? = nil
    ) -> [ServiceError] {
        var problems: [ServiceError] = []
        for (name, value) in values.values.sorted(by: { $0.key < $1.key }) {
            if let description = known.first(where: { $0.name == name }) {
                if let problem = description.problem(with: value, owner: values.owner) { problems.append(problem) }
            } else {
                let names = known.map(\.name)
                problems.append(
                    ServiceError(
                        .configuration,
                        "\(prefix(value.origin))\(values.owner) has no option '\(name)'\(ClosestMatch.hint(for: name, in: names))",
                        remedy: names.isEmpty ? "remove it" : "use one of \(names.sorted().joined(separator: ", "))"
                    )
                )
            }
        }
        for description in known where description.isRequired && values.values[description.name] == nil {
            problems.append(
                ServiceError(
                    .configuration,
                    "\(prefix(origin))\(values.owner) needs the option '\(description.name)'",
                    remedy: "set it to \(description.type.expectation)"
                )
            )
        }
        return problems
    }

    static func wrongType(_ name: String, _ value: OptionValue, _ type: OptionType, owner: String) -> ServiceError {
        // The value of an option that expects a reference to a secret is probably the secret itself, so it is not
        // shown.
        let shown = type == .secret ? "written here in plain text" : shown(value.content)
        return ServiceError(
            .configuration,
            "\(prefix(value.origin))\(owner): '\(name)' cannot be \(shown)",
            remedy: "set it to \(type.expectation)"
        )
    }

    private static func prefix(_ origin: String?) -> String {
        origin.map { "\($0): " } ?? ""
    }

    private static func shown(_ content: OptionValue.Content) -> String {
        switch content {
        case .boolean(let truth): String(truth)
        case .number(let number): WholeNumber.text(number)
        case .string(let text): text.isEmpty ? "empty" : "'\(text.prefix(40))'"
        case .strings: "an array"
        case .secret: "a secret"
        case .price: "a price"
        case .voices: "a list of voices"
        case .options: "an object"
        }
    }
}
