/// What every provider of every service has in common.
///
/// A provider is used from many tasks at once and guards its own state. It fails with ``ServiceError`` and nothing
/// else, and it answers a cancelled task promptly with ``ServiceError/Code/cancelled``.
///
/// The conformance suites in `LanguageServicesTesting` check these rules for any provider.
public protocol ServiceProvider: Sendable {
    /// What the provider says of itself; the same during its whole life.
    var descriptor: ProviderDescriptor { get }

    /// Whether the provider can be used now. Must not take longer than a moment and must not fail.
    func status() async -> ProviderStatus

    /// Gives back what the provider holds (processes, connections). May be called more than once.
    ///
    /// A request after that fails with ``ServiceError/Code/unavailable``, or works as before where nothing was held.
    func shutdown() async
}

extension ServiceProvider {
    /// Ready.
    public func status() async -> ProviderStatus { .ready }

    /// Nothing to give back.
    public func shutdown() async {}
}

/// One of the four services.
public enum Service: String, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
    /// Text to audio.
    case speech
    /// Text to text of another language.
    case translation
    /// A word to example sentences.
    case sentences
    /// An event to something felt, seen or heard.
    case feedback

    /// The service's name as it stands in a configuration.
    public var description: String { rawValue }
}

/// The name under which a provider stands in a configuration and in reports, for example `espeak` or `libre`.
///
/// Two providers of one kind (two translation servers, say) have two ids.
public struct ProviderID: Sendable, Hashable, RawRepresentable {
    /// The name itself.
    public let rawValue: String

    /// Creates an id; any non-empty string will do, but short lower-case names read best.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ProviderID: Codable {
    /// Reads an id from a plain string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the id as a plain string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension ProviderID: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates an id from a literal: `let id: ProviderID = "espeak"`.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The name itself.
    public var description: String { rawValue }
}

/// What a provider says of itself.
public struct ProviderDescriptor: Sendable, Hashable, Codable {
    /// The name under which it is registered.
    public var id: ProviderID

    /// The kind it was made from, as a configuration names it: `espeak`, `dictionary`.
    public var kind: String

    /// Its version: of the engine when it wraps one, of itself otherwise. A part of every `CacheKey`, so what changes its
    /// answers (an address, a model, a prompt) belongs in it, but never a secret.
    public var version: String

    /// The service it provides.
    public var service: Service

    /// Where the work is done.
    public var locality: Locality

    /// Whose work it is, when that must be said.
    public var attribution: String?

    /// The licence of what it gives, as an SPDX expression, when known.
    public var licence: String?

    /// How much it takes at a time, where that is known; who asks for many texts keeps to it.
    public var requestLimits: RequestLimits?

    /// Creates a descriptor.
    public init(
        id: ProviderID,
        kind: String,
        version: String,
        service: Service,
        locality: Locality,
        attribution: String? = nil,
        licence: String? = nil,
        requestLimits: RequestLimits? = nil
    ) {
        self.id = id
        self.kind = kind
        self.version = version
        self.service = service
        self.locality = locality
        self.attribution = attribution
        self.licence = licence
        self.requestLimits = requestLimits
    }

    /// Where a provider does its work, and so where the text goes.
    public enum Locality: String, Sendable, Hashable, Codable {
        /// In this process; nothing leaves it.
        case inProcess
        /// In a process of its own on this machine.
        case plugin
        /// On another machine.
        case network
    }
}

/// How much a provider takes at a time. What is `nil` does not matter to it.
public struct RequestLimits: Sendable, Hashable, Codable {
    /// How many texts a request may have.
    public var texts: Int?

    /// How many characters the texts of a request may have together: Unicode scalars, by which most providers count.
    public var characters: Int?

    /// How many requests may be under way at the same time.
    public var concurrency: Int?

    /// Creates limits.
    public init(texts: Int? = nil, characters: Int? = nil, concurrency: Int? = nil) {
        self.texts = texts
        self.characters = characters
        self.concurrency = concurrency
    }

    /// The limits of which both hold: of each the smaller.
    public func combined(with other: RequestLimits) -> RequestLimits {
        func smaller(_ first: Int?, _ second: Int?) -> Int? {
            guard let first, let second else { return first ?? second }
            return min(first, second)
        }
        return RequestLimits(
            texts: smaller(texts, other.texts),
            characters: smaller(characters, other.characters),
            concurrency: smaller(concurrency, other.concurrency)
        )
    }
}

/// Whether a provider can be used now.
public enum ProviderStatus: Sendable, Hashable {
    /// It can.
    case ready
    /// It can, but not at its best; the reason says what is missing.
    case degraded(reason: String, remedy: String?)
    /// It cannot.
    case unavailable(reason: String, remedy: String?)
}
