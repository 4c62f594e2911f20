import LanguageServices

/// Serves stretches of a ``ByteStream`` that are asked for in the order of their beginnings, out of a window that moves
/// along: memory depends on the longest stretch, not on the file.
struct OffsetReader {
    /// The longest stretch that is served; the longest entry of the bilingual dictionaries that were looked at has 18 kB.
    static let longestText = 1 << 20
    /// The last place that is unpacked. No dictionary is so large; a file that unpacks to zeros for ever is.
    static let lastPlace = 4 << 30

    /// How much text an index may claim in all, when the last of it ends at a place. Entries may share a text, but a small
    /// file whose stretches all overlap would be read for ever.
    static func allowance(lastEnd: Int) -> Int { (64 << 20) + 4 * min(max(lastEnd, 0), lastPlace) }

    private let stream: ByteStream
    private var buffer: [UInt8] = []
    /// The place of the first byte of the buffer.
    private var start = 0
    private var block = [UInt8](repeating: 0, count: 1 << 18)

    init(_ stream: ByteStream) { self.stream = stream }

    /// Calls a closure with a stretch of the file.
    ///
    /// - Returns: What the closure returns; `nil` when the stretch is not in the file.
    mutating func withText<Result>(
        at offset: Int,
        count: Int,
        _ body: (ByteText) throws -> Result
    ) throws -> Result? {
        guard offset >= start, count >= 0, count <= Self.longestText, offset <= Self.lastPlace else { return nil }
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
            // What lies before the stretch is not kept.
            if start + buffer.count <= offset {
                start += buffer.count
                buffer.removeAll(keepingCapacity: true)
            }
        }
        return try buffer.withText { try body($0.part(from: offset - start, to: end - start)) }
    }

    /// Reads what is left, so that a damaged end is seen.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` when there is no end in sight.
    mutating func readToEnd() throws(ServiceError) {
        buffer = []
        while try stream.read(into: &block) > 0 {
            guard stream.position <= Self.lastPlace else {
                throw ServiceError(.limitExceeded, "the dictionary unpacks to more than \(Self.lastPlace >> 30) GiB")
            }
        }
    }
}

/// A key of an index, and where its text is.
struct IndexedKey {
    var offset: Int
    var count: Int
    /// Where the key stands in the index.
    var key: Range<Int>
}

/// The texts that an index points to.
struct IndexedTexts {
    let path: String
    /// What the dictionary is called in an error.
    let name: String
    /// The keys in the order of their texts; those with the same text are neighbours.
    let keys: [IndexedKey]

    /// Reads each text once.
    ///
    /// - Parameters:
    ///   - report: What came before; what is read and left out is added.
    ///   - progress: Told from 0 to 1 how far it is.
    ///   - entry: Told of each entry with a translation.
    ///   - damage: What is wrong with a text that is damaged, by the place of its first key.
    ///   - make: Makes the entry of a text and of the places of its keys; `.none` when the text is damaged.
    func read(
        _ report: inout DictionaryReadReport,
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void,
        damage: (Int) -> String,
        make: (ByteText, Range<Int>) -> TranslationEntry??
    ) throws {
        var reader = OffsetReader(try ByteStream(path: path))
        let lastEnd = keys.last.map { min($0.offset, OffsetReader.lastPlace) + $0.count } ?? 0
        var allowance = OffsetReader.allowance(lastEnd: lastEnd)
        var start = 0
        while start < keys.count {
            let key = keys[start]
            let end = keys[start...].firstIndex { $0.offset != key.offset || $0.count != key.count } ?? keys.count
            allowance -= min(key.count, OffsetReader.longestText)
            guard allowance >= 0 else {
                throw ServiceError(.limitExceeded, "the index of '\(name)' claims more text than a dictionary has")
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
