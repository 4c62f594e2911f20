import Synchronization

/// A thread-safe flag that can be set but not reset.
package final class AtomicFlag: Sendable {
    private let value = Atomic(false)

    /// Creates a flag that is not set.
    package init() {}

    package var isSet: Bool { value.load(ordering: .acquiring) }

    /// Sets the flag.
    ///
    /// - Returns: Whether this call set it.
    @discardableResult
    package func set() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
