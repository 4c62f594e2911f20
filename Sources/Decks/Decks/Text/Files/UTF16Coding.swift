/// Converts UTF-16 to UTF-8 in chunks, without loss.
///
/// An unpaired surrogate becomes the three bytes that UTF-8 would use if it were a character. These are invalid UTF-8,
/// so decoding reports the error with its position, while copying preserves the surrogates.
struct UTF16Decoder {
    private let isBigEndian: Bool
    private var oddByte: UInt8?
    private var leadSurrogate: UInt16?

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func decode(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
        for byte in bytes {
            guard let first = oddByte else {
                oddByte = byte
                continue
            }
            oddByte = nil
            unit(isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first), into: &output)
        }
    }

    /// Flushes the end of the file: half a code unit becomes a byte that is invalid in UTF-8.
    mutating func finish(into output: inout [UInt8]) {
        if let lead = leadSurrogate { Self.encode(UInt32(lead), into: &output) }
        if oddByte != nil { output.append(0xFF) }
        leadSurrogate = nil
        oddByte = nil
    }

    private mutating func unit(_ unit: UInt16, into output: inout [UInt8]) {
        if let lead = leadSurrogate {
            leadSurrogate = nil
            if UTF16.isTrailSurrogate(unit) {
                Self.encode(0x10000 + (UInt32(lead & 0x3FF) << 10 | UInt32(unit & 0x3FF)), into: &output)
                return
            }
            Self.encode(UInt32(lead), into: &output)
        }
        if UTF16.isLeadSurrogate(unit) {
            leadSurrogate = unit
        } else {
            Self.encode(UInt32(unit), into: &output)
        }
    }

    private static func encode(_ value: UInt32, into output: inout [UInt8]) {
        func append(_ bits: UInt32) { output.append(UInt8(truncatingIfNeeded: bits)) }
        switch value {
        case 0..<0x80:
            append(value)
        case 0x80..<0x800:
            append(0xC0 | value >> 6)
            append(0x80 | value & 0x3F)
        case 0x800..<0x10000:
            append(0xE0 | value >> 12)
            append(0x80 | value >> 6 & 0x3F)
            append(0x80 | value & 0x3F)
        default:
            append(0xF0 | value >> 18 & 0x07)
            append(0x80 | value >> 12 & 0x3F)
            append(0x80 | value >> 6 & 0x3F)
            append(0x80 | value & 0x3F)
        }
    }
}

/// Converts UTF-8 back to UTF-16, including the bytes that ``UTF16Decoder`` produces for invalid UTF-16.
struct UTF16Encoder {
    private let isBigEndian: Bool
    private var value: UInt32 = 0
    private var missing: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// - Returns: `false` for bytes that cannot be encoded.
    mutating func encode(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Bool {
        for byte in bytes {
            switch byte {
            case 0..<0x80:
                guard missing == 0 else { return false }
                unit(UInt32(byte), into: &output)
            case 0x80..<0xC0:
                guard missing > 0 else { return false }
                value = value << 6 | UInt32(byte & 0x3F)
                missing -= 1
                if missing == 0 { scalar(value, into: &output) }
            case 0xC0..<0xF5:
                guard missing == 0 else { return false }
                missing = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
                value = UInt32(byte) & (0x3F >> missing)
            default:
                return false
            }
        }
        return true
    }

    private func scalar(_ value: UInt32, into output: inout [UInt8]) {
        if value < 0x10000 {
            unit(value, into: &output)
        } else {
            unit(0xD800 | (value - 0x10000) >> 10 & 0x3FF, into: &output)
            unit(0xDC00 | value & 0x3FF, into: &output)
        }
    }

    private func unit(_ unit: UInt32, into output: inout [UInt8]) {
        let (high, low) = (UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit))
        output.append(isBigEndian ? high : low)
        output.append(isBigEndian ? low : high)
    }
}
