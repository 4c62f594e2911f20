import LanguageServices
import Platform

/// Scans the cells of delimiter-separated text, row by row.
///
/// The grammar is RFC 4180 with common deviations: a row ends with LF, CR or CRLF, which may be mixed; a quotation mark
/// within an unquoted cell is an ordinary character; text after a closing quotation mark is part of the cell; an empty
/// line is not a row. An unclosed quotation mark is an error because the rest of the file would become one cell.
struct RowScanner {
    /// The kind of a line.
    enum Kind { case row, blank, comment }

    /// The range of a cell, relative to the start of its row.
    struct Cell {
        var start: Int
        var end: Int
        /// Whether it begins with an opening quotation mark.
        var isQuoted = false
        /// Whether its value differs from the text between the quotation marks: a quotation mark is doubled, or text
        /// follows the closing one.
        var isComplex = false
        /// Whether text follows the closing quotation mark.
        var isRagged = false
    }

    let window: TextWindow
    let file: DeckFile
    let dialect: DelimitedDialect

    /// The kind of the current line.
    private(set) var kind = Kind.blank
    private(set) var cells: [Cell] = []
    /// Whether one of the cells is quoted.
    private(set) var hasQuotedCell = false
    /// The end of the content, without and with the line end.
    private(set) var contentEnd = 0
    private(set) var end = 0
    /// The line number, from 1.
    private(set) var line: Int
    private var lines = 0

    /// The maximum number of bytes in a cell, of bytes in a row, and of cells in a row.
    static let maximumCellBytes = 64 << 20
    static let maximumRowBytes = 128 << 20
    static let maximumCells = 1 << 16

    private static let quote = UInt8(ascii: "\"")

    /// - Parameter line: The number of the first line in the window.
    init(_ window: TextWindow, file: DeckFile, dialect: DelimitedDialect, line: Int = 1) {
        self.window = window
        self.file = file
        self.dialect = dialect
        self.line = line
    }

    /// Advances to the next row, blank line or comment.
    ///
    /// - Parameter findsCells: Whether to find the cells of a row rather than only its end.
    /// - Returns: `false` at the end of the text.
    /// - Throws: `ServiceError` for a cell that is unclosed or too large, or when the file cannot be read.
    mutating func next(findsCells: Bool = true) throws(ServiceError) -> Bool {
        window.drop(end)
        line += lines
        lines = 0
        end = 0
        contentEnd = 0
        hasQuotedCell = false
        cells.removeAll(keepingCapacity: true)
        if window.count == 0, try !window.more() { return false }
        if dialect.hasComments, window.base[0] == UInt8(ascii: "#") {
            kind = .comment
            contentEnd = try plainEnd(from: 0, separator: 0x0A)
        } else {
            if findsCells || !skipsPlainRow() { try row() }
            kind = contentEnd == 0 ? .blank : .row
            if kind == .blank { cells.removeAll(keepingCapacity: true) }
        }
        try lineEnd()
        return true
    }

    /// The value of a cell.
    ///
    /// - Throws: `ServiceError` when it is not UTF-8.
    func text(_ cell: Cell) throws(ServiceError) -> String {
        if let text = decoded(cell) { return text }
        let mistake = StrictUTF8.firstMistake(window.bytes(cell.start..<cell.end)) ?? 0
        throw textPosition(at: cell.start + mistake).notText(in: file)
    }

    /// The value of the cell in a column; empty if the row has no such cell.
    func text(inColumn column: Int) throws(ServiceError) -> String {
        column < cells.count ? try text(cells[column]) : ""
    }

    private func decoded(_ cell: Cell) -> String? {
        if !cell.isComplex {
            let inset = cell.isQuoted ? 1 : 0
            return StrictUTF8.text(window.bytes(cell.start + inset..<max(cell.start + inset, cell.end - inset)))
        }
        let raw = window.bytes(cell.start..<cell.end)
        var value: [UInt8] = []
        value.reserveCapacity(raw.count)
        var isInside = true
        var index = 1
        while index < raw.count {
            if isInside, raw[index] == Self.quote {
                if index + 1 < raw.count, raw[index + 1] == Self.quote {
                    value.append(Self.quote)
                    index += 1
                } else {
                    isInside = false
                }
            } else {
                value.append(raw[index])
            }
            index += 1
        }
        return value.withUnsafeBytes { StrictUTF8.text($0) }
    }

    /// The position of a byte in the row.
    func textPosition(at offset: Int) -> TextPosition {
        TextPosition(of: offset, in: window.bytes(0..<window.count), from: TextPosition(line: line))
    }

    /// Skips a row without quotation marks by searching for its line end.
    ///
    /// - Returns: `false`, without side effects, when the row has quotation marks, is long, or is incomplete.
    private mutating func skipsPlainRow() -> Bool {
        let base = window.base
        // With CR line ends, each row would require a search of all remaining data.
        guard let lineFeed = base.first(0x0A, from: 0, to: min(window.count, 4096)) else { return false }
        if dialect.hasQuotes, base.first(Self.quote, from: 0, to: lineFeed) != nil { return false }
        contentEnd = base.first(0x0D, from: 0, to: lineFeed) ?? lineFeed
        return true
    }

    private mutating func row() throws(ServiceError) {
        var position = 0
        while true {
            guard cells.count < Self.maximumCells else {
                throw textPosition(at: position).tooLarge(in: file, "a row has more than \(Self.maximumCells) cells")
            }
            var cell = Cell(start: position, end: position)
            if dialect.hasQuotes, try hasByte(position), window.base[position] == Self.quote {
                cell.isQuoted = true
                hasQuotedCell = true
                cell.end = try quotedEnd(&cell)
            } else {
                cell.end = try plainEnd(from: position, separator: dialect.separator)
            }
            if cell.end - cell.start > Self.maximumCellBytes { throw cellTooLarge(cell.start) }
            cells.append(cell)
            position = cell.end
            guard try hasByte(position), window.base[position] == dialect.separator else { break }
            position += 1
        }
        contentEnd = position
    }

    /// The end of an unquoted cell, from a position in it.
    private func plainEnd(from start: Int, separator: UInt8) throws(ServiceError) -> Int {
        var position = start
        while true {
            let (base, count) = (window.base, window.count)
            while position < count {
                let byte = base[position]
                if byte == separator || byte == 0x0A || byte == 0x0D { return position }
                position += 1
            }
            guard try grow(cellStart: start) else { return position }
        }
    }

    /// The end of a quoted cell.
    private mutating func quotedEnd(_ cell: inout Cell) throws(ServiceError) -> Int {
        let start = cell.start
        var position = start + 1
        while true {
            guard let found = window.base.first(Self.quote, from: position, to: window.count) else {
                lines += countLineEnds(position..<window.count)
                position = window.count
                if try grow(cellStart: start) { continue }
                throw textPosition(at: start).error(
                    in: file,
                    "this quotation mark is never closed",
                    remedy: "close it, or double it and quote the whole cell; "
                        + "if quotation marks are ordinary characters in this file, disable quoting"
                )
            }
            lines += countLineEnds(position..<found)
            position = found + 1
            guard try hasByte(position), window.base[position] == Self.quote else { break }
            cell.isComplex = true
            position += 1
        }
        if try hasByte(position) {
            let byte = window.base[position]
            if byte != dialect.separator, byte != 0x0A, byte != 0x0D {
                cell.isComplex = true
                cell.isRagged = true
                return try plainEnd(from: position, separator: dialect.separator)
            }
        }
        return position
    }

    private mutating func lineEnd() throws(ServiceError) {
        end = contentEnd
        guard try hasByte(end) else { return }
        let isReturn = window.base[end] == 0x0D
        end += 1
        lines += 1
        if isReturn, try hasByte(end), window.base[end] == 0x0A { end += 1 }
    }

    /// The number of line ends in a part of the row; for CRLF, only the CR is counted.
    private func countLineEnds(_ range: Range<Int>) -> Int {
        let base = window.base
        var count = 0
        for index in range {
            if base[index] == 0x0D {
                count += 1
            } else if base[index] == 0x0A, base[index - 1] != 0x0D {
                count += 1
            }
        }
        return count
    }

    private func hasByte(_ position: Int) throws(ServiceError) -> Bool {
        if position < window.count { return true }
        return try grow(cellStart: position)
    }

    private func grow(cellStart: Int) throws(ServiceError) -> Bool {
        if window.count - cellStart > Self.maximumCellBytes { throw cellTooLarge(cellStart) }
        if window.count > Self.maximumRowBytes {
            throw textPosition(at: 0).tooLarge(in: file, "a row is larger than \(Self.maximumRowBytes >> 20) MiB")
        }
        return try window.more()
    }

    private func cellTooLarge(_ start: Int) -> ServiceError {
        let isQuoted = dialect.hasQuotes && start < window.count && window.base[start] == Self.quote
        return textPosition(at: start).tooLarge(
            in: file,
            "a cell is larger than \(Self.maximumCellBytes >> 20) MiB",
            remedy: isQuoted ? "check whether this quotation mark is closed" : "check whether the file is a text file"
        )
    }
}

extension UnsafePointer<UInt8> {
    /// The offset of the first occurrence of a byte in a range.
    fileprivate func first(_ byte: UInt8, from start: Int, to end: Int) -> Int? {
        guard start < end, let found = memchr(self + start, Int32(byte), end - start) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(self)
    }
}
