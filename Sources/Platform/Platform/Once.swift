import Synchronization

/// Detects repeated messages.
package final class Once: Sendable {
    private let said = Mutex<Set<String>>([])

    /// Creates an empty set.
    package init() {}

    /// Whether a text occurs for the first time.
    package func isNew(_ text: String) -> Bool { said.withLock { $0.insert(text).inserted } }
}
