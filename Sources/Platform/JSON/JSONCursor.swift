/// Walks through the bytes of a document and knows the line and column at every step.
struct JSONCursor {
    /// The whole document.
    let bytes: [UInt8]

    /// How many bytes have been passed.
    private(set) var offset = 0

    private var line = 1
    private var lineStart = 0
    private var continuationBytesOnLine = 0

    /// Starts after the byte order mark, if there is one, unless that is to be seen.
    init(_ bytes: [UInt8], skipsMark: Bool = true) {
        self.bytes = bytes
        if skipsMark, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            offset = 3
            lineStart = 3
        }
    }

    /// Where the cursor stands.
    var position: JSONPosition {
        JSONPosition(line: line, column: offset - lineStart - continuationBytesOnLine + 1, offset: offset)
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { offset >= bytes.count }

    /// The next byte, or `nil` at the end.
    var peek: UInt8? { peek(ahead: 0) }

    /// The byte `distance` after the next one, or `nil` past the end.
    func peek(ahead distance: Int) -> UInt8? {
        let index = offset + distance
        return index < bytes.count ? bytes[index] : nil
    }

    /// The next scalar, or `nil` at the end; the cursor is never within a scalar when this is called.
    var scalar: Unicode.Scalar? { scalar(at: offset) }

    /// The scalar that starts at an offset, or `nil` past the end.
    func scalar(at offset: Int) -> Unicode.Scalar? {
        guard offset < bytes.count else { return nil }
        if bytes[offset] < 0x80 { return Unicode.Scalar(bytes[offset]) }
        return String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
    }

    /// Passes one byte.
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

    /// Passes several bytes.
    mutating func advance(by count: Int) {
        for _ in 0..<max(0, count) { advance() }
    }
}
