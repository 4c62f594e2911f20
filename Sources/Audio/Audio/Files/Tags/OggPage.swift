/// A page of an Ogg stream (RFC 3533, section 6).
struct OggPage {
    /// The page's bytes: 27 of header, a table of segments, and the segments.
    private(set) var bytes: [UInt8]

    private static let headerSize = 27

    /// The first page in `bytes`; `nil` while it is not whole.
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

    /// Whether `bytes` begin like a page.
    static func isStart(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.prefix(4).elementsEqual("OggS".utf8.prefix(bytes.count))
    }

    /// The number of the page within its stream, counted from zero.
    var number: UInt32 { bytes[18..<22].reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    /// Which stream of a file the page belongs to.
    mutating func setSerial(_ serial: UInt32) {
        for index in 0..<4 { bytes[14 + index] = UInt8(truncatingIfNeeded: serial >> (8 * index)) }
    }

    /// The page's first packet; `nil` when it goes on in the next page.
    var firstPacket: ArraySlice<UInt8>? {
        let table = bytes[Self.headerSize..<body]
        guard let last = table.firstIndex(where: { $0 < 255 }) else { return nil }
        let size = table[...last].reduce(0) { $0 + Int($1) }
        return bytes[body..<(body + size)]
    }

    /// Puts another packet in the place of the first.
    ///
    /// - Returns: Whether the page could hold it.
    mutating func replaceFirstPacket(by packet: [UInt8]) -> Bool {
        guard let old = firstPacket else { return false }
        let otherSegments = bytes[(Self.headerSize + old.count / 255 + 1)..<body]
        let table = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)] + otherSegments
        guard table.count <= 255 else { return false }
        bytes = bytes[..<26] + [UInt8(table.count)] + table + packet + bytes[old.endIndex...]
        return true
    }

    /// Computes the checksum anew: CRC-32 with the polynomial 0x04C11DB7, neither reflected nor inverted.
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
