import LanguageServices

/// Inserts words before those in an installed dictionary.
///
/// A dictionary file consists of the number 1024, the offset of the spelling rules, 1024 hash chains of words, and the
/// rules. A chain contains the words that have the same hash, and ends with a zero byte. A word's entry consists of its
/// own length, the length of the name (bit 6: six bits per letter; bit 7: no phonemes), the name, the zero-terminated
/// phonemes, and flags. A flag of 81 or above encodes the number of words that must follow; those words are stored
/// after the flag. The library uses the first matching entry, so new words are inserted at the front.
struct WordLinker: Sendable {
    private let chains: [ArraySlice<UInt8>]
    private let rules: ArraySlice<UInt8>
    private let rulesOffset: Int

    /// Parses a dictionary.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - name: The name for error messages.
    /// - Throws: `ServiceError.Code.unavailable` if it is damaged.
    init(_ bytes: [UInt8], name: String) throws(ServiceError) {
        let file = LittleEndianBytes(bytes: bytes)
        guard file.long(0) == 1024, let offset = file.long(4), offset >= 8, Int(offset) <= bytes.count else {
            throw InstalledData.damaged(name, "it contains no hash chains")
        }
        var chains: [ArraySlice<UInt8>] = []
        var position = 8
        for number in 0..<1024 {
            let start = position
            while let length = file.byte(position), length > 0 {
                guard position + Int(length) < Int(offset) else {
                    throw InstalledData.damaged(name, "its words overlap its rules")
                }
                if !Self.fits(bytes[position..<(position + Int(length))], chain: number) {
                    throw InstalledData.damaged(name, "a word is in the wrong chain")
                }
                position += Int(length)
            }
            guard position < Int(offset) else { throw InstalledData.damaged(name, "it is truncated") }
            chains.append(bytes[start..<position])
            position += 1
        }
        self.chains = chains
        rules = bytes[Int(offset)...]
        rulesOffset = Int(offset)
    }

    /// The file with words added.
    ///
    /// - Throws: `ServiceError.Code.configuration` if a word contains an unknown phoneme or too many phonemes.
    func adding(_ words: [WordDefinition], _ set: PhonemeSet) throws(ServiceError) -> [UInt8] {
        var heads: [Int: [UInt8]] = [:]
        for word in Self.sorted(words) {
            let codes = try set.codes(word.phonemes, word.location)
            let isPhrase = !word.word.hasPrefix("_")
            let parts = isPhrase ? word.word.split(separator: "_").map(String.init) : [word.word]
            let packed = Self.pack(parts.first ?? word.word)
            let flags = word.flags.map(\.code) + Self.following(parts.dropFirst())
            let length = packed.name.count + codes.count + 3 + flags.count
            guard length < 250, codes.count < 100 else {
                throw word.location.problem("the word has too many phonemes")
            }
            heads[packed.hash, default: []] += [UInt8(length), packed.header] + packed.name + codes + [0] + flags
        }
        var result: [UInt8] = []
        result.append(long: 1024)
        result.append(long: 0)
        for (number, chain) in chains.enumerated() {
            result += heads[number] ?? []
            result += chain
            result.append(0)
        }
        // Some parts of the rules are aligned to four bytes.
        while result.count % 4 != rulesOffset % 4 { result.append(0) }
        let offset = UInt32(truncatingIfNeeded: result.count)
        for index in 0..<4 { result[4 + index] = UInt8(truncatingIfNeeded: offset >> (8 * UInt32(index))) }
        return result + rules
    }

    /// The words in file order: phrases before single words, conditional pronunciations before unconditional ones.
    private static func sorted(_ words: [WordDefinition]) -> [WordDefinition] {
        func rank(_ word: WordDefinition) -> Int {
            (word.word.dropFirst().contains("_") ? 0 : 2) + (word.conditions.isEmpty ? 1 : 0)
        }
        return (0...3).flatMap { wanted in words.filter { rank($0) == wanted } }
    }

    /// The bytes that encode the words that must follow: their number and their spelling.
    private static func following(_ words: ArraySlice<String>) -> [UInt8] {
        words.isEmpty ? [] : [UInt8(80 + min(words.count, 9))] + words.flatMap { Array($0.utf8) + [0x20] }
    }

    // MARK: Names

    /// The stored form of a word's name, and the number of its chain.
    private static func pack(_ word: String) -> (name: [UInt8], header: UInt8, hash: Int) {
        let letters = Array(word.utf8)
        let codes = word.unicodeScalars.map(code)
        guard !codes.contains(0) else { return (letters, UInt8(letters.count), hash(letters[...])) }
        var name: [UInt8] = []
        var bits = 0
        var pending = 0
        for code in codes {
            pending = (pending << 6 | code) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                name.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        if bits > 0 { name.append(UInt8(truncatingIfNeeded: pending << (8 - bits))) }
        // In the library, the packed name overwrites the start of the word. The hash therefore also covers the letters
        // that remain after it.
        return (name, UInt8(name.count) | 0x40, hash(name[...] + letters.dropFirst(name.count)))
    }

    /// The six-bit code of a letter; 0 if it has none. Only those accented letters that are allowed in words are
    /// included.
    private static func code(_ letter: Unicode.Scalar) -> Int {
        switch letter {
        case "a"..."z": Int(letter.value) - 0x60
        case "á": 28
        case "â": 29
        case "è": 33
        case "é": 34
        case "ê": 35
        default: 0
        }
    }

    /// The number of the chain for a name, which ends at a zero byte.
    private static func hash(_ bytes: ArraySlice<UInt8>) -> Int {
        var hash = 0
        var count = 0
        for byte in bytes.prefix(while: { $0 != 0 }) {
            hash = hash * 8 + Int(byte)
            hash = hash & 0x3FF ^ hash >> 8
            count += 1
        }
        return (hash + count) & 0x3FF
    }

    /// Whether an installed entry is in the expected chain; packed names are not checked.
    private static func fits(_ entry: ArraySlice<UInt8>, chain: Int) -> Bool {
        guard let header = entry.dropFirst().first, entry.count >= Int(header & 0x3F) + 2 else { return false }
        if header & 0x40 != 0 { return true }
        return hash(entry.dropFirst(2).prefix(Int(header & 0x3F))) == chain
    }
}
