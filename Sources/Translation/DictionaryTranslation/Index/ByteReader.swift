/// Reads the parts of a block one after the other, and stays inside it whatever the bytes say.
///
/// What cannot be read is zero or empty and sets ``hasFailed``, which is asked once at the end.
package struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var place: Int
    package private(set) var hasFailed = false

    /// Reads a block that lives at least as long as the reader.
    package init(_ bytes: UnsafeRawBufferPointer, at place: Int = 0) {
        self.bytes = bytes
        self.place = place
        hasFailed = place < 0 || place > bytes.count
    }

    /// How many bytes are left.
    var left: Int { hasFailed ? 0 : bytes.count &- place }

    mutating func fail() {
        hasFailed = true
    }

    mutating func byte() -> UInt8 {
        guard left >= 1 else {
            fail()
            return 0
        }
        let value = bytes[place]
        place &+= 1
        return value
    }

    /// A number of as many bytes as its type has.
    mutating func integer<Integer: FixedWidthInteger>() -> Integer {
        let size = MemoryLayout<Integer>.size
        guard left >= size else {
            fail()
            return 0
        }
        defer { place &+= size }
        return Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Integer.self))
    }

    /// A number of seven bits a byte, the lowest first; at most 63 bits.
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

    /// A count of things of which each takes a byte at least, so that no count asks for more memory than the block has.
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
        defer { place &+= count }
        return bytes.part(place..<place &+ count)
    }

    /// A text; what is not UTF-8 is repaired.
    mutating func text() -> String {
        let count = count()
        return String(decoding: slice(count), as: UTF8.self)
    }

    mutating func texts() -> [String] { list { $0.text() } }

    /// A count, and as many parts.
    mutating func list<Part>(_ part: (inout ByteReader) -> Part) -> [Part] {
        let count = count()
        guard count > 0 else { return [] }
        var result: [Part] = []
        // A damaged count asks for no memory before the parts have been there.
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

    /// Passes over a list of texts.
    ///
    /// - Returns: How many there are.
    @discardableResult
    mutating func skipTexts() -> Int { skip { $0.skipText() } }

    /// Passes over a list.
    ///
    /// - Returns: How many parts it has.
    @discardableResult
    mutating func skip(_ part: (inout ByteReader) -> Void) -> Int {
        let count = count()
        for _ in 0..<count where !hasFailed { part(&self) }
        return hasFailed ? 0 : count
    }
}
