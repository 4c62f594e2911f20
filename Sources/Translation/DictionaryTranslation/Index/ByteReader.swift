/// Reads the fields of a block in sequence. It never reads outside the block, even if the data is corrupt.
///
/// A field that cannot be read is zero or empty and sets ``hasFailed``, which callers check once at the end.
package struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position: Int
    package private(set) var hasFailed = false

    /// Creates a reader. The memory of the block must outlive the reader.
    package init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
        hasFailed = position < 0 || position > bytes.count
    }

    /// The number of remaining bytes.
    var left: Int { hasFailed ? 0 : bytes.count &- position }

    mutating func fail() {
        hasFailed = true
    }

    mutating func byte() -> UInt8 {
        guard left >= 1 else {
            fail()
            return 0
        }
        let value = bytes[position]
        position &+= 1
        return value
    }

    /// A fixed-width integer.
    mutating func integer<Integer: FixedWidthInteger>() -> Integer {
        let size = MemoryLayout<Integer>.size
        guard left >= size else {
            fail()
            return 0
        }
        defer { position &+= size }
        return Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Integer.self))
    }

    /// A variable-length integer with seven bits per byte, least significant bits first; at most 63 bits.
    mutating func number() -> Int {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 63 {
            let next = byte()
            value |= UInt64(next & 0x7F) &<< shift
            if next < 0x80 { return hasFailed ? 0 : Int(truncatingIfNeeded: value & 0x7FFF_FFFF_FFFF_FFFF) }
            shift &+= 7
        }
        fail()
        return 0
    }

    /// The count of a list whose items occupy at least one byte each. The block size therefore limits the count and the
    /// memory reserved for it.
    mutating func count() -> Int {
        let value = number()
        guard value <= left else {
            fail()
            return 0
        }
        return value
    }

    mutating func slice(_ count: Int) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= left else {
            fail()
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        defer { position &+= count }
        return bytes.part(position..<position &+ count)
    }

    /// A string; invalid UTF-8 sequences are replaced.
    mutating func text() -> String {
        let count = count()
        return String(decoding: slice(count), as: UTF8.self)
    }

    mutating func texts() -> [String] { list { $0.text() } }

    /// A count, followed by that many items.
    mutating func list<Part>(_ part: (inout ByteReader) -> Part) -> [Part] {
        let count = count()
        guard count > 0 else { return [] }
        var result: [Part] = []
        // A damaged count must not cause memory to be reserved before the items have been read.
        result.reserveCapacity(min(count, 64))
        for _ in 0..<count where !hasFailed { result.append(part(&self)) }
        return result
    }

    mutating func optionalText() -> String? {
        byte() == 0 ? nil : text()
    }

    mutating func skipText() {
        _ = slice(count())
    }

    mutating func skipOptionalText() {
        if byte() != 0 { skipText() }
    }

    /// Skips a list of strings.
    ///
    /// - Returns: The number of strings.
    @discardableResult
    mutating func skipTexts() -> Int { skip { $0.skipText() } }

    /// Skips a list.
    ///
    /// - Returns: The number of items.
    @discardableResult
    mutating func skip(_ part: (inout ByteReader) -> Void) -> Int {
        let count = count()
        for _ in 0..<count where !hasFailed { part(&self) }
        return hasFailed ? 0 : count
    }
}
