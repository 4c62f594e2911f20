import Synchronization

/// Something that happens once, and that several threads want to know.
package final class Flag: Sendable {
    private let value = Atomic(false)

    /// Creates a flag that is not set.
    package init() {}

    /// Whether it has happened.
    package var isSet: Bool { value.load(ordering: .acquiring) }

    /// Notes that it has happened.
    package func set() { value.store(true, ordering: .releasing) }
}

/// Remembers what has been said.
package final class Once: Sendable {
    private let said = Mutex<Set<String>>([])

    /// Creates a memory in which there is nothing.
    package init() {}

    /// Whether a text comes for the first time.
    package func isNew(_ text: String) -> Bool { said.withLock { $0.insert(text).inserted } }
}
