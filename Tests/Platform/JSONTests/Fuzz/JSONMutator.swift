import LanguageServices
import TestSupport

/// Damages documents randomly, as corruption and attackers do.
struct JSONMutator {
    private var generator: SplitMix64
    private let samples: [[UInt8]]

    init(seed: UInt64, samples: [[UInt8]]) {
        generator = SplitMix64(seed: seed)
        self.samples = samples
    }

    /// The next damaged document.
    mutating func next() -> [UInt8] {
        var document = samples.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            mutate(&document)
        }
        return document
    }

    private mutating func mutate(_ document: inout [UInt8]) {
        let place = Int.random(in: 0...document.count, using: &generator)
        let end = min(document.count, place + Int.random(in: 1...12, using: &generator))
        switch Int.random(in: 0..<10, using: &generator) {
        case 0 where place < document.count:
            document[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 1 where place < document.count:
            document[place] = .random(in: 0...255, using: &generator)
        case 2:
            document.removeSubrange(place..<end)
        case 3:
            document.insert(contentsOf: Array(document[place..<end]), at: place)
        case 4:
            document.removeSubrange(place...)
        case 5:
            let other = samples.randomElement(using: &generator) ?? []
            document.replaceSubrange(place..., with: other.suffix(Int.random(in: 0...other.count, using: &generator)))
        case 6:
            document.replaceSubrange(place..<end, with: document[place..<end].reversed())
        default:
            let token = Self.tokens.randomElement(using: &generator) ?? ""
            document.replaceSubrange(place..<(Bool.random(using: &generator) ? place : end), with: Array(token.utf8))
        }
    }

    private static let tokens = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "/", "//", "/*", "*/", "#", "'", ";", "=", "\n", "\r", "\r\n", "\t",
        " ",
        "-", "+", ".", "0", "1", "9", "e", "E", "e999", "1e309", "-0", "00", "9223372036854775808", "0.", "true",
        "false",
        "null", "True", "NaN", "\\u", "\\uD83D", "\\uDE00", "\\u0000", "\\n", "\u{0}", "\u{FEFF}", "\u{2028}", "\u{A0}",
        "é", "e\u{301}", "😀", "“", "，", "\"a\"", "\"a\":", ",\"a\":1", "[[[[[[[[[[[[[[[[", "{\"a\":{\"a\":{\"a\":",
        ",,",
    ]
}
