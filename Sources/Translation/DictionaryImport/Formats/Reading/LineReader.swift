import Language
import LanguageServices

/// Reads the lines of a ``ByteStream`` one by one.
struct LineReader {
    /// The maximum length of a line in bytes; the longest line in known dictionaries is 20 kB long.
    static let maximumLineLength = 1 << 20

    private let stream: ByteStream
    private let encoding: String?
    private var buffer: [UInt8] = []
    private var start = 0
    private var block = [UInt8](repeating: 0, count: 1 << 18)
    /// The bytes of an incomplete line that have not been converted to UTF-8 yet.
    private var undecoded: [UInt8] = []
    private var isAtEnd = false
    private var isFirst = true

    /// The message for lines that are too long.
    static let isOverlong = "a line is longer than \(maximumLineLength >> 20) MiB"

    /// The number of lines that were read or skipped.
    private(set) var number = 0
    /// The number of lines that were skipped because they are too long.
    private(set) var overlong = 0

    /// - Parameter encoding: The character encoding by its ICU name; `nil` for UTF-8. It must encode a line feed as
    ///   byte 10.
    init(_ stream: ByteStream, encoding: String? = nil) {
        self.stream = stream
        self.encoding = encoding
    }

    /// The number of decompressed bytes that have been read.
    var position: Int { stream.position }

    /// Calls a closure with the next line, without its line break.
    ///
    /// - Returns: `nil` if there are no more lines.
    mutating func withLine<Result>(_ body: (ByteText) throws -> Result) throws -> Result? {
        var searched = start
        while true {
            if let end = lineEnd(from: searched) {
                let first = start
                start = min(end + 1, buffer.count)
                number += 1
                if end - first > Self.maximumLineLength {
                    overlong += 1
                    searched = start
                    continue
                }
                var skipped = 0
                // A byte order mark is not part of the first line.
                if isFirst, buffer[first...].starts(with: [0xEF, 0xBB, 0xBF]) { skipped = 3 }
                isFirst = false
                return try buffer.withUnsafeBufferPointer { bytes in
                    let text = ByteText(bytes, from: first + skipped, to: end)
                    return try body(
                        text.last == UInt8(ascii: "\r") ? text.part(from: text.start, to: text.end - 1) : text
                    )
                }
            }
            if isAtEnd { return nil }
            buffer.removeFirst(start)
            searched = buffer.count
            start = 0
            if buffer.count > Self.maximumLineLength {
                // The remainder of an overlong line is skipped too.
                buffer = Array(buffer.suffix(1))
                searched = 1
                overlong += 1
            }
            try fill()
        }
    }

    private func lineEnd(from position: Int) -> Int? {
        let found = buffer.withText { $0.firstIndex(of: UInt8(ascii: "\n"), from: position) }
        if let found { return found }
        return isAtEnd && start < buffer.count ? buffer.count : nil
    }

    private mutating func fill() throws(ServiceError) {
        let count = try stream.read(into: &block)
        isAtEnd = count == 0
        guard let encoding else {
            buffer.append(contentsOf: block[..<count])
            return
        }
        undecoded.append(contentsOf: block[..<count])
        guard let end = isAtEnd ? undecoded.count : undecoded.lastIndex(of: UInt8(ascii: "\n")).map({ $0 + 1 }) else {
            if undecoded.count > Self.maximumLineLength { undecoded = Array(undecoded.suffix(1)) }
            return
        }
        guard let text = CharacterEncoding.utf8(undecoded[..<end], from: encoding) else {
            throw ServiceError(.unsupported, "the character encoding '\(encoding)' is not supported")
        }
        buffer.append(contentsOf: text)
        undecoded.removeFirst(end)
    }
}
