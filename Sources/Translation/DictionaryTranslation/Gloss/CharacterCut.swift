/// Cuts a stretch that is written without spaces into headwords.
enum CharacterCut {
    /// The longest headword that is tried.
    static let longest = 12

    /// The ends of the pieces of a stretch.
    ///
    /// Of all ways to cut it the one is taken that leaves the fewest characters unknown, then the one with the fewest pieces,
    /// then the one with the fewest pieces of one character, then the one whose first pieces are the longest. Neighbouring
    /// characters that are not known stay single.
    ///
    /// - Parameters:
    ///   - count: How many characters there are.
    ///   - isHeadword: Whether the characters of a range are a headword.
    static func ends(count: Int, isHeadword: (Range<Int>) throws -> Bool) rethrows -> [Int] {
        guard count > 0 else { return [] }
        var costs = [Int](repeating: 0, count: count + 1)
        var lengths = [Int](repeating: 1, count: count + 1)
        for start in stride(from: count - 1, through: 0, by: -1) {
            var best = Int.max
            for length in stride(from: min(longest, count - start), through: 1, by: -1) {
                let isKnown = try isHeadword(start..<(start + length))
                guard isKnown || length == 1 else { continue }
                let cost = costs[start + length] + (isKnown ? piece : unknown) + (length == 1 ? 1 : 0)
                if cost < best {
                    best = cost
                    lengths[start] = length
                }
            }
            costs[start] = best
        }
        var ends: [Int] = []
        var place = 0
        while place < count {
            place += max(1, lengths[place])
            ends.append(place)
        }
        return ends
    }

    /// Each weighs more than all that is less important; a text has less than a million characters, so nothing overflows.
    private static let piece = 1 << 20
    private static let unknown = 1 << 41
}
