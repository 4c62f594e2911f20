/// Searches the bytes of a text for marks, ignoring ASCII case, and caches the results, so that the total time for all
/// searches is linear in the length of the text.
struct MarkSearch {
    private let bytes: [UInt8]

    /// The cached position of each mark's next occurrence; the length of the text when there is none.
    private var known: [String: (from: Int, position: Int)] = [:]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The end of the next occurrence of a mark.
    mutating func end(of mark: String, from start: Int) -> Int? {
        if let known = known[mark], known.from <= start, start <= known.position {
            return known.position < bytes.count ? known.position + mark.utf8.count : nil
        }
        var position = start
        while position < bytes.count, !Self.matches(mark, bytes, position) { position += 1 }
        known[mark] = (start, min(position, bytes.count))
        return position < bytes.count ? position + mark.utf8.count : nil
    }

    /// Whether a mark, in lower case, is at a position.
    static func matches(_ mark: String, _ bytes: [UInt8], _ position: Int) -> Bool {
        guard position >= 0, position + mark.utf8.count <= bytes.count else { return false }
        return zip(mark.utf8, bytes[position...]).allSatisfy { byte, here in
            here == byte || (0x41...0x5A).contains(here) && here + 0x20 == byte
        }
    }
}
