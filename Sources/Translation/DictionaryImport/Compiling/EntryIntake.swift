import DictionaryTranslation
import LanguageServices
import Platform

/// Takes the entries of a dictionary in, in their order: while the next ones are read, other processors find the keys of
/// those before and write them down.
struct EntryIntake: ~Copyable {
    private var writer: IndexWriter
    private var ranking: TranslationRanking
    private var pieces = OrderedPieces<[PreparedEntry]>()
    private var batch: [TranslationEntry] = []
    private var batchBytes = 0
    private let keys: EntryKeys
    /// Entries that were there before.
    private(set) var repeated = 0

    private static let batchSize = 256
    /// No batch has many more bytes of text, however long the entries are.
    private static let largestBatch = 1 << 18

    init(_ writer: consuming IndexWriter, ranking: TranslationRanking, keys: EntryKeys) {
        self.writer = writer
        self.ranking = ranking
        self.keys = keys
    }

    /// Takes an entry.
    mutating func add(_ entry: TranslationEntry) throws {
        batch.append(entry)
        batchBytes += Self.bytes(entry)
        if batch.count == Self.batchSize || batchBytes >= Self.largestBatch { try handOver() }
    }

    private static func bytes(_ entry: TranslationEntry) -> Int {
        var bytes = entry.headword.utf8.count
        for sense in entry.senses {
            for word in sense.translations { bytes += word.text.utf8.count }
            for example in sense.examples { bytes += example.text.utf8.count }
        }
        for text in entry.forms { bytes += text.utf8.count }
        for text in entry.notes { bytes += text.utf8.count }
        return bytes
    }

    /// Writes all that has been taken, then the rest of the index.
    ///
    /// - Returns: The description as written.
    consuming func finish(
        _ info: DictionaryInfo,
        goesOn: () throws -> Void,
        progress: (Double) -> Void
    ) throws -> (info: DictionaryInfo, repeated: Int) {
        try handOver()
        while try takeOne() {}
        let repeated = repeated
        return (try writer.finish(info, ranking: ranking, goesOn: goesOn, progress: progress), repeated)
    }

    private mutating func handOver() throws {
        let entries = batch
        batch.removeAll(keepingCapacity: true)
        batchBytes = 0
        let keys = keys
        pieces.add {
            entries.map { entry in
                let entry = EntryTidying.tidied(entry)
                return PreparedEntry(entry, keys: keys.all(entry))
            }
        }
        while pieces.isFull { _ = try takeOne() }
    }

    private mutating func takeOne() throws -> Bool {
        guard let entries = try pieces.next() else { return false }
        for entry in entries {
            ranking.count(entry.entry)
            if try !writer.add(entry) { repeated += 1 }
        }
        return true
    }
}
