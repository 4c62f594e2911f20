/// Tells the format of a file by its first lines.
enum FormatDetection {
    /// The format in which most of the lines are.
    static func format(of lines: [CorpusText.Line]) -> CorpusFormat {
        var counts: [CorpusFormat: Int] = [:]
        var total = 0
        for line in lines where !line.text.isEmpty {
            total += 1
            if let format = format(of: line.text) { counts[format, default: 0] += 1 }
        }
        // Running text may have a table in it.
        guard let best = counts.max(by: { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }),
            best.value * 10 >= total * 8
        else { return .text }
        return best.key
    }

    private static func format(of line: String) -> CorpusFormat? {
        let cells = line.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false)
        guard cells.count >= 2 else { return nil }
        guard isNumber(cells[0]) else {
            return cells.count <= 3 && !cells[0].isEmpty && !cells[1].isEmpty ? .pairs : nil
        }
        if cells.count >= 3, isLanguage(cells[1]) { return .tatoeba }
        if cells.count == 4, isNumber(cells[2]) { return .tatoebaPairs }
        return cells.count == 2 ? .numbered : nil
    }

    static func isNumber(_ cell: Substring) -> Bool {
        (1...15).contains(cell.utf8.count) && cell.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// An ISO 639-3 code, or what Tatoeba has where it knows none.
    private static func isLanguage(_ cell: Substring) -> Bool {
        cell == "\\N" || (2...4).contains(cell.utf8.count) && cell.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }
}
