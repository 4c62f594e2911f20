/// The index of a dictd dictionary: lines of `key TAB offset TAB length`, with numbers in base 64 (dictfmt(1), RFC
/// 2229).
///
/// The digits are `A–Z a–z 0–9 + /`, most significant first. This is a positional notation, not the Base64 encoding of
/// bytes. An optional fourth column contains the headword before folding.
struct DictdIndex {
    /// The headword lines, in the order of their texts, which is the original order of the dictionary.
    private(set) var lines: [IndexedKey] = []
    /// The lines that describe the dictionary, in the order of their texts.
    private(set) var descriptions: [IndexedKey] = []
    /// The lines that could not be read.
    private(set) var report = DictionaryReadReport()
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lines.reserveCapacity(bytes.count / 24)
        bytes.withText { text in
            var rest = text
            var number = 0
            while let line = rest.nextLine() {
                number += 1
                if line.isEmpty { continue }
                if let entry = Self.entry(line) {
                    lines.append(entry)
                } else {
                    report.skip("line \(number) of the index does not have the form 'key, offset, length'")
                }
            }
        }
        lines.sort { ($0.offset, $0.count, $0.key.lowerBound) < ($1.offset, $1.count, $1.key.lowerBound) }
        descriptions = lines.filter { Self.isAboutDictionary($0, bytes) }
        if !descriptions.isEmpty { lines.removeAll { Self.isAboutDictionary($0, bytes) } }
    }

    func key(_ line: IndexedKey) -> String { String(decoding: bytes[line.key], as: UTF8.self) }

    /// Whether a line describes the dictionary rather than a headword: `00databaseinfo`, `00-database-info`. Headwords
    /// may also begin with two zeros.
    private static func isAboutDictionary(_ line: IndexedKey, _ bytes: [UInt8]) -> Bool {
        let key = bytes[line.key]
        return key.starts(with: "00database".utf8) || key.starts(with: "00-database".utf8)
    }

    private static func entry(_ line: ByteText) -> IndexedKey? {
        guard let first = line.firstIndex(of: UInt8(ascii: "\t")),
            let second = line.firstIndex(of: UInt8(ascii: "\t"), from: first + 1)
        else { return nil }
        let third = line.firstIndex(of: UInt8(ascii: "\t"), from: second + 1) ?? line.end
        guard let offset = number(line.part(from: first + 1, to: second)),
            let count = number(line.part(from: second + 1, to: third))
        else { return nil }
        let key = third + 1 < line.end ? line.part(from: third + 1) : line.part(from: line.start, to: first)
        return IndexedKey(offset: offset, count: count, key: key.start..<key.end)
    }

    /// A base-64 number below 2⁴⁸; `nil` for anything else.
    static func number(_ text: ByteText) -> Int? {
        guard !text.isEmpty, text.count <= 8 else { return nil }
        var value = 0
        for byte in text.bytes {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): digit = 62
            case UInt8(ascii: "/"): digit = 63
            default: return nil
            }
            value = value << 6 | Int(digit)
        }
        return value
    }
}
