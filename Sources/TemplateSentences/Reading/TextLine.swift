/// A line of a file, and where it stands.
struct TextLine: Sendable {
    var text: Substring
    var place: DataPlace

    /// What a line of a file of templates begins.
    enum Heading {
        /// `[n food]`
        case group
        /// `= bottle`
        case word
        /// `kind fruit: food`
        case kind
        /// `set people`
        case set
    }

    /// What the line begins; `nil` when it belongs to what an earlier one has begun.
    var heading: Heading? {
        switch text.utf8.first {
        case UInt8(ascii: "["): .group
        case UInt8(ascii: "="): text.utf8.starts(with: "= ".utf8) ? .word : nil
        case UInt8(ascii: "k"): text.utf8.starts(with: "kind ".utf8) ? .kind : nil
        case UInt8(ascii: "s"): text.utf8.starts(with: "set ".utf8) ? .set : nil
        default: nil
        }
    }

    /// The line's cells, with the place of each in it, in Unicode scalars from 1.
    var cells: [(text: Substring, column: Int)] {
        var result: [(text: Substring, column: Int)] = []
        var column = 1
        for cell in text.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false) {
            let cell = Substring(cell)
            result.append((cell, column))
            column += cell.unicodeScalars.count + 1
        }
        return result
    }
}
