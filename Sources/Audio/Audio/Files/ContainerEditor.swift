/// Edits an encoder's output before it is written to the file.
protocol ContainerEditor {
    /// Edits bytes that the encoder writes.
    ///
    /// - Parameters:
    ///   - bytes: The encoder's output.
    ///   - offset: The encoder's write offset, from the start of its output.
    /// - Returns: The bytes to write now, with their offsets in the file.
    mutating func edit(_ bytes: [UInt8], at offset: Int64) -> [PositionedBytes]

    /// Whether bytes are still buffered. After the last write, this means that the encoder's output was not as
    /// expected.
    var isHolding: Bool { get }
}

/// Bytes and their offset in the file.
struct PositionedBytes: Equatable {
    var offset: Int64
    var bytes: [UInt8]
}

/// Inserts bytes before the encoder's output.
struct PrefixEditor: ContainerEditor {
    /// The bytes at the start of the file.
    let prefix: [UInt8]

    private var isPrefixWritten = false

    init(_ prefix: [UInt8]) { self.prefix = prefix }

    mutating func edit(_ bytes: [UInt8], at offset: Int64) -> [PositionedBytes] {
        let placed = PositionedBytes(offset: offset + Int64(prefix.count), bytes: bytes)
        guard !isPrefixWritten else { return [placed] }
        isPrefixWritten = true
        return [PositionedBytes(offset: 0, bytes: prefix), placed]
    }

    var isHolding: Bool { false }
}

/// Adds comments to a FLAC stream (RFC 9639, section 8).
///
/// libFLAC always writes a comment block with its vendor string, and the comments are added to that block. All data
/// after the block is shifted. The only data before it is the stream info, which libFLAC rewrites when the length is
/// known.
struct FLACEditor: ContainerEditor {
    private let comments: [String]
    private var head: [UInt8] = []
    private var isHeadWritten = false
    /// The end of the comment block in the encoder's output, and the number of bytes added to it.
    private var end: Int64 = 0
    private var growth: Int64 = 0

    init(comments: [String]) { self.comments = comments }

    mutating func edit(_ bytes: [UInt8], at offset: Int64) -> [PositionedBytes] {
        guard !isHeadWritten else {
            return [PositionedBytes(offset: offset >= end ? offset + growth : offset, bytes: bytes)]
        }
        guard offset == Int64(head.count) else {
            // This is not libFLAC's layout, so the stream is left unchanged.
            isHeadWritten = true
            return [PositionedBytes(offset: 0, bytes: head), PositionedBytes(offset: offset, bytes: bytes)]
        }
        head += bytes
        guard let edited = Self.edit(head, comments) else { return [] }
        isHeadWritten = true
        end = Int64(edited.end)
        growth = Int64(edited.bytes.count - head.count)
        return [PositionedBytes(offset: 0, bytes: edited.bytes)]
    }

    var isHolding: Bool { !isHeadWritten && !head.isEmpty }

    /// The bytes with the comments added; `nil` while the comment block is incomplete.
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
                // The length has 24 bits; the size-limited comments need fewer than ten of them.
                let size = (0..<3).reversed().map { UInt8(truncatingIfNeeded: block.count >> (8 * $0)) }
                let edited = bytes[..<(offset + 1)] + size + block + bytes[(body + length)...]
                return (Array(edited), body + length)
            }
            if isLast { break }
            offset = body + length
        }
        // A stream without a comment block is left unchanged.
        return bytes.count >= offset + 4 ? (bytes, bytes.count) : nil
    }
}

/// Adds comments to an Ogg Vorbis or Ogg Opus stream, and sets a serial number derived from its content.
///
/// libsndfile chooses a random serial number and offers no way to set it, so the output would differ between runs. The
/// number only has to be unique among streams that are concatenated into one file.
struct OggEditor: ContainerEditor {
    /// The serial number; pages are buffered until it is known.
    var serial: UInt32?

    private let comments: [String]
    private var pending: [UInt8] = []
    private var written: Int64 = 0

    init(comments: [String]) { self.comments = comments }

    mutating func edit(_ bytes: [UInt8], at offset: Int64) -> [PositionedBytes] {
        // Ogg encoders write sequentially and never seek back.
        pending += bytes
        guard let serial else { return [] }
        var edited: [UInt8] = []
        var remainder = pending[...]
        while OggPage.isStart(remainder), var page = OggPage(startOf: remainder) {
            remainder = remainder.dropFirst(page.bytes.count)
            page.setSerial(serial)
            if page.number == 1 { addComments(to: &page) }
            page.updateChecksum()
            edited += page.bytes
        }
        pending = Array(remainder)
        guard !edited.isEmpty else { return [] }
        defer { written += Int64(edited.count) }
        return [PositionedBytes(offset: written, bytes: edited)]
    }

    var isHolding: Bool { !pending.isEmpty }

    /// Adds the comments to the second page, which starts with the comment packet in both Vorbis and Opus (RFC 7845,
    /// section 3).
    private func addComments(to page: inout OggPage) {
        guard !comments.isEmpty, let packet = page.firstPacket else { return }
        for signature in ["\u{3}vorbis", "OpusTags"] where packet.starts(with: signature.utf8) {
            let body = packet.dropFirst(signature.utf8.count)
            var used = 0
            guard var list = VorbisComments(body, length: &used) else { return }
            for comment in comments { list.append(comment) }
            // The list is followed by Vorbis' framing bit or by Opus' padding.
            _ = page.replaceFirstPacket(by: Array(signature.utf8) + list.bytes + body.dropFirst(used))
        }
    }
}

/// A page of an Ogg stream (RFC 3533, section 6).
struct OggPage {
    /// The page's bytes: a 27-byte header, the segment table and the segments.
    private(set) var bytes: [UInt8]

    private static let headerSize = 27

    /// The first page in `bytes`; `nil` while it is incomplete.
    init?(startOf bytes: ArraySlice<UInt8>) {
        let start = bytes.startIndex
        guard bytes.count >= Self.headerSize else { return nil }
        let segments = Int(bytes[start + 26])
        guard bytes.count >= Self.headerSize + segments else { return nil }
        let table = bytes[(start + Self.headerSize)..<(start + Self.headerSize + segments)]
        let size = Self.headerSize + segments + table.reduce(0) { $0 + Int($1) }
        guard bytes.count >= size else { return nil }
        self.bytes = Array(bytes.prefix(size))
    }

    /// Whether `bytes` start with the capture pattern of a page.
    static func isStart(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.prefix(4).elementsEqual("OggS".utf8.prefix(bytes.count))
    }

    /// The sequence number of the page within its stream, from 0.
    var number: UInt32 { bytes[18..<22].reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    /// Sets the serial number, which identifies the stream that contains the page.
    mutating func setSerial(_ serial: UInt32) {
        for index in 0..<4 { bytes[14 + index] = UInt8(truncatingIfNeeded: serial >> (8 * index)) }
    }

    /// The page's first packet; `nil` if it continues on the next page.
    var firstPacket: ArraySlice<UInt8>? {
        let table = bytes[Self.headerSize..<body]
        guard let last = table.firstIndex(where: { $0 < 255 }) else { return nil }
        let size = table[...last].reduce(0) { $0 + Int($1) }
        return bytes[body..<(body + size)]
    }

    /// Replaces the page's first packet.
    ///
    /// - Returns: Whether the new packet fits into the page.
    mutating func replaceFirstPacket(by packet: [UInt8]) -> Bool {
        guard let old = firstPacket else { return false }
        let otherSegments = bytes[(Self.headerSize + old.count / 255 + 1)..<body]
        let table = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)] + otherSegments
        guard table.count <= 255 else { return false }
        bytes = bytes[..<26] + [UInt8(table.count)] + table + packet + bytes[old.endIndex...]
        return true
    }

    /// Recomputes the checksum: CRC-32 with the polynomial 0x04C11DB7, neither reflected nor inverted.
    mutating func updateChecksum() {
        for index in 22..<26 { bytes[index] = 0 }
        var sum: UInt32 = 0
        for byte in bytes { sum = sum << 8 ^ Self.table[Int(sum >> 24) ^ Int(byte)] }
        for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
    }

    private var body: Int { Self.headerSize + Int(bytes[26]) }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }
}
