import LanguageServices

/// Reads ranges of a ``ByteStream`` in the order of their start offsets, through a sliding window. Memory use depends
/// on the longest range, not on the file size.
struct OffsetReader {
    /// The maximum length of a range in bytes; the longest entry in known bilingual dictionaries is 18 kB long.
    static let maximumTextLength = 1 << 20
    /// The maximum offset to decompress. No genuine dictionary is this large, but a crafted file of compressed zeros
    /// can be.
    static let maximumOffset = 4 << 30

    /// The maximum total length of the texts in an index, given the end offset of the last text. Entries may share a
    /// text, but reading even a small file would take almost forever if all ranges overlapped.
    static func allowance(lastEnd: Int) -> Int { (64 << 20) + 4 * min(max(lastEnd, 0), maximumOffset) }

    private let stream: ByteStream
    private var buffer: [UInt8] = []
    /// The offset of the first byte of the buffer.
    private var start = 0
    private var block = [UInt8](repeating: 0, count: 1 << 18)

    init(_ stream: ByteStream) { self.stream = stream }

    /// Calls a closure with a range of the file.
    ///
    /// - Returns: The result of the closure; `nil` if the range is not in the file.
    mutating func withText<Result>(
        at offset: Int,
        count: Int,
        _ body: (ByteText) throws -> Result
    ) throws -> Result? {
        guard offset >= start, count >= 0, count <= Self.maximumTextLength, offset <= Self.maximumOffset else {
            return nil
        }
        let end = offset + count
        if offset - start > 1 << 20 || offset > start + buffer.count {
            let gone = min(offset - start, buffer.count)
            buffer.removeFirst(gone)
            start += gone
        }
        while start + buffer.count < end {
            let read = try stream.read(into: &block)
            if read == 0 { return nil }
            buffer.append(contentsOf: block[..<read])
            // Data before the range is discarded.
            if start + buffer.count <= offset {
                start += buffer.count
                buffer.removeAll(keepingCapacity: true)
            }
        }
        return try buffer.withText { try body($0.part(from: offset - start, to: end - start)) }
    }

    /// Reads the remaining data, so that damage at the end is detected.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` if the data exceeds the maximum offset.
    mutating func readToEnd() throws(ServiceError) {
        buffer = []
        while try stream.read(into: &block) > 0 {
            guard stream.position <= Self.maximumOffset else {
                throw ServiceError(
                    .limitExceeded,
                    "the dictionary unpacks to more than \(Self.maximumOffset >> 30) GiB"
                )
            }
        }
    }
}

/// A key in an index, and the range of its text.
struct IndexedKey {
    var offset: Int
    var count: Int
    /// The range of the key in the index.
    var key: Range<Int>
}

/// The texts to which an index points.
struct IndexedTexts {
    let path: String
    /// The name of the dictionary, for error messages.
    let name: String
    /// The keys in the order of their texts; keys with the same text are adjacent.
    let keys: [IndexedKey]

    /// Reads each text once.
    ///
    /// - Parameters:
    ///   - report: The report so far; entries that are read or skipped are added to it.
    ///   - progress: Called with the progress, from 0 to 1.
    ///   - entry: Called with each entry that has a translation.
    ///   - damage: Returns the error message for a damaged text, given the index of its first key.
    ///   - make: Creates the entry from a text and the indices of its keys; returns `.none` if the text is damaged.
    func read(
        _ report: inout DictionaryReadReport,
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void,
        damage: (Int) -> String,
        make: (ByteText, Range<Int>) -> TranslationEntry??
    ) throws {
        var reader = OffsetReader(try ByteStream(path: path))
        let lastEnd = keys.last.map { min($0.offset, OffsetReader.maximumOffset) + $0.count } ?? 0
        var allowance = OffsetReader.allowance(lastEnd: lastEnd)
        var start = 0
        while start < keys.count {
            let key = keys[start]
            let end = keys[start...].firstIndex { $0.offset != key.offset || $0.count != key.count } ?? keys.count
            allowance -= min(key.count, OffsetReader.maximumTextLength)
            guard allowance >= 0 else {
                throw ServiceError(.limitExceeded, "the index of '\(name)' refers to more text than the limit allows")
            }
            let value = try reader.withText(at: key.offset, count: key.count) { make($0, start..<end) } ?? .none
            if let value { try report.take(value, entry) } else { report.skip(damage(start)) }
            if start & 0xFFF == 0 { progress(min(1, Double(key.offset) / Double(max(1, lastEnd)))) }
            start = end
        }
        try reader.readToEnd()
        progress(1)
    }
}
