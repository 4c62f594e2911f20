import HapticPatterns
import JSON

/// Writes the argument of `navigator.vibrate`: milliseconds on and off by turns.
///
/// A browser knows no strength. What is weaker than full is imitated by switching: of each period the part is on that the
/// intensity says, at least twenty milliseconds, since shorter pulses are not felt. Chromium takes at most 99 entries of at most
/// ten seconds; periods get longer until the pattern fits, and what still does not is cut.
enum WebVibration {
    /// The most entries that Chromium takes.
    static let mostEntries = 99

    /// The longest entry that Chromium takes, in milliseconds.
    static let longestEntry = 10_000

    /// The shortest pulse, in milliseconds.
    static let shortestPulse = 20

    /// The period of switching that is tried first, in milliseconds.
    private static let firstPeriod = 40

    static func write(_ pattern: HapticPattern) -> ExportedPattern {
        let steps = VibrationSteps(pattern)
        var losses = steps.losses
        if steps.steps.contains(where: { $0.level > 0 && $0.level < 1 }) {
            losses.append(ExportLoss(.intensity, "strength is imitated by switching on and off"))
        }
        var period = firstPeriod
        var entries = entries(steps.steps, period: period)
        while entries.count > mostEntries, period < longestEntry {
            period += max(period / 4, 1)
            entries = self.entries(steps.steps, period: period)
        }
        if entries.count > mostEntries {
            losses.append(ExportLoss(.cut, "only the first \(mostEntries) of \(entries.count) entries are kept"))
            entries = Array(entries.prefix(mostEntries))
        }
        return ExportedPattern(
            bytes: FileText.bytes(.array(entries.map { .integer($0) }), form: .compact),
            losses: losses
        )
    }

    /// On and off by turns, beginning with on.
    private static func entries(_ steps: [LevelRun<Double>], period: Int) -> [Int] {
        var turns = Turns()
        var window = (length: 0, sum: 0.0)
        func close() {
            guard window.length > 0 else { return }
            let level = window.sum / Double(window.length)
            // Nearly full strength is not worth a pause that is heard.
            let exact = level >= 0.95 ? window.length : Int((Double(window.length) * level).rounded())
            let on = min(max(exact, shortestPulse), window.length)
            turns.add(on: on)
            turns.add(off: window.length - on)
            window = (0, 0)
        }
        for step in steps {
            guard step.level > 0 else {
                close()
                turns.add(off: step.milliseconds)
                continue
            }
            var left = step.milliseconds
            while left > 0 {
                let part = min(left, period - window.length)
                window.length += part
                window.sum += step.level * Double(part)
                left -= part
                if window.length == period { close() }
            }
        }
        close()
        return turns.entries
    }

    /// Puts times of on and off together.
    private struct Turns {
        private(set) var all: [Int] = []

        /// Without a pause at the end, and in pieces that are not too long.
        var entries: [Int] {
            let whole = all.count % 2 == 0 ? all.dropLast() : all[...]
            return whole.flatMap { entry -> [Int] in
                var pieces: [Int] = []
                var left = entry
                while left > longestEntry {
                    pieces += [longestEntry, 0]
                    left -= longestEntry
                }
                return pieces + [left]
            }
        }

        mutating func add(on time: Int) { add(time, isOn: true) }
        mutating func add(off time: Int) { add(time, isOn: false) }

        private mutating func add(_ time: Int, isOn: Bool) {
            guard time > 0 else { return }
            if all.count % 2 == (isOn ? 1 : 0), !all.isEmpty {
                all[all.count - 1] += time
            } else {
                if all.isEmpty, !isOn { all.append(0) }
                all.append(time)
            }
        }
    }
}
