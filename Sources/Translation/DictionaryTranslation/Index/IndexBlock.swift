/// A part of an index with a checksum and a length, of eight bytes each, before it.
package struct IndexBlock {
    package let content: UnsafeRawBufferPointer
    /// Where the next block begins.
    let end: Int

    /// Reads a block, or `nil` when it is damaged or not all there.
    package init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard offset % 8 == 0, let (length, end) = Self.extent(bytes, at: offset),
            bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
                == IndexHash.of(UnsafeRawBufferPointer(rebasing: bytes[(offset + 8)..<end]))
        else { return nil }
        content = UnsafeRawBufferPointer(rebasing: bytes[offset + 16..<offset + 16 + length])
        self.end = end
    }

    /// Where the block at a place ends by what it says of its length, unchecked; `nil` when that is not inside `bytes`.
    package static func end(of bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        extent(bytes, at: offset)?.end
    }

    /// How long a block is by what its first bytes say, unchecked; `nil` when these are not all there.
    package static func length(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        guard bytes.count >= 16 else { return nil }
        let length = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        return length < 1 << 48 ? 16 + (Int(length) + 7) & ~7 : nil
    }

    private static func extent(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> (length: Int, end: Int)? {
        guard offset >= 0, offset <= bytes.count, bytes.count - offset >= 16 else { return nil }
        let length = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
        guard length <= UInt64(bytes.count - offset - 16) else { return nil }
        let end = offset + 16 + (Int(length) + 7) & ~7
        return end <= bytes.count ? (Int(length), end) : nil
    }

    /// Begins a block, whose content is to follow; ``seal(_:from:)`` ends it.
    package static func begin(_ writer: inout ByteWriter) -> Int {
        let start = writer.bytes.count
        writer.word64(0)
        writer.word64(0)
        return start
    }

    package static func seal(_ writer: inout ByteWriter, from start: Int) {
        writer.replace64(UInt64(writer.bytes.count - start - 16), at: start + 8)
        writer.seal(from: start)
    }
}
