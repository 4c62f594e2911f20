import HapticPatterns

/// The shapes of a plot, in units of 1/96 inch measured from the upper left corner. SVG and PNG share it.
struct PlotScene {
    typealias Point = (x: Double, y: Double)

    /// A shape to draw.
    enum Shape {
        case line([Point], width: Double, color: PlotColor)
        case area([Point], bottom: Double, color: PlotColor, alpha: Double)
        case text(String, x: Double, y: Double, size: Double, anchor: PlotAnchor, isBold: Bool, color: PlotColor)
    }

    /// The shapes, from back to front.
    private(set) var shapes: [Shape] = []

    /// The colours.
    let colors: PlotColors

    /// The text description of the image, for accessibility.
    let description: String

    /// The name of the pattern.
    let title: String

    static let width = 800
    static let height = 400

    private static let left = 56.0
    /// The position of time 0, slightly to the right of the axis, so that a tap at 0 is fully visible.
    private static let zero = 70.0
    private static let right = 780.0
    private static let upper = (top: 64.0, bottom: 244.0)
    private static let lower = (top: 284.0, bottom: 344.0)

    private let axis: PlotAxis

    /// The maximum number of taps drawn; more would only form a solid area.
    private static let maximumTaps = 4000

    /// Draws a pattern.
    init(_ pattern: HapticPattern, title: String, appearance: PlotAppearance) {
        let duration = pattern.events.lazy.map(\.end).max() ?? 0
        axis = PlotAxis(duration: duration)
        colors = PlotColors(appearance)
        let course = PlotCurves(pattern, end: axis.end, steps: Int(Self.right - Self.zero) * 2)
        let facts = Self.facts(pattern, duration)
        self.title = Self.printable(title)
        description = "Haptic pattern \(self.title): \(facts)"
        addFrame(self.title, facts)
        addVibration(course)
        addTaps(course)
        addLegend(course)
    }

    /// The title on one line, without characters that are invalid in XML.
    private static func printable(_ title: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in title.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r": result.append(" ")
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: continue
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func facts(_ pattern: HapticPattern, _ duration: Double) -> String {
        let taps = pattern.events.count { $0.kind == .transient }
        let lasting = pattern.events.count - taps
        var parts: [String] = []
        if taps > 0 { parts.append(taps == 1 ? "1 tap" : "\(taps) taps") }
        if lasting > 0 { parts.append(lasting == 1 ? "1 vibration" : "\(lasting) vibrations") }
        if parts.isEmpty { parts.append("silent") }
        parts.append(
            duration < 1 ? FixedDecimal.text(duration * 1000, 0) + " ms" : FixedDecimal.text(duration, 2) + " s"
        )
        return parts.joined(separator: " · ")
    }

    private func x(_ time: Double) -> Double { Self.zero + time / axis.end * (Self.right - Self.zero) }

    private func y(_ value: Double, _ panel: (top: Double, bottom: Double)) -> Double {
        panel.bottom - min(max(value, 0), 1) * (panel.bottom - panel.top)
    }

    private mutating func addFrame(_ title: String, _ facts: String) {
        shapes.append(
            .text(title, x: Self.left, y: 28, size: 17, anchor: .start, isBold: true, color: colors.ink)
        )
        shapes.append(label(facts, Self.right, 28, .end, colors.faint))
        shapes.append(label("intensity", Self.left, Self.upper.top - 10, .start, colors.intensity))
        shapes.append(label("sharpness", Self.left, Self.lower.top - 10, .start, colors.sharpness))
        for (panel, values) in [(Self.upper, [0, 0.25, 0.5, 0.75, 1]), (Self.lower, [0, 0.5, 1])] {
            for value in values {
                let y = y(value, panel)
                shapes.append(.line([(Self.left, y), (Self.right, y)], width: 1, color: colors.grid))
                shapes.append(label(FixedDecimal.text(value, 2), Self.left - 8, y + 4, .end, colors.faint))
            }
        }
        for tick in axis.ticks {
            let x = x(tick.time)
            for panel in [Self.upper, Self.lower] {
                shapes.append(.line([(x, panel.top), (x, panel.bottom)], width: 1, color: colors.grid))
            }
            shapes.append(.line([(x, Self.lower.bottom), (x, Self.lower.bottom + 5)], width: 1, color: colors.faint))
            shapes.append(label(tick.label, x, Self.lower.bottom + 20, .middle, colors.faint))
        }
        for panel in [Self.upper, Self.lower] {
            shapes.append(
                .line([(Self.left, panel.bottom), (Self.right, panel.bottom)], width: 1.2, color: colors.faint)
            )
        }
        shapes.append(
            label("time in \(axis.unit)", (Self.left + Self.right) / 2, Self.lower.bottom + 42, .middle, colors.faint)
        )
    }

    private func label(_ text: String, _ x: Double, _ y: Double, _ anchor: PlotAnchor, _ color: PlotColor) -> Shape {
        .text(text, x: x, y: y, size: 12, anchor: anchor, isBold: false, color: color)
    }

    private mutating func addVibration(_ course: PlotCurves) {
        for line in course.intensity {
            let points = line.map { (x($0.time), y($0.value, Self.upper)) }
            shapes.append(.area(points, bottom: Self.upper.bottom, color: colors.intensity, alpha: 0.2))
            shapes.append(.line(points, width: 2, color: colors.intensity))
        }
        for line in course.sharpness {
            let points = line.map { (x($0.time), y($0.value, Self.lower)) }
            shapes.append(.line(points, width: 2, color: colors.sharpness))
        }
    }

    private mutating func addTaps(_ course: PlotCurves) {
        for tap in course.taps.prefix(Self.maximumTaps) {
            let x = x(tap.time)
            let (strong, sharp) = (y(tap.intensity, Self.upper), y(tap.sharpness, Self.lower))
            shapes.append(.line([(x, Self.upper.bottom), (x, strong)], width: 2.5, color: colors.intensity))
            shapes.append(.line([(x, strong)], width: 10, color: colors.intensity))
            shapes.append(.line([(x, Self.lower.bottom), (x, sharp)], width: 1.5, color: colors.sharpness))
            shapes.append(.line([(x, sharp)], width: 7, color: colors.sharpness))
        }
    }

    /// Adds a legend when both taps and vibration are drawn.
    private mutating func addLegend(_ course: PlotCurves) {
        guard !course.taps.isEmpty, !course.intensity.isEmpty else { return }
        let y = Self.upper.top - 14
        shapes.append(.line([(Self.right - 158, y)], width: 9, color: colors.intensity))
        shapes.append(label("tap", Self.right - 146, y + 4, .start, colors.faint))
        shapes.append(.line([(Self.right - 96, y), (Self.right - 76, y)], width: 2, color: colors.intensity))
        shapes.append(label("vibration", Self.right - 68, y + 4, .start, colors.faint))
    }
}

/// The time axis of a plot.
struct PlotAxis {
    /// The end of the axis, in seconds.
    let end: Double

    /// The tick marks, in seconds, with their labels.
    let ticks: [(time: Double, label: String)]

    /// The unit of the labels.
    let unit: String

    /// - Parameters:
    ///   - duration: The length of the pattern, in seconds.
    ///   - maximumTicks: The maximum number of tick marks.
    init(duration: Double, maximumTicks: Int = 9) {
        // Slightly longer than the pattern, so its end is visible; never of length 0.
        let shown = max(duration, 0.04) * 1.03
        end = shown
        let inMilliseconds = shown < 1
        unit = inMilliseconds ? "ms" : "s"
        let whole = inMilliseconds ? shown * 1000 : shown
        let step = Self.step(whole / Double(max(maximumTicks, 1)))
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

    /// The smallest number that is at least `least` and is 1, 2 or 5 times a power of ten.
    private static func step(_ least: Double) -> Double {
        var power = 0.01
        while power < 1e6 {
            for factor in [1.0, 2, 5] where power * factor >= least { return power * factor }
            power *= 10
        }
        return power
    }
}
