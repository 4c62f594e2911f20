import Platform

/// The first part of a record, checked; it points into the file.
package struct RecordHead {
    package let key: UnsafeRawBufferPointer
    let best: UnsafeRawBufferPointer
    /// The tail, which nobody has checked yet.
    let tail: UnsafeRawBufferPointer
    package let entryCount: Int
    /// Where the next record begins, from the beginning of the file.
    package let end: Int

    /// Reads the head of the record at a place of a file, or `nil` when it is damaged or not all before `end`.
    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer, at place: Int, end: Int) {
        guard place >= 0, end <= bytes.count, end &- place >= RecordCoding.headSize, place % 8 == 0 else { return nil }
        let keyLength = Self.number(bytes, place &+ 8)
        let bestLength = Self.number(bytes, place &+ 12)
        let tailLength = Self.number(bytes, place &+ 16)
        let headLength = (RecordCoding.headSize &+ keyLength &+ bestLength &+ 7) & ~7
        guard headLength &+ tailLength <= end &- place, tailLength % 8 == 0 else { return nil }
        let checksum = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
        let tailPlace = place &+ headLength
        guard checksum == IndexHash.of(UnsafeRawBufferPointer(rebasing: bytes[place &+ 8..<tailPlace])) else {
            return nil
        }
        let keyPlace = place &+ RecordCoding.headSize
        key = UnsafeRawBufferPointer(rebasing: bytes[keyPlace..<keyPlace &+ keyLength])
        best = UnsafeRawBufferPointer(rebasing: bytes[keyPlace &+ keyLength..<keyPlace &+ keyLength &+ bestLength])
        tail = UnsafeRawBufferPointer(rebasing: bytes[tailPlace..<tailPlace &+ tailLength])
        entryCount = Self.number(bytes, place &+ 20)
        self.end = tailPlace &+ tailLength
    }

    /// Whether this is the record of a key.
    @inline(__always)
    func isKey(_ other: UnsafeRawBufferPointer) -> Bool {
        guard key.count == other.count, let own = key.baseAddress, let other = other.baseAddress else {
            return key.isEmpty && other.isEmpty
        }
        return memcmp(own, other, key.count) == 0
    }

    @inline(__always)
    private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }
}

/// The second part of a record, checked.
package struct RecordTail {
    private let bytes: UnsafeRawBufferPointer
    package let count: Int
    package let examples: Int

    /// Reads the tail of a record, or `nil` when it is damaged.
    package init?(_ head: RecordHead) {
        let tail = head.tail
        guard tail.count >= RecordCoding.tailStart,
            tail.loadUnaligned(as: UInt64.self).littleEndian
                == IndexHash.of(UnsafeRawBufferPointer(rebasing: tail[8...]))
        else { return nil }
        bytes = tail
        count = Int(UInt32(littleEndian: tail.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
        examples = Int(UInt32(littleEndian: tail.loadUnaligned(fromByteOffset: 12, as: UInt32.self)))
        guard count <= (tail.count - RecordCoding.tailStart) / RecordCoding.translationSize,
            head.entryCount <= tail.count
        else { return nil }
    }

    /// The hash of the key of a translation in its own language.
    package func keyHash(_ place: Int) -> UInt32 { word(place, 0) }

    func score(_ place: Int) -> Float { Float(bitPattern: word(place, 4)) }

    package func evidence(_ place: Int) -> Float { Float(bitPattern: word(place, 8)) }

    /// A reader of what stands behind the numbers of the translations.
    package var rest: ByteReader {
        ByteReader(bytes, at: RecordCoding.tailStart + count * RecordCoding.translationSize)
    }

    private func word(_ place: Int, _ offset: Int) -> UInt32 {
        guard place >= 0, place < count else { return 0 }
        let start = RecordCoding.tailStart + place * RecordCoding.translationSize + offset
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
    }
}
