public import LanguageServices

/// The options of the section `cache` of a configuration: whether and how answers of providers on a network are kept.
public enum CacheOptions {
    /// The options.
    public static let descriptions: [OptionDescription] = [
        OptionDescription("enabled", .boolean, "Whether answers of providers on a network are kept; true"),
        OptionDescription(
            "private",
            .boolean,
            "Whether answers are kept in the memory of the process alone, and nothing of them on the disk; false"
        ),
        OptionDescription(
            "maxMegabytes",
            .integer(1...1_000_000),
            "How large the file may become, in MiB; what was not used for the longest time goes first; 256"
        ),
        OptionDescription("translationDays", .integer(0...36_500), "How long translations are good, in days; 30"),
        OptionDescription("sentencesDays", .integer(0...36_500), "How long example sentences are good, in days; 7"),
        OptionDescription("speechDays", .integer(0...36_500), "How long speech is good, in days; 90"),
    ]

    /// What the section is called, for messages.
    package static let name = "cache"

    /// What a configuration that merely lies in the current folder may say: only what keeps less.
    package static func isAllowedInProject(_ name: String, _ content: OptionValue.Content) -> Bool {
        switch (name, content) {
        case ("enabled", .boolean(false)), ("private", .boolean(true)): true
        default: false
        }
    }
}

/// The section `cache` of a configuration, read.
public struct CacheSettings: Sendable, Hashable {
    /// Whether answers are kept at all.
    public var isEnabled = true

    /// Whether they are kept in memory alone.
    public var isPrivate = false

    /// How large the file may become, in bytes.
    public var maximumSize = 256 << 20

    /// How long answers are good.
    public var lifetimes = ResponseLifetimes()

    /// Reads the options of ``CacheOptions``.
    ///
    /// - Throws: `ServiceError.Code.configuration` when one is set to something of another type.
    public init(_ options: OptionValues = OptionValues()) throws(ServiceError) {
        isEnabled = try options.boolean("enabled") ?? isEnabled
        isPrivate = try options.boolean("private") ?? isPrivate
        if let size = try options.number("maxMegabytes").flatMap(WholeNumber.int) { maximumSize = size << 20 }
        for (name, lifetime) in [
            ("translationDays", \ResponseLifetimes.translation), ("sentencesDays", \.sentences),
            ("speechDays", \.speech),
        ] {
            guard let days = try options.number(name).flatMap(WholeNumber.int) else { continue }
            lifetimes[keyPath: lifetime] = .days(days)
        }
    }
}

extension OptionValues {
    /// The options that change what a provider answers, in one order; never a secret, and not where they were set.
    package func answerAffectingTexts(_ descriptions: [OptionDescription]) -> [String] {
        values.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
            guard descriptions.first(where: { $0.name == name })?.affectsAnswers != false else { return [] }
            return switch value.content {
            case .secret, .price: []
            case .boolean(let truth): [name, "\(truth)"]
            case .number(let number): [name, "\(number)"]
            case .string(let text): [name, text]
            case .strings(let texts): [name, "\(texts.count)"] + texts
            case .options(let options):
                // What is in it is the provider's own affair, and all of it may matter.
                [name, "\(options.values.count)"] + options.answerAffectingTexts([])
            case .voices(let voices): [name, "\(voices.count)"] + voices.flatMap(Self.texts)
            }
        }
    }

    private static func texts(_ voice: VoiceDescription) -> [String] {
        let languages = voice.languages.map(\.text).joined(separator: " ")
        return [voice.id, voice.name ?? "", languages, voice.gender?.rawValue ?? "", voice.quality?.rawValue ?? ""]
    }
}
