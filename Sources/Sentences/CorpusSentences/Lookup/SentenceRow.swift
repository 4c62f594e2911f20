import Database
import LanguageServices
import Platform

/// A sentence of an index.
struct SentenceRow: Sendable {
    var rank: Int
    var text: String
    var translation: String?
    var place: String
    /// 0…1.
    var quality: Double
    /// The headwords of its words, by their numbers.
    var words: [Int32]
    /// What the source says that it shows.
    var kind: PartOfSpeech?
    var gloss: String?
    /// The keys of the words that have the meaning it shows, each with the number of the meaning.
    var members: [String: Int]

    static let columns = "rank, text, translation, place, quality, words, kind, gloss, members, mark"

    /// The headwords of the words of a sentence.
    static func words(of row: Statement) -> [Int32] { PostingList.unpacked(row.bytes(5)) }

    /// Reads a row; `nil` when it is not as it was written.
    init?(_ row: Statement, words: [Int32]) {
        let bytes = row.bytes(1)
        rank = Int(row.integer(0))
        guard row.integer(9) == Self.mark(text: bytes[...], rank: rank) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
        translation = row.isNull(2) ? nil : row.text(2)
        place = row.text(3)
        quality = Double(row.integer(4)) / 1000
        self.words = words
        kind = row.isNull(6) ? nil : PartOfSpeech(rawValue: row.text(6))
        gloss = row.isNull(7) ? nil : row.text(7)
        members = [:]
        guard !row.isNull(8) else { return }
        for member in row.text(8).split(separator: " ") {
            let parts = member.split(separator: ":")
            if parts.count == 2 { members[String(parts[0])] = Int(parts[1]) }
        }
    }

    /// What tells whether a text is still the one that was written, since the system does not see a disk's mistakes.
    static func mark(text: ArraySlice<UInt8>, rank: Int) -> Int64 {
        var hash = StableHash()
        hash.add(text)
        return Int64(bitPattern: hash.value ^ UInt64(truncatingIfNeeded: rank))
    }
}
