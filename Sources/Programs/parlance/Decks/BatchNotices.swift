import Synchronization

/// Says once what providers want the user to know, also while a bar is shown.
final class BatchNotices: Sendable {
    private let said = Mutex<Set<String>>([])
    private let console: Console

    init(console: Console) { self.console = console }

    /// Says something, unless it was said before.
    func say(_ text: String) {
        guard said.withLock({ $0.insert(text).inserted }) else { return }
        if console.isErrorTerminal { console.errors(Array("\r\u{1B}[K".utf8)) }
        console.note(text)
    }
}
