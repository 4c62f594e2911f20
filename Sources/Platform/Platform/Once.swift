import Synchronization

/// Remembers what has been said.
package final class Once: Sendable {
    private let said = Mutex<Set<String>>([])

    /// Creates a memory in which there is nothing.
    package init() {}

    /// Whether a text comes for the first time.
    package func isNew(_ text: String) -> Bool { said.withLock { $0.insert(text).inserted } }
}
