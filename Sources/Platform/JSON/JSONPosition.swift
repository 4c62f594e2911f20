/// A place in a JSON document, as an editor shows it.
///
/// Lines end with LF, CR or CRLF, each of which counts once. Columns count Unicode scalars, not bytes and not what looks
/// like one character: a tab is one column, `👍` is one, and `é` written as `e` plus a combining accent is two. A byte
/// order mark at the start of the file takes no column.
package struct JSONPosition: Sendable, Hashable {
    /// The line, counted from 1.
    package var line: Int

    /// The Unicode scalar within the line, counted from 1.
    package var column: Int

    /// The distance from the start of the file in bytes of UTF-8, counted from 0, a byte order mark included.
    package var offset: Int

    /// Where every document starts.
    package static let start = Self(line: 1, column: 1, offset: 0)

    /// Creates a position.
    package init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }
}

extension JSONPosition: Comparable, CustomStringConvertible {
    /// Whether one place comes before another in the same document.
    package static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }

    /// Line and column: `3:14`.
    package var description: String { "\(line):\(column)" }
}
