/// The `.idx` file of a StarDict dictionary: each word, ended by NUL, with the place and size of its text, big-endian.
struct StarDictIndex {
    /// The words in the order of the index, which synonyms refer to.
    private(set) var words: [IndexedKey] = []
    private(set) var report = DictionaryReadReport()
    private let bytes: [UInt8]

    /// Words of the format have fewer than 256 bytes; longer ones that writers have made are read too.
    private static let longestName = 4096

    init(_ bytes: [UInt8], hasWideOffsets: Bool) {
        self.bytes = bytes
        let offsetSize = hasWideOffsets ? 8 : 4
        words.reserveCapacity(min(1 << 22, bytes.count / 20))
        bytes.withText { text in
            var place = 0
            while place < bytes.count {
                guard let end = text.part(from: place, to: place + Self.longestName).firstPlace(of: 0),
                    bytes.count - end > offsetSize + 4
                else { return report.skip("the index breaks off behind \(words.count) words") }
                let offset = BigEndian.number(text, at: end + 1, size: offsetSize)
                let count = BigEndian.number(text, at: end + 1 + offsetSize, size: 4)
                words.append(IndexedKey(offset: offset, count: count, key: place..<end))
                place = end + 1 + offsetSize + 4
            }
        }
    }

    /// A word's spelling.
    func name(_ word: IndexedKey) -> String {
        bytes.withText { $0.part(from: word.key.lowerBound, to: word.key.upperBound).trimmed.string }
    }

    /// The words of a `.syn` file, by the place of the word in the index that each is another name of.
    static func synonyms(_ bytes: [UInt8], count: Int) -> [Int: [String]] {
        var result: [Int: [String]] = [:]
        bytes.withText { text in
            var place = 0
            while place < bytes.count,
                let end = text.part(from: place, to: place + longestName).firstPlace(of: 0), bytes.count - end > 4
            {
                let target = BigEndian.number(text, at: end + 1, size: 4)
                let name = text.part(from: place, to: end).trimmed
                if target < count, !name.isEmpty { result[target, default: []].append(name.string) }
                place = end + 5
            }
        }
        return result
    }
}

/// Numbers with the most significant byte first.
enum BigEndian {
    /// A number of up to 8 bytes; one that is too large for any file becomes the largest.
    static func number(_ text: ByteText, at place: Int, size: Int) -> Int {
        var value: UInt64 = 0
        for offset in 0..<min(size, 8) { value = value << 8 | UInt64(text[place + offset]) }
        return Int(clamping: value)
    }
}
