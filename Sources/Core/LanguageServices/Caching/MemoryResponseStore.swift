import Synchronization

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
