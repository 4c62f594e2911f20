public import LanguageServices
package import Platform

/// An opened dictionary index: a memory-mapped file, shared by all processes that have it open.
///
/// Opening reads only the header and the description, regardless of the dictionary's size. A search reads one hash
/// table bucket and one record, and verifies both checksums. Damage is reported as an error and never leads to a wrong
/// result or a missing word. The format is described in docs/reference/dictionary-index.md.
///
/// The file may be replaced or removed while it is open, as imports do. Truncating it in place terminates this process
/// (SIGBUS).
public final class DictionaryIndex: Sendable {
    /// The description of the dictionary.
    public let info: DictionaryInfo

    /// The path of the file.
    public let path: String

    /// The number of keys. Spellings of a headword that differ only in case, accents and punctuation share a key.
    public var keyCount: Int { header.keyCount }

    package let file: MappedFile
    package let header: IndexHeader
    private let bucketCount: Int
    private let bucketStart: Int
    private let recordStart: Int
    private let recordLength: Int

    /// Opens an index.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: `ServiceError.Code.io` if the file cannot be read, is not an index, has an unsupported version, is
    ///   truncated, or has a damaged header or description.
    public convenience init(path: String) throws {
        try self.init(path: path, name: nil)
    }

    /// Opens an index under a name that overrides the name in the file.
    init(path: String, name: String?) throws {
        self.path = path
        file = try MappedFile(path: path)
        header = try IndexHeader(file.bytes, path: path)
        bucketStart = header[.buckets].lowerBound
        bucketCount = header[.buckets].count / IndexTable.bucketSize
        recordStart = header[.records].lowerBound
        recordLength = header[.records].count
        guard bucketCount > 0 || header.keyCount == 0 else { throw IndexFailure.damaged(path, "its header is invalid") }
        guard var info = InfoCoding.read(file.bytes.part(header[.info])) else {
            throw IndexFailure.damaged(path, "its description")
        }
        info.name = name ?? info.name
        self.info = info
        guard info.entryCount == header.entryCount else { throw IndexFailure.damaged(path, "its description") }
    }

    /// Whether a key exists.
    ///
    /// - Throws: `ServiceError.Code.io` if any of the data read is damaged.
    package func contains(key: String) throws -> Bool { try head(of: key) != nil }

    /// The best translation for a key, or `nil` if the key does not exist.
    ///
    /// - Throws: `ServiceError.Code.io` if any of the data read is damaged.
    package func bestTranslation(key: String) throws -> String? {
        try head(of: key).map { String(decoding: $0.best, as: UTF8.self) }
    }

    /// The record for a key without its entries, or `nil` if the key does not exist.
    ///
    /// - Throws: `ServiceError.Code.io` if any of the data read is damaged.
    package func record(key: String) throws -> DictionaryRecord? {
        try head(of: key).map { try DictionaryRecord(key: key, head: $0, index: self) }
    }

    /// The number of entries for a key and the numeric data for its translations, or `nil` if the key does not exist.
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

    /// The head of the record for a key.
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
            for position in 1...IndexTable.slots {
                let slot = bytes.word64(at: position &* 8)
                if slot == 0 { return nil }
                guard IndexTable.isTagged(slot, tag) else { continue }
                let head = try head(at: IndexTable.position(slot))
                if head.isKey(key) { return head }
            }
            bucket = bucket &+ 1 == count ? 0 : bucket &+ 1
        }
        return nil
    }

    /// The verified head of the record at an offset within the records.
    package func head(at position: Int) throws(ServiceError) -> RecordHead {
        guard position >= 0, position < recordLength,
            let head = RecordHead(file.bytes, at: recordStart &+ position, end: recordStart &+ recordLength)
        else { throw damaged("the record at \(position)") }
        return head
    }

    package func damaged(_ what: String) -> ServiceError {
        IndexFailure.damaged(path, what)
    }
}

extension DictionaryIndex {
    /// Calls a closure with each entry, in dictionary order.
    ///
    /// - Throws: `ServiceError.Code.io` if an entry is damaged, or an error thrown by `body`.
    public func forEachEntry(_ body: (TranslationEntry) throws -> Void) throws {
        var offset = 0
        var count = 0
        while offset < header[.entries].count {
            let (entry, end) = try entry(at: offset)
            try body(entry)
            offset = end
            count += 1
        }
        guard count == header.entryCount else { throw damaged("\(count) entries instead of \(header.entryCount)") }
    }

    /// The verified entry at an offset within the entries, and the offset of the next entry.
    package func entry(at offset: Int) throws(ServiceError) -> (entry: TranslationEntry, end: Int) {
        let (block, entry) = try read(at: offset) { EntryCoding.read(&$0, dictionary: info.name) }
        return (entry, block.end)
    }

    /// The references in the entry at an offset within the entries, verified as in ``entry(at:)``.
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

    /// Calls a closure with the verified heads of the records in a range of offsets; `nil` means all records.
    package func forEachHead(in range: Range<Int>? = nil, _ body: (RecordHead, Int) throws -> Void) throws {
        let end = range?.upperBound ?? recordLength
        var offset = range?.lowerBound ?? 0
        while offset < end {
            let head = try head(at: offset)
            try body(head, offset)
            offset = head.end - recordStart
        }
    }

    /// Calls a closure with each key, in byte order, until it returns `false`.
    ///
    /// - Parameter body: Receives the UTF-8 bytes of a key, which are valid only during the call.
    /// - Throws: `ServiceError.Code.io` if a part of the key list is damaged, or an error thrown by `body`.
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
        guard count == header.keyCount else { throw damaged("\(count) keys instead of \(header.keyCount)") }
    }
}

extension DictionaryIndex {
    /// Verifies every checksum in the file, and checks that every key can be found.
    ///
    /// - Throws: `ServiceError.Code.io`; the error describes the first damage found.
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
        guard count == header.keyCount else { throw damaged("\(count) records instead of \(header.keyCount)") }
        try forEachKey { key in
            guard let head = try find(key) else { throw damaged("a key in the list is missing from the hash table") }
            _ = try DictionaryRecord(key: String(decoding: key, as: UTF8.self), head: head, index: self)
            return true
        }
        try forEachEntry { _ in }
    }
}

/// Errors in an index.
package enum IndexFailure {
    private static let remedy = "import the dictionary again"

    static func foreign(_ path: String) -> ServiceError {
        ServiceError(.io, "\(SystemFailure.quoted(path)) is not a dictionary index", remedy: remedy)
    }

    static func truncated(_ path: String) -> ServiceError { failure(path, "is truncated") }

    static func otherByteOrder(_ path: String) -> ServiceError {
        failure(path, "has the wrong byte order")
    }

    static func otherVersion(_ path: String, _ version: UInt32) -> ServiceError {
        failure(path, "has format version \(version); this program reads version \(IndexHeader.version)")
    }

    package static func damaged(_ path: String, _ what: String) -> ServiceError {
        failure(path, "is damaged: \(what)")
    }

    private static func failure(_ path: String, _ what: String) -> ServiceError {
        ServiceError(.io, "the dictionary index \(SystemFailure.quoted(path)) \(what)", remedy: remedy)
    }
}
