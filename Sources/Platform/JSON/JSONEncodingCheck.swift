/// Checks that a document is UTF-8 before it is parsed, so the parser can rely on it.
enum JSONEncodingCheck {
    /// Throws if the bytes are in another encoding or are not valid UTF-8.
    static func check(_ bytes: [UInt8], source: String) throws(JSONSyntaxError) {
        if let encoding = otherEncoding(of: bytes) {
            throw JSONSyntaxError(
                "the file is in \(encoding), not in UTF-8",
                at: .start,
                source: source,
                remedy: "save the file as UTF-8"
            )
        }
        guard let offset = firstInvalidByte(in: bytes) else { return }
        var cursor = JSONCursor(bytes)
        while cursor.offset < offset { cursor.advance() }
        let digits = String(bytes[offset], radix: 16, uppercase: true)
        throw JSONSyntaxError(
            "the byte 0x\(digits) is not valid UTF-8",
            at: cursor.position,
            source: source,
            remedy: "save the file as UTF-8"
        )
    }

    /// The name of the encoding if it is UTF-16 or UTF-32.
    ///
    /// It is detected by the byte order mark or, since a JSON document starts with an ASCII character, by the positions
    /// of zero bytes among the first four.
    private static func otherEncoding(of bytes: [UInt8]) -> String? {
        let start = bytes.prefix(4)
        if start.elementsEqual([0xFF, 0xFE, 0, 0]) { return "UTF-32 (little-endian)" }
        if start.elementsEqual([0, 0, 0xFE, 0xFF]) { return "UTF-32 (big-endian)" }
        if start.starts(with: [0xFF, 0xFE]) { return "UTF-16 (little-endian)" }
        if start.starts(with: [0xFE, 0xFF]) { return "UTF-16 (big-endian)" }
        let isZero = start.map { $0 == 0 }
        if isZero == [true, true, true, false] { return "UTF-32 (big-endian)" }
        if isZero == [false, true, true, true] { return "UTF-32 (little-endian)" }
        if isZero.starts(with: [true, false]) { return "UTF-16 (big-endian)" }
        if isZero.starts(with: [false, true]) { return "UTF-16 (little-endian)" }
        return nil
    }

    /// The offset of the first byte that does not start a well-formed sequence (Unicode, table 3-7), or `nil`.
    private static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var valid = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { valid += UTF8.width(scalar) }
        return valid
    }
}
