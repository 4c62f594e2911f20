import DictionaryTranslation
import LanguageServices
import Platform

/// Has the records of an index made on all processors, and writes them in the order of their keys.
struct RecordProduction {
    let ranking: TranslationRanking
    /// What else is looked at besides the dictionaries of the opposite direction.
    var file: MappedFile?

    /// After so many batches the pages that were looked at are given back: who imports a dictionary has no use for all of
    /// several large files in his memory.
    private static let batchesBetweenReleases = 16

    /// Writes all records.
    ///
    /// - Parameters:
    ///   - goesOn: Called for each batch; what it throws ends the work.
    ///   - written: Told after each batch how many keys have their records.
    ///   - next: Says how the next batch is made, `nil` after the last.
    func write(
        into file: inout IndexFile,
        goesOn: () throws -> Void,
        written: (Int) -> Void,
        next: () throws -> (@Sendable () throws -> RecordBatch)?
    ) throws {
        var pieces = OrderedPieces<RecordBatch>()
        var keys = 0
        var batches = 0
        var isAtEnd = false
        while true {
            while !isAtEnd, !pieces.isFull {
                if let work = try next() { pieces.add(work) } else { isAtEnd = true }
            }
            try goesOn()
            guard let batch = try pieces.next() else { break }
            try file.add(batch)
            keys += batch.starts.count
            batches += 1
            written(keys)
            if batches % Self.batchesBetweenReleases == 0 { release() }
        }
        release()
    }

    private func release() {
        file?.release()
        for opposite in ranking.opposites { opposite.file.release() }
    }
}

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
    /// - Parameter entries: All that have it, in the order of their places.
    mutating func add(_ key: UnsafeRawBufferPointer, _ entries: [KeyedEntry], _ ranking: TranslationRanking) throws {
        let ranked = try ranking.rank(String(decoding: key, as: UTF8.self), entries)
        starts.append(block.bytes.count)
        RecordCoding.write(
            key: key,
            items: ranked.items,
            references: entries.map { ($0.offset, $0.spelling, $0.isForm) },
            examples: ranked.examples,
            to: &block
        )
    }
}
