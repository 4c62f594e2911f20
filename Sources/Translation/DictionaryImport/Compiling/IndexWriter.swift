import DictionaryTranslation
import LanguageServices
import Platform

/// Writes an index: first the entries as they come, then, key by key, the records.
struct IndexWriter: ~Copyable {
    private var file: IndexFile
    private var keys = KeyCollector()
    /// The hash of each entry and where it is, to find equal ones.
    private var known: [UInt64: Int] = [:]
    private let firstSeed: UInt64
    private let path: String

    /// Begins an index.
    ///
    /// - Parameters:
    ///   - path: Where it goes.
    ///   - seed: The seed of the key hash to be tried first.
    init(path: String, seed: UInt64 = 1) throws(ServiceError) {
        file = try IndexFile(path: path)
        self.path = path
        firstSeed = seed
    }

    /// Adds an entry, unless it has been added before.
    ///
    /// - Returns: Whether it is new.
    mutating func add(_ entry: PreparedEntry) throws -> Bool {
        let place = file.entriesEnd
        let hash = entry.hash
        let isNew = try entry.block.withUnsafeBytes { block in
            if let other = known[hash] {
                if try file.holdsEntry(block, at: other) { return false }
            } else {
                known[hash] = place
            }
            try file.addEntries(block, count: 1)
            return true
        }
        guard isNew else { return false }
        for key in entry.keys {
            keys.add(
                key: key.key,
                spelling: key.isForm || key.spelling == entry.entry.headword ? nil : key.spelling,
                entry: place,
                isForm: key.isForm
            )
        }
        return true
    }

    /// Writes all else, and puts the index under its name.
    ///
    /// - Parameters:
    ///   - info: The description; the number of entries is filled in.
    ///   - ranking: Has counted all entries, and says what is to be said of a key.
    ///   - goesOn: Called now and then; what it throws ends the work.
    ///   - progress: Told from 0 to 1 how far it is.
    /// - Returns: The description as written.
    consuming func finish(
        _ info: DictionaryInfo,
        ranking: TranslationRanking,
        goesOn: () throws -> Void = {},
        progress: (Double) -> Void = { _ in }
    ) throws -> DictionaryInfo {
        known = [:]
        keys.sort()
        let entries = try file.endEntries()
        let path = path
        let keys = keys
        let total = Double(max(1, keys.items.count))
        var place = 0
        try RecordProduction(ranking: ranking).write(
            into: &file,
            goesOn: goesOn,
            written: { _ in progress(Double(place) / total) },
            next: {
                let range = keys.items(ofKeys: RecordBatch.size, from: place)
                guard !range.isEmpty else { return nil }
                place = range.upperBound
                return { try Self.batch(keys, range, entries, ranking, path) }
            }
        )
        return try file.finish(
            info,
            firstSeed: firstSeed,
            keyList: { write in
                var list = KeyListWriter()
                try keys.forEachKey { key, _ in
                    if let block = list.add(key) { try block.withUnsafeBytes(write) }
                }
                if let last = list.finish() { try last.withUnsafeBytes(write) }
            },
            forEachKey: { body in try keys.forEachKey { key, _ in try body(key) } }
        )
    }

    /// The records of the keys of some items.
    private static func batch(
        _ keys: KeyCollector,
        _ range: Range<Int>,
        _ entries: IndexEntries,
        _ ranking: TranslationRanking,
        _ path: String
    ) throws -> RecordBatch {
        var batch = RecordBatch()
        var group: [KeyedEntry] = []
        var buffer: [UInt8] = []
        try keys.forEachKey(in: range) { key, items in
            group.removeAll(keepingCapacity: true)
            for item in items {
                let place = item.entry & ~7
                // An entry whose headword and form have one key is there as the headword, which comes first.
                if group.last?.offset == place { continue }
                guard let entry = try entries.ranked(at: place, &buffer) else {
                    throw IndexFailure.damaged(path, "the entry at \(place)")
                }
                group.append(
                    KeyedEntry(
                        offset: place,
                        entry: entry,
                        spelling: keys.spelling(item) ?? entry.headword,
                        isForm: item.entry & 1 != 0
                    )
                )
            }
            try batch.add(key, group, ranking)
        }
        return batch
    }
}
