import LanguageServices
import Synchronization

/// Says on standard error how far one long piece of work has come: a bar on a terminal, a line now and then elsewhere.
///
/// What is done within half a second, or ten where nobody looks on, is not worth a word.
final class PartProgress: Sendable {
    private struct State {
        var lastShown = Duration.zero
        var isBarShown = false
    }

    private let name: String
    private let console: Console
    private let clock: ServiceClock
    private let start: Duration
    private let state = Mutex(State())

    /// Begins.
    init(of name: String, console: Console, clock: ServiceClock = .system) {
        self.name = Console.oneLine(name)
        self.console = console
        self.clock = clock
        start = clock.now
    }

    /// Shows how much is done, from 0 to 1.
    func show(_ part: Double) {
        let isTerminal = console.isErrorTerminal
        let isDue = state.withLock { state in
            let now = clock.now - start
            let pause: Duration = isTerminal ? .milliseconds(100) : .seconds(10)
            guard now >= (isTerminal ? .milliseconds(500) : .seconds(10)), now - state.lastShown >= pause else {
                return false
            }
            state.lastShown = now
            state.isBarShown = isTerminal
            return true
        }
        guard isDue else { return }
        let percent = "\(Int(min(max(part, 0), 1) * 100)) %"
        guard isTerminal else { return console.errors(Array("parlance: \(name): \(percent)\n".utf8)) }
        let width = max(5, min(30, console.width - name.count - 12))
        let filled = Int(min(max(part, 0), 1) * Double(width))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        console.errors(Array("\r[\(bar)] \(name) \(percent)\u{1B}[K".utf8))
    }

    /// Takes the bar away, so that something else can be said.
    func hide() {
        let isShown = state.withLock { state in
            defer { state.isBarShown = false }
            return state.isBarShown
        }
        if isShown { console.errors(Array("\r\u{1B}[K".utf8)) }
    }
}
