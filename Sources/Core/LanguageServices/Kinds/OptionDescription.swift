/// What an option may hold.
public enum OptionType: Sendable, Hashable {
    /// `true` or `false`.
    case boolean
    /// A number, within a range when there is one.
    case number(ClosedRange<Double>?)
    /// A whole number, within a range.
    case integer(ClosedRange<Int>)
    /// A text.
    case string
    /// One of some texts.
    case choice([String])
    /// A language tag.
    case languageTag
    /// One language tag, or several: as a list, or as one text with commas between them.
    case languageTags
    /// The path of a file or a folder from the root, since a configuration may be read in any folder.
    case absolutePath
    /// A list of texts.
    case strings
    /// A value that must not be shown; a configuration names the environment variable or the file that holds it.
    case secret
    /// What a provider charges.
    case price
    /// The voices of a speech service: a list of their ids, or of objects that say more of them.
    case voices
    /// An object of options that only the provider itself knows.
    case options

    /// What the option wants, as the end of a sentence.
    var wish: String {
        switch self {
        case .boolean: "true or false"
        case .number(let range?):
            "a number from \(WholeNumber.text(range.lowerBound)) to \(WholeNumber.text(range.upperBound))"
        case .number(nil): "a number"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .string: "a text"
        case .choice(let choices): "one of \(choices.joined(separator: ", "))"
        case .languageTag: "a language tag such as en-GB"
        case .languageTags: "language tags such as es,pt-BR"
        case .absolutePath: "the whole path, from the root"
        case .strings: "a list of texts"
        case .secret: "{ \"env\": \"NAME\" } or { \"file\": \"PATH\" }"
        case .price: "{ \"perMillionCharacters\": 20, \"currency\": \"EUR\" }"
        case .options: "an object such as { \"model\": \"large\" }"
        case .voices: "a list such as [{ \"id\": \"nova\", \"languages\": \"en-US\" }]"
        }
    }
}

/// An option that a kind of provider, or a service, understands.
///
/// The descriptions serve the check of a configuration, the JSON Schema, and the listing of `parlance providers`.
public struct OptionDescription: Sendable, Hashable {
    /// The option's name in a configuration.
    public var name: String

    /// What it may hold.
    public var type: OptionType

    /// What it does, in one line.
    public var summary: String

    /// Whether the provider cannot be made without it.
    public var isRequired: Bool

    /// Whether it changes what the provider answers. How long a provider may take does not, for example, so what it has
    /// answered before stays good when such an option is changed.
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
    ///   - owner: Whose option it is, for the message.
    /// - Returns: What is wrong with it, or `nil`.
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

    /// Checks a set of options against the descriptions of all that there are.
    ///
    /// - Parameters:
    ///   - values: The options that were set.
    ///   - known: The descriptions.
    ///   - origin: Where the options' owner was set up, in words for a message about an option that is missing.
    /// - Returns: Everything that is wrong: unknown names, wrong types, missing options; in a stable order.
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
                    remedy: "set it to \(description.type.wish)"
                )
            )
        }
        return problems
    }

    static func wrongType(_ name: String, _ value: OptionValue, _ type: OptionType, owner: String) -> ServiceError {
        // What stands where a secret belongs is most likely the secret itself.
        let shown = type == .secret ? "written here in plain sight" : shown(value.content)
        return ServiceError(
            .configuration,
            "\(prefix(value.origin))\(owner): '\(name)' cannot be \(shown)",
            remedy: "set it to \(type.wish)"
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
        case .strings: "a list"
        case .secret: "a secret"
        case .price: "a price"
        case .voices: "a list of voices"
        case .options: "an object"
        }
    }
}
