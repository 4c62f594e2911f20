import DictionaryTranslation
import LanguageServices
import Platform

/// An index that is being written, part by part: the entries, the records, the key list, and the other parts.
struct IndexFile: ~Copyable {
    private var output: IndexOutput
    private var header = IndexHeader()
    /// The offset of each record within the records.
    private var offsets: [Int] = []

    /// Creates a file, beginning with the entries.
    init(path: String) throws(ServiceError) {
        output = try IndexOutput(path: path)
        header[.entries] = IndexHeader.size..<IndexHeader.size
    }

    /// The offset of the next entry within the entries.
    var entriesEnd: Int { output.position - IndexHeader.size }

    var entryCount: Int { header.entryCount }

    /// Adds encoded entries.
    mutating func addEntries(_ bytes: UnsafeRawBufferPointer, count: Int) throws(ServiceError) {
        try output.append(bytes)
        header.entryCount += count
    }

    /// Whether the entry data contains the given bytes at an offset.
    mutating func holdsEntry(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ServiceError) -> Bool {
        try output.holds(bytes, at: offset + IndexHeader.size)
    }

    /// Finishes the entries.
    ///
    /// - Returns: A reader for them.
    mutating func endEntries() throws(ServiceError) -> IndexEntries {
        header[.entries] = IndexHeader.size..<output.position
        header[.records] = output.position..<output.position
        return IndexEntries(file: try output.parts(), range: header[.entries])
    }

    /// Adds the next records.
    mutating func add(_ batch: RecordBatch) throws(ServiceError) {
        let start = output.position - header[.records].lowerBound
        for offset in batch.starts { offsets.append(start + offset) }
        try output.append(batch.bytes)
    }

    /// Finishes the records, and writes the other parts.
    ///
    /// - Parameters:
    ///   - info: The description; the number of entries is filled in.
    ///   - firstSeed: The first seed of the key hash to try.
    ///   - keyList: Passes the blocks of the key list to its argument.
    ///   - forEachKey: Passes each key to its argument, in the order of the records.
    /// - Returns: The description as written.
    consuming func finish(
        _ info: DictionaryInfo,
        firstSeed: UInt64,
        keyList: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void,
        forEachKey: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws -> DictionaryInfo {
        header[.records] = header[.records].lowerBound..<output.position
        header.keyCount = offsets.count
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
            var table = IndexTableWriter(keys: offsets.count, seed: seed)
            var number = 0
            var isPlaced = true
            try forEachKey { key in
                if isPlaced, number < offsets.count { isPlaced = table.add(key, position: offsets[number]) }
                number += 1
            }
            guard isPlaced else { continue }
            header.seed = seed
            for bytes in table.sealed() { try output.append(bytes) }
            header[.buckets] = start..<output.position
            return
        }
        throw ServiceError(.limitExceeded, "too many words in the dictionary have the same hash")
    }
}

/// The output file of an index. Blocks are buffered and written one megabyte at a time.
struct IndexOutput: ~Copyable {
    private var file: AtomicFile
    private var pending: [UInt8] = []
    private var written = 0
    /// The mapping of the file that the last call of ``holds(_:at:)`` created.
    private var lookedBack: MappedFile?

    /// Creates the temporary file, and leaves space for the header.
    init(path: String) throws(ServiceError) {
        file = try AtomicFile(path: path)
        pending = [UInt8](repeating: 0, count: IndexHeader.size)
    }

    /// The offset of the next byte.
    var position: Int { written + pending.count }

    mutating func append(_ bytes: some Sequence<UInt8>) throws(ServiceError) {
        pending.append(contentsOf: bytes)
        if pending.count >= 1 << 20 { try flush() }
    }

    /// Pads with zeros to a multiple of the given number of bytes.
    mutating func align(_ size: Int) throws(ServiceError) {
        let extra = position % size
        if extra > 0 { try append([UInt8](repeating: 0, count: size - extra)) }
    }

    mutating func flush() throws(ServiceError) {
        try file.write(pending)
        written += pending.count
        pending.removeAll(keepingCapacity: true)
    }

    /// Whether the appended data contains the given bytes at an offset.
    mutating func holds(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ServiceError) -> Bool {
        guard offset >= 0, bytes.count <= position - offset else { return false }
        if offset >= written {
            return pending[(offset - written)..<(offset - written + bytes.count)].elementsEqual(bytes)
        }
        if written - offset < bytes.count { try flush() }
        if (lookedBack?.bytes.count ?? 0) < offset + bytes.count { lookedBack = try file.mapped() }
        guard let lookedBack else { return false }
        return withExtendedLifetime(lookedBack) {
            offset + bytes.count <= lookedBack.bytes.count
                && lookedBack.bytes[offset..<offset + bytes.count].elementsEqual(bytes)
        }
    }

    /// The data written so far.
    mutating func parts() throws(ServiceError) -> FileParts {
        try flush()
        return try file.parts()
    }

    /// Writes the header and moves the file to its final name.
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

    /// Adds a key, or returns `false` if there is no free slot within the search limit.
    mutating func add(_ key: UnsafeRawBufferPointer, position: Int) -> Bool {
        let hash = IndexHash.of(key, seed: seed)
        var bucket = IndexTable.bucket(hash, of: count)
        for _ in 0..<min(count, IndexTable.maximumSearchTime) {
            let start = bucket * IndexTable.slots
            for slot in start..<start + IndexTable.slots where slots[slot] == 0 {
                slots[slot] = IndexTable.slot(tag: IndexTable.tag(hash), position: position)
                return true
            }
            bucket = bucket + 1 == count ? 0 : bucket + 1
        }
        return false
    }

    /// The buckets with their checksums, in chunks of several thousand.
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

/// Reads the entries of an index that is being written, in the order of their keys.
///
/// In key order, the offsets of the entries are random. If the file were mapped, it would soon be entirely resident
/// in memory.
struct IndexEntries: Sendable {
    let file: FileParts
    let range: Range<Int>

    /// The number of bytes in the first read; most entries are shorter.
    private static let initialReadSize = 1024

    /// The entry at an offset as in ``KeyedEntry/entry``, or `nil` if it is damaged.
    ///
    /// - Parameter buffer: A read buffer, enlarged as needed.
    func ranked(at offset: Int, _ buffer: inout [UInt8]) throws(ServiceError) -> TranslationEntry? {
        guard offset >= 0, offset < range.count else { return nil }
        var count = try read(at: offset, Self.initialReadSize, &buffer)
        let length = buffer.withUnsafeBytes { IndexBlock.length($0.part(0..<count)) }
        guard let length, length <= range.count - offset else { return nil }
        if length > count { count = try read(at: offset, length, &buffer) }
        return buffer.withUnsafeBytes { bytes in
            guard let block = IndexBlock(bytes.part(0..<count), at: 0) else { return nil }
            var reader = ByteReader(block.content)
            let entry = EntryCoding.read(&reader, isForRanking: true)
            return reader.hasFailed ? nil : entry
        }
    }

    private func read(at offset: Int, _ count: Int, _ buffer: inout [UInt8]) throws(ServiceError) -> Int {
        let count = min(count, range.count - offset)
        if buffer.count < count { buffer = [UInt8](repeating: 0, count: max(count, Self.initialReadSize)) }
        let found = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(ServiceError) in
                try file.read(at: range.lowerBound + offset, into: .init(rebasing: bytes.prefix(count)))
            }
        }
        return try found.get()
    }
}
