/// A line of a file, and where it stands.
struct TextLine: Sendable {
    let text: Substring
    let place: DataPlace

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
    let heading: Heading?

    init(_ text: Substring, place: DataPlace) {
        self.text = text
        self.place = place
        heading =
            switch text.utf8.first {
            case UInt8(ascii: "["): .group
            case UInt8(ascii: "="): text.utf8.starts(with: "= ".utf8) ? .word : nil
            case UInt8(ascii: "k"): text.utf8.starts(with: "kind ".utf8) ? .kind : nil
            case UInt8(ascii: "s"): text.utf8.starts(with: "set ".utf8) ? .set : nil
            default: nil
            }
    }

    /// The line's cells.
    var cells: [Substring] { text.parts(at: "\t") }

    /// Where a cell begins in the line, in Unicode scalars from 1; of a cell that is not there, where it would.
    func column(ofCell number: Int) -> Int {
        let cells = cells.prefix(number)
        let length = cells.reduce(0) { $0 + $1.unicodeScalars.count + 1 }
        return cells.count < number ? length : length + 1
    }
}
