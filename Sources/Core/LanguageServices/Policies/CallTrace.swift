import Synchronization

/// Takes down what the policies around one call did.
public final class CallTrace: Sendable {
    private let counts = Mutex(0)

    /// Creates an empty trace.
    public init() {}

    /// Takes down that the call is made again.
    public func countRetry() {
        counts.withLock { $0 += 1 }
    }

    /// How many times the call was made again.
    public var retries: Int { counts.withLock { $0 } }

    /// Adds what was taken down to the last attempt of a report.
    func complete(_ report: inout ServiceReport) {
        guard let last = report.attempts.indices.last else { return }
        report.attempts[last].retries += retries
    }
}
