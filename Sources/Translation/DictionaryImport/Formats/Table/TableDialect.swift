/// What separates the columns of a table.
enum TableDialect {
    /// The separator of a table, seen from its first rows: tab, semicolon or comma.
    ///
    /// It is the one by which most rows have as many columns as the first; where several do, a tab is surer than a
    /// semicolon, and a semicolon than a comma, which words may hold themselves.
    static func separator(of rows: [[UInt8]]) -> UInt8? {
        var best: (separator: UInt8, agreeing: Int)?
        for separator in [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")] {
            let counts = rows.map { columns($0, separator) }
            guard let first = counts.first, first > 1 else { continue }
            let agreeing = counts.count { separator == UInt8(ascii: "\t") ? $0 > 1 : $0 == first }
            if agreeing > best?.agreeing ?? 0 { best = (separator, agreeing) }
        }
        return best?.separator
    }

    private static func columns(_ row: [UInt8], _ separator: UInt8) -> Int {
        row.withUnsafeBufferPointer { bytes in
            guard let text = ByteText(bytes) else { return 0 }
            return fields(text, separator)?.count ?? 1
        }
    }

    /// The fields of a row by RFC 4180: a field may stand in quotation marks, and has them doubled inside.
    ///
    /// A mark that is not at both ends of a field is a part of its text, as in most files with tabs.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - separator: What stands between the fields.
    ///   - isLiteral: Whether marks are a part of the text wherever they stand.
    /// - Returns: `nil` when a field that began with a mark does not end with one: the row goes on in the next line.
    static func fields(_ row: ByteText, _ separator: UInt8, isLiteral: Bool = false) -> [String]? {
        var result: [String] = []
        var place = row.start
        while true {
            if row[place] == quote, !isLiteral {
                var bytes: [UInt8] = []
                var end = place + 1
                while end < row.end {
                    if row[end] == quote {
                        if row[end + 1] != quote { break }
                        end += 1
                    }
                    bytes.append(row[end])
                    end += 1
                }
                if end >= row.end { return nil }
                if end + 1 == row.end || row[end + 1] == separator {
                    result.append(bytes.withUnsafeBufferPointer { ByteText($0)?.trimmed.string ?? "" })
                    if end + 1 == row.end { return result }
                    place = end + 2
                    if place == row.end {
                        result.append("")
                        return result
                    }
                    continue
                }
            }
            let end = row.firstPlace(of: separator, from: place) ?? row.end
            result.append(row.part(from: place, to: end).trimmed.string)
            if end == row.end { return result }
            place = end + 1
        }
    }

    private static let quote = UInt8(ascii: "\"")
}
