import DictionaryTranslation
import LanguageServices
import Platform

/// Rewrites an index with new ranks. Entries, keys and hash table are unchanged; only the records, which define the
/// order of the translations, are recomputed.
///
/// The result is byte-for-byte identical to the compiler's output for the same entries.
struct IndexReranking: Sendable {
    let index: DictionaryIndex

    /// Writes the index.
    ///
    /// - Parameters:
    ///   - path: The path of the new index; it may be the path of the old one.
    ///   - opposites: The dictionaries for the opposite direction.
    ///   - seed: The first seed of the key hash to try.
    ///   - checkCancellation: Called periodically. An error that it throws stops the work, and nothing is changed.
    ///   - progress: Called with the progress, from 0 to 1.
    /// - Throws: `ServiceError.Code.io` if the index is damaged, or the new one cannot be written.
    func write(
        to path: String,
        opposites: [DictionaryIndex],
        seed: UInt64 = 1,
        checkCancellation: () throws -> Void = {},
        progress: (Double) -> Void
    ) throws {
        var file = try IndexFile(path: path)
        var ranking = TranslationRanking(info: index.info, opposites: opposites)
        try copyEntries(to: &file, counting: &ranking, checkCancellation: checkCancellation) { progress($0 * 0.2) }
        let entries = try file.endEntries()
        try writeRecords(to: &file, entries, ranking, checkCancellation: checkCancellation) { progress(0.2 + $0 * 0.8) }
        _ = try file.finish(
            index.info,
            firstSeed: seed,
            keyList: { write in
                // Verify the checksums before the keys are copied.
                try index.forEachKey { _ in true }
                try write(index.file.bytes.part(index.header[.keys]))
            },
            forEachKey: { body in try index.forEachHead { head, _ in try body(head.key) } }
        )
        progress(1)
    }

    // MARK: Entries

    /// Copies the entries, and counts their words.
    private func copyEntries(
        to file: inout IndexFile,
        counting ranking: inout TranslationRanking,
        checkCancellation: () throws -> Void,
        progress: (Double) -> Void
    ) throws {
        let all = index.file.bytes.part(index.header[.entries])
        var pieces = OrderedPieces<[TranslationEntry]>()
        var ranges: [Range<Int>] = []
        var position = 0
        while true {
            while !pieces.isFull, position < all.count {
                let range = position..<endOfBatch(all, from: position)
                position = range.upperBound
                ranges.append(range)
                let index = index
                pieces.add { try index.entries(in: range) }
            }
            try checkCancellation()
            guard let entries = try pieces.next() else { break }
            let range = ranges.removeFirst()
            for entry in entries { ranking.count(entry) }
            try file.addEntries(all.part(range), count: entries.count)
            progress(Double(range.upperBound) / Double(all.count))
        }
        guard file.entryCount == index.header.entryCount else {
            throw index.damaged("\(file.entryCount) entries instead of \(index.header.entryCount)")
        }
        index.file.release()
    }

    private func endOfBatch(_ all: UnsafeRawBufferPointer, from start: Int) -> Int {
        var end = start
        while end - start < 1 << 17, end < all.count {
            // Damage is detected by the task that reads the chunk.
            guard let next = IndexBlock.end(of: all, at: end) else { return all.count }
            end = next
        }
        return end
    }

    // MARK: Records

    private func writeRecords(
        to file: inout IndexFile,
        _ entries: IndexEntries,
        _ ranking: TranslationRanking,
        checkCancellation: () throws -> Void,
        progress: (Double) -> Void
    ) throws {
        let length = index.header[.records].count
        let total = Double(max(1, index.header.keyCount))
        var position = 0
        var count = 0
        try RecordProduction(ranking: ranking, file: index.file).write(
            into: &file,
            checkCancellation: checkCancellation,
            written: { progress(min(1, Double($0) / total)) },
            next: {
                guard position < length else { return nil }
                let start = position
                for _ in 0..<RecordBatch.size where position < length && position - start < 1 << 20 {
                    position = try index.head(at: position).end - index.header[.records].lowerBound
                    count += 1
                }
                let end = position
                return { try batch(start..<end, entries, ranking) }
            }
        )
        guard count == index.header.keyCount else {
            throw index.damaged("\(count) records instead of \(index.header.keyCount)")
        }
    }

    /// The new records for a range.
    private func batch(_ range: Range<Int>, _ entries: IndexEntries, _ ranking: TranslationRanking) throws
        -> RecordBatch
    {
        var batch = RecordBatch()
        var group: [KeyedEntry] = []
        var buffer: [UInt8] = []
        try index.forEachHead(in: range) { head, position in
            guard let tail = RecordTail(head) else { throw index.damaged("the record at \(position)") }
            group.removeAll(keepingCapacity: true)
            var reader = tail.rest
            try RecordCoding.forEachReference(&reader, count: head.entryCount) { entryOffset, isForm, spelling in
                guard group.last.map({ $0.offset < entryOffset }) ?? true,
                    let entry = try entries.ranked(at: entryOffset, &buffer)
                else { throw index.damaged("the record at \(position)") }
                group.append(KeyedEntry(offset: entryOffset, entry: entry, spelling: spelling, isForm: isForm))
            }
            guard !reader.hasFailed else { throw index.damaged("the record at \(position)") }
            try batch.add(head.key, group, ranking)
        }
        return batch
    }
}

extension DictionaryIndex {
    /// The verified entries in a range of offsets.
    func entries(in range: Range<Int>) throws -> [TranslationEntry] {
        var entries: [TranslationEntry] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let (entry, end) = try entry(at: position)
            entries.append(entry)
            position = end
        }
        return entries
    }
}
