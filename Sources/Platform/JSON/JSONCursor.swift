/// A cursor over a document's bytes that tracks line and column.
struct JSONCursor {
    /// The complete document.
    let bytes: [UInt8]

    /// The number of bytes before the cursor.
    private(set) var offset = 0

    private var line = 1
    private var lineStart = 0
    private var continuationBytesOnLine = 0

    /// Starts at the beginning, or after the byte order mark if there is one and `skipsMark` is true.
    init(_ bytes: [UInt8], skipsMark: Bool = true) {
        self.bytes = bytes
        if skipsMark, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            offset = 3
            lineStart = 3
        }
    }

    /// The position of the cursor.
    var position: JSONPosition {
        JSONPosition(line: line, column: offset - lineStart - continuationBytesOnLine + 1, offset: offset)
    }

    /// Whether the cursor is at the end.
    var isAtEnd: Bool { offset >= bytes.count }

    /// The next byte, or `nil` at the end.
    var peek: UInt8? { peek(ahead: 0) }

    /// The byte `distance` positions after the next byte, or `nil` past the end.
    func peek(ahead distance: Int) -> UInt8? {
        let index = offset + distance
        return index < bytes.count ? bytes[index] : nil
    }

    /// The next scalar, or `nil` at the end. The cursor must be at the start of a scalar.
    var scalar: Unicode.Scalar? { scalar(at: offset) }

    /// The scalar that starts at an offset, or `nil` past the end.
    func scalar(at offset: Int) -> Unicode.Scalar? {
        guard offset < bytes.count else { return nil }
        if bytes[offset] < 0x80 { return Unicode.Scalar(bytes[offset]) }
        return String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
    }

    /// Advances by one byte.
    mutating func advance() {
        guard offset < bytes.count else { return }
        let byte = bytes[offset]
        offset += 1
        if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && peek != UInt8(ascii: "\n")) {
            line += 1
            lineStart = offset
            continuationBytesOnLine = 0
        } else if byte & 0xC0 == 0x80 {
            continuationBytesOnLine += 1
        }
    }

    /// Advances by several bytes.
    mutating func advance(by count: Int) {
        for _ in 0..<max(0, count) { advance() }
    }
}
