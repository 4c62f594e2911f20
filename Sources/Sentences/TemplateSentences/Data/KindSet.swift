/// A set of kinds of word, by their numbers.
struct KindSet: Sendable, Hashable {
    private var words: [UInt64] = []

    /// Adds a kind.
    mutating func insert(_ kind: Int) {
        guard kind >= 0 else { return }
        let place = kind >> 6
        while words.count <= place { words.append(0) }
        words[place] |= 1 << UInt64(kind & 63)
    }

    /// Whether a kind is in the set.
    func contains(_ kind: Int) -> Bool {
        let place = kind >> 6
        return kind >= 0 && place < words.count && words[place] & (1 << UInt64(kind & 63)) != 0
    }

    /// The kinds, in their order.
    var kinds: [Int] {
        var result: [Int] = []
        for (place, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                result.append(place << 6 | rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return result
    }

    /// Adds all kinds of another set.
    mutating func formUnion(_ other: KindSet) {
        while words.count < other.words.count { words.append(0) }
        for (place, word) in other.words.enumerated() { words[place] |= word }
    }
}
