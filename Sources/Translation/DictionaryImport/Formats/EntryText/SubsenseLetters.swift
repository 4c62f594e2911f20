/// The letters that count the parts of a sense: `a. adres`, and on a later line `b.`
///
/// They begin with *a* and go up one by one, so that an abbreviation at the start of a line (*p. n. e.*) is none.
struct SubsenseLetters {
    private var last: UInt8?

    /// A text without the letter that it begins with, when that is the next.
    mutating func removed(from text: ByteText) -> ByteText {
        let letter = text.first
        let isFirst = letter == UInt8(ascii: "a")
        let isNext = last.map { letter == $0 + 1 } ?? false
        guard isFirst || isNext && letter <= UInt8(ascii: "z"), text[text.start + 1] == UInt8(ascii: "."),
            text.start + 2 == text.end || text[text.start + 2].isBlank
        else { return text }
        last = letter
        return text.part(from: text.start + 2).trimmed
    }

    /// Where the two spaces stand that part an expression from the first of several translations.
    static func first(in text: ByteText) -> Int? {
        var place = text.start + 1
        while place + 4 < text.end {
            if text.has("  a. ", at: place) { return place }
            place += 1
        }
        return nil
    }
}
