/// Adds comments to a FLAC stream (RFC 9639, section 8).
///
/// libFLAC always writes a block of comments that holds its own name; the comments are added there. Behind that block
/// everything moves on; before it stands only what libFLAC comes back to when the length is known.
struct FLACEditor: ContainerEditor {
    private let comments: [String]
    private var head: [UInt8] = []
    private var isHeadWritten = false
    /// Where the block of comments ends, as the encoder sees it, and how much longer it has become.
    private var end: Int64 = 0
    private var growth: Int64 = 0

    init(comments: [String]) { self.comments = comments }

    mutating func edit(_ bytes: [UInt8], at offset: Int64) -> [PlacedBytes] {
        guard !isHeadWritten else {
            return [PlacedBytes(offset: offset >= end ? offset + growth : offset, bytes: bytes)]
        }
        guard offset == Int64(head.count) else {
            // Not what libFLAC does; the stream is left as it is.
            isHeadWritten = true
            return [PlacedBytes(offset: 0, bytes: head), PlacedBytes(offset: offset, bytes: bytes)]
        }
        head += bytes
        guard let edited = Self.edit(head, comments) else { return [] }
        isHeadWritten = true
        end = Int64(edited.end)
        growth = Int64(edited.bytes.count - head.count)
        return [PlacedBytes(offset: 0, bytes: edited.bytes)]
    }

    var isHolding: Bool { !isHeadWritten && !head.isEmpty }

    /// The bytes with the comments; `nil` while the block of comments is not whole.
    private static func edit(_ bytes: [UInt8], _ comments: [String]) -> (bytes: [UInt8], end: Int)? {
        var offset = 4
        while bytes.count >= offset + 4 {
            let length = bytes[(offset + 1)..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            let body = offset + 4
            guard bytes.count >= body + length else { return nil }
            let isLast = bytes[offset] & 0x80 != 0
            if bytes[offset] & 0x7F == 4 {
                var used = 0
                guard var list = VorbisComments(bytes[body..<(body + length)], length: &used) else { break }
                for comment in comments { list.append(comment) }
                let block = list.bytes
                // The length has 24 bits, of which the bounded comments use fewer than ten.
                let size = (0..<3).reversed().map { UInt8(truncatingIfNeeded: block.count >> (8 * $0)) }
                let edited = bytes[..<(offset + 1)] + size + block + bytes[(body + length)...]
                return (Array(edited), body + length)
            }
            if isLast { break }
            offset = body + length
        }
        // A stream without a block of comments stays as it is.
        return bytes.count >= offset + 4 ? (bytes, bytes.count) : nil
    }
}
