public import LanguageServices
import Synchronization

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

/// A ``ResponseStore`` in memory, which is forgotten with the process.
///
/// When it is full, what was not used for the longest time goes first.
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
    ///   - limit: The largest size of all answers together, in bytes.
    ///   - lifetimes: How long answers are good.
    ///   - clock: The clock for the age of answers.
    public init(
        limit: Int = 64 << 20,
        lifetimes: ResponseLifetimes = ResponseLifetimes(),
        clock: ServiceClock = .system
    ) {
        self.limit = limit
        self.lifetimes = lifetimes
        self.clock = clock
    }

    /// How many answers are in it.
    public var count: Int { state.withLock { $0.entries.count } }

    /// The answers that are known to some keys.
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

    /// Keeps answers, as far as there is room.
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

    /// Takes out more than must go, so that it is not done for every answer.
    private func makeRoom(_ state: inout State) {
        for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard state.size > limit - limit / 10 else { return }
            state.entries[key] = nil
            state.size -= Self.size(entry.response)
        }
    }

    /// An answer with its key and its place in the table.
    private static func size(_ response: NewResponse) -> Int { response.bytes.count + 200 }
}
