import LanguageServices

/// The first 256 bytes of an index: what it is, and where its parts are.
///
///       0  8  magic: 89 50 44 49 0D 0A 1A 0A, which no text is, and which a transfer as text destroys
///       8  4  0A0B0C0D, written as all numbers are, little-endian
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

    /// The parts of an index, in the order of their description.
    package enum Part: Int, CaseIterable {
        case info, entries, records, keys, buckets
    }

    package var fileLength = 0
    package var entryCount = 0
    package var keyCount = 0
    package var seed: UInt64 = 0
    private var offsets = [Int](repeating: Self.size, count: Part.allCases.count)
    private var lengths = [Int](repeating: 0, count: Part.allCases.count)

    /// The range of a part in the file.
    package subscript(part: Part) -> Range<Int> {
        get { offsets[part.rawValue]..<offsets[part.rawValue] + lengths[part.rawValue] }
        set {
            offsets[part.rawValue] = newValue.lowerBound
            lengths[part.rawValue] = newValue.count
        }
    }

    /// Makes an empty one.
    package init() {}

    /// The bytes.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        for byte in Self.magic { writer.byte(byte) }
        writer.word32(Self.byteOrder)
        writer.word32(Self.version)
        for number in [fileLength, entryCount, keyCount] { writer.word64(UInt64(number)) }
        writer.word64(seed)
        for part in Part.allCases {
            writer.word64(UInt64(offsets[part.rawValue]))
            writer.word64(UInt64(lengths[part.rawValue]))
        }
        while writer.bytes.count < Self.size - 8 { writer.byte(0) }
        writer.word64(writer.bytes.withUnsafeBytes { IndexHash.of($0) })
        return writer.bytes
    }

    /// Reads the header of a file, and checks that all parts are inside it.
    ///
    /// - Throws: `ServiceError.Code.io` when the file is none, another version, cut short or damaged.
    init(_ bytes: UnsafeRawBufferPointer, path: String) throws(ServiceError) {
        guard bytes.count >= 16, bytes.prefix(8).elementsEqual(Self.magic) else {
            throw IndexFailure.foreign(path)
        }
        var reader = ByteReader(bytes, at: 8)
        let order = reader.word32()
        guard order == Self.byteOrder else {
            if order == Self.byteOrder.byteSwapped { throw IndexFailure.otherByteOrder(path) }
            throw IndexFailure.damaged(path, "its header is wrong")
        }
        let version = reader.word32()
        guard bytes.count >= Self.size else { throw IndexFailure.truncated(path) }
        let checksum = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: Self.size - 8, as: UInt64.self))
        let isSound = checksum == IndexHash.of(UnsafeRawBufferPointer(rebasing: bytes[..<(Self.size - 8)]))
        guard version == Self.version else { throw IndexFailure.otherVersion(path, version) }
        guard isSound else { throw IndexFailure.damaged(path, "the checksum of its header is wrong") }
        var numbers: [Int] = []
        for _ in 0..<3 { numbers.append(Int(truncatingIfNeeded: reader.word64())) }
        fileLength = numbers[0]
        entryCount = numbers[1]
        keyCount = numbers[2]
        seed = reader.word64()
        guard fileLength == bytes.count else {
            throw fileLength > bytes.count
                ? IndexFailure.truncated(path) : IndexFailure.damaged(path, "it is longer than it says")
        }
        guard entryCount >= 0, keyCount >= 0, entryCount <= fileLength, keyCount <= fileLength else {
            throw IndexFailure.damaged(path, "its header is wrong")
        }
        for part in Part.allCases {
            let offset = Int(truncatingIfNeeded: reader.word64())
            let length = Int(truncatingIfNeeded: reader.word64())
            guard offset >= Self.size, length >= 0, offset <= fileLength, length <= fileLength - offset,
                offset % 8 == 0, length % 8 == 0
            else { throw IndexFailure.damaged(path, "its header is wrong") }
            offsets[part.rawValue] = offset
            lengths[part.rawValue] = length
        }
        guard lengths[Part.buckets.rawValue] % IndexTable.bucketSize == 0 else {
            throw IndexFailure.damaged(path, "its header is wrong")
        }
    }
}
