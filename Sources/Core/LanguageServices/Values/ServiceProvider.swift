/// The common requirements of all providers.
///
/// Several tasks may use a provider concurrently, so it must protect its own state. It throws only ``ServiceError``,
/// and it responds promptly to cancellation with ``ServiceError/Code/cancelled``.
///
/// The conformance suites in `LanguageServicesTesting` check these rules for any provider.
public protocol ServiceProvider: Sendable {
    /// The provider's metadata; it never changes.
    var descriptor: ProviderDescriptor { get }

    /// Whether the provider can be used now. This method must return quickly and must not fail.
    func status() async -> ProviderStatus

    /// Releases the provider's resources (processes, connections). This method may be called several times.
    ///
    /// A later request fails with ``ServiceError/Code/unavailable``, or works as before if there was nothing to
    /// release.
    func shutdown() async
}

extension ServiceProvider {
    /// Ready.
    public func status() async -> ProviderStatus { .ready }

    /// Does nothing.
    public func shutdown() async {}
}

/// One of the four services.
public enum Service: String, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
    /// Text to audio.
    case speech
    /// Text to text in another language.
    case translation
    /// A word to example sentences.
    case sentences
    /// An event to haptic, visual or acoustic feedback.
    case feedback

    /// The service's name in a configuration.
    public var description: String { rawValue }
}

/// The name of a provider in configurations and reports, for example `espeak` or `libre`.
///
/// Two providers of the same kind, such as two translation servers, have different ids.
public struct ProviderID: Sendable, Hashable, RawRepresentable {
    /// The name itself.
    public let rawValue: String

    /// Creates an id from a non-empty string, preferably a short lower-case name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ProviderID: Codable {
    /// Decodes an id from a string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the id as a string.
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

/// The metadata of a provider.
public struct ProviderDescriptor: Sendable, Hashable, Codable {
    /// The name under which it is registered.
    public var id: ProviderID

    /// The name of its kind in a configuration: `espeak`, `dictionary`.
    public var kind: String

    /// The version of the wrapped engine, or of the provider itself. The version is part of every `CacheKey`. It must
    /// include everything that affects answers (an address, a model, a prompt), but never a secret.
    public var version: String

    /// The service it offers.
    public var service: Service

    /// Where the provider processes requests.
    public var locality: Locality

    /// The attribution that the licence requires, if any.
    public var attribution: String?

    /// The licence of the provider's output, as an SPDX expression, if known.
    public var licence: String?

    /// The maximum size of a request, if known. Callers split larger batches.
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

    /// Where a provider processes requests, and therefore where texts are sent.
    public enum Locality: String, Sendable, Hashable, Codable {
        /// In this process; texts do not leave it.
        case inProcess
        /// In a separate process on this machine.
        case plugin
        /// On another machine.
        case network
    }
}

/// The maximum size and number of requests; `nil` means unlimited.
public struct RequestLimits: Sendable, Hashable, Codable {
    /// The maximum number of texts per request.
    public var texts: Int?

    /// The maximum number of characters per request, across all texts, in Unicode scalars.
    public var characters: Int?

    /// The maximum number of concurrent requests.
    public var concurrency: Int?

    /// Creates limits.
    public init(texts: Int? = nil, characters: Int? = nil, concurrency: Int? = nil) {
        self.texts = texts
        self.characters = characters
        self.concurrency = concurrency
    }

    /// The limits that satisfy both sets: the smaller value of each.
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
    /// The provider can be used.
    case ready
    /// The provider can be used with limitations, which the reason states.
    case degraded(reason: String, remedy: String?)
    /// The provider cannot be used.
    case unavailable(reason: String, remedy: String?)
}
