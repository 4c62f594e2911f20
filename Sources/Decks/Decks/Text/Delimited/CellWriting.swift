extension DelimitedDialect {
    /// The style of a new cell, beyond what its value requires.
    struct CellStyle {
        /// The replaced cell or its neighbours are quoted.
        var isQuoted = false
        /// The cell is the first in its row.
        var isFirst = false
        /// The cell is the only one in its row.
        var isAlone = false
    }

    /// Appends a value as a cell.
    ///
    /// - A value is quoted when the replaced cell was quoted or when quoting is required: it contains a delimiter or a
    ///   line end; it begins with a quotation mark, or contains one and the delimiter is not a tab; it would look like
    ///   a blank line or a comment; or it begins with a byte order mark.
    /// - If the cells of the file use a single kind of line ending, line endings in the value are converted to it.
    /// - If quoting is disabled, delimiters and line ends become spaces, and an empty row gets a space so that it stays
    ///   a row.
    func write(_ value: String, style: CellStyle, to output: inout [UInt8]) {
        var value = value
        value.withUTF8 { bytes in
            if !hasQuotes {
                if bytes.isEmpty, style.isAlone { output.append(UInt8(ascii: " ")) }
                Self.write(bytes, to: &output) { byte in
                    byte == separator || byte == 0x0A || byte == 0x0D ? [UInt8(ascii: " ")] : nil
                }
            } else if style.isQuoted || needsQuotes(bytes, style) {
                output.append(UInt8(ascii: "\""))
                Self.write(bytes, to: &output) { byte in
                    switch byte {
                    case UInt8(ascii: "\""): [byte, byte]
                    case 0x0A, 0x0D: cellLineEnd?.bytes
                    default: nil
                    }
                }
                output.append(UInt8(ascii: "\""))
            } else {
                output.append(contentsOf: bytes)
            }
        }
    }

    private func needsQuotes(_ bytes: UnsafeBufferPointer<UInt8>, _ style: CellStyle) -> Bool {
        guard let first = bytes.first else { return style.isAlone }
        if first == UInt8(ascii: "\"") || first == 0xEF && bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return true }
        if hasComments, style.isFirst, first == UInt8(ascii: "#") { return true }
        return bytes.contains { byte in
            byte == separator || byte == 0x0A || byte == 0x0D || (byte == UInt8(ascii: "\"") && separator != 0x09)
        }
    }

    /// Appends bytes with replacements; CRLF is replaced as a unit.
    private static func write(
        _ bytes: UnsafeBufferPointer<UInt8>,
        to output: inout [UInt8],
        _ replacement: (UInt8) -> [UInt8]?
    ) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard let new = replacement(byte) else {
                output.append(byte)
                continue
            }
            output.append(contentsOf: new)
            if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
        }
    }
}
