import LanguageServices

/// The first 256 bytes of an index: its magic number and the offsets of its parts.
///
///       0  8  magic: 89 50 44 49 0D 0A 1A 0A, which is not text and does not survive a text-mode transfer
///       8  4  0A0B0C0D, little-endian like all numbers
///      12  4  version
///      16  8  length of the file
///      24  8  number of entries
///      32  8  number of keys
///      40  8  seed of the key hash
///      48     for each part its offset and its length, eight bytes each
///     248  8  checksum of the 248 bytes before
package struct IndexHeader: Equatable {
    package static let size = 256
    static let magic: [UInt8] = [0x89, 0x50, 0x44, 0x49, 0x0D, 0x0A, 0x1A, 0x0A]
    static let byteOrder: UInt32 = 0x0A0B_0C0D
    static let version: UInt32 = 1

    /// The parts of an index, in header order.
    package enum Part: Int, CaseIterable {
        case info, entries, records, keys, buckets
    }

    package var fileLength = 0
    package var entryCount = 0
    package var keyCount = 0
    package var seed: UInt64 = 0
    private var ranges = [Range<Int>](repeating: Self.size..<Self.size, count: Part.allCases.count)

    /// The range of a part in the file.
    package subscript(part: Part) -> Range<Int> {
        get { ranges[part.rawValue] }
        set { ranges[part.rawValue] = newValue }
    }

    package init() {}

    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        for byte in Self.magic { writer.byte(byte) }
        writer.word32(Self.byteOrder)
        writer.word32(Self.version)
        for number in [fileLength, entryCount, keyCount] { writer.word64(UInt64(number)) }
        writer.word64(seed)
        for range in ranges {
            writer.word64(UInt64(range.lowerBound))
            writer.word64(UInt64(range.count))
        }
        while writer.bytes.count < Self.size - 8 { writer.byte(0) }
        writer.word64(writer.bytes.withUnsafeBytes { IndexHash.of($0) })
        return writer.bytes
    }

    /// Reads the header of a file, and checks that all parts lie within the file.
    ///
    /// - Throws: `ServiceError.Code.io` if the file is not an index, has an unsupported version, is truncated or is
    ///   damaged.
    init(_ bytes: UnsafeRawBufferPointer, path: String) throws(ServiceError) {
        guard bytes.count >= 16, bytes.prefix(8).elementsEqual(Self.magic) else {
            throw IndexFailure.foreign(path)
        }
        var reader = ByteReader(bytes, at: 8)
        let order: UInt32 = reader.integer()
        guard order == Self.byteOrder else {
            if order == Self.byteOrder.byteSwapped { throw IndexFailure.otherByteOrder(path) }
            throw IndexFailure.damaged(path, "its header is invalid")
        }
        let version: UInt32 = reader.integer()
        guard bytes.count >= Self.size else { throw IndexFailure.truncated(path) }
        guard version == Self.version else { throw IndexFailure.otherVersion(path, version) }
        guard bytes.word64(at: Self.size - 8) == IndexHash.of(bytes.part(0..<Self.size - 8)) else {
            throw IndexFailure.damaged(path, "the checksum of its header is wrong")
        }
        fileLength = reader.integer()
        entryCount = reader.integer()
        keyCount = reader.integer()
        seed = reader.integer()
        guard fileLength == bytes.count else {
            throw fileLength > bytes.count
                ? IndexFailure.truncated(path) : IndexFailure.damaged(path, "it is longer than its header states")
        }
        guard entryCount >= 0, keyCount >= 0, entryCount <= fileLength, keyCount <= fileLength else {
            throw IndexFailure.damaged(path, "its header is invalid")
        }
        for part in Part.allCases {
            let offset: Int = reader.integer()
            let length: Int = reader.integer()
            guard offset >= Self.size, length >= 0, offset <= fileLength, length <= fileLength - offset,
                offset % 8 == 0, length % 8 == 0
            else { throw IndexFailure.damaged(path, "its header is invalid") }
            self[part] = offset..<offset + length
        }
        guard self[.buckets].count % IndexTable.bucketSize == 0 else {
            throw IndexFailure.damaged(path, "its header is invalid")
        }
    }
}

/// A part of an index, preceded by a checksum and a length of eight bytes each.
package struct IndexBlock {
    package let content: UnsafeRawBufferPointer
    /// The offset of the next block.
    let end: Int

    /// Reads a block, or returns `nil` if it is damaged or incomplete.
    package init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard offset % 8 == 0, let end = Self.end(of: bytes, at: offset), bytes.part(offset..<end).isSealed else {
            return nil
        }
        content = bytes.part(offset + 16..<offset + 16 + Int(bytes.word64(at: offset + 8)))
        self.end = end
    }

    /// The end of the block at an offset according to its length field, not verified; `nil` if it lies outside `bytes`.
    package static func end(of bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        length(bytes, at: offset).flatMap { $0 <= bytes.count - offset ? offset + $0 : nil }
    }

    /// The length of a block according to its length field, not verified; `nil` if the field is incomplete.
    package static func length(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) -> Int? {
        guard offset >= 0, offset <= bytes.count, bytes.count - offset >= 16 else { return nil }
        let length = bytes.word64(at: offset + 8)
        return length < 1 << 48 ? 16 + (Int(length) + 7) & ~7 : nil
    }

    /// Begins a block; ``seal(_:from:)`` ends it after its content has been written.
    package static func begin(_ writer: inout ByteWriter) -> Int {
        let start = writer.bytes.count
        writer.word64(0)
        writer.word64(0)
        return start
    }

    package static func seal(_ writer: inout ByteWriter, from start: Int) {
        writer.replace(UInt64(writer.bytes.count - start - 16), at: start + 8)
        writer.seal(from: start)
    }
}

/// The hash table of an index: maps the hash of a key to the offset of its record.
///
/// A bucket is 64 bytes, the size of a cache line: a checksum of eight bytes and seven slots of eight bytes. A slot
/// contains 16 bits of the hash and, in the lower 48 bits, the offset of the record in units of eight bytes, plus one;
/// an empty slot contains 0. A key is stored in the bucket selected by its hash or, if that bucket is full, in the next
/// bucket with an empty slot. A search therefore ends at the first bucket with an empty slot.
package enum IndexTable {
    package static let bucketSize = 64
    package static let slots = 7
    /// A bucket has seven slots, of which five are used on average; about one bucket in five is full.
    static let meanFill = 5
    /// The maximum number of consecutive buckets to search. Ordinary keys never come close to this limit. If crafted
    /// keys exceed it, the writer chooses another seed.
    package static let maximumSearchTime = 64
    private static let positionMask: UInt64 = 0xFFFF_FFFF_FFFF

    package static func bucketCount(keys: Int) -> Int {
        (keys + meanFill - 1) / meanFill
    }

    /// The bucket that a hash selects.
    @inline(__always)
    package static func bucket(_ hash: UInt64, of count: Int) -> Int {
        Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(truncatingIfNeeded: count)).high)
    }

    /// The tag stored in the upper bits of a slot. It is taken from the lower bits of the hash; the bucket index is
    /// taken from the upper bits.
    @inline(__always)
    package static func tag(_ hash: UInt64) -> UInt64 {
        hash &<< 48
    }

    @inline(__always)
    static func isTagged(_ slot: UInt64, _ tag: UInt64) -> Bool {
        (slot ^ tag) &>> 48 == 0
    }

    /// The record offset in a non-empty slot, in bytes from the start of the records.
    @inline(__always)
    static func position(_ slot: UInt64) -> Int {
        Int(truncatingIfNeeded: (slot & positionMask) &- 1) &* 8
    }

    package static func slot(tag: UInt64, position: Int) -> UInt64 {
        tag | ((UInt64(truncatingIfNeeded: position) / 8 + 1) & positionMask)
    }
}
