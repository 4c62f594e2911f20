import Decks
import LanguageServices
import Synchronization

/// Says on standard error how far a batch is: a bar on a terminal, a line now and then elsewhere.
///
/// What is done within two seconds, or ten where nobody looks on, is not worth a word.
final class BatchProgressBar: Sendable {
    private struct State {
        /// When the first text was asked for, and how many were done already.
        var begin: (time: Duration, done: Int)?
        var lastShown = Duration.zero
        var isBarShown = false
    }

    private let console: Console
    private let clock: ServiceClock
    private let start: Duration
    private let state = Mutex(State())

    /// Begins.
    init(console: Console, clock: ServiceClock = .system) {
        self.console = console
        self.clock = clock
        start = clock.now
    }

    /// Shows how many texts are answered.
    func show(_ progress: BatchProgress) {
        let now = clock.now
        let begin = state.withLock { state in
            let begin = state.begin ?? (now, progress.done)
            state.begin = begin
            return begin
        }
        say(now) {
            let done = progress.done - begin.done
            let time = now - begin.time
            var parts = ["\(progress.done) of \(progress.total) texts", ProgressText.rate(done, in: time)]
            if done > 0 { parts.append(ProgressText.left(progress.total - progress.done, after: done, in: time)) }
            if progress.known > 0 { parts.append("\(progress.known) known") }
            if progress.failed > 0 { parts.append("\(progress.failed) failed") }
            let text = parts.joined(separator: ", ")
            guard console.isErrorTerminal else { return text }
            return ProgressText.barred(text, progress.done, of: progress.total, width: console.width)
        }
    }

    /// Shows how many notes are written.
    func showWriting(_ count: Int) {
        // The clock is not looked at for each of a million notes.
        guard count % 64 == 0 else { return }
        let now = clock.now
        say(now) { "writing the deck, \(count) notes so far" }
    }

    /// Takes the bar away, so that something else can be said.
    func hide() {
        let isShown = state.withLock { state in
            defer { state.isBarShown = false }
            return state.isBarShown
        }
        if isShown { console.errors(Array("\r\u{1B}[K".utf8)) }
    }

    private func say(_ now: Duration, _ text: () -> String) {
        let isTerminal = console.isErrorTerminal
        let isDue = state.withLock { state in
            let passed = now - start
            let pause: Duration = isTerminal ? .milliseconds(100) : .seconds(10)
            guard passed >= .seconds(isTerminal ? 2 : 10), passed - state.lastShown >= pause else { return false }
            state.lastShown = passed
            state.isBarShown = isTerminal
            return true
        }
        guard isDue else { return }
        console.errors(Array((isTerminal ? "\r\(text())\u{1B}[K" : "parlance: \(text())\n").utf8))
    }
}
