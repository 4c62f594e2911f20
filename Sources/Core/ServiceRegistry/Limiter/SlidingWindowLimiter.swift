import LanguageServices
import Synchronization

/// Keeps requests, and the characters that they send, below a number in any minute by letting them wait.
///
/// The minute is a window that moves on: a service that counts by the clock's minute, by the second, or by such a window
/// itself sees no more than the number. Requests start in the order in which they came.
final class SlidingWindowLimiter: Sendable {
    private let requests: Int?
    private let characters: Int?
    private let clock: ServiceClock
    private let turn = AsyncSemaphore(count: 1)
    private let log = Mutex(Log())

    private static let minute = Duration.seconds(60)

    init(requests: Int?, characters: Int?, clock: ServiceClock) {
        self.requests = requests.map { max(1, $0) }
        self.characters = characters.map { max(1, $0) }
        self.clock = clock
    }

    /// Waits until a request keeps within the share, and takes it down as sent now.
    ///
    /// - Returns: The request's place, for ``giveBack(_:)``.
    /// - Throws: `CancellationError`; then nothing is taken down.
    func wait(for characters: Int) async throws -> Int {
        try await turn.take()
        defer { turn.release() }
        while true {
            let now = clock.now
            let (place, wait) = log.withLock { log -> (Int?, Duration) in
                log.forget(until: now - Self.minute)
                guard let start = log.start(characters, requests: requests, characters: self.characters) else {
                    return (log.add(characters, at: now), .zero)
                }
                // Never for no time at all: a wait that does not pass would be repeated at once.
                return (nil, max(start + Self.minute - now, .nanoseconds(1)))
            }
            if let place { return place }
            try await clock.sleep(for: wait)
        }
    }

    /// Takes a request out that never reached the server.
    func giveBack(_ place: Int) { log.withLock { $0.remove(place) } }

    /// What was sent in the last minute.
    private struct Log {
        private struct Entry {
            var time: Duration
            var requests = 1
            var characters: Int
        }

        private var entries: [Entry] = []
        /// The entries before this one are forgotten.
        private var first = 0
        /// How many entries were removed from the front of the list.
        private var removed = 0
        private var requests = 0
        private var characters = 0

        mutating func forget(until time: Duration) {
            while first < entries.count, entries[first].time <= time {
                requests -= entries[first].requests
                characters -= entries[first].characters
                first += 1
            }
            if first > 1000, first * 2 > entries.count {
                entries.removeFirst(first)
                removed += first
                first = 0
            }
        }

        /// The time of the entry that must be a minute old before a request fits; `nil` when it fits now.
        func start(_ new: Int, requests limit: Int?, characters characterLimit: Int?) -> Duration? {
            var requests = requests
            var characters = characters
            var time: Duration?
            for place in first..<entries.count {
                let fits =
                    (limit.map { requests < $0 } ?? true)
                    && (characterLimit.map { characters == 0 || new <= $0 - min(characters, $0) } ?? true)
                if fits { return time }
                time = entries[place].time
                requests -= entries[place].requests
                characters -= entries[place].characters
            }
            return time
        }

        mutating func add(_ new: Int, at time: Duration) -> Int {
            // Beyond this no text can be; the sum of a minute stays countable.
            let new = min(max(0, new), 1 << 40)
            entries.append(Entry(time: time, characters: new))
            requests += 1
            characters += new
            return removed + entries.count - 1
        }

        mutating func remove(_ place: Int) {
            let place = place - removed
            guard place >= first, place < entries.count else { return }
            requests -= entries[place].requests
            characters -= entries[place].characters
            entries[place].requests = 0
            entries[place].characters = 0
        }
    }
}

/// A number of places, of which each waiting task gets one in the order in which they came.
final class AsyncSemaphore: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State {
        var free: Int
        var nextNumber = 0
        /// Who waits, by number; who gave up has gone from here but may still stand in the order.
        var waiting: [Int: Waiter] = [:]
        var order: [Int] = []
        var first = 0
        /// Who gave up before it came to wait.
        var early: Set<Int> = []
    }

    private let state: Mutex<State>

    /// Creates places; less than 1 counts as 1.
    init(count: Int) { state = Mutex(State(free: max(1, count))) }

    /// Takes a place, which must be given back by ``release()``.
    ///
    /// - Throws: `CancellationError`; then no place has been taken.
    func take() async throws {
        try Task.checkCancellation()
        let number: Int? = state.withLock { state in
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            state.nextNumber += 1
            return state.nextNumber
        }
        guard let number else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let answer = state.withLock { state -> Result<Void, any Error>? in
                    if state.early.remove(number) != nil { return .failure(CancellationError()) }
                    guard state.free == 0 else {
                        // A place came free while the task was on its way here.
                        state.free -= 1
                        return .success(())
                    }
                    state.waiting[number] = waiter
                    state.order.append(number)
                    return nil
                }
                if let answer { waiter.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let waiter = state.waiting.removeValue(forKey: number) else {
                    state.early.insert(number)
                    return nil
                }
                return waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
        // A cancellation that came too late leaves its note.
        _ = state.withLock { $0.early.remove(number) }
    }

    /// Gives a place back, to the next who waits.
    func release() {
        let next = state.withLock { state -> Waiter? in
            while state.first < state.order.count {
                let number = state.order[state.first]
                state.first += 1
                if state.first > 1000, state.first * 2 > state.order.count {
                    state.order.removeFirst(state.first)
                    state.first = 0
                }
                if let waiter = state.waiting.removeValue(forKey: number) { return waiter }
            }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
