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
    ///   - path: What to call the file in an error.
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
