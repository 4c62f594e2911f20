import Synchronization

/// The value of a provider or service option, and where it was set.
public struct OptionValue: Sendable, Hashable {
    /// The value itself.
    public var content: Content

    /// Where it was set, for messages: `parlance.json:7:14`, `environment variable PARLANCE_SPEECH_RATE`.
    public var origin: String?

    /// Creates a value.
    public init(_ content: Content, origin: String? = nil) {
        self.content = content
        self.origin = origin
    }

    /// The content of an option value.
    public enum Content: Sendable, Hashable {
        /// `true` or `false`.
        case boolean(Bool)
        /// A number.
        case number(Double)
        /// A string.
        case string(String)
        /// An array of strings.
        case strings([String])
        /// A value that must not be shown.
        case secret(Secret)
        /// What a provider charges.
        case price(ServicePrice)
        /// The voices of a speech service.
        case voices([VoiceDescription])
        /// Nested options.
        case options(OptionValues)
    }
}

/// Options by name, with typed accessors.
public struct OptionValues: Sendable, Hashable {
    /// The options that were set.
    public var values: [String: OptionValue]

    /// The owner of the options, for messages: `provider 'libre'`.
    public var owner: String

    /// Creates a set of options.
    public init(_ values: [String: OptionValue] = [:], owner: String = "the options") {
        self.values = values
        self.owner = owner
    }

    /// The value of a string option, or `nil` if it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if it has another type.
    public func string(_ name: String) throws(ServiceError) -> String? {
        try read(name, .string) { if case .string(let text) = $0 { text } else { nil } }
    }

    /// The value of a numeric option, or `nil` if it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if it has another type.
    public func number(_ name: String) throws(ServiceError) -> Double? {
        try read(name, .number(nil)) { if case .number(let number) = $0 { number } else { nil } }
    }

    /// The value of an integer option, or `nil` if it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if it is not an integer.
    public func integer(_ name: String) throws(ServiceError) -> Int? {
        try read(name, .integer(Int.min...Int.max)) {
            if case .number(let it) = $0 { WholeNumber.int(it) } else { nil }
        }
    }

    /// The value of a Boolean option, or `nil` if it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if it has another type.
    public func boolean(_ name: String) throws(ServiceError) -> Bool? {
        try read(name, .boolean) { if case .boolean(let truth) = $0 { truth } else { nil } }
    }

    /// The value of an option that takes one or more strings, or `nil` if it is not set. A single string is returned as
    /// an array with one element.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if it has another type.
    public func strings(_ name: String) throws(ServiceError) -> [String]? {
        try read(name, .strings) { content in
            switch content {
            case .strings(let texts): texts
            case .string(let text): [text]
            default: nil
            }
        }
    }

    /// The value of a secret option, or `nil` if it is not set. A deferred secret is looked up.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if it has another type, or the error of the lookup.
    public func secret(_ name: String) throws(ServiceError) -> Secret? {
        guard let secret = try read(name, .secret, { if case .secret(let secret) = $0 { secret } else { nil } }) else {
            return nil
        }
        do throws(ServiceError) { return try secret.resolved() } catch {
            var failure = error
            let origin = values[name]?.origin.map { "\($0): " } ?? ""
            failure.message = "\(origin)\(owner): '\(name)': \(error.message)"
            throw failure
        }
    }

    /// The value of a price option, or `nil` if it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if it has another type.
    public func price(_ name: String) throws(ServiceError) -> ServicePrice? {
        try read(name, .price) { if case .price(let price) = $0 { price } else { nil } }
    }

    /// The voices listed in an option, or `nil` if it is not set. A string is treated as a voice that has only an id.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if it has another type.
    public func voices(_ name: String) throws(ServiceError) -> [VoiceDescription]? {
        try read(name, .voices) { content in
            switch content {
            case .voices(let voices): voices
            case .strings(let ids): ids.map { VoiceDescription(id: $0) }
            default: nil
            }
        }
    }

    /// The options nested in an option, or `nil` if it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if it has another type.
    public func options(_ name: String) throws(ServiceError) -> OptionValues? {
        try read(name, .options) { if case .options(let options) = $0 { options } else { nil } }
    }

    /// The language tag in an option, or `nil` if it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if it is not a language tag.
    public func languageTag(_ name: String) throws(ServiceError) -> LanguageTag? {
        guard let text = try string(name) else { return nil }
        return try read(name, .languageTag) { _ in LanguageTag(text) }
    }

    /// The language tags in an option, without duplicates; empty if it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if a tag is malformed or the list is empty.
    public func languageTags(_ name: String) throws(ServiceError) -> [LanguageTag] {
        try read(name, .languageTags, Self.languageTags) ?? []
    }

    /// The path in an option, or `nil` if it is not set.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` if it is not an absolute path.
    public func absolutePath(_ name: String) throws(ServiceError) -> String? {
        guard let path = try string(name) else { return nil }
        return try read(name, .absolutePath) { _ in path.hasPrefix("/") && !path.utf8.contains(0) ? path : nil }
    }

    /// The language tags in an array or in a comma-separated string; `nil` if one is malformed.
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

    /// Reads the value of an option; `content` returns `nil` if the value has another type.
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

/// A value that must not be shown, such as a key or a token.
///
/// Only ``reveal()`` returns it. Its descriptions, its mirror and all printing functions output `•••`. It is not
/// `Codable`, so it cannot accidentally end up in a log, an error, a file or a cache key.
public struct Secret: Sendable, Hashable {
    private enum Content: Sendable, Hashable {
        case value(String)
        case deferred(SecretLookup)
    }

    private let content: Content

    /// Where the value came from, without the value itself: `environment variable LIBRE_KEY`.
    public let source: String

    /// Creates a secret.
    public init(_ value: String, source: String) {
        content = .value(value)
        self.source = source
    }

    /// Creates a deferred secret, whose value is looked up when a provider needs it.
    ///
    /// - Parameters:
    ///   - source: Where the value comes from. Deferred secrets with the same source are equal.
    ///   - lookUp: Looks up the value; it is not called again after it has succeeded.
    public init(source: String, lookUp: @escaping @Sendable () throws(ServiceError) -> String) {
        content = .deferred(SecretLookup(lookUp))
        self.source = source
    }

    /// The secret with its value, which is looked up if necessary.
    ///
    /// - Throws: The error of the lookup.
    public func resolved() throws(ServiceError) -> Secret {
        guard case .deferred(let lookup) = content else { return self }
        return Secret(try lookup.value(), source: source)
    }

    /// Returns the value itself. Call it only to send the value. For a deferred secret that cannot be looked up, the
    /// value is empty; call ``resolved()`` first.
    public func reveal() -> String {
        switch content {
        case .value(let value): value
        case .deferred(let lookup): (try? lookup.value()) ?? ""
        }
    }

    /// The text that is shown in place of a secret.
    public static let redacted = "•••"
}

/// The lookup of a deferred secret. All lookups are equal, since the source identifies the secret.
private final class SecretLookup: Sendable, Hashable {
    private let known = Mutex<String?>(nil)
    private let lookUp: @Sendable () throws(ServiceError) -> String

    init(_ lookUp: @escaping @Sendable () throws(ServiceError) -> String) { self.lookUp = lookUp }

    /// The value. Concurrent callers share a lookup.
    func value() throws(ServiceError) -> String {
        try known.withLock { known throws(ServiceError) in
            if let known { return known }
            let value = try lookUp()
            known = value
            return value
        }
    }

    static func == (_: SecretLookup, _: SecretLookup) -> Bool { true }

    func hash(into _: inout Hasher) {}
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `•••`.
    public var description: String { Self.redacted }
    /// `•••`.
    public var debugDescription: String { Self.redacted }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// A provider's price per character.
///
/// Characters are Unicode scalars, the unit that translation services use.
public struct ServicePrice: Sendable, Hashable, Codable {
    /// The price per million characters; 0 or more.
    public var perMillionCharacters: Double

    /// The currency, as an ISO 4217 code: `EUR`.
    public var currency: String

    /// Creates a price.
    ///
    /// - Parameters:
    ///   - perMillionCharacters: The price per million characters.
    ///   - currency: An ISO 4217 code.
    public init(perMillionCharacters: Double, currency: String) {
        self.perMillionCharacters = perMillionCharacters
        self.currency = currency
    }

    /// The price for a number of characters, in ``currency``.
    public func cost(ofCharacters count: Int) -> Double { Double(count) * perMillionCharacters / 1_000_000 }
}
