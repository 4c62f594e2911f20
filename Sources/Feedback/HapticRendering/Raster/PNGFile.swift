/// The bytes of a PNG picture, as the PNG specification (third edition, W3C 2025) has them: 8 bits for each of three colours.
///
/// The same pixels give the same bytes on every machine, which no library promises across its versions.
enum PNGFile {
    /// Encodes a picture.
    ///
    /// - Parameters:
    ///   - width: Pixels in a row, at least 1.
    ///   - height: Rows, at least 1.
    ///   - pixels: Red, green and blue of each pixel, row by row from the top.
    static func bytes(width: Int, height: Int, pixels: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        var header: [UInt8] = []
        append(UInt32(clamping: width), to: &header)
        append(UInt32(clamping: height), to: &header)
        header += [8, 2, 0, 0, 0]
        file += chunk("IHDR", header)
        file += chunk("IDAT", Deflate.zlib(filtered(width: width, height: height, pixels)))
        file += chunk("IEND", [])
        return file
    }

    /// Each row as its difference from the one above, which is nothing nearly everywhere in a drawing.
    private static func filtered(width: Int, height: Int, _ pixels: [UInt8]) -> [UInt8] {
        let stride = width * 3
        guard pixels.count >= stride * height else { return [] }
        var rows: [UInt8] = []
        rows.reserveCapacity((stride + 1) * height)
        for row in 0..<height {
            rows.append(2)
            for index in (row * stride)..<((row + 1) * stride) {
                rows.append(row == 0 ? pixels[index] : pixels[index] &- pixels[index - stride])
            }
        }
        return rows
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(UInt32(clamping: data.count), to: &bytes)
        let body = Array(name.utf8) + data
        bytes += body
        append(crc(body), to: &bytes)
        return bytes
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// The checksum of a chunk: CRC-32 with the polynomial 0xEDB88320 (PNG specification, annex D).
    static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8)
        }
        return ~sum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}
