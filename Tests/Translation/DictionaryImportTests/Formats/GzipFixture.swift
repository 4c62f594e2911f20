/// Gzip files made by hand: stored blocks, so that no packer is needed, and each byte is known.
enum GzipFixture {
    /// A gzip file.
    ///
    /// - Parameters:
    ///   - bytes: Its content.
    ///   - isDictzip: Whether the header has dictzip's field `RA`, with chunks of 1,000 bytes.
    static func pack(_ bytes: [UInt8], isDictzip: Bool = false) -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 8, isDictzip ? 4 : 0, 0, 0, 0, 0, 0, 3]
        let size = isDictzip ? 1000 : 60_000
        let chunks = stride(from: 0, to: max(1, bytes.count), by: size).map {
            Array(bytes[$0..<min(bytes.count, $0 + size)])
        }
        if isDictzip {
            let field =
                little(1, 2) + little(size, 2) + little(chunks.count, 2) + chunks.flatMap { little($0.count + 5, 2) }
            result += little(field.count + 4, 2) + Array("RA".utf8) + little(field.count, 2) + field
        }
        for (number, chunk) in chunks.enumerated() {
            result +=
                [number == chunks.count - 1 ? 1 : 0] + little(chunk.count, 2) + little(~chunk.count & 0xFFFF, 2) + chunk
        }
        return result + little(Int(crc(bytes)), 4) + little(bytes.count, 4)
    }

    /// A gzip file whose content is a run of zeros, which packs to a thousandth: runs of 258 bytes, coded by fixed codes.
    static func zeros(_ count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.put(1, 1)
        bits.put(1, 2)
        bits.put(0x0C, 8)
        for _ in 0..<(count - 1) / 258 {
            // Length 258 is code 285, 11000101; distance 1 is code 0, five bits.
            bits.put(0b1010_0011, 8)
            bits.put(0, 5)
        }
        bits.put(0, 7)
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bits.bytes + [0, 0, 0, 0] + little(1 + (count - 1) / 258 * 258, 4)
    }

    static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }

    private struct BitWriter {
        var bytes: [UInt8] = []
        private var used = 8

        mutating func put(_ value: Int, _ count: Int) {
            for bit in 0..<count {
                if used == 8 {
                    bytes.append(0)
                    used = 0
                }
                if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(used) }
                used += 1
            }
        }
    }
}
