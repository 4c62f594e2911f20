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
            let read = try fill()
            if read == 0 { return nil }
            // What lies before the stretch is not kept.
            if start + buffer.count <= offset {
                start += buffer.count
                buffer.removeAll(keepingCapacity: true)
            }
        }
        return try buffer.withUnsafeBufferPointer { bytes in
            guard let text = ByteText(bytes, from: offset - start, to: end - start) else { return nil }
            return try body(text)
        }
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

    private mutating func fill() throws(ServiceError) -> Int {
        let count = try stream.read(into: &block)
        buffer.append(contentsOf: block[..<count])
        return count
    }
}
