public import LanguageServices

/// The options of a configuration's `cache` section.
public enum CacheOptions {
    /// The descriptions of the options.
    public static let descriptions: [OptionDescription] = [
        OptionDescription("enabled", .boolean, "Whether to cache answers from network providers; default true"),
        OptionDescription(
            "private",
            .boolean,
            "Whether to cache in memory only and write nothing to disk; default false"
        ),
        OptionDescription(
            "maxMegabytes",
            .integer(1...1_000_000),
            "The maximum size of the cache file in MiB; the least recently used answers are removed first; default 256"
        ),
        OptionDescription("translationDays", .integer(0...36_500), "Lifetime of translations in days; default 30"),
        OptionDescription("sentencesDays", .integer(0...36_500), "Lifetime of example sentences in days; default 7"),
        OptionDescription("speechDays", .integer(0...36_500), "Lifetime of speech in days; default 90"),
    ]

    /// The name of the section, for messages.
    package static let name = "cache"

    /// Whether a project configuration, found in the current folder, may set this value. Such a configuration may only
    /// reduce caching.
    package static func isAllowedInProject(_ name: String, _ content: OptionValue.Content) -> Bool {
        switch (name, content) {
        case ("enabled", .boolean(false)), ("private", .boolean(true)): true
        default: false
        }
    }
}

/// The parsed `cache` section.
public struct CacheSettings: Sendable, Hashable {
    /// Whether answers are cached.
    public var isEnabled = true

    /// Whether answers are cached in memory only.
    public var isPrivate = false

    /// The maximum size of the cache file, in bytes.
    public var maximumSize = 256 << 20

    /// The lifetimes of answers.
    public var lifetimes = ResponseLifetimes()

    /// Parses the options of ``CacheOptions``.
    ///
    /// - Throws: `ServiceError.Code.configuration` if an option has the wrong type.
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
    /// The options that affect answers, in a stable order, without secrets or origins.
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
                // Nested options are defined by the provider, so all of them may affect answers.
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
