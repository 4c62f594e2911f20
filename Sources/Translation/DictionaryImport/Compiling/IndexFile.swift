import DictionaryTranslation
import LanguageServices
import Platform

/// An index that is being written, part by part: the entries, the records, the list of keys, and the rest.
struct IndexFile: ~Copyable {
    private var output: IndexOutput
    private var header = IndexHeader()
    /// Where each record begins among the records.
    private var places: [Int] = []

    /// Begins a file, with the entries.
    init(path: String) throws(ServiceError) {
        output = try IndexOutput(path: path)
        header[.entries] = IndexHeader.size..<IndexHeader.size
    }

    /// Where the next entry goes, among the entries.
    var entriesEnd: Int { output.position - IndexHeader.size }

    var entryCount: Int { header.entryCount }

    /// Adds entries, as they are written.
    mutating func addEntries(_ bytes: UnsafeRawBufferPointer, count: Int) throws(ServiceError) {
        try output.append(bytes)
        header.entryCount += count
    }

    /// Whether certain bytes stand at a place among the entries.
    mutating func holdsEntry(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(ServiceError) -> Bool {
        try output.holds(bytes, at: place + IndexHeader.size)
    }

    /// Ends the entries.
    ///
    /// - Returns: Where they can be read again.
    mutating func endEntries() throws(ServiceError) -> IndexEntries {
        header[.entries] = IndexHeader.size..<output.position
        header[.records] = output.position..<output.position
        return IndexEntries(file: try output.parts(), range: header[.entries])
    }

    /// Adds the next records.
    mutating func add(_ batch: RecordBatch) throws(ServiceError) {
        let start = output.position - header[.records].lowerBound
        for place in batch.starts { places.append(start + place) }
        try output.append(batch.bytes)
    }

    /// Ends the records, and writes the rest.
    ///
    /// - Parameters:
    ///   - info: The description; the number of entries is filled in.
    ///   - firstSeed: The seed of the key hash to be tried first.
    ///   - keyList: Calls back with the blocks of the list of keys.
    ///   - forEachKey: Calls back with each key, in the order of the records.
    /// - Returns: The description as written.
    consuming func finish(
        _ info: DictionaryInfo,
        firstSeed: UInt64,
        keyList: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void,
        forEachKey: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws -> DictionaryInfo {
        header[.records] = header[.records].lowerBound..<output.position
        header.keyCount = places.count
        let keys = output.position
        try keyList { try output.append($0) }
        header[.keys] = keys..<output.position
        try writeBuckets(firstSeed, forEachKey)
        try output.align(8)
        let start = output.position
        var info = info
        info.entryCount = header.entryCount
        try output.append(InfoCoding.encoded(info))
        header[.info] = start..<output.position
        header.fileLength = output.position
        try output.commit(header)
        return info
    }

    private mutating func writeBuckets(
        _ firstSeed: UInt64,
        _ forEachKey: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        try output.align(IndexTable.bucketSize)
        let start = output.position
        for attempt in 0..<16 {
            let seed = firstSeed &+ UInt64(attempt) &* IndexHash.first
            var table = IndexTableWriter(keys: places.count, seed: seed)
            var number = 0
            var isPlaced = true
            try forEachKey { key in
                if isPlaced, number < places.count { isPlaced = table.add(key, place: places[number]) }
                number += 1
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

/// The file of an index that is being written: the bytes of blocks are collected, and written by the megabyte.
struct IndexOutput: ~Copyable {
    private var file: AtomicFile
    private var pending: [UInt8] = []
    private var written = 0
    /// The file as it was when ``holds(_:at:)`` last had to look.
    private var lookedBack: MappedFile?

    /// Opens the temporary file, and leaves room for the header.
    init(path: String) throws(ServiceError) {
        file = try AtomicFile(path: path)
        pending = [UInt8](repeating: 0, count: IndexHeader.size)
    }

    /// Where the next byte goes.
    var position: Int { written + pending.count }

    mutating func append(_ bytes: some Sequence<UInt8>) throws(ServiceError) {
        pending.append(contentsOf: bytes)
        if pending.count >= 1 << 20 { try flush() }
    }

    /// Fills up with zeros to a multiple of a number of bytes.
    mutating func align(_ size: Int) throws(ServiceError) {
        let extra = position % size
        if extra > 0 { try append([UInt8](repeating: 0, count: size - extra)) }
    }

    mutating func flush() throws(ServiceError) {
        try file.write(pending)
        written += pending.count
        pending.removeAll(keepingCapacity: true)
    }

    /// Whether certain bytes stand at a place of what has been appended.
    mutating func holds(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(ServiceError) -> Bool {
        guard place >= 0, bytes.count <= position - place else { return false }
        if place >= written { return pending[(place - written)..<(place - written + bytes.count)].elementsEqual(bytes) }
        if written - place < bytes.count { try flush() }
        if (lookedBack?.bytes.count ?? 0) < place + bytes.count { lookedBack = try file.mapped() }
        guard let lookedBack else { return false }
        return withExtendedLifetime(lookedBack) {
            place + bytes.count <= lookedBack.bytes.count
                && lookedBack.bytes[place..<place + bytes.count].elementsEqual(bytes)
        }
    }

    /// What has been written so far.
    mutating func parts() throws(ServiceError) -> FileParts {
        try flush()
        return try file.parts()
    }

    /// Writes the header and puts the file under its name.
    consuming func commit(_ header: IndexHeader) throws(ServiceError) {
        try flush()
        try file.overwrite(header.encoded(), at: 0)
        try file.commit()
    }
}

/// Fills the hash table of an index.
struct IndexTableWriter {
    private let seed: UInt64
    private let count: Int
    private var slots: [UInt64]

    init(keys: Int, seed: UInt64) {
        self.seed = seed
        count = IndexTable.bucketCount(keys: keys)
        slots = [UInt64](repeating: 0, count: count * IndexTable.slots)
    }

    /// Adds a key, or says `false` when there is no room as near as a search looks.
    mutating func add(_ key: UnsafeRawBufferPointer, place: Int) -> Bool {
        let hash = IndexHash.of(key, seed: seed)
        var bucket = IndexTable.bucket(hash, of: count)
        for _ in 0..<min(count, IndexTable.maximumSearchTime) {
            let start = bucket * IndexTable.slots
            for slot in start..<start + IndexTable.slots where slots[slot] == 0 {
                slots[slot] = IndexTable.slot(tag: IndexTable.tag(hash), place: place)
                return true
            }
            bucket = bucket + 1 == count ? 0 : bucket + 1
        }
        return false
    }

    /// The buckets with their checksums, some thousands at a time.
    func sealed() -> some Sequence<[UInt8]> {
        stride(from: 0, to: count, by: 4096).lazy.map { first in
            var writer = ByteWriter()
            for bucket in first..<min(first + 4096, count) {
                let start = writer.bytes.count
                writer.word64(0)
                for slot in 0..<IndexTable.slots { writer.word64(slots[bucket * IndexTable.slots + slot]) }
                writer.seal(from: start)
            }
            return writer.bytes
        }
    }
}

/// The entries of an index that is being written, to be read again in the order of their keys.
///
/// That is no order of the file. Read so from a mapped one, all of it would soon be in the memory of this process.
struct IndexEntries: Sendable {
    let file: FileParts
    let range: Range<Int>

    /// Bytes that are read at once: most entries are shorter.
    private static let usual = 1024

    /// The entry at a place, as ``KeyedEntry/entry`` has it, or `nil` when it is damaged.
    ///
    /// - Parameter buffer: Room to read into, which grows as it has to.
    func ranked(at place: Int, _ buffer: inout [UInt8]) throws(ServiceError) -> TranslationEntry? {
        guard place >= 0, place < range.count else { return nil }
        var count = try read(at: place, Self.usual, &buffer)
        let length = buffer.withUnsafeBytes { IndexBlock.length($0.part(0..<count)) }
        guard let length, length <= range.count - place else { return nil }
        if length > count { count = try read(at: place, length, &buffer) }
        return buffer.withUnsafeBytes { bytes in
            guard let block = IndexBlock(bytes.part(0..<count), at: 0) else { return nil }
            var reader = ByteReader(block.content)
            let entry = EntryCoding.read(&reader, isForRanking: true)
            return reader.hasFailed ? nil : entry
        }
    }

    private func read(at place: Int, _ count: Int, _ buffer: inout [UInt8]) throws(ServiceError) -> Int {
        let count = min(count, range.count - place)
        if buffer.count < count { buffer = [UInt8](repeating: 0, count: max(count, Self.usual)) }
        let found = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(ServiceError) in
                try file.read(at: range.lowerBound + place, into: .init(rebasing: bytes.prefix(count)))
            }
        }
        return try found.get()
    }
}
