import Synchronization

/// Keeps requests, and the characters that they send, below a number in any minute by letting them wait.
///
/// The minute is a window that moves on: a service that counts by the clock's minute, by the second, or by such a window
/// itself sees no more than the number. Requests start in the order in which they came.
final class MinuteShare: Sendable {
    private let requests: Int?
    private let characters: Int?
    private let clock: ServiceClock
    private let turn = RequestSlots(count: 1)
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
                return (nil, start + Self.minute - now)
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
