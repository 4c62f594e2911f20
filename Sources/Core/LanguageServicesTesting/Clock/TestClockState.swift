/// Who sleeps on a ``TestClock``, and who waits for sleepers. It resumes nobody itself, since it is used under a lock.
struct TestClockState {
    private(set) var now = Duration.zero
    private(set) var sleepers: [Sleeper] = []

    private var watchers: [Watcher] = []
    private var cancelled = Set<Int>()
    private var lastID = 0

    struct Sleeper {
        let id: Int
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>

        func resume() { continuation.resume() }
    }

    private struct Watcher {
        let id: Int
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    /// What is to be done once the lock has been released.
    enum Action {
        case wake(CheckedContinuation<Void, any Error>)
        case refuse(CheckedContinuation<Void, any Error>)
        case tell([CheckedContinuation<Void, Never>])

        func act() {
            switch self {
            case .wake(let continuation): continuation.resume()
            case .refuse(let continuation): continuation.resume(throwing: CancellationError())
            case .tell(let watchers): for watcher in watchers { watcher.resume() }
            }
        }
    }

    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func advance(by duration: Duration) -> [Sleeper] {
        now += duration
        // Ids count upward, so that they order sleepers of one deadline by their arrival.
        let due = sleepers.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        sleepers.removeAll { $0.deadline <= now }
        return due
    }

    mutating func sleep(
        _ id: Int,
        until deadline: Duration,
        _ continuation: CheckedContinuation<Void, any Error>
    ) -> Action {
        if cancelled.remove(id) != nil { return .refuse(continuation) }
        if deadline <= now { return .wake(continuation) }
        sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
        let satisfied = watchers.filter { $0.count <= sleepers.count }
        watchers.removeAll { $0.count <= sleepers.count }
        return .tell(satisfied.map(\.continuation))
    }

    /// The continuation of a sleeper that was cancelled; `nil` when it has woken up or not yet lain down.
    mutating func cancelSleep(_ id: Int) -> CheckedContinuation<Void, any Error>? {
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return nil
        }
        return sleepers.remove(at: index).continuation
    }

    /// Whether there are sleepers enough already, so that there is nothing to wait for.
    mutating func watch(_ id: Int, for count: Int, _ continuation: CheckedContinuation<Void, Never>) -> Bool {
        if cancelled.remove(id) != nil || sleepers.count >= count { return true }
        watchers.append(Watcher(id: id, count: count, continuation: continuation))
        return false
    }

    mutating func cancelWatch(_ id: Int) -> CheckedContinuation<Void, Never>? {
        guard let index = watchers.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return nil
        }
        return watchers.remove(at: index).continuation
    }
}
