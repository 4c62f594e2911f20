import LanguageServices
import Platform

/// Rows in aligned columns, two spaces apart; the last column has no fixed width.
struct Table {
    private var rows: [[String]] = []

    /// Adds a row.
    mutating func add(_ cells: String...) {
        rows.append(cells)
    }

    /// Adds a row.
    mutating func add(_ cells: [String]) {
        rows.append(cells)
    }

    /// The number of rows.
    var count: Int { rows.count }

    /// The rows as lines without trailing spaces.
    var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? TerminalText.columns(of: $0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column < row.count - 1 {
                    line += String(repeating: " ", count: max(0, widths[column] - TerminalText.columns(of: cell)) + 2)
                }
            }
            return String(line.trimmingSuffix { $0 == " " })
        }
    }
}
