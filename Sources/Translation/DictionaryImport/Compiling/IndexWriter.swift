import DictionaryTranslation
import LanguageServices
import Platform

/// Writes an index: first the entries as they arrive, then the records in key order.
struct IndexWriter: ~Copyable {
    private var file: IndexFile
    private var keys = KeyCollector()
    /// The offset of each entry by its hash, to find duplicates.
    private var known: [UInt64: Int] = [:]
    private let firstSeed: UInt64
    private let path: String

    /// - Parameter seed: The first seed of the key hash to try.
    init(path: String, seed: UInt64 = 1) throws(ServiceError) {
        file = try IndexFile(path: path)
        self.path = path
        firstSeed = seed
    }

    /// Adds an entry, unless it has been added before.
    ///
    /// - Returns: Whether the entry is new.
    mutating func add(_ entry: PreparedEntry) throws -> Bool {
        let position = file.entriesEnd
        let hash = entry.hash
        let isNew = try entry.block.withUnsafeBytes { block in
            if let other = known[hash] {
                if try file.holdsEntry(block, at: other) { return false }
            } else {
                known[hash] = position
            }
            try file.addEntries(block, count: 1)
            return true
        }
        guard isNew else { return false }
        for key in entry.keys {
            keys.add(
                key: key.key,
                spelling: key.isForm || key.spelling == entry.entry.headword ? nil : key.spelling,
                entry: position,
                isForm: key.isForm
            )
        }
        return true
    }

    /// Writes everything else, and moves the index to its final name.
    ///
    /// - Parameters:
    ///   - info: The description; the number of entries is filled in.
    ///   - ranking: The ranking, which must have counted all entries.
    ///   - checkCancellation: Called periodically. An error that it throws stops the work.
    ///   - progress: Called with the progress, from 0 to 1.
    /// - Returns: The description as written.
    consuming func finish(
        _ info: DictionaryInfo,
        ranking: TranslationRanking,
        checkCancellation: () throws -> Void = {},
        progress: (Double) -> Void = { _ in }
    ) throws -> DictionaryInfo {
        known = [:]
        keys.sort()
        let entries = try file.endEntries()
        let path = path
        let keys = keys
        let total = Double(max(1, keys.items.count))
        var position = 0
        try RecordProduction(ranking: ranking).write(
            into: &file,
            checkCancellation: checkCancellation,
            written: { _ in progress(Double(position) / total) },
            next: {
                let range = keys.items(ofKeys: RecordBatch.size, from: position)
                guard !range.isEmpty else { return nil }
                position = range.upperBound
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

    /// The records for the keys of a range of items.
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
                let position = item.entry & ~7
                // If an entry's headword and a form share a key, only the headword is kept, which comes first.
                if group.last?.offset == position { continue }
                guard let entry = try entries.ranked(at: position, &buffer) else {
                    throw IndexFailure.damaged(path, "the entry at \(position)")
                }
                group.append(
                    KeyedEntry(
                        offset: position,
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

/// The keys of all entries, in memory, until they are sorted and written.
///
/// A key occupies its own bytes, those of its spelling, and 32 more. The entries themselves stay in the file.
struct KeyCollector: Sendable {
    /// A key for an entry.
    struct Item: Sendable {
        /// The first eight bytes of the key, most significant first. They decide most comparisons.
        var prefix: UInt64
        var start: Int
        var keyLength: UInt32
        /// 0 if the spelling is the entry's headword.
        var spellingLength: UInt32
        /// The offset of the entry, a multiple of eight; the lowest bit is set for the key of a form.
        var entry: Int
    }

    private(set) var items: [Item] = []
    private var arena: [UInt8] = []

    /// Adds a key for an entry.
    mutating func add(key: String, spelling: String?, entry: Int, isForm: Bool) {
        var key = key
        let start = arena.count
        var prefix: UInt64 = 0
        key.withUTF8 { utf8 in
            for position in 0..<8 { prefix = prefix << 8 | (position < utf8.count ? UInt64(utf8[position]) : 0) }
            arena.append(contentsOf: utf8)
        }
        let keyLength = arena.count - start
        if var spelling { spelling.withUTF8 { arena.append(contentsOf: $0) } }
        items.append(
            Item(
                prefix: prefix,
                start: start,
                keyLength: UInt32(truncatingIfNeeded: keyLength),
                spellingLength: UInt32(truncatingIfNeeded: arena.count - start - keyLength),
                entry: entry | (isForm ? 1 : 0)
            )
        )
    }

    /// Sorts the keys in byte order, and the items for each key in entry order.
    mutating func sort() {
        let arena = arena
        arena.withUnsafeBytes { raw in
            items.sort { first, second in
                if first.prefix != second.prefix { return first.prefix < second.prefix }
                let order = Self.order(Self.key(first, raw), Self.key(second, raw))
                return order != 0 ? order < 0 : first.entry < second.entry
            }
        }
    }

    /// Calls a closure for each key with all of its items. The keys must be sorted.
    ///
    /// - Parameter range: A range of items that does not split the items for a key; `nil` for all items.
    func forEachKey(
        in range: Range<Int>? = nil,
        _ body: (UnsafeRawBufferPointer, ArraySlice<Item>) throws -> Void
    ) rethrows {
        let range = range ?? items.indices
        try arena.withUnsafeBytes { raw in
            var start = range.lowerBound
            while start < range.upperBound {
                let end = end(ofKeyAt: start, raw)
                try body(Self.key(items[start], raw), items[start..<end])
                start = end
            }
        }
    }

    /// The items for the next `count` keys, starting at an index. Fewer keys are returned at the end, or if some keys
    /// have many items.
    func items(ofKeys count: Int, from start: Int) -> Range<Int> {
        arena.withUnsafeBytes { raw in
            var end = start
            for _ in 0..<count where end < items.count && end - start < 8 * count {
                end = self.end(ofKeyAt: end, raw)
            }
            return start..<end
        }
    }

    private func end(ofKeyAt start: Int, _ raw: UnsafeRawBufferPointer) -> Int {
        let key = Self.key(items[start], raw)
        var end = start + 1
        while end < items.count, items[end].prefix == items[start].prefix,
            Self.order(key, Self.key(items[end], raw)) == 0
        {
            end += 1
        }
        return end
    }

    /// The spelling for a key, if it is not the headword.
    func spelling(_ item: Item) -> String? {
        guard item.spellingLength > 0 else { return nil }
        let start = item.start + Int(item.keyLength)
        return String(decoding: arena[start..<start + Int(item.spellingLength)], as: UTF8.self)
    }

    private static func key(_ item: Item, _ raw: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: raw[item.start..<item.start + Int(item.keyLength)])
    }

    private static func order(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
        let count = min(first.count, second.count)
        for position in 0..<count where first[position] != second[position] {
            return first[position] < second[position] ? -1 : 1
        }
        return first.count - second.count
    }
}

/// Writes the sorted key list in blocks of about four kilobytes, with prefix compression.
///
/// Each key consists of the number of bytes shared with the previous key (0 for the first of a block), the number of
/// remaining bytes, and those bytes.
struct KeyListWriter {
    private var writer = ByteWriter()
    private var last: [UInt8] = []
    private var start: Int?

    /// Adds a key, and returns a block when it is full.
    mutating func add(_ key: UnsafeRawBufferPointer) -> [UInt8]? {
        if start == nil {
            start = IndexBlock.begin(&writer)
            last = []
        }
        var shared = 0
        while shared < last.count, shared < key.count, last[shared] == key[shared] { shared += 1 }
        writer.number(shared)
        writer.number(key.count - shared)
        writer.raw(key.part(shared..<key.count))
        last = Array(key)
        return writer.bytes.count >= 4096 ? finish() : nil
    }

    /// Finishes the current block.
    mutating func finish() -> [UInt8]? {
        guard let start else { return nil }
        IndexBlock.seal(&writer, from: start)
        defer {
            writer.removeAll()
            self.start = nil
        }
        return writer.bytes
    }
}
