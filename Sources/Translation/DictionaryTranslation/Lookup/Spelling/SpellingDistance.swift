/// Counts in how many letters a text differs from others: letters inserted, deleted, replaced, and neighbours swapped
/// (Damerau–Levenshtein distance in the form of optimal string alignment).
///
/// The text is at most 64 letters long, so that a column of the table of distances fits into a machine word and each letter
/// of the other text costs a few operations: the bit-parallel algorithm of Hyyrö (A Bit-Vector Algorithm for Computing
/// Levenshtein and Damerau Edit Distances, Nordic Journal of Computing 10, 2003).
struct SpellingDistance: Sendable {
    /// How many letters the text has.
    let count: Int
    /// For each letter of ASCII, where it stands in the text.
    private let places: [UInt64]
    /// For all other letters.
    private let otherPlaces: [UInt32: UInt64]

    /// Prepares a text; `nil` for an empty one, and one of more than 64 letters.
    init?(_ text: [Unicode.Scalar]) {
        guard (1...64).contains(text.count) else { return nil }
        var places = [UInt64](repeating: 0, count: 128)
        var others: [UInt32: UInt64] = [:]
        for (place, scalar) in text.enumerated() {
            let bit = UInt64(1) << UInt64(place)
            if scalar.value < 128 { places[Int(scalar.value)] |= bit } else { others[scalar.value, default: 0] |= bit }
        }
        count = text.count
        self.places = places
        otherPlaces = others
    }

    /// The distance to another text, or `nil` when it is above a limit.
    ///
    /// - Parameters:
    ///   - utf8: The other text. What is no UTF-8 in it counts as letters that the text does not have.
    ///   - limit: The limit.
    func distance(to utf8: UnsafeRawBufferPointer, limit: Int) -> Int? {
        // A letter has one to four bytes.
        guard utf8.count >= count - limit, utf8.count <= (count + limit) * 4 else { return nil }
        var vertical = (plus: UInt64.max, minus: UInt64(0))
        var diagonal: UInt64 = 0
        var before: UInt64 = 0
        var distance = count
        var length = 0
        let last = UInt64(1) << UInt64(count - 1)
        return places.withUnsafeBufferPointer { places in
            var index = 0
            while index < utf8.count {
                let match: UInt64
                let byte = utf8[index]
                index += 1
                if byte < 0x80 {
                    match = places[Int(byte)]
                } else {
                    var value = UInt32(byte) & (byte >= 0xF0 ? 0x07 : byte >= 0xE0 ? 0x0F : 0x1F)
                    while index < utf8.count, utf8[index] & 0xC0 == 0x80 {
                        value = value << 6 | UInt32(utf8[index] & 0x3F)
                        index += 1
                    }
                    match = otherPlaces[value] ?? 0
                }
                length += 1
                let swapped = ((~diagonal & match) << 1) & before
                diagonal =
                    (((match & vertical.plus) &+ vertical.plus) ^ vertical.plus) | match | vertical.minus | swapped
                var plus = vertical.minus | ~(diagonal | vertical.plus)
                var minus = diagonal & vertical.plus
                if plus & last != 0 { distance += 1 }
                if minus & last != 0 { distance -= 1 }
                plus = plus << 1 | 1
                minus <<= 1
                vertical = (minus | ~(diagonal | plus), plus & diagonal)
                before = match
                // Each letter that is left lowers the distance by one at most.
                if distance - (utf8.count - index) > limit { return nil }
            }
            return distance <= limit && abs(length - count) <= limit ? distance : nil
        }
    }
}
