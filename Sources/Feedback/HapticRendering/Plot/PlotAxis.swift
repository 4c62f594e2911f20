import HapticPatterns

/// The time axis of a plot: how far it goes, and where it is marked.
struct PlotAxis {
    /// Where the axis ends, in seconds.
    let end: Double

    /// The marks, in seconds, with what is written at them.
    let ticks: [(time: Double, label: String)]

    /// The unit of the labels.
    let unit: String

    /// - Parameters:
    ///   - duration: How long the pattern is, in seconds.
    ///   - mostTicks: How many marks there is room for.
    init(duration: Double, mostTicks: Int = 9) {
        // A little more than the pattern, so that its end is seen; and never nothing.
        let shown = max(duration, 0.04) * 1.03
        end = shown
        let inMilliseconds = shown < 1
        unit = inMilliseconds ? "ms" : "s"
        let whole = inMilliseconds ? shown * 1000 : shown
        let step = Self.step(whole / Double(max(mostTicks, 1)))
        let decimals = step >= 1 ? 0 : step >= 0.1 ? 1 : 2
        var ticks: [(time: Double, label: String)] = []
        var count = 0
        while Double(count) * step <= whole, count < 1000 {
            let value = Double(count) * step
            ticks.append((inMilliseconds ? value / 1000 : value, FixedDecimal.text(value, decimals, trims: false)))
            count += 1
        }
        self.ticks = ticks
    }

    /// The smallest of 1, 2 and 5 times a power of ten that is not below `least`.
    private static func step(_ least: Double) -> Double {
        var power = 0.01
        while power < 1e6 {
            for factor in [1.0, 2, 5] where power * factor >= least { return power * factor }
            power *= 10
        }
        return power
    }
}
