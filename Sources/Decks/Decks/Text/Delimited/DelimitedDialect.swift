import LanguageServices

/// The dialect of a file with delimiter-separated values.
struct DelimitedDialect: Sendable, Hashable {
    var separator: UInt8

    /// Whether a quotation mark at the start of a cell begins a quoted cell.
    var hasQuotes = true

    /// Whether lines that begin with `#` are comments.
    var hasComments = false

    /// The kind of line ends within cells, if it is uniform in the sample.
    var cellLineEnd: LineEnd?

    /// A scanner at the first line of a file.
    func scanner(of file: DeckFile, hasMark: Bool) throws(ServiceError) -> RowScanner {
        let window = TextWindow(try file.open())
        if hasMark, try window.more() { window.drop(3) }
        return RowScanner(window, file: file, dialect: self)
    }

    /// The cells of the first row, regardless of its length; empty if there is no row.
    func firstRow(of file: DeckFile, hasMark: Bool) throws(ServiceError) -> [String] {
        var scanner = try scanner(of: file, hasMark: hasMark)
        while try scanner.next() {
            guard scanner.kind == .row else { continue }
            return try scanner.cells.map { cell throws(ServiceError) in try scanner.text(cell) }
        }
        return []
    }
}

/// A kind of line end.
enum LineEnd: Sendable, Hashable {
    case lf, cr, crlf

    var bytes: [UInt8] {
        switch self {
        case .lf: [0x0A]
        case .cr: [0x0D]
        case .crlf: [0x0D, 0x0A]
        }
    }

    /// The kind of line end used in a text; `nil` if it has a single line or mixed line ends.
    static func common(in text: UnsafeRawBufferPointer) -> LineEnd? {
        var found: LineEnd?
        var index = 0
        while index < text.count {
            var kind: LineEnd?
            if text[index] == 0x0D {
                kind = index + 1 < text.count && text[index + 1] == 0x0A ? .crlf : .cr
            } else if text[index] == 0x0A {
                kind = .lf
            }
            if let kind {
                if let found, found != kind { return nil }
                found = kind
                if kind == .crlf { index += 1 }
            }
            index += 1
        }
        return found
    }
}
