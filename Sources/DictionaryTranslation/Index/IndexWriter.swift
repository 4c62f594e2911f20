import Files
import LanguageServices

/// Writes an index: first the entries as they come, then, key by key, the records.
struct IndexWriter: ~Copyable {
    private var output: IndexOutput
    private var header = IndexHeader()
    private var keys = KeyCollector()
    private var block = ByteWriter()
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
        output = try IndexOutput(path: path)
        self.path = path
        firstSeed = seed
        header[.entries] = IndexHeader.size..<IndexHeader.size
    }

    /// How many entries it has.
    var entryCount: Int { header.entryCount }

    /// Adds an entry, unless it has been added before.
    ///
    /// - Parameter keys: The keys under which it is found.
    /// - Returns: Whether it is new.
    mutating func add(_ entry: TranslationEntry, keys: [EntryKey]) throws(ServiceError) -> Bool {
        block.removeAll()
        let start = IndexBlock.begin(&block)
        EntryCoding.write(entry, to: &block)
        IndexBlock.seal(&block, from: start)
        let offset = output.position - IndexHeader.size
        let hash = block.bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        if let other = known[hash] {
            if try output.holds(block.bytes, at: other + IndexHeader.size) { return false }
        } else {
            known[hash] = offset
        }
        try output.append(block.bytes)
        header.entryCount += 1
        for key in keys {
            self.keys.add(
                key: key.key,
                spelling: key.isForm || key.spelling == entry.headword ? nil : key.spelling,
                entry: offset,
                isForm: key.isForm
            )
        }
        return true
    }

    /// Writes all else, and puts the index under its name.
    ///
    /// - Parameters:
    ///   - info: The description; the number of entries is filled in.
    ///   - progress: Told from 0 to 1 how far it is.
    ///   - rank: Says what is to be said of a key.
    /// - Returns: The description as written.
    consuming func finish(
        _ info: DictionaryInfo,
        progress: (Double) -> Void,
        rank: (String, [KeyedEntry]) throws -> RankedKey
    ) throws -> DictionaryInfo {
        known = [:]
        var info = info
        info.entryCount = header.entryCount
        header[.entries] = IndexHeader.size..<output.position
        keys.sort()
        let places = try writeRecords(progress: progress, rank: rank)
        try writeKeys()
        try writeBuckets(places)
        try output.align(8)
        let start = output.position
        try output.append(InfoCoding.encoded(info))
        header[.info] = start..<output.position
        header.fileLength = output.position
        try output.commit(header)
        return info
    }

    // MARK: Parts

    private mutating func writeRecords(
        progress: (Double) -> Void,
        rank: (String, [KeyedEntry]) throws -> RankedKey
    ) throws -> [Int] {
        let file = try output.mapped()
        // The pointers into the file do not keep it mapped by themselves.
        defer { withExtendedLifetime(file) {} }
        let entries = UnsafeRawBufferPointer(rebasing: file.bytes[header[.entries]])
        let start = output.position
        var places: [Int] = []
        var done = 0
        var group: [KeyedEntry] = []
        let all = keys
        try all.forEachKey { key, items in
            group.removeAll(keepingCapacity: true)
            for item in items {
                let offset = item.entry & ~7
                // An entry whose headword and form have one key is there as the headword, which comes first.
                if group.last?.offset == offset { continue }
                guard let block = IndexBlock(entries, at: offset) else {
                    throw IndexFailure.damaged(path, "the entry at \(offset)")
                }
                var reader = ByteReader(block.content)
                let entry = EntryCoding.read(&reader, dictionary: "")
                group.append(
                    KeyedEntry(
                        offset: offset,
                        entry: entry,
                        spelling: all.spelling(item) ?? entry.headword,
                        isForm: item.entry & 1 != 0
                    )
                )
            }
            let ranked = try rank(String(decoding: key, as: UTF8.self), group)
            block.removeAll()
            RecordCoding.write(
                key: key,
                items: ranked.items,
                references: group.map {
                    RecordCoding.Reference(offset: $0.offset, headword: $0.spelling, isForm: $0.isForm)
                },
                examples: ranked.examples,
                to: &block
            )
            places.append(output.position - start)
            try output.append(block.bytes)
            done += items.count
            if places.count % 4096 == 0 { progress(Double(done) / Double(all.items.count)) }
        }
        header[.records] = start..<output.position
        header.keyCount = places.count
        return places
    }

    private mutating func writeKeys() throws(ServiceError) {
        let start = output.position
        var list = KeyListWriter()
        var blocks: [[UInt8]] = []
        keys.forEachKey { key, _ in
            if let full = list.add(key) { blocks.append(full) }
        }
        if let last = list.finish() { blocks.append(last) }
        for block in blocks { try output.append(block) }
        header[.keys] = start..<output.position
    }

    private mutating func writeBuckets(_ places: [Int]) throws(ServiceError) {
        try output.align(IndexTable.bucketSize)
        let start = output.position
        for attempt in 0..<16 {
            let seed = firstSeed &+ UInt64(attempt) &* IndexHash.first
            var table = IndexTableWriter(keys: places.count, seed: seed)
            var place = 0
            var isPlaced = true
            keys.forEachKey { key, _ in
                if isPlaced { isPlaced = table.add(key, place: places[place]) }
                place += 1
            }
            guard isPlaced else { continue }
            header.seed = seed
            for bytes in table.sealed() { try output.append(bytes) }
            header[.buckets] = start..<output.position
            return
        }
        throw ServiceError(.limitExceeded, "too many words of the dictionary have the same hash")
    }
}

/// A key under which an entry is found, and the spelling that has it.
struct EntryKey {
    var key: String
    var spelling: String
    var isForm: Bool
}

/// An entry among those of a key.
struct KeyedEntry {
    var offset: Int
    var entry: TranslationEntry
    var spelling: String
    var isForm: Bool
    /// What the labels of the entry say against it, and for it; see ``UsageMarks``.
    let marking: Double
    let commonness: Double

    init(offset: Int, entry: TranslationEntry, spelling: String, isForm: Bool) {
        self.offset = offset
        self.entry = entry
        self.spelling = spelling
        self.isForm = isForm
        marking = UsageMarks.against(entry.labels)
        commonness = UsageMarks.common(entry.labels)
    }
}

/// What the record of a key says, apart from the entries.
struct RankedKey {
    var items: [RecordCoding.Item]
    var examples: Int
}
