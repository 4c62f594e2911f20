import LanguageServices
import Synchronization

/// Says on standard error how far a long list has come: a bar on a terminal, a line now and then elsewhere.
///
/// What is done within two seconds, or ten where nobody looks on, is not worth a word.
final class Progress: Sendable {
    private struct State {
        var done = 0
        var lastShown = Duration.zero
        var isBarShown = false
    }

    private let total: Int?
    private let console: Console
    private let clock: ServiceClock
    private let start: Duration
    private let state = Mutex(State())

    /// Begins.
    ///
    /// - Parameters:
    ///   - total: How many texts there are; `nil` when nobody knows yet.
    ///   - console: Where it is said.
    ///   - clock: What tells the time.
    init(total: Int?, console: Console, clock: ServiceClock) {
        self.total = total
        self.console = console
        self.clock = clock
        start = clock.now
    }

    /// Counts a text that is done.
    func advance() {
        let line = state.withLock { state -> (text: String, isBar: Bool)? in
            state.done += 1
            let now = clock.now - start
            let isTerminal = console.isErrorTerminal
            let pause: Duration = isTerminal ? .milliseconds(100) : .seconds(10)
            guard now >= .seconds(isTerminal ? 2 : 10), now - state.lastShown >= pause else { return nil }
            state.lastShown = now
            state.isBarShown = console.isErrorTerminal
            return (text(state.done, after: now), console.isErrorTerminal)
        }
        guard let line else { return }
        console.errors(Array((line.isBar ? "\r\(line.text)\u{1B}[K" : "parlance: \(line.text)\n").utf8))
    }

    /// Takes the bar away, so that something else can be said.
    func hide() {
        let isShown = state.withLock { state in
            defer { state.isBarShown = false }
            return state.isBarShown
        }
        if isShown { console.errors(Array("\r\u{1B}[K".utf8)) }
    }

    private func text(_ done: Int, after time: Duration) -> String {
        let rate = ProgressText.rate(done, in: time)
        guard let total, total >= done else { return "\(done) texts, \(rate)" }
        let text = "\(done) of \(total) texts, \(rate), \(ProgressText.left(total - done, after: done, in: time))"
        guard console.isErrorTerminal else { return text }
        return ProgressText.barred(text, done, of: total, width: console.width)
    }
}
