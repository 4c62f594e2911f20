public import LanguageServices
package import Platform

/// A dictionary that is ready to be searched: a file in the memory of the machine, shared by all who have it open.
///
/// Opening reads the header and the description, whatever the size of the dictionary. A search reads a bucket of the
/// hash table and a record, and checks the checksum of each; what is damaged is an error, never a wrong answer or a word
/// that is suddenly missing. The format is described in docs/reference/dictionary-index.md.
///
/// The file may be replaced or removed by others while it is open, as imports do; who cuts it short in place makes the
/// system end this process (SIGBUS).
public final class DictionaryIndex: Sendable {
    /// What the dictionary says of itself.
    public let info: DictionaryInfo

    /// The file.
    public let path: String

    /// How many keys it has: what all spellings of a headword that differ only in case, accents and punctuation share.
    public var keyCount: Int { header.keyCount }

    package let file: MappedFile
    package let header: IndexHeader
    private let bucketCount: Int
    private let bucketStart: Int
    private let recordStart: Int
    private let recordLength: Int

    /// Opens an index.
    ///
    /// - Parameter path: The file.
    /// - Throws: `ServiceError.Code.io` when it cannot be read, is no index, one of another version, cut short, or
    ///   damaged in its header or description.
    public convenience init(path: String) throws {
        try self.init(path: path, name: nil)
    }

    /// Opens an index that is known under a name, which goes before the one that stands in it.
    init(path: String, name: String?) throws {
        self.path = path
        file = try MappedFile(path: path)
        header = try IndexHeader(file.bytes, path: path)
        bucketStart = header[.buckets].lowerBound
        bucketCount = header[.buckets].count / IndexTable.bucketSize
        recordStart = header[.records].lowerBound
        recordLength = header[.records].count
        guard bucketCount > 0 || header.keyCount == 0 else { throw IndexFailure.damaged(path, "its header is wrong") }
        guard var info = InfoCoding.read(file.bytes.part(header[.info])) else {
            throw IndexFailure.damaged(path, "its description")
        }
        info.name = name ?? info.name
        self.info = info
        guard info.entryCount == header.entryCount else { throw IndexFailure.damaged(path, "its description") }
    }

    /// Whether there is a key.
    ///
    /// - Throws: `ServiceError.Code.io` when what is looked at is damaged.
    package func contains(key: String) throws -> Bool { try head(of: key) != nil }

    /// The best translation of a key, or `nil` when it is not there.
    ///
    /// - Throws: `ServiceError.Code.io` when what is looked at is damaged.
    package func bestTranslation(key: String) throws -> String? {
        try head(of: key).map { String(decoding: $0.best, as: UTF8.self) }
    }

    /// All that is known of a key without reading its entries, or `nil` when it is not there.
    ///
    /// - Throws: `ServiceError.Code.io` when what is looked at is damaged.
    package func record(key: String) throws -> DictionaryRecord? {
        try head(of: key).map { try DictionaryRecord(key: key, head: $0, index: self) }
    }

    /// How many entries a key has, and the numbers of its translations, or `nil` when it is not there.
    package func tail(key: String) throws -> (entries: Int, tail: RecordTail)? {
        guard let head = try head(of: key) else { return nil }
        guard let tail = RecordTail(head) else { throw damaged("the record of '\(key)'") }
        return (head.entryCount, tail)
    }

    // MARK: Search

    private func head(of key: String) throws -> RecordHead? {
        var key = key
        return try key.withUTF8 { try find(UnsafeRawBufferPointer($0)) }
    }

    /// Finds the head of the record of a key.
    func find(_ key: UnsafeRawBufferPointer) throws(ServiceError) -> RecordHead? {
        let count = bucketCount
        guard count > 0 else { return nil }
        let hash = IndexHash.of(key, seed: header.seed)
        let tag = IndexTable.tag(hash)
        var bucket = IndexTable.bucket(hash, of: count)
        for _ in 0..<min(count, IndexTable.maximumSearchTime) {
            let start = bucketStart &+ bucket &* IndexTable.bucketSize
            let bytes = file.bytes.part(start..<start &+ IndexTable.bucketSize)
            guard bytes.isSealed else { throw damaged("bucket \(bucket)") }
            for place in 1...IndexTable.slots {
                let slot = bytes.word64(at: place &* 8)
                if slot == 0 { return nil }
                guard IndexTable.isTagged(slot, tag) else { continue }
                let head = try head(at: IndexTable.place(slot))
                if head.isKey(key) { return head }
            }
            bucket = bucket &+ 1 == count ? 0 : bucket &+ 1
        }
        return nil
    }

    /// The head of the record at a place among the records, checked.
    package func head(at place: Int) throws(ServiceError) -> RecordHead {
        guard place >= 0, place < recordLength,
            let head = RecordHead(file.bytes, at: recordStart &+ place, end: recordStart &+ recordLength)
        else { throw damaged("the record at \(place)") }
        return head
    }

    package func damaged(_ what: String) -> ServiceError {
        IndexFailure.damaged(path, what)
    }
}

extension DictionaryIndex {
    /// Goes through all entries, in the dictionary's own order.
    ///
    /// - Throws: `ServiceError.Code.io` when one is damaged, and what `body` throws.
    public func forEachEntry(_ body: (TranslationEntry) throws -> Void) throws {
        var offset = 0
        var count = 0
        while offset < header[.entries].count {
            let (entry, end) = try entry(at: offset)
            try body(entry)
            offset = end
            count += 1
        }
        guard count == header.entryCount else { throw damaged("it has \(count) entries and says \(header.entryCount)") }
    }

    /// The entry at an offset among the entries, checked, and where the next one begins.
    package func entry(at offset: Int) throws(ServiceError) -> (entry: TranslationEntry, end: Int) {
        let (block, entry) = try read(at: offset) { EntryCoding.read(&$0, dictionary: info.name) }
        return (entry, block.end)
    }

    /// What the entry at an offset among the entries refers to, checked as ``entry(at:)``.
    func references(at offset: Int) throws(ServiceError) -> [String] {
        try read(at: offset, EntryCoding.readReferences).part
    }

    private func read<Part>(
        at offset: Int,
        _ body: (inout ByteReader) -> Part
    ) throws(ServiceError) -> (block: IndexBlock, part: Part) {
        let entries = header[.entries]
        guard let block = IndexBlock(file.bytes.part(entries), at: offset) else {
            throw damaged("the entry at \(offset)")
        }
        var reader = ByteReader(block.content)
        let part = body(&reader)
        guard !reader.hasFailed else { throw damaged("the entry at \(offset)") }
        return (block, part)
    }

    /// Goes through the heads of the records at a range of places, each checked; through all when none is said.
    package func forEachHead(in range: Range<Int>? = nil, _ body: (RecordHead, Int) throws -> Void) throws {
        let end = range?.upperBound ?? recordLength
        var offset = range?.lowerBound ?? 0
        while offset < end {
            let head = try head(at: offset)
            try body(head, offset)
            offset = head.end - recordStart
        }
    }

    /// Goes through all keys, in the order of their bytes, until `body` says `false`.
    ///
    /// - Parameter body: Told of the UTF-8 of a key, which is there only for the call.
    /// - Throws: `ServiceError.Code.io` when a part of the list is damaged, and what `body` throws.
    package func forEachKey(_ body: (UnsafeRawBufferPointer) throws -> Bool) throws {
        let part = file.bytes.part(header[.keys])
        var offset = 0
        var count = 0
        var key: [UInt8] = []
        while offset < part.count {
            guard let block = IndexBlock(part, at: offset) else { throw damaged("the list of keys at \(offset)") }
            var reader = ByteReader(block.content)
            key.removeAll(keepingCapacity: true)
            while reader.left > 0 {
                let shared = reader.number()
                let rest = reader.slice(reader.count())
                guard !reader.hasFailed, shared <= key.count else { throw damaged("the list of keys at \(offset)") }
                key.removeLast(key.count - shared)
                key.append(contentsOf: rest)
                count += 1
                guard try key.withUnsafeBytes(body) else { return }
            }
            offset = block.end
        }
        guard count == header.keyCount else { throw damaged("it has \(count) keys and says \(header.keyCount)") }
    }
}

extension DictionaryIndex {
    /// Checks every checksum of the file, and that every key is found.
    ///
    /// - Throws: `ServiceError.Code.io` that names the first damage.
    public func verify() throws {
        let buckets = header[.buckets]
        for start in stride(from: buckets.lowerBound, to: buckets.upperBound, by: IndexTable.bucketSize) {
            guard file.bytes.part(start..<start + IndexTable.bucketSize).isSealed else {
                throw damaged("bucket \((start - buckets.lowerBound) / IndexTable.bucketSize)")
            }
        }
        var count = 0
        try forEachHead { head, offset in
            guard RecordTail(head) != nil else { throw damaged("the record at \(offset)") }
            count += 1
        }
        guard count == header.keyCount else { throw damaged("it has \(count) records and says \(header.keyCount)") }
        try forEachKey { key in
            guard let head = try find(key) else { throw damaged("a key of the list is not in the table") }
            _ = try DictionaryRecord(key: String(decoding: key, as: UTF8.self), head: head, index: self)
            return true
        }
        try forEachEntry { _ in }
    }
}

/// What can be wrong with an index, in words.
package enum IndexFailure {
    private static let remedy = "import the dictionary again"

    static func foreign(_ path: String) -> ServiceError {
        ServiceError(.io, "\(SystemFailure.quoted(path)) is no dictionary index", remedy: remedy)
    }

    static func truncated(_ path: String) -> ServiceError { failure(path, "is cut short") }

    static func otherByteOrder(_ path: String) -> ServiceError {
        failure(path, "has the bytes of its numbers in the other order")
    }

    static func otherVersion(_ path: String, _ version: UInt32) -> ServiceError {
        failure(path, "has the format \(version), this program reads \(IndexHeader.version)")
    }

    package static func damaged(_ path: String, _ what: String) -> ServiceError {
        failure(path, "is damaged: \(what)")
    }

    private static func failure(_ path: String, _ what: String) -> ServiceError {
        ServiceError(.io, "the dictionary index \(SystemFailure.quoted(path)) \(what)", remedy: remedy)
    }
}
