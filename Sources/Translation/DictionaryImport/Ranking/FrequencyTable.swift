import DictionaryTranslation

/// Word counts in a fixed-size table.
///
/// A count-min sketch (Cormode and Muthukrishnan 2005) with two rows: a word is counted in one cell in each row. The
/// smaller of the two counts is used; it is never too low and rarely too high.
struct FrequencyTable: Sendable {
    private static let width = 1 << 20
    private var cells = [UInt32](repeating: 0, count: 2 * width)

    mutating func add(_ hash: UInt64) {
        let (first, second) = Self.cells(hash)
        let count = min(cells[first], cells[second])
        guard count < .max else { return }
        if cells[first] == count { cells[first] = count + 1 }
        if cells[second] == count { cells[second] = count + 1 }
    }

    func count(_ hash: UInt64) -> Int {
        let (first, second) = Self.cells(hash)
        return Int(min(cells[first], cells[second]))
    }

    private static func cells(_ hash: UInt64) -> (Int, Int) {
        let mask = UInt64(width - 1)
        return (Int(hash & mask), width + Int(hash >> 32 & mask))
    }
}

/// Splits texts into words, precisely enough for counting: at ASCII white space and punctuation. ASCII letters are
/// lowercased.
enum WordSplitter {
    static func forEachWord(of text: String, _ body: (UInt64) -> Void) {
        var text = text
        text.withUTF8 { utf8 in
            var hash = start
            var isEmpty = true
            for byte in utf8 {
                let kind = kinds[Int(byte)]
                if kind == 0 {
                    if !isEmpty { body(finished(hash)) }
                    hash = start
                    isEmpty = true
                } else {
                    hash = (hash ^ UInt64(kind)) &* IndexHash.first
                    isEmpty = false
                }
            }
            if !isEmpty { body(finished(hash)) }
        }
    }

    /// The hash that ``forEachWord(of:_:)`` computes for a text that is a single word; 0 for other texts.
    static func hash(_ text: String) -> UInt64 {
        var result: UInt64 = 0
        forEachWord(of: text) { result = $0 }
        return result
    }

    private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func finished(_ hash: UInt64) -> UInt64 { hash ^ hash >> 31 }

    /// The folded value of each byte; 0 for bytes that separate words.
    private static let kinds: [UInt8] = (0...255).map { (byte: UInt8) -> UInt8 in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
        default: 0
        }
    }
}
