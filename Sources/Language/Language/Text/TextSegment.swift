/// A stretch of a text, in Unicode scalars counted from its start.
package struct TextSegment: Sendable, Hashable {
    /// Where it stands.
    package var range: Range<Int>

    /// What it is made of.
    package var kind: Kind

    /// Creates a segment.
    package init(range: Range<Int>, kind: Kind) {
        self.range = range
        self.kind = kind
    }

    /// What a segment is made of.
    package enum Kind: Sendable, Hashable {
        /// Letters or digits: what is read as a word or a number.
        case word
        /// Symbols and punctuation, which may be read aloud or not.
        case symbol
        /// White space.
        case space
    }
}
