import HapticPatterns
import JSON

/// Writes the argument of `navigator.vibrate`: alternating on and off times in milliseconds.
///
/// Browsers do not support intensity. Lower intensities are approximated by switching: the intensity determines the on
/// time within each period, at least 20 ms because shorter pulses are imperceptible. Chromium accepts at most 99
/// entries of at most 10 s; periods are lengthened until the pattern fits, and the remainder is cut off.
enum WebVibration {
    /// The maximum number of entries in Chromium.
    static let maximumEntries = 99

    /// The maximum entry in Chromium, in milliseconds.
    static let maximumEntry = 10_000

    /// The shortest pulse, in milliseconds.
    static let shortestPulse = 20

    /// The initial switching period, in milliseconds.
    private static let firstPeriod = 40

    static func write(_ pattern: HapticPattern) -> ExportedPattern {
        let steps = VibrationSteps(pattern)
        var losses = steps.losses
        if steps.steps.contains(where: { $0.level > 0 && $0.level < 1 }) {
            losses.append(ExportLoss(.intensity, "intensity is approximated by switching on and off"))
        }
        var period = firstPeriod
        var entries = entries(steps.steps, period: period)
        while entries.count > maximumEntries, period < maximumEntry {
            period += max(period / 4, 1)
            entries = self.entries(steps.steps, period: period)
        }
        if entries.count > maximumEntries {
            losses.append(ExportLoss(.cut, "only the first \(maximumEntries) of \(entries.count) entries are kept"))
            entries = Array(entries.prefix(maximumEntries))
        }
        return ExportedPattern(
            bytes: FileText.bytes(.array(entries.map { .integer($0) }), form: .compact),
            losses: losses
        )
    }

    /// Alternating on and off times, starting with on.
    private static func entries(_ steps: [LevelRun<Double>], period: Int) -> [Int] {
        var times = OnOffTimes()
        var window = (length: 0, sum: 0.0)
        func close() {
            guard window.length > 0 else { return }
            let level = window.sum / Double(window.length)
            // At nearly full intensity, the pause is dropped because it would be audible.
            let exact = level >= 0.95 ? window.length : Int((Double(window.length) * level).rounded())
            let on = min(max(exact, shortestPulse), window.length)
            times.add(on: on)
            times.add(off: window.length - on)
            window = (0, 0)
        }
        for step in steps {
            guard step.level > 0 else {
                close()
                times.add(off: step.milliseconds)
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
        return times.entries
    }

    /// Collects alternating on and off times.
    private struct OnOffTimes {
        private(set) var all: [Int] = []

        /// The times without a pause at the end, split to respect the maximum.
        var entries: [Int] {
            let whole = all.count % 2 == 0 ? all.dropLast() : all[...]
            return whole.flatMap { entry -> [Int] in
                var pieces: [Int] = []
                var left = entry
                while left > maximumEntry {
                    pieces += [maximumEntry, 0]
                    left -= maximumEntry
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
