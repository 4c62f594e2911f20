import DictionaryTranslation
import LanguageServices
import Platform

/// Writes an index again with other ranks: entries, keys and hash table hold what they held, and only the records, which
/// say the order of the translations, are made anew.
///
/// What comes out is what the compiler makes of the same entries, byte by byte.
struct IndexReranking: Sendable {
    let index: DictionaryIndex

    /// Writes the index.
    ///
    /// - Parameters:
    ///   - path: Where it goes; it may be where the index is.
    ///   - opposites: The dictionaries of the other direction.
    ///   - seed: The seed of the key hash to be tried first.
    ///   - goesOn: Called now and then; what it throws ends the work, and nothing is changed.
    ///   - progress: Told from 0 to 1 how far it is.
    /// - Throws: `ServiceError.Code.io` when the index is damaged, or the new one cannot be written.
    func write(
        to path: String,
        opposites: [DictionaryIndex],
        seed: UInt64 = 1,
        goesOn: () throws -> Void = {},
        progress: (Double) -> Void
    ) throws {
        var file = try IndexFile(path: path)
        var ranking = TranslationRanking(info: index.info, opposites: opposites)
        try copyEntries(to: &file, counting: &ranking, goesOn: goesOn) { progress($0 * 0.2) }
        let entries = try file.endEntries()
        try writeRecords(to: &file, entries, ranking, goesOn: goesOn) { progress(0.2 + $0 * 0.8) }
        _ = try file.finish(
            index.info,
            firstSeed: seed,
            keyList: { write in
                // Its checksums are looked at before they are handed on.
                try index.forEachKey { _ in true }
                try write(index.file.bytes.part(index.header[.keys]))
            },
            forEachKey: { body in try index.forEachHead { head, _ in try body(head.key) } }
        )
        progress(1)
    }

    // MARK: Entries

    /// Copies the entries, and counts what is in them.
    private func copyEntries(
        to file: inout IndexFile,
        counting ranking: inout TranslationRanking,
        goesOn: () throws -> Void,
        progress: (Double) -> Void
    ) throws {
        let all = index.file.bytes.part(index.header[.entries])
        var pieces = OrderedPieces<[TranslationEntry]>()
        var ranges: [Range<Int>] = []
        var place = 0
        while true {
            while !pieces.isFull, place < all.count {
                let range = place..<endOfBatch(all, from: place)
                place = range.upperBound
                ranges.append(range)
                let index = index
                pieces.add { try index.entries(in: range) }
            }
            try goesOn()
            guard let entries = try pieces.next() else { break }
            let range = ranges.removeFirst()
            for entry in entries { ranking.count(entry) }
            try file.addEntries(all.part(range), count: entries.count)
            progress(Double(range.upperBound) / Double(all.count))
        }
        guard file.entryCount == index.header.entryCount else {
            throw index.damaged("it has \(file.entryCount) entries and says \(index.header.entryCount)")
        }
        index.file.release()
    }

    private func endOfBatch(_ all: UnsafeRawBufferPointer, from start: Int) -> Int {
        var end = start
        while end - start < 1 << 17, end < all.count {
            // What is damaged is seen by the piece that reads it.
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
        goesOn: () throws -> Void,
        progress: (Double) -> Void
    ) throws {
        let length = index.header[.records].count
        let total = Double(max(1, index.header.keyCount))
        var place = 0
        var count = 0
        try RecordProduction(ranking: ranking, file: index.file).write(
            into: &file,
            goesOn: goesOn,
            written: { progress(min(1, Double($0) / total)) },
            next: {
                guard place < length else { return nil }
                let start = place
                for _ in 0..<RecordBatch.size where place < length && place - start < 1 << 20 {
                    place = try index.head(at: place).end - index.header[.records].lowerBound
                    count += 1
                }
                let end = place
                return { try batch(start..<end, entries, ranking) }
            }
        )
        guard count == index.header.keyCount else {
            throw index.damaged("it has \(count) records and says \(index.header.keyCount)")
        }
    }

    /// The records of a range, made anew.
    private func batch(_ range: Range<Int>, _ entries: IndexEntries, _ ranking: TranslationRanking) throws
        -> RecordBatch
    {
        var batch = RecordBatch()
        var group: [KeyedEntry] = []
        var buffer: [UInt8] = []
        try index.forEachHead(in: range) { head, place in
            guard let tail = RecordTail(head) else { throw index.damaged("the record at \(place)") }
            group.removeAll(keepingCapacity: true)
            var reader = tail.rest
            try RecordCoding.forEachReference(&reader, count: head.entryCount) { entryPlace, isForm, spelling in
                guard group.last.map({ $0.offset < entryPlace }) ?? true,
                    let entry = try entries.ranked(at: entryPlace, &buffer)
                else { throw index.damaged("the record at \(place)") }
                group.append(KeyedEntry(offset: entryPlace, entry: entry, spelling: spelling, isForm: isForm))
            }
            guard !reader.hasFailed else { throw index.damaged("the record at \(place)") }
            try batch.add(head.key, group, ranking)
        }
        return batch
    }
}

extension DictionaryIndex {
    /// The entries at a range of places, each checked.
    func entries(in range: Range<Int>) throws -> [TranslationEntry] {
        var entries: [TranslationEntry] = []
        var place = range.lowerBound
        while place < range.upperBound {
            let (entry, end) = try entry(at: place)
            entries.append(entry)
            place = end
        }
        return entries
    }
}
