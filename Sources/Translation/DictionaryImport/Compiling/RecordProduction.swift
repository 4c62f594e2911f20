import DictionaryTranslation
import LanguageServices
import Platform

/// Computes the records of an index using all processors, and writes them in key order.
struct RecordProduction {
    let ranking: TranslationRanking
    /// The file that is being read. Its pages are released together with those of the opposite dictionaries.
    var file: MappedFile?

    /// The number of batches after which the pages that were read are released. Otherwise, an import would keep several
    /// large files in memory.
    private static let batchesBetweenReleases = 16

    /// Writes all records.
    ///
    /// - Parameters:
    ///   - checkCancellation: Called for each batch. An error that it throws stops the work.
    ///   - written: Called after each batch with the number of keys whose records have been written.
    ///   - next: Returns a closure that computes the next batch; `nil` after the last batch.
    func write(
        into file: inout IndexFile,
        checkCancellation: () throws -> Void,
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
            try checkCancellation()
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

/// The records of consecutive keys, computed by one thread.
struct RecordBatch: Sendable {
    /// The number of keys in a batch. It is large enough to be worth dispatching, and small enough for all threads to
    /// finish at about the same time.
    static let size = 512

    private var block = ByteWriter()
    /// The offset of each record in ``bytes``.
    private(set) var starts: [Int] = []

    /// The records.
    var bytes: [UInt8] { block.bytes }

    /// Adds the record of a key.
    ///
    /// - Parameter entries: All entries with the key, in offset order.
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
