public import HapticPatterns
import LanguageServices

/// A pattern drawn as text, for terminals.
///
/// ```
/// success · 2 taps · 130 ms
/// 1.0 │█
///     │█▁
///     │██               ▅
/// 0.5 │██               █
///     │██▃              █▄
/// 0.0 └──────────────────────
///      0   20   40 … ms
/// sharpness  ▆▆▆        ▄▄▄
/// ```
public struct TerminalPlot: Sendable, Hashable {
    /// The lines, without line breaks.
    public let lines: [String]

    /// Draws a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern to draw.
    ///   - title: The title; control characters are removed.
    ///   - width: The number of columns, at least 24; at most 240 are used.
    ///   - height: The number of rows for the intensity, 2…40.
    ///   - isUnicode: Whether the terminal supports block characters; otherwise only ASCII is used.
    public init(
        _ pattern: HapticPattern,
        title: String,
        width: Int = 72,
        height: Int = 8,
        isUnicode: Bool = true
    ) {
        let columns = min(max(width, 24), 240) - Self.margin
        let rows = min(max(height, 2), 40)
        let axis = PlotAxis(
            duration: pattern.events.lazy.map(\.end).max() ?? 0,
            maximumTicks: max(2, columns / 10)
        )
        let cells = Self.cells(pattern, columns, end: axis.end)
        let signs = Signs(isUnicode: isUnicode)
        let name = String(
            String.UnicodeScalarView(title.unicodeScalars.filter { $0.properties.generalCategory != .control })
        )
        var lines = [name]
        for row in (0..<rows).reversed() {
            let label = row == rows - 1 ? "1.0" : row == rows / 2 ? "0.5" : "   "
            let bars = cells.map { signs.sign(of: $0.intensity * Double(rows) - Double(row)) }
            lines.append("\(label) \(signs.side)\(bars.joined())")
        }
        lines.append("0.0 \(signs.corner)" + String(repeating: signs.floor, count: columns))
        lines.append(Self.labels(axis, columns))
        let sharpness = cells.map { $0.intensity > 0 ? signs.level(max($0.sharpness, 0.01)) : " " }
        lines.append("shp \(signs.side)\(sharpness.joined())")
        self.lines = lines.map(Self.withoutSpaceAtEnd)
    }

    /// A pattern on one line.
    ///
    /// - Parameters:
    ///   - pattern: The pattern to draw.
    ///   - width: The number of columns, 1…240.
    ///   - isUnicode: Whether the terminal supports block characters; otherwise only ASCII is used.
    public static func line(_ pattern: HapticPattern, width: Int = 24, isUnicode: Bool = true) -> String {
        let end = max(pattern.events.lazy.map(\.end).max() ?? 0, 0.001)
        let signs = Signs(isUnicode: isUnicode)
        let cells = cells(pattern, min(max(width, 1), 240), end: end)
        return cells.map { signs.level($0.intensity) }.joined()
    }

    private static let margin = 5

    /// The strongest sample in each column.
    private static func cells(_ pattern: HapticPattern, _ columns: Int, end: Double) -> [HapticSample] {
        let sampler = PatternSampler(pattern)
        let width = end / Double(columns)
        var cells = (0..<columns).map { sampler.strongest(inStep: $0, of: width, leastProbes: 4) }
        // A transient is strongest at its start.
        for tap in PatternComponents(pattern).taps {
            let column = Int(tap.time / width)
            guard cells.indices.contains(column), tap.intensity > cells[column].intensity else { continue }
            cells[column] = HapticSample(intensity: tap.intensity, sharpness: tap.sharpness)
        }
        return cells
    }

    private static func labels(_ axis: PlotAxis, _ columns: Int) -> String {
        var line = Array(repeating: Character(" "), count: columns + margin)
        for (index, tick) in axis.ticks.enumerated() {
            let start = margin + Int(tick.time / axis.end * Double(columns))
            let label = index == axis.ticks.count - 1 ? "\(tick.label) \(axis.unit)" : tick.label
            let column = min(start, line.count - label.count)
            guard column >= 0, line[max(0, column - 1)..<(column + label.count)].allSatisfy({ $0 == " " }) else {
                continue
            }
            for (offset, character) in label.enumerated() { line[column + offset] = character }
        }
        return String(line)
    }

    private static func withoutSpaceAtEnd(_ line: String) -> String {
        String(line.trimmingSuffix { $0 == " " })
    }

    /// The characters used for bars.
    private struct Signs {
        let isUnicode: Bool
        var side: String { isUnicode ? "│" : "|" }
        var corner: String { isUnicode ? "└" : "+" }
        var floor: String { isUnicode ? "─" : "-" }

        /// The character for one row of a bar: empty below 0, full above 1.
        func sign(of height: Double) -> String {
            guard height > 0 else { return " " }
            guard isUnicode else { return height >= 0.75 ? "#" : height >= 0.25 ? ":" : "." }
            return Self.blocks[min(Int(height * 8), 7)]
        }

        /// The character for a level of 0…1 in one row.
        func level(_ value: Double) -> String {
            guard value > 0 else { return " " }
            guard isUnicode else { return Self.grades[min(Int(value * 5), 4)] }
            return Self.blocks[min(Int(value * 8), 7)]
        }

        private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        private static let grades = [".", "-", "+", "*", "#"]
    }
}
