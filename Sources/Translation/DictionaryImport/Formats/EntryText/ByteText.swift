/// A stretch of UTF-8 text that somebody else holds in memory.
///
/// Entries are taken apart as bytes, since all that separates their parts is ASCII; whole characters cost ten times as
/// much. A value is valid only as long as the memory behind it. Whatever lies outside the stretch reads as 0, so no index
/// is ever out of range.
struct ByteText {
    private let base: UnsafePointer<UInt8>

    /// Where it begins and ends, counted from the start of the memory.
    private(set) var start: Int
    private(set) var end: Int

    /// A stretch of a buffer, cut to what is there.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, to end: Int = .max) {
        // A buffer without memory is an empty stretch, and nothing is ever read through its pointer.
        base = bytes.baseAddress ?? Self.nothing.utf8Start
        self.start = min(max(start, 0), bytes.count)
        self.end = max(self.start, min(end, bytes.count))
    }

    private static let nothing: StaticString = "-"

    /// Whether nothing is in it.
    var isEmpty: Bool { start >= end }

    /// How many bytes it has.
    var count: Int { end - start }

    /// The byte at a place, or 0 outside.
    subscript(place: Int) -> UInt8 { place >= start && place < end ? base[place] : 0 }

    /// The last byte, or 0.
    var last: UInt8 { self[end - 1] }

    /// The first byte, or 0.
    var first: UInt8 { self[start] }

    /// The part from one place to another, cut to what is there.
    func part(from first: Int, to last: Int = .max) -> ByteText {
        var result = self
        result.start = min(max(first, start), end)
        result.end = max(result.start, min(last, end))
        return result
    }

    /// The place of a byte at or after another place.
    func firstPlace(of byte: UInt8, from place: Int? = nil) -> Int? {
        var index = max(place ?? start, start)
        while index < end {
            if base[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The first place at or after another at which these bytes stand.
    func firstPlace(of text: StaticString, from place: Int? = nil) -> Int? {
        var index = max(place ?? start, start)
        while index < end {
            if has(text, at: index) { return index }
            index += 1
        }
        return nil
    }

    /// The place of the last such byte before another place.
    func lastPlace(of byte: UInt8, before place: Int? = nil) -> Int? {
        var index = min(place ?? end, end) - 1
        while index >= start {
            if base[index] == byte { return index }
            index -= 1
        }
        return nil
    }

    /// Whether these bytes stand at a place.
    func has(_ text: StaticString, at place: Int) -> Bool {
        guard text.hasPointerRepresentation, place >= start, end - place >= text.utf8CodeUnitCount else { return false }
        let other = text.utf8Start
        for offset in 0..<text.utf8CodeUnitCount where base[place + offset] != other[offset] { return false }
        return true
    }

    /// Whether it begins with these bytes.
    func hasPrefix(_ text: StaticString) -> Bool { has(text, at: start) }

    /// Whether it is these bytes.
    func equals(_ text: StaticString) -> Bool { count == text.utf8CodeUnitCount && has(text, at: start) }

    /// Without spaces, tabs and line ends at both sides.
    var trimmed: ByteText { trimming(first: \.isBlank, last: \.isBlank) }

    /// Without the bytes at its beginning and at its end that are not wanted there.
    func trimming(first: (UInt8) -> Bool, last: (UInt8) -> Bool) -> ByteText {
        var result = self
        while result.start < result.end, first(base[result.start]) { result.start += 1 }
        while result.end > result.start, last(base[result.end - 1]) { result.end -= 1 }
        return result
    }

    /// The number that it begins with, of which at most three digits count.
    var leadingNumber: Int { bytes.prefix(3).prefix(while: \.isDigit).reduce(0) { $0 * 10 + Int($1 & 0x0F) } }

    /// Where a number of up to three digits with a full stop at its start ends, when a space or nothing follows.
    ///
    /// - Parameter orBracket: Whether a bracket may take the place of the full stop.
    func numberEnd(orBracket: Bool = false) -> Int? {
        var place = start
        while self[place].isDigit, place - start < 3 { place += 1 }
        guard place > start, self[place] == UInt8(ascii: ".") || orBracket && self[place] == UInt8(ascii: ")") else {
            return nil
        }
        return place + 1 == end || self[place + 1].isBlank ? place + 1 : nil
    }

    /// How many spaces it begins with.
    var indentation: Int {
        var place = start
        while place < end, base[place] == UInt8(ascii: " ") { place += 1 }
        return place - start
    }

    /// Takes the first line away, without its line end; `nil` when nothing is left.
    mutating func nextLine() -> ByteText? {
        guard start < end else { return nil }
        var place = start
        while place < end, base[place] != UInt8(ascii: "\n") { place += 1 }
        var line = self
        line.end = place
        start = min(place + 1, end)
        if line.last == UInt8(ascii: "\r") { line.end -= 1 }
        return line
    }

    /// Its bytes.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base + start, count: end - start) }

    /// The text. What is no UTF-8 becomes U+FFFD, and a control character a space: nothing that a terminal obeys comes out
    /// of a dictionary.
    var string: String {
        for byte in bytes where byte < 0x20 || byte == 0x7F {
            return String(decoding: bytes.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Calls a closure with these bytes as a text.
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
    /// A space, tab or line end.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    /// A digit of ASCII.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// A letter of ASCII, or a byte of a character that is not ASCII.
    var isWordByte: Bool { self >= 0x80 || (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
}
