/// Says of most texts that none of a few words is in them, by their first bytes and lengths alone.
///
/// Nearly all translations of a dictionary have no article and no placeholder, and cutting each into words only to see
/// that takes longer than all else that is done with it.
struct WordFilter: Sendable {
    /// A bit for each first byte, by its lowest six bits.
    private let firsts: UInt64
    /// A bit for each length in bytes, the last one for all from 63.
    private let lengths: UInt64

    init(_ words: some Sequence<String>) {
        var firsts: UInt64 = 0
        var lengths: UInt64 = 0
        for word in words {
            guard let first = word.utf8.first else { continue }
            firsts |= 1 << UInt64(first & 63)
            lengths |= 1 << UInt64(min(word.utf8.count, 63))
        }
        self.firsts = firsts
        self.lengths = lengths
    }

    /// Whether one of the words may be among those of a text, which has spaces between them. A word with a slash in it
    /// may always be one: it may be made of several.
    func mayBeIn(_ text: String) -> Bool {
        guard firsts != 0 else { return false }
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            var start = 0
            var hasSlash = false
            for place in 0...bytes.count {
                let byte = place < bytes.count ? bytes[place] : UInt8(ascii: " ")
                if byte == UInt8(ascii: "/") { hasSlash = true }
                guard byte == UInt8(ascii: " ") else { continue }
                if hasSlash || place > start && mayBe(bytes[start], place &- start) { return true }
                start = place &+ 1
            }
            return false
        } ?? true
    }

    /// Whether one of the words may be the first of a text.
    func mayBegin(_ text: String) -> Bool {
        guard firsts != 0 else { return false }
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            guard let first = bytes.first else { return false }
            return mayBe(first, bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.count)
        } ?? true
    }

    private func mayBe(_ first: UInt8, _ count: Int) -> Bool {
        firsts &>> UInt64(first & 63) & 1 == 1 && lengths &>> UInt64(min(count, 63)) & 1 == 1
    }
}

extension String {
    /// Whether there are spaces that say nothing: at an end, or two in a row.
    var hasExtraSpaces: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            var last = UInt8(ascii: " ")
            for byte in bytes {
                if byte == UInt8(ascii: " "), last == byte { return true }
                last = byte
            }
            return last == UInt8(ascii: " ")
        } ?? true
    }
}
