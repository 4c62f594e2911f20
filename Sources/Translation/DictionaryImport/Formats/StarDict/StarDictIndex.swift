/// The `.idx` file of a StarDict dictionary: each word, terminated by NUL, with the big-endian offset and size of its
/// text.
struct StarDictIndex {
    /// The words, in index order; synonyms refer to them by index.
    private(set) var words: [IndexedKey] = []
    private(set) var report = DictionaryReadReport()
    private let bytes: [UInt8]

    /// The maximum length of a word in bytes. The format requires words to be shorter than 256 bytes, but some
    /// dictionaries contain longer ones.
    private static let maximumNameLength = 4096

    init(_ bytes: [UInt8], hasWideOffsets: Bool) {
        self.bytes = bytes
        let offsetSize = hasWideOffsets ? 8 : 4
        words.reserveCapacity(min(1 << 22, bytes.count / 20))
        bytes.withText { text in
            var position = 0
            while position < bytes.count {
                guard let end = text.part(from: position, to: position + Self.maximumNameLength).firstIndex(of: 0),
                    bytes.count - end > offsetSize + 4
                else { return report.skip("the index ends prematurely after \(words.count) words") }
                let offset = BigEndian.number(text, at: end + 1, size: offsetSize)
                let count = BigEndian.number(text, at: end + 1 + offsetSize, size: 4)
                words.append(IndexedKey(offset: offset, count: count, key: position..<end))
                position = end + 1 + offsetSize + 4
            }
        }
    }

    /// The spelling of a word.
    func name(_ word: IndexedKey) -> String {
        bytes.withText { $0.part(from: word.key.lowerBound, to: word.key.upperBound).trimmed.string }
    }

    /// The words in a `.syn` file, keyed by the index of the word to which each is a synonym.
    static func synonyms(_ bytes: [UInt8], count: Int) -> [Int: [String]] {
        var result: [Int: [String]] = [:]
        bytes.withText { text in
            var position = 0
            while position < bytes.count,
                let end = text.part(from: position, to: position + maximumNameLength).firstIndex(of: 0),
                bytes.count - end > 4
            {
                let target = BigEndian.number(text, at: end + 1, size: 4)
                let name = text.part(from: position, to: end).trimmed
                if target < count, !name.isEmpty { result[target, default: []].append(name.string) }
                position = end + 5
            }
        }
        return result
    }
}

/// Big-endian numbers.
enum BigEndian {
    /// A number of up to 8 bytes. A number too large for a file offset is clamped to the maximum.
    static func number(_ text: ByteText, at position: Int, size: Int) -> Int {
        var value: UInt64 = 0
        for offset in 0..<min(size, 8) { value = value << 8 | UInt64(text[position + offset]) }
        return Int(clamping: value)
    }
}
