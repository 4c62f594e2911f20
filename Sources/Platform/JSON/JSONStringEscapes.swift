/// Writes strings with their escapes.
enum JSONStringEscapes {
    /// Appends `text` in quotation marks.
    static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { write($0, to: &output) }
        output.append(UInt8(ascii: "\""))
    }

    /// Copies whole runs that need no escape, which is nearly always the whole string.
    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        var copied = 0
        var index = 0
        while index < bytes.count {
            let length = lengthToEscape(bytes, at: index)
            guard length > 0 else {
                index += 1
                continue
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied..<index]))
            writeEscape(bytes, at: index, length: length, to: &output)
            index += length
            copied = index
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied...]))
    }

    /// How many bytes at `index` form a character that must be escaped: 0 when it may stay.
    private static func lengthToEscape(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        switch bytes[index] {
        case 0..<0x20, 0x22, 0x5C, 0x7F:
            1
        case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0:
            2
        case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8:
            3
        default:
            0
        }
    }

    private static func writeEscape(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at index: Int,
        length: Int,
        to output: inout [UInt8]
    ) {
        output.append(UInt8(ascii: "\\"))
        switch length {
        case 2: writeHex(0x00, bytes[index + 1], to: &output)
        case 3: writeHex(0x20, bytes[index + 2] & 0x7F, to: &output)
        default:
            switch bytes[index] {
            case 0x08: output.append(UInt8(ascii: "b"))
            case 0x09: output.append(UInt8(ascii: "t"))
            case 0x0A: output.append(UInt8(ascii: "n"))
            case 0x0C: output.append(UInt8(ascii: "f"))
            case 0x0D: output.append(UInt8(ascii: "r"))
            case 0x22, 0x5C: output.append(bytes[index])
            default: writeHex(0x00, bytes[index], to: &output)
            }
        }
    }

    /// Appends `u` and four hexadecimal digits.
    private static func writeHex(_ high: UInt8, _ low: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "u"))
        for nibble in [high >> 4, high & 0x0F, low >> 4, low & 0x0F] {
            output.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble)
        }
    }
}
