import Decks
import LanguageServices
import Synchronization

/// A progress line on standard error: a bar on a terminal, otherwise an occasional line.
///
/// Nothing is shown for work that finishes almost immediately, or within ten seconds if standard error is not a
/// terminal.
final class ProgressLine: Sendable {
    private struct State {
        var lastShown = Duration.zero
        var isBarShown = false
    }

    let console: Console
    private let clock: ServiceClock
    private let start: Duration
    private let silence: Duration
    private let state = Mutex(State())

    /// Creates a progress line.
    ///
    /// - Parameters:
    ///   - console: Where the line is shown.
    ///   - silence: The initial period without output on a terminal.
    ///   - clock: The clock.
    init(_ console: Console, silence: Duration = .seconds(2), clock: ServiceClock = .system) {
        self.console = console
        self.clock = clock
        self.silence = silence
        start = clock.now
    }

    /// The elapsed time.
    var passed: Duration { clock.now - start }

    /// Shows the text, if an update is due.
    ///
    /// - Parameters:
    ///   - passed: The elapsed time.
    ///   - text: The text to show.
    func show(after passed: Duration, _ text: () -> String) {
        let isTerminal = console.isErrorTerminal
        let isDue = state.withLock { state in
            let pause: Duration = isTerminal ? .milliseconds(100) : .seconds(10)
            guard passed >= (isTerminal ? silence : .seconds(10)), passed - state.lastShown >= pause else {
                return false
            }
            state.lastShown = passed
            state.isBarShown = isTerminal
            return true
        }
        guard isDue else { return }
        console.errors(Array((isTerminal ? "\r\(text())\u{1B}[K" : "parlance: \(text())\n").utf8))
    }

    /// Removes the bar to make room for other output.
    func hide() {
        let isShown = state.withLock { state in
            defer { state.isBarShown = false }
            return state.isBarShown
        }
        if isShown { console.errors(Array("\r\u{1B}[K".utf8)) }
    }

    /// The text, preceded by a bar on a terminal.
    fileprivate func barred(_ text: String, _ done: Int, of total: Int) -> String {
        guard console.isErrorTerminal, console.width >= text.count + 16 else { return text }
        let width = min(30, console.width - text.count - 4)
        let filled = total > 0 ? min(width, Int(Double(width) * Double(done) / Double(total))) : 0
        return "[\(Self.bar(filled, of: width))] \(text)"
    }

    fileprivate static func bar(_ filled: Int, of width: Int) -> String {
        String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    }

    /// The rate per second, rounded to a few digits.
    fileprivate static func rate(_ done: Int, in time: Duration) -> String {
        let perSecond = Double(done) / max(time / .seconds(1), 0.001)
        return perSecond >= 10 ? "\(Int(perSecond))/s" : "\(Double(Int(perSecond * 10)) / 10)/s"
    }

    /// The estimated remaining time at the current rate, as `0:12` or `1:02:03`.
    fileprivate static func left(_ rest: Int, after done: Int, in time: Duration) -> String {
        let perSecond = Double(done) / max(time / .seconds(1), 0.001)
        return "\(clock(Double(rest) / max(perSecond, 0.001))) left"
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = seconds < 1e6 ? Int(seconds.rounded(.up)) : 1_000_000
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return whole >= 3600
            ? "\(whole / 3600):\(padded(whole / 60 % 60)):\(padded(whole % 60))" : "\(whole / 60):\(padded(whole % 60))"
    }
}

/// Shows the progress through a list of texts.
final class Progress: Sendable {
    private let line: ProgressLine
    private let total: Int?
    private let done = Mutex(0)

    /// Creates a progress display.
    ///
    /// - Parameter total: The number of texts, or `nil` if it is unknown.
    init(total: Int?, console: Console, clock: ServiceClock) {
        self.total = total
        line = ProgressLine(console, clock: clock)
    }

    /// Counts a finished text.
    func advance() {
        let done = done.withLock { done in
            done += 1
            return done
        }
        let passed = line.passed
        line.show(after: passed) {
            let rate = ProgressLine.rate(done, in: passed)
            guard let total, total >= done else { return "\(done) texts, \(rate)" }
            let left = ProgressLine.left(total - done, after: done, in: passed)
            return line.barred("\(done) of \(total) texts, \(rate), \(left)", done, of: total)
        }
    }

    /// Removes the bar to make room for other output.
    func hide() { line.hide() }
}

/// Shows the progress of one long operation.
final class PartProgress: Sendable {
    private let line: ProgressLine
    private let name: String

    /// Creates a progress display.
    init(of name: String, console: Console) {
        self.name = Console.oneLine(name)
        line = ProgressLine(console, silence: .milliseconds(500))
    }

    /// Shows the completed fraction, from 0 to 1.
    func show(_ part: Double) {
        let part = min(max(part, 0), 1)
        line.show(after: line.passed) {
            let percent = "\(Int(part * 100)) %"
            guard line.console.isErrorTerminal else { return "\(name): \(percent)" }
            let width = max(5, min(30, line.console.width - name.count - 12))
            return "[\(ProgressLine.bar(Int(part * Double(width)), of: width))] \(name) \(percent)"
        }
    }

    /// Removes the bar to make room for other output.
    func hide() { line.hide() }
}

/// Shows the progress of a batch.
final class BatchProgressBar: Sendable {
    private let line: ProgressLine
    /// The time of the first request, and the number of texts that had already been done.
    private let begin = Mutex<(time: Duration, done: Int)?>(nil)

    /// Creates a progress display.
    init(console: Console) { line = ProgressLine(console) }

    /// Shows how many texts have an answer.
    func show(_ progress: BatchProgress) {
        let now = line.passed
        let begin = begin.withLock { begin in
            let first = begin ?? (now, progress.done)
            begin = first
            return first
        }
        line.show(after: now) {
            let done = progress.done - begin.done
            let time = now - begin.time
            var parts = ["\(progress.done) of \(progress.total) texts", ProgressLine.rate(done, in: time)]
            if done > 0 { parts.append(ProgressLine.left(progress.total - progress.done, after: done, in: time)) }
            if progress.known > 0 { parts.append("\(progress.known) known") }
            if progress.failed > 0 { parts.append("\(progress.failed) failed") }
            return line.barred(parts.joined(separator: ", "), progress.done, of: progress.total)
        }
    }

    /// Shows how many notes have been written.
    func showWriting(_ count: Int) {
        // Checking the clock for each of a million notes would be slow.
        guard count % 64 == 0 else { return }
        line.show(after: line.passed) { "writing the deck, \(count) notes so far" }
    }

    /// Removes the bar to make room for other output.
    func hide() { line.hide() }
}
