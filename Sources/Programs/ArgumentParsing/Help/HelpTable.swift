/// Rows of help under headings, with one left column for all of them.
struct HelpTable {
    private static let indentation = 2
    private static let gap = 2

    let width: Int
    /// The width of the label column.
    let column: Int

    /// Chooses the column so that most labels fit and at least half of the line is left for what they mean.
    init(width: Int, rows: [HelpRow]) {
        self.width = width
        let widest = width / 2 - Self.indentation - Self.gap
        column = rows.map(\.label.count).filter { $0 <= widest }.max() ?? 0
    }

    func lines(_ heading: String, _ rows: [HelpRow]) -> [String] {
        rows.isEmpty ? [] : ["", "\(heading):"] + rows.flatMap(lines)
    }

    private func lines(_ row: HelpRow) -> [String] {
        let left = Self.indentation + column + Self.gap
        var meanings = TextWrapping.lines(row.meaning, width: width - left)
        let label = TextWrapping.spaces(Self.indentation) + row.label
        var lines: [String] = []
        if row.label.count > column || meanings.isEmpty {
            lines.append(label)
        } else {
            lines.append(
                label + TextWrapping.spaces(left - Self.indentation - row.label.count) + meanings.removeFirst()
            )
        }
        return lines + meanings.map { TextWrapping.spaces(left) + $0 }
    }
}
