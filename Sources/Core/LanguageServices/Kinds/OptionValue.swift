/// The value of one option of a provider or a service, and where it was set.
public struct OptionValue: Sendable, Hashable {
    /// The value itself.
    public var content: Content

    /// Where it was set, in words for a message: `parlance.json:7:14`, `environment variable PARLANCE_SPEECH_RATE`.
    public var origin: String?

    /// Creates a value.
    public init(_ content: Content, origin: String? = nil) {
        self.content = content
        self.origin = origin
    }

    /// What an option can hold.
    public enum Content: Sendable, Hashable {
        /// `true` or `false`.
        case boolean(Bool)
        /// A number.
        case number(Double)
        /// A text.
        case string(String)
        /// A list of texts.
        case strings([String])
        /// A value that must not be shown.
        case secret(Secret)
        /// What a provider charges.
        case price(ServicePrice)
        /// The voices of a speech service.
        case voices([VoiceDescription])
        /// Options within an option.
        case options(OptionValues)
    }
}

/// Options by name, read with a check of their type.
public struct OptionValues: Sendable, Hashable {
    /// The options that were set.
    public var values: [String: OptionValue]

    /// Whose options they are, for messages: `provider 'libre'`.
    public var owner: String

    /// Creates a set of options.
    public init(_ values: [String: OptionValue] = [:], owner: String = "the options") {
        self.values = values
        self.owner = owner
    }

    /// The text of an option, or `nil` when it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when it is set to something else.
    public func string(_ name: String) throws(ServiceError) -> String? {
        try read(name, .string) { if case .string(let text) = $0 { text } else { nil } }
    }

    /// The number of an option, or `nil` when it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when it is set to something else.
    public func number(_ name: String) throws(ServiceError) -> Double? {
        try read(name, .number(nil)) { if case .number(let number) = $0 { number } else { nil } }
    }

    /// The whole number of an option, or `nil` when it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when it is set to something else.
    public func integer(_ name: String) throws(ServiceError) -> Int? {
        try read(name, .integer(Int.min...Int.max)) {
            if case .number(let it) = $0 { WholeNumber.int(it) } else { nil }
        }
    }

    /// The truth of an option, or `nil` when it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when it is set to something else.
    public func boolean(_ name: String) throws(ServiceError) -> Bool? {
        try read(name, .boolean) { if case .boolean(let truth) = $0 { truth } else { nil } }
    }

    /// The texts of an option, or `nil` when it is not set; a single text is a list of one.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when it is set to something else.
    public func strings(_ name: String) throws(ServiceError) -> [String]? {
        try read(name, .strings) { content in
            switch content {
            case .strings(let texts): texts
            case .string(let text): [text]
            default: nil
            }
        }
    }

    /// The secret of an option, or `nil` when it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when it is set to something else.
    public func secret(_ name: String) throws(ServiceError) -> Secret? {
        try read(name, .secret) { if case .secret(let secret) = $0 { secret } else { nil } }
    }

    /// The price of an option, or `nil` when it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when it is set to something else.
    public func price(_ name: String) throws(ServiceError) -> ServicePrice? {
        try read(name, .price) { if case .price(let price) = $0 { price } else { nil } }
    }

    /// The voices of an option, or `nil` when it is not set; a text is a voice of which nothing but its id is said.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when it is set to something else.
    public func voices(_ name: String) throws(ServiceError) -> [VoiceDescription]? {
        try read(name, .voices) { content in
            switch content {
            case .voices(let voices): voices
            case .strings(let ids): ids.map { VoiceDescription(id: $0) }
            default: nil
            }
        }
    }

    /// The options within an option, or `nil` when it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when it is set to something else.
    public func options(_ name: String) throws(ServiceError) -> OptionValues? {
        try read(name, .options) { if case .options(let options) = $0 { options } else { nil } }
    }

    /// The language tag of an option, or `nil` when it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when it is no tag.
    public func languageTag(_ name: String) throws(ServiceError) -> LanguageTag? {
        guard let text = try string(name) else { return nil }
        return try read(name, .languageTag) { _ in LanguageTag(text) }
    }

    /// The language tags of an option, each once; empty when it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when one is no tag, or there is none.
    public func languageTags(_ name: String) throws(ServiceError) -> [LanguageTag] {
        try read(name, .languageTags, Self.languageTags) ?? []
    }

    /// The path of an option, or `nil` when it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when it does not begin at the root.
    public func absolutePath(_ name: String) throws(ServiceError) -> String? {
        guard let path = try string(name) else { return nil }
        return try read(name, .absolutePath) { _ in path.hasPrefix("/") && !path.utf8.contains(0) ? path : nil }
    }

    /// The language tags that stand in a list, or in a text with commas between them; `nil` when one is none.
    static func languageTags(in content: OptionValue.Content) -> [LanguageTag]? {
        let texts: [String]
        switch content {
        case .string(let text): texts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        case .strings(let list): texts = list
        default: return nil
        }
        var tags: [LanguageTag] = []
        for text in texts {
            guard let tag = LanguageTag(text) else { return nil }
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags.isEmpty ? nil : tags
    }

    /// The value of an option as what it should be; `content` gives `nil` for anything else.
    private func read<Value>(
        _ name: String,
        _ type: OptionType,
        _ content: (OptionValue.Content) -> Value?
    ) throws(ServiceError) -> Value? {
        guard let set = values[name] else { return nil }
        guard let value = content(set.content) else {
            throw OptionDescription.wrongType(name, set, type, owner: owner)
        }
        return value
    }
}

/// A value that must not be shown: a key, a token.
///
/// It can be read only by ``reveal()``. Its descriptions, its mirror and every form of printing show `•••` instead, and
/// it is not `Codable`, so that it cannot slip into a log, an error, a file or a cache key.
public struct Secret: Sendable, Hashable {
    private let value: String

    /// Where the value came from, in words that may be shown: `environment variable LIBRE_KEY`.
    public let source: String

    /// Creates a secret.
    public init(_ value: String, source: String) {
        self.value = value
        self.source = source
    }

    /// The value itself. Call this only where it is sent.
    public func reveal() -> String { value }

    /// What stands wherever a secret would.
    public static let redacted = "•••"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `•••`.
    public var description: String { Self.redacted }
    /// `•••`.
    public var debugDescription: String { Self.redacted }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// What a provider charges, by characters.
///
/// Characters are Unicode scalars, by which translation services count.
public struct ServicePrice: Sendable, Hashable, Codable {
    /// The price of a million characters; 0 or more.
    public var perMillionCharacters: Double

    /// The currency, as an ISO 4217 code: `EUR`.
    public var currency: String

    /// Creates a price.
    ///
    /// - Parameters:
    ///   - perMillionCharacters: The price of a million characters.
    ///   - currency: The currency, as an ISO 4217 code.
    public init(perMillionCharacters: Double, currency: String) {
        self.perMillionCharacters = perMillionCharacters
        self.currency = currency
    }

    /// The price of some characters, in ``currency``.
    public func cost(ofCharacters count: Int) -> Double { Double(count) * perMillionCharacters / 1_000_000 }
}
