import Synchronization

/// A flag that several threads share: it is set once and stays set.
package final class AtomicFlag: Sendable {
    private let value = Atomic(false)

    /// Makes a flag that is not set.
    package init() {}

    package var isSet: Bool { value.load(ordering: .acquiring) }

    /// Sets the flag.
    ///
    /// - Returns: Whether it was not set before.
    @discardableResult
    package func set() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
