import LanguageServices
import Platform

/// Finds the cells of a text of separated values, row by row.
///
/// The grammar is RFC 4180 with what else is met with: a row ends with LF, CR or CRLF, and the file may mix them; a
/// quotation mark within a cell that does not begin with one is a character like others; what follows a closing
/// quotation mark belongs to the cell as it stands; a line with nothing on it is no row. A quotation mark that is never
/// closed is an error, because taking the rest of the file for one cell loses it.
struct RowScanner {
    /// What a line is.
    enum Kind { case row, blank, comment }

    /// Where a cell lies, counted from the start of its row.
    struct Cell {
        var start: Int
        var end: Int
        /// It begins with a quotation mark that means something.
        var isQuoted = false
        /// Its value is not just what stands between the marks: a mark is doubled, or something follows the last one.
        var isIntricate = false
        /// Something follows the closing quotation mark.
        var isRagged = false
    }

    let window: TextWindow
    let file: DeckFile
    let dialect: DelimitedDialect

    /// What was found last.
    private(set) var kind = Kind.blank
    private(set) var cells: [Cell] = []
    /// Whether one of them is in quotation marks.
    private(set) var hasQuotedCell = false
    /// Where its content ends, and where it ends itself, line end included.
    private(set) var contentEnd = 0
    private(set) var end = 0
    /// The line that it begins on, from 1.
    private(set) var line: Int
    private var lines = 0

    /// The largest cell, row in bytes, and row in cells, that is read.
    static let mostCellBytes = 64 << 20
    static let mostRowBytes = 128 << 20
    static let mostCells = 1 << 16

    private static let quote = UInt8(ascii: "\"")

    /// - Parameter line: The number of the line that the window begins with.
    init(_ window: TextWindow, file: DeckFile, dialect: DelimitedDialect, line: Int = 1) {
        self.window = window
        self.file = file
        self.dialect = dialect
        self.line = line
    }

    /// Goes on to the next line that stands for itself: a row, a blank line or a comment.
    ///
    /// - Parameter findsCells: Whether more is to be known of a row than where it ends.
    /// - Returns: `false` at the end of the text.
    /// - Throws: `ServiceError` for a cell that is not closed or too large, and where the file cannot be read.
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
    /// - Throws: `ServiceError` when it is no UTF-8.
    func text(_ cell: Cell) throws(ServiceError) -> String {
        if let text = decoded(cell) { return text }
        let mistake = StrictUTF8.firstMistake(window.bytes(cell.start..<cell.end)) ?? 0
        throw place(cell.start + mistake).notText(in: file)
    }

    /// The value of the cell in a column; nothing where the row has no such cell.
    func text(inColumn column: Int) throws(ServiceError) -> String {
        column < cells.count ? try text(cells[column]) : ""
    }

    private func decoded(_ cell: Cell) -> String? {
        if !cell.isIntricate {
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

    /// The place of a byte of the row.
    func place(_ offset: Int) -> TextPosition {
        TextPosition(of: offset, in: window.bytes(0..<window.count), from: TextPosition(line: line))
    }

    /// Finds the end of a row without quotation marks, of which the end of the line tells it.
    ///
    /// - Returns: `false` when there are quotation marks, the row is long, or it is not all there; then nothing is changed.
    private mutating func skipsPlainRow() -> Bool {
        let base = window.base
        // Where lines end with CR only, each row would take a search of all the rest.
        guard let lineFeed = base.first(0x0A, from: 0, to: min(window.count, 4096)) else { return false }
        if dialect.hasQuotes, base.first(Self.quote, from: 0, to: lineFeed) != nil { return false }
        contentEnd = base.first(0x0D, from: 0, to: lineFeed) ?? lineFeed
        return true
    }

    private mutating func row() throws(ServiceError) {
        var position = 0
        while true {
            guard cells.count < Self.mostCells else {
                throw place(position).tooLarge(in: file, "a row has more than \(Self.mostCells) cells")
            }
            var cell = Cell(start: position, end: position)
            if dialect.hasQuotes, try hasByte(position), window.base[position] == Self.quote {
                cell.isQuoted = true
                hasQuotedCell = true
                cell.end = try quotedEnd(&cell)
            } else {
                cell.end = try plainEnd(from: position, separator: dialect.separator)
            }
            if cell.end - cell.start > Self.mostCellBytes { throw cellTooLarge(cell.start) }
            cells.append(cell)
            position = cell.end
            guard try hasByte(position), window.base[position] == dialect.separator else { break }
            position += 1
        }
        contentEnd = position
    }

    /// Where a cell without quotation marks ends, from a place in it.
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

    /// Where a cell ends that begins with a quotation mark.
    private mutating func quotedEnd(_ cell: inout Cell) throws(ServiceError) -> Int {
        let start = cell.start
        var position = start + 1
        while true {
            guard let found = window.base.first(Self.quote, from: position, to: window.count) else {
                lines += countLineEnds(position..<window.count)
                position = window.count
                if try grow(cellStart: start) { continue }
                throw place(start).error(
                    in: file,
                    "the quotation mark here is never closed",
                    remedy: "close it, or double it and put the whole cell in quotation marks; "
                        + "if quotation marks mean nothing in this file, say so"
                )
            }
            lines += countLineEnds(position..<found)
            position = found + 1
            guard try hasByte(position), window.base[position] == Self.quote else { break }
            cell.isIntricate = true
            position += 1
        }
        if try hasByte(position) {
            let byte = window.base[position]
            if byte != dialect.separator, byte != 0x0A, byte != 0x0D {
                cell.isIntricate = true
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

    /// How many lines end in a part of the row; of CRLF, the CR counts.
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
        if window.count - cellStart > Self.mostCellBytes { throw cellTooLarge(cellStart) }
        if window.count > Self.mostRowBytes {
            throw place(0).tooLarge(in: file, "a row is larger than \(Self.mostRowBytes >> 20) MiB")
        }
        return try window.more()
    }

    private func cellTooLarge(_ start: Int) -> ServiceError {
        let isQuoted = dialect.hasQuotes && start < window.count && window.base[start] == Self.quote
        return place(start).tooLarge(
            in: file,
            "a cell is larger than \(Self.mostCellBytes >> 20) MiB",
            remedy: isQuoted ? "see whether the quotation mark here is closed" : "see whether the file is a text"
        )
    }
}

extension UnsafePointer<UInt8> {
    /// The first of some byte in a range of distances.
    fileprivate func first(_ byte: UInt8, from start: Int, to end: Int) -> Int? {
        guard start < end, let found = memchr(self + start, Int32(byte), end - start) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(self)
    }
}
