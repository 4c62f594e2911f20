import DictionaryTranslation
import LanguageServices

/// The records of keys that follow each other, as one thread makes them.
struct RecordBatch: Sendable {
    /// How many keys a batch has: enough for the work to be worth handing over, and few enough for all threads to end at
    /// about the same time.
    static let size = 512

    private var block = ByteWriter()
    /// Where each record begins among ``bytes``.
    private(set) var starts: [Int] = []

    /// The records.
    var bytes: [UInt8] { block.bytes }

    /// Adds the record of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - entries: All that have it, in the order of their places.
    ///   - ranking: Ranks their translations.
    mutating func add(_ key: UnsafeRawBufferPointer, _ entries: [KeyedEntry], _ ranking: TranslationRanking) throws {
        let ranked = try ranking.rank(String(decoding: key, as: UTF8.self), entries)
        starts.append(block.bytes.count)
        RecordCoding.write(
            key: key,
            items: ranked.items,
            references: entries.map {
                RecordCoding.Reference(offset: $0.offset, headword: $0.spelling, isForm: $0.isForm)
            },
            examples: ranked.examples,
            to: &block
        )
    }
}

/// What the record of a key says, apart from the entries.
struct RankedKey {
    var items: [RecordCoding.Item]
    var examples: Int
}
