/// A range of UTF-8 text in memory that this value does not own.
///
/// Entries are parsed as bytes, because all their delimiters are ASCII and processing characters would be ten times
/// slower. A value is valid only as long as the underlying memory. Bytes outside the range are read as 0, so every
/// index is safe.
struct ByteText {
    private let base: UnsafePointer<UInt8>

    /// The bounds, as offsets from the start of the memory.
    private(set) var start: Int
    private(set) var end: Int

    /// A range of a buffer, clamped to its bounds.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, to end: Int = .max) {
        // A buffer without memory is an empty range, and its pointer is never read.
        base = bytes.baseAddress ?? Self.nothing.utf8Start
        self.start = min(max(start, 0), bytes.count)
        self.end = max(self.start, min(end, bytes.count))
    }

    private static let nothing: StaticString = "-"

    var isEmpty: Bool { start >= end }

    /// The number of bytes.
    var count: Int { end - start }

    /// The byte at an index, or 0 outside the range.
    subscript(position: Int) -> UInt8 { position >= start && position < end ? base[position] : 0 }

    /// The last byte, or 0.
    var last: UInt8 { self[end - 1] }

    /// The first byte, or 0.
    var first: UInt8 { self[start] }

    /// The bytes between two indices, clamped to the range.
    func part(from first: Int, to last: Int = .max) -> ByteText {
        var result = self
        result.start = min(max(first, start), end)
        result.end = max(result.start, min(last, end))
        return result
    }

    /// The index of the first occurrence of a byte at or after an index.
    func firstIndex(of byte: UInt8, from position: Int? = nil) -> Int? {
        var index = max(position ?? start, start)
        while index < end {
            if base[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The index of the first occurrence of a byte sequence at or after an index.
    func firstIndex(of text: StaticString, from position: Int? = nil) -> Int? {
        var index = max(position ?? start, start)
        while index < end {
            if has(text, at: index) { return index }
            index += 1
        }
        return nil
    }

    /// The index of the last occurrence of a byte before an index.
    func lastIndex(of byte: UInt8, before position: Int? = nil) -> Int? {
        var index = min(position ?? end, end) - 1
        while index >= start {
            if base[index] == byte { return index }
            index -= 1
        }
        return nil
    }

    /// Whether a byte sequence occurs at an index.
    func has(_ text: StaticString, at position: Int) -> Bool {
        guard text.hasPointerRepresentation, position >= start, end - position >= text.utf8CodeUnitCount else {
            return false
        }
        let other = text.utf8Start
        for offset in 0..<text.utf8CodeUnitCount where base[position + offset] != other[offset] { return false }
        return true
    }

    /// Whether the text begins with these bytes.
    func hasPrefix(_ text: StaticString) -> Bool { has(text, at: start) }

    /// Whether the text equals these bytes.
    func equals(_ text: StaticString) -> Bool { count == text.utf8CodeUnitCount && has(text, at: start) }

    /// The text without leading and trailing spaces, tabs and line breaks.
    var trimmed: ByteText { trimming(first: \.isBlank, last: \.isBlank) }

    /// The text without the leading and trailing bytes that match.
    func trimming(first: (UInt8) -> Bool, last: (UInt8) -> Bool) -> ByteText {
        var result = self
        while result.start < result.end, first(base[result.start]) { result.start += 1 }
        while result.end > result.start, last(base[result.end - 1]) { result.end -= 1 }
        return result
    }

    /// The number at the beginning, limited to three digits.
    var leadingNumber: Int { bytes.prefix(3).prefix(while: \.isDigit).reduce(0) { $0 * 10 + Int($1 & 0x0F) } }

    /// The end of an initial number that consists of up to three digits and a full stop, followed by a space or the end
    /// of the text.
    ///
    /// - Parameter orBracket: Whether a closing bracket is accepted in place of the full stop.
    func numberEnd(orBracket: Bool = false) -> Int? {
        var position = start
        while self[position].isDigit, position - start < 3 { position += 1 }
        guard position > start, self[position] == UInt8(ascii: ".") || orBracket && self[position] == UInt8(ascii: ")")
        else {
            return nil
        }
        return position + 1 == end || self[position + 1].isBlank ? position + 1 : nil
    }

    /// The number of leading spaces.
    var indentation: Int {
        var position = start
        while position < end, base[position] == UInt8(ascii: " ") { position += 1 }
        return position - start
    }

    /// Removes the first line and returns it without its line break; `nil` if no text remains.
    mutating func nextLine() -> ByteText? {
        guard start < end else { return nil }
        var position = start
        while position < end, base[position] != UInt8(ascii: "\n") { position += 1 }
        var line = self
        line.end = position
        start = min(position + 1, end)
        if line.last == UInt8(ascii: "\r") { line.end -= 1 }
        return line
    }

    /// The bytes of the text.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base + start, count: end - start) }

    /// The text as a string. Invalid UTF-8 becomes U+FFFD, and control characters become spaces, so that a dictionary
    /// cannot send control sequences to a terminal.
    var string: String {
        for byte in bytes where byte < 0x20 || byte == 0x7F {
            return String(decoding: bytes.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Calls a closure with the array's bytes as a ``ByteText``.
    func withText<Result>(_ body: (ByteText) throws -> Result) rethrows -> Result {
        try withUnsafeBufferPointer { try body(ByteText($0)) }
    }
}

extension String {
    /// Calls a closure with the bytes of this text.
    func withText<Result>(_ body: (ByteText) throws -> Result) rethrows -> Result {
        var text = self
        return try text.withUTF8 { try body(ByteText($0)) }
    }
}

extension UInt8 {
    /// Whether the byte is a space, tab or line break.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    /// Whether the byte is an ASCII digit.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Whether the byte is an ASCII letter or part of a non-ASCII character.
    var isWordByte: Bool { self >= 0x80 || (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
}
