/// Looks for marks in the bytes of a text, without regard to upper and lower case of ASCII letters, and remembers which
/// it did not find: all searches together take a time that grows with the text, however often one is begun.
struct MarkSearch {
    private let bytes: [UInt8]

    /// The place of the next occurrence that is known, by mark; the length of the text when there is none.
    private var known: [String: (from: Int, place: Int)] = [:]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Where the next occurrence of a mark ends.
    mutating func end(of mark: String, from start: Int) -> Int? {
        if let known = known[mark], known.from <= start, start <= known.place {
            return known.place < bytes.count ? known.place + mark.utf8.count : nil
        }
        var place = start
        while place < bytes.count, !Self.matches(mark, bytes, place) { place += 1 }
        known[mark] = (start, min(place, bytes.count))
        return place < bytes.count ? place + mark.utf8.count : nil
    }

    /// Whether a mark, in lower case, stands at a place.
    static func matches(_ mark: String, _ bytes: [UInt8], _ place: Int) -> Bool {
        guard place >= 0, place + mark.utf8.count <= bytes.count else { return false }
        return zip(mark.utf8, bytes[place...]).allSatisfy { byte, here in
            here == byte || (0x41...0x5A).contains(here) && here + 0x20 == byte
        }
    }
}
