import LanguageServices
import Platform

/// A text with its words, their readings and their translations below each other.
struct InterlinearText {
    private let columns: [Column]
    private let width: Int

    /// A word with what stands below it.
    private struct Column {
        var cells: [String]
        var width: Int
    }

    /// - Parameters:
    ///   - translation: A translation with a gloss; one without becomes a single column.
    ///   - text: The text.
    ///   - width: How many columns of the terminal a line may have.
    init(_ translation: Translation, of text: String, width: Int) {
        self.width = max(width, 20)
        var pieces = translation.gloss
        if pieces.isEmpty {
            pieces = [GlossedWord(text, translation: translation.text, reading: translation.reading)]
        }
        let words = pieces.filter { !BlankText.isBlank($0.text) }
        let hasReadings = words.contains { $0.reading != nil }
        columns = words.map { word in
            var cells = [word.text]
            if hasReadings { cells.append(word.reading ?? "") }
            // What stands between words has no translation, and needs none; an unknown word shows that it is unknown.
            let isWord = word.text.unicodeScalars.contains { $0.properties.isAlphabetic }
            cells.append(word.translation ?? (isWord ? "?" : ""))
            return Column(cells: cells, width: cells.map(TerminalText.columns(of:)).max() ?? 0)
        }
    }

    /// The lines: a group for each stretch that fits the width, with an empty line between groups.
    var lines: [String] {
        var lines: [String] = []
        var stretch: [Column] = []
        var used = 0
        func finish() {
            guard let rows = stretch.first?.cells.count else { return }
            if !lines.isEmpty { lines.append("") }
            var table = Table()
            for row in 0..<rows { table.add(stretch.map { $0.cells[row] }) }
            lines += table.lines
        }
        for column in columns {
            if used > 0, used + 2 + column.width > width {
                finish()
                (stretch, used) = ([], 0)
            }
            used += column.width + (stretch.isEmpty ? 0 : 2)
            stretch.append(column)
        }
        finish()
        return lines
    }
}
