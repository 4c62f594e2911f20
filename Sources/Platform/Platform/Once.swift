import Synchronization

/// Detects repeated messages.
package final class Once: Sendable {
    private let said = Mutex<Set<String>>([])

    /// Creates a detector to which every message is new.
    package init() {}

    /// Whether this is the first call with this text.
    package func isNew(_ text: String) -> Bool { said.withLock { $0.insert(text).inserted } }
}
