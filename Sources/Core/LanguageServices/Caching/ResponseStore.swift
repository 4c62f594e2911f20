/// Keeps answers of providers, so that nobody is asked twice for the same.
///
/// A store never fails: what it cannot read it does not know, and what it cannot write is not kept. It is used from many
/// tasks at once. One is put around providers by `cached(in:)`, or by a ``ServiceRegistry`` around all that are on a
/// network.
public protocol ResponseStore: Sendable {
    /// The answers that are known to some keys, in one call.
    ///
    /// - Parameters:
    ///   - keys: The keys; each once.
    ///   - service: The service, on which it depends how long an answer is good.
    func responses(for keys: [CacheKey], of service: Service) async -> [CacheKey: StoredResponse]

    /// Keeps answers, in one call. One that is known under its key is replaced.
    func store(_ responses: [CacheKey: NewResponse]) async
}

/// An answer that came out of a ``ResponseStore``.
public struct StoredResponse: Sendable, Hashable {
    /// The answer as it was stored.
    public var bytes: [UInt8]

    /// Whether it is older than answers are used for. It is given only when nobody can be asked.
    public var isStale: Bool

    /// Creates an answer.
    public init(bytes: [UInt8], isStale: Bool = false) {
        self.bytes = bytes
        self.isStale = isStale
    }
}

/// An answer that goes into a ``ResponseStore``.
public struct NewResponse: Sendable, Hashable {
    /// The answer in the form that providers' wrappers understand; a store does not look into it.
    public var bytes: [UInt8]

    /// The service.
    public var service: Service

    /// Who gave it.
    public var provider: ProviderID

    /// Whether it says that there is no answer, which is believed for a short time only.
    public var isMiss: Bool

    /// Creates an answer.
    public init(bytes: [UInt8], service: Service, provider: ProviderID, isMiss: Bool = false) {
        self.bytes = bytes
        self.service = service
        self.provider = provider
        self.isMiss = isMiss
    }
}

/// How long the answers in a ``ResponseStore`` are good.
public struct ResponseLifetimes: Sendable, Hashable {
    /// Translations; 30 days.
    public var translation: Duration = .days(30)
    /// Example sentences; 7 days.
    public var sentences: Duration = .days(7)
    /// Speech; 90 days.
    public var speech: Duration = .days(90)
    /// That there is no answer, of whatever service; 1 hour.
    public var miss: Duration = .seconds(3600)

    /// The usual ones.
    public init() {}

    /// How long an answer is good.
    public func lifetime(of service: Service, isMiss: Bool) -> Duration {
        let usual =
            switch service {
            case .translation: translation
            case .sentences: sentences
            case .speech: speech
            case .feedback: Duration.zero
            }
        return isMiss ? min(miss, usual) : usual
    }
}

extension Duration {
    /// So many days of 24 hours.
    package static func days(_ count: Int) -> Duration { .seconds(86_400) * count }
}

/// Whether answers that are known are used.
public enum ResponseReuse: String, Sendable, Hashable {
    /// What is known is not asked for.
    case usual
    /// Everything is asked for anew, and takes the place of what was known.
    case refresh
}

/// What an answer says that came out of a ``ResponseStore``.
public enum CachedAnswer: String, Sendable, Hashable, Codable {
    /// It is as good as a new one.
    case fresh
    /// It is older than answers are used for, and was given because the provider could not be reached.
    case stale
}
