import Platform

/// A text wrapped to a terminal's width, with one word in reverse video so that a reader can follow playback.
public struct HighlightedText: Sendable {
    private let scalars: [Unicode.Scalar]

    /// The rows, as ranges of Unicode scalars.
    public let rows: [Range<Int>]

    /// Breaks a text into rows.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - width: The maximum number of columns per row.
    public init(_ text: String, width: Int) {
        scalars = Array(text.unicodeScalars)
        var rows: [Range<Int>] = []
        var start = 0
        var columns = 0
        // The position after the row's last space, the preferred break.
        var lastBreak: Int?
        for index in scalars.indices {
            let own = Self.columns(scalars[index])
            if columns + own > max(8, width), index > start {
                let end = lastBreak ?? index
                rows.append(start..<end)
                start = end
                lastBreak = nil
                columns = scalars[start..<index].reduce(0) { $0 + Self.columns($1) }
            }
            columns += own
            if scalars[index].properties.isWhitespace { lastBreak = index + 1 }
        }
        if start < scalars.count { rows.append(start..<scalars.count) }
        self.rows = rows
    }

    /// The row that contains an offset in the text.
    public func row(of offset: Int) -> Int? { rows.firstIndex { $0.contains(offset) } }

    /// The terminal output for a row.
    ///
    /// - Parameters:
    ///   - row: The index of the row.
    ///   - word: The range shown in reverse video, in Unicode scalars of the text.
    public func line(_ row: Int, highlighting word: Range<Int>? = nil) -> String {
        guard rows.indices.contains(row) else { return "" }
        let range = rows[row]
        let marked = word.map { $0.clamped(to: range) } ?? range.lowerBound..<range.lowerBound
        guard !marked.isEmpty else { return Self.text(scalars[range]) }
        return Self.text(scalars[range.lowerBound..<marked.lowerBound]) + "\u{1B}[7m" + Self.text(scalars[marked])
            + "\u{1B}[27m" + Self.text(scalars[marked.upperBound..<range.upperBound])
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        // A newline would break the row, and other control characters are made visible.
        for scalar in scalars { view.append(scalar.properties.isWhitespace ? " " : scalar) }
        return TerminalText.oneLine(String(view))
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        // Other control characters are shown as code points.
        scalar.properties.generalCategory == .control && !scalar.properties.isWhitespace
            ? 6 : TerminalText.columns(of: scalar)
    }
}
