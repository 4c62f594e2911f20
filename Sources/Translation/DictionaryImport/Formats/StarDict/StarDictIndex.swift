/// The `.idx` file of a StarDict dictionary: each word, ended by NUL, with the place and size of its text, big-endian.
struct StarDictIndex {
    /// A word and where its text is.
    struct Word {
        var offset: Int
        var count: Int
        /// Where the word stands in the index.
        var name: Int
        var nameCount: Int
    }

    /// The words in the order of the index, which synonyms refer to.
    let words: [Word]
    /// What was wrong with it.
    let damage: String?
    private let bytes: [UInt8]

    /// Words of the format have fewer than 256 bytes; longer ones that writers have made are read too.
    private static let longestName = 4096

    /// Reads the bytes of an index.
    init(_ bytes: [UInt8], hasWideOffsets: Bool) {
        self.bytes = bytes
        let offsetSize = hasWideOffsets ? 8 : 4
        var words: [Word] = []
        var place = 0
        var damage: String?
        bytes.withUnsafeBufferPointer { buffer in
            guard let text = ByteText(buffer) else { return }
            words.reserveCapacity(min(1 << 22, bytes.count / 20))
            while place < bytes.count {
                guard let end = text.part(from: place, to: place + Self.longestName).firstPlace(of: 0),
                    bytes.count - end > offsetSize + 4
                else {
                    damage = "the index breaks off behind \(words.count) words"
                    return
                }
                let offset = BigEndian.number(text, at: end + 1, size: offsetSize)
                let count = BigEndian.number(text, at: end + 1 + offsetSize, size: 4)
                words.append(Word(offset: offset, count: count, name: place, nameCount: end - place))
                place = end + 1 + offsetSize + 4
            }
        }
        self.words = words
        self.damage = damage
    }

    /// A word's spelling.
    func name(_ word: Word) -> String {
        bytes[word.name..<word.name + word.nameCount].withUnsafeBufferPointer { ByteText($0)?.trimmed.string ?? "" }
    }

    /// The words of a `.syn` file, by the place of the word in the index that each is another name of.
    static func synonyms(_ bytes: [UInt8], count: Int) -> [Int: [String]] {
        var result: [Int: [String]] = [:]
        bytes.withUnsafeBufferPointer { buffer in
            guard let text = ByteText(buffer) else { return }
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
