import LanguageServices
import Synchronization

/// Limits the number of requests and characters in any one minute by delaying requests.
///
/// The window slides, so the limit also holds for services that count by calendar minute, by second, or by their own
/// sliding window. Requests start in order of arrival.
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

    /// Waits until a request is within the limit, and logs it as sent at that time.
    ///
    /// - Returns: The request's index, for ``remove(_:)``.
    /// - Throws: `CancellationError`; in that case, nothing is logged.
    func wait(for characters: Int) async throws -> Int {
        try await turn.take()
        defer { turn.release() }
        while true {
            let now = clock.now
            let (index, wait) = log.withLock { log -> (Int?, Duration) in
                log.forget(until: now - Self.minute)
                guard let start = log.start(characters, requests: requests, characters: self.characters) else {
                    return (log.add(characters, at: now), .zero)
                }
                // The wait must be positive; otherwise the loop would not suspend.
                return (nil, max(start + Self.minute - now, .nanoseconds(1)))
            }
            if let index { return index }
            try await clock.sleep(for: wait)
        }
    }

    /// Removes a request that never reached the server.
    func remove(_ index: Int) { log.withLock { $0.remove(index) } }

    /// The requests sent in the last minute.
    private struct Log {
        private struct Entry {
            var time: Duration
            var requests = 1
            var characters: Int
        }

        private var entries: [Entry] = []
        /// The index of the first entry that is still in the window.
        private var first = 0
        /// The number of entries that were removed from the start.
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

        /// The time of the last entry that must leave the window for the request to fit; `nil` if it fits now.
        func start(_ new: Int, requests limit: Int?, characters characterLimit: Int?) -> Duration? {
            var requests = requests
            var characters = characters
            var time: Duration?
            for index in first..<entries.count {
                let fits =
                    (limit.map { requests < $0 } ?? true)
                    && (characterLimit.map { characters == 0 || new <= $0 - min(characters, $0) } ?? true)
                if fits { return time }
                time = entries[index].time
                requests -= entries[index].requests
                characters -= entries[index].characters
            }
            return time
        }

        mutating func add(_ new: Int, at time: Duration) -> Int {
            // No text is longer; the limit keeps the sum from overflowing.
            let new = min(max(0, new), 1 << 40)
            entries.append(Entry(time: time, characters: new))
            requests += 1
            characters += new
            return removed + entries.count - 1
        }

        mutating func remove(_ index: Int) {
            let index = index - removed
            guard index >= first, index < entries.count else { return }
            requests -= entries[index].requests
            characters -= entries[index].characters
            entries[index].requests = 0
            entries[index].characters = 0
        }
    }
}

/// A counting semaphore with first-in, first-out order.
final class AsyncSemaphore: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State {
        var free: Int
        var nextNumber = 0
        /// The waiters, by number. A cancelled waiter is removed here but may still be in the queue.
        var waiting: [Int: Waiter] = [:]
        var order: [Int] = []
        var first = 0
        /// Waiters that were cancelled before they were registered.
        var early: Set<Int> = []
    }

    private let state: Mutex<State>

    /// Creates a semaphore; a count less than 1 is treated as 1.
    init(count: Int) { state = Mutex(State(free: max(1, count))) }

    /// Waits for a slot, which ``release()`` returns.
    ///
    /// - Throws: `CancellationError`; in that case, no slot is taken.
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
                        // A slot became free before the waiter was registered.
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
        // Discard the record of a cancellation that arrived too late.
        _ = state.withLock { $0.early.remove(number) }
    }

    /// Returns a slot and resumes the next waiter.
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
