public import LanguageServices
import Synchronization

/// A cache of provider answers.
///
/// A store never fails: it treats unreadable answers as missing and drops answers that it cannot write. Many tasks use
/// it concurrently. `cached(in:)` adds a store to a provider; a ``ServiceRegistry`` adds one to all network providers.
public protocol ResponseStore: Sendable {
    /// The cached answers for a set of keys, in one call.
    ///
    /// - Parameters:
    ///   - keys: The keys, without duplicates.
    ///   - service: The service, which determines the lifetime.
    func responses(for keys: [CacheKey], of service: Service) async -> [CacheKey: StoredResponse]

    /// Stores answers, in one call. Existing answers with the same keys are overwritten.
    func store(_ responses: [CacheKey: NewResponse]) async
}

/// An answer from a ``ResponseStore``.
public struct StoredResponse: Sendable, Hashable {
    /// The answer as it was stored.
    public var bytes: [UInt8]

    /// Whether the answer has expired. It is then used only if the provider cannot be reached.
    public var isStale: Bool

    /// Creates an answer.
    public init(bytes: [UInt8], isStale: Bool = false) {
        self.bytes = bytes
        self.isStale = isStale
    }
}

/// An answer to put into a ``ResponseStore``.
public struct NewResponse: Sendable, Hashable {
    /// The serialized answer; a store does not interpret it.
    public var bytes: [UInt8]

    /// The service.
    public var service: Service

    /// The provider that answered.
    public var provider: ProviderID

    /// Whether the provider had no answer. Such an entry has a short lifetime.
    public var isMiss: Bool

    /// Creates an answer.
    public init(bytes: [UInt8], service: Service, provider: ProviderID, isMiss: Bool = false) {
        self.bytes = bytes
        self.service = service
        self.provider = provider
        self.isMiss = isMiss
    }
}

/// The lifetimes of answers in a ``ResponseStore``.
public struct ResponseLifetimes: Sendable, Hashable {
    /// Translations; 30 days.
    public var translation: Duration = .days(30)
    /// Example sentences; 7 days.
    public var sentences: Duration = .days(7)
    /// Speech; 90 days.
    public var speech: Duration = .days(90)
    /// Negative entries (`notFound`), for every service; 1 hour.
    public var miss: Duration = .seconds(3600)

    /// Creates the default lifetimes.
    public init() {}

    /// The lifetime of an answer.
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
    /// A number of days of 24 hours.
    package static func days(_ count: Int) -> Duration { .seconds(86_400) * count }
}

/// Whether cached answers are used.
public enum ResponseReuse: String, Sendable, Hashable {
    /// Cached answers are used.
    case usual
    /// Cached answers are ignored and replaced.
    case refresh
}

/// An in-memory ``ResponseStore``.
///
/// When it is full, the least recently used answers are removed.
public final class MemoryResponseStore: ResponseStore {
    private struct Entry {
        var response: NewResponse
        var stored: Duration
        var lastUse: UInt64
    }

    private struct State {
        var entries: [CacheKey: Entry] = [:]
        var size = 0
        var uses: UInt64 = 0
    }

    private let state = Mutex(State())
    private let limit: Int
    private let lifetimes: ResponseLifetimes
    private let clock: ServiceClock

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - limit: The maximum total size of the answers, in bytes.
    ///   - lifetimes: The lifetimes of answers.
    ///   - clock: The clock that determines the age of answers.
    public init(
        limit: Int = 64 << 20,
        lifetimes: ResponseLifetimes = ResponseLifetimes(),
        clock: ServiceClock = .system
    ) {
        self.limit = limit
        self.lifetimes = lifetimes
        self.clock = clock
    }

    /// The number of stored answers.
    public var count: Int { state.withLock { $0.entries.count } }

    /// The cached answers for a set of keys.
    public func responses(for keys: [CacheKey], of service: Service) async -> [CacheKey: StoredResponse] {
        let now = clock.now
        return state.withLock { state in
            var found: [CacheKey: StoredResponse] = [:]
            for key in keys {
                guard let entry = state.entries[key] else { continue }
                state.uses &+= 1
                state.entries[key]?.lastUse = state.uses
                let lifetime = lifetimes.lifetime(of: service, isMiss: entry.response.isMiss)
                found[key] = StoredResponse(bytes: entry.response.bytes, isStale: now - entry.stored >= lifetime)
            }
            return found
        }
    }

    /// Stores answers if there is room.
    public func store(_ responses: [CacheKey: NewResponse]) async {
        let now = clock.now
        state.withLock { state in
            for (key, response) in responses where Self.size(response) <= limit {
                state.uses &+= 1
                let entry = Entry(response: response, stored: now, lastUse: state.uses)
                if let old = state.entries.updateValue(entry, forKey: key) { state.size -= Self.size(old.response) }
                state.size += Self.size(response)
            }
            if state.size > limit { makeRoom(&state) }
        }
    }

    /// Removes more answers than necessary, so this does not have to run for every new answer.
    private func makeRoom(_ state: inout State) {
        for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard state.size > limit - limit / 10 else { return }
            state.entries[key] = nil
            state.size -= Self.size(entry.response)
        }
    }

    /// The size of an answer including its key and table entry.
    private static func size(_ response: NewResponse) -> Int { response.bytes.count + 200 }
}
