/// Bytes of a file of which nothing is believed: every read says whether there is something to read.
struct LittleEndianBytes: Sendable {
    /// The bytes.
    let bytes: [UInt8]

    /// How many there are.
    var count: Int { bytes.count }

    /// One byte.
    func byte(_ offset: Int) -> UInt8? {
        bytes.indices.contains(offset) ? bytes[offset] : nil
    }

    /// Two bytes, the lower first.
    func word(_ offset: Int) -> UInt16? {
        guard let low = byte(offset), let high = byte(offset + 1) else { return nil }
        return UInt16(low) | UInt16(high) << 8
    }

    /// Four bytes, the lowest first.
    func long(_ offset: Int) -> UInt32? {
        guard let low = word(offset), let high = word(offset + 2) else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }

    /// Some bytes in a row.
    func slice(_ offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else { return nil }
        return bytes[offset..<(offset + length)]
    }

    /// The text up to a NUL byte or to the end of a field.
    func text(_ offset: Int, _ length: Int) -> String? {
        guard let field = slice(offset, length) else { return nil }
        return String(validating: field.prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends two bytes, the lower first.
    mutating func append(word: UInt16) {
        append(UInt8(truncatingIfNeeded: word))
        append(UInt8(truncatingIfNeeded: word >> 8))
    }

    /// Appends four bytes, the lowest first.
    mutating func append(long: UInt32) {
        append(word: UInt16(truncatingIfNeeded: long))
        append(word: UInt16(truncatingIfNeeded: long >> 16))
    }
}
