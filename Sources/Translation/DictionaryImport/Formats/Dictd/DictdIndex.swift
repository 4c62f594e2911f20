/// The index of a dictd dictionary: lines of `key TAB offset TAB length`, the numbers in base 64 (dictfmt(1), RFC 2229).
///
/// The digits are `A–Z a–z 0–9 + /`, the most significant one first; this is a way to write numbers, and not the encoding
/// of bytes of the same name. A fourth column is the headword before it was folded.
struct DictdIndex {
    /// Where a key's text is.
    struct Line {
        var offset: Int
        var count: Int
        /// Where the key stands in the index.
        var key: Int
        var keyCount: Int
    }

    /// The lines of headwords, in the order of the text, which is that in which the dictionary was written.
    private(set) var lines: [Line] = []
    /// The lines of what the dictionary says of itself, in the order of the text.
    private(set) var descriptions: [Line] = []
    /// Lines that could not be read.
    private(set) var damaged = 0
    private(set) var firstDamage: String?
    private let bytes: [UInt8]

    /// Reads the bytes of an index.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var found: [Line] = []
        var bad = 0
        var firstBad: Int?
        bytes.withUnsafeBufferPointer { buffer in
            guard var rest = ByteText(buffer) else { return }
            found.reserveCapacity(bytes.count / 24)
            var number = 0
            while let line = rest.nextLine() {
                number += 1
                if line.isEmpty { continue }
                if let entry = Self.entry(line) {
                    found.append(entry)
                } else {
                    bad += 1
                    firstBad = firstBad ?? number
                }
            }
        }
        found.sort { ($0.offset, $0.count, $0.key) < ($1.offset, $1.count, $1.key) }
        descriptions = found.filter { Self.isAboutDictionary($0, bytes) }
        lines = descriptions.isEmpty ? found : found.filter { !Self.isAboutDictionary($0, bytes) }
        damaged = bad
        firstDamage = firstBad.map { "line \($0) of the index is not 'key, offset, length'" }
    }

    /// The key of a line.
    func key(_ line: Line) -> String {
        String(decoding: bytes[line.key..<line.key + line.keyCount], as: UTF8.self)
    }

    /// Whether a line is of the dictionary itself, and not of a headword: `00databaseinfo`, `00-database-info`. Headwords
    /// may begin with two zeros too.
    private static func isAboutDictionary(_ line: Line, _ bytes: [UInt8]) -> Bool {
        guard line.keyCount >= 10, bytes[line.key] == UInt8(ascii: "0") else { return false }
        let key = bytes[line.key..<line.key + line.keyCount]
        return key.starts(with: "00database".utf8) || key.starts(with: "00-database".utf8)
    }

    private static func entry(_ line: ByteText) -> Line? {
        guard let first = line.firstPlace(of: UInt8(ascii: "\t")),
            let second = line.firstPlace(of: UInt8(ascii: "\t"), from: first + 1)
        else { return nil }
        let third = line.firstPlace(of: UInt8(ascii: "\t"), from: second + 1) ?? line.end
        guard let offset = number(line.part(from: first + 1, to: second)),
            let count = number(line.part(from: second + 1, to: third))
        else { return nil }
        let key = third + 1 < line.end ? line.part(from: third + 1) : line.part(from: line.start, to: first)
        return Line(offset: offset, count: count, key: key.start, keyCount: key.count)
    }

    /// A number in base 64, below 2⁴⁸; `nil` for anything else.
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
