/// Decodes the strings skipped by ``JSONScanner``.
enum JSONStringDecoding {
    /// The text of a string, given with its quotation marks; `nil` if it is not UTF-8.
    ///
    /// An escaped unpaired surrogate becomes U+FFFD.
    static func text(_ raw: UnsafeRawBufferPointer) -> String? {
        let content = UnsafeRawBufferPointer(rebasing: raw.dropFirst().dropLast())
        guard content.contains(UInt8(ascii: "\\")) else { return StrictUTF8.text(content) }
        var value: [UInt8] = []
        value.reserveCapacity(content.count)
        var index = 0
        while index < content.count {
            guard content[index] == UInt8(ascii: "\\"), index + 1 < content.count else {
                value.append(content[index])
                index += 1
                continue
            }
            switch content[index + 1] {
            case UInt8(ascii: "n"): value.append(0x0A)
            case UInt8(ascii: "r"): value.append(0x0D)
            case UInt8(ascii: "t"): value.append(0x09)
            case UInt8(ascii: "b"): value.append(0x08)
            case UInt8(ascii: "f"): value.append(0x0C)
            case UInt8(ascii: "u"):
                let (scalar, length) = scalar(content, at: index)
                value.append(contentsOf: Array(String(scalar).utf8))
                index += length
                continue
            case let other: value.append(other)
            }
            index += 2
        }
        return value.withUnsafeBytes { StrictUTF8.text($0) }
    }

    /// The strings in an array; other elements are omitted.
    static func strings(inArray raw: UnsafeRawBufferPointer) -> [String] {
        var strings: [String] = []
        var depth = 0
        var index = 0
        while index < raw.count {
            switch raw[index] {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\""):
                let first = index
                index += 1
                while index < raw.count, raw[index] != UInt8(ascii: "\"") {
                    index += raw[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                let end = min(index + 1, raw.count)
                if depth == 1, let text = text(UnsafeRawBufferPointer(rebasing: raw[first..<end])) {
                    strings.append(text)
                }
            default: break
            }
            index += 1
        }
        return strings
    }

    /// The value of a hexadecimal digit.
    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func scalar(_ content: UnsafeRawBufferPointer, at index: Int) -> (Unicode.Scalar, length: Int) {
        guard let unit = unit(content, at: index) else { return ("\u{FFFD}", 2) }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        if UTF16.isLeadSurrogate(unit), let trail = self.unit(content, at: index + 6), UTF16.isTrailSurrogate(trail),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(trail & 0x3FF)))
        {
            return (scalar, 12)
        }
        return ("\u{FFFD}", 6)
    }

    /// The value of the escape `\uXXXX` at an index; `nil` if there is none.
    private static func unit(_ content: UnsafeRawBufferPointer, at index: Int) -> UInt16? {
        guard index + 6 <= content.count, content[index] == UInt8(ascii: "\\"), content[index + 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt16 = 0
        for byte in content[(index + 2)..<(index + 6)] {
            guard let digit = hexDigit(byte) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
