/// The style of the strings in a file, for writing new ones.
struct JSONStringStyle: Sendable, Hashable {
    var sawNonASCII = false
    var sawUnicodeEscape = false
    var sawSlash = false
    var sawEscapedSlash = false

    /// Whether all non-ASCII characters are escaped.
    var escapesNonASCII: Bool { sawUnicodeEscape && !sawNonASCII }

    /// Whether all slashes are escaped.
    var escapesSlash: Bool { sawEscapedSlash && !sawSlash }

    /// Appends a string in quotation marks.
    func write(_ text: String, to output: inout [UInt8]) {
        var text = text
        output.append(UInt8(ascii: "\""))
        if escapesNonASCII {
            for unit in text.utf16 {
                if let byte = UInt8(exactly: unit), byte < 0x80 {
                    write(byte, to: &output)
                } else {
                    Self.writeEscape(unit, to: &output)
                }
            }
        } else {
            text.withUTF8 { bytes in
                for byte in bytes { write(byte, to: &output) }
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Appends a new value for a member.
    func write(_ value: JSONLine.Change, to output: inout [UInt8]) {
        switch value {
        case .text(let text): write(text, to: &output)
        case .json(let json) where escapesNonASCII:
            // Outside of strings JSON is ASCII, so this affects only strings.
            for unit in String(decoding: json, as: UTF8.self).utf16 {
                if let byte = UInt8(exactly: unit), byte < 0x80 {
                    output.append(byte)
                } else {
                    Self.writeEscape(unit, to: &output)
                }
            }
        case .json(let json): output.append(contentsOf: json)
        case .remove: break
        }
    }

    private func write(_ byte: UInt8, to output: inout [UInt8]) {
        func escape(_ letter: UInt8) {
            output.append(UInt8(ascii: "\\"))
            output.append(letter)
        }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): escape(byte)
        case UInt8(ascii: "/") where escapesSlash: escape(byte)
        case 0x0A: escape(UInt8(ascii: "n"))
        case 0x0D: escape(UInt8(ascii: "r"))
        case 0x09: escape(UInt8(ascii: "t"))
        case 0x08: escape(UInt8(ascii: "b"))
        case 0x0C: escape(UInt8(ascii: "f"))
        case 0..<0x20: Self.writeEscape(UInt16(byte), to: &output)
        default: output.append(byte)
        }
    }

    private static func writeEscape(_ unit: UInt16, to output: inout [UInt8]) {
        output.append(contentsOf: Array("\\u".utf8))
        for shift in [12, 8, 4, 0] as [UInt16] {
            let nibble = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
            output.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble)
        }
    }
}
