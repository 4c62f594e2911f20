/// Compresses bytes into the zlib format (RFC 1950, RFC 1951).
///
/// It uses the fixed code and finds two kinds of repetition only: runs of one byte, and what stood three bytes before (a pixel).
/// For drawings, whose rows are mostly alike, that is nearly as small as what a general search gives.
enum Deflate {
    /// Compresses bytes.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var writer = BitWriter()
        writer.bytes = [0x78, 0x01]
        // One block, the last, with the fixed code.
        writer.write(0b011, count: 3)
        var place = 0
        while place < bytes.count {
            let (length, distance) = repetition(bytes, at: place)
            if length >= 3 {
                write(length: length, distance: distance, to: &writer)
                place += length
            } else {
                writer.writeLiteral(Int(bytes[place]))
                place += 1
            }
        }
        writer.writeLiteral(256)
        writer.finish()
        let sum = adler(bytes)
        for shift in [24, 16, 8, 0] as [UInt32] { writer.bytes.append(UInt8(truncatingIfNeeded: sum >> shift)) }
        return writer.bytes
    }

    private static func repetition(_ bytes: [UInt8], at place: Int) -> (length: Int, distance: Int) {
        var best = (length: 0, distance: 1)
        let end = min(bytes.count, place + 258)
        for distance in [1, 3] where distance <= place {
            var length = 0
            while place + length < end, bytes[place + length] == bytes[place + length - distance] { length += 1 }
            if length > best.length { best = (length, distance) }
        }
        return best
    }

    /// Lengths are written as a code and some bits more (RFC 1951, 3.2.5).
    private static func write(length: Int, distance: Int, to writer: inout BitWriter) {
        if length == 258 {
            writer.writeLiteral(285)
        } else {
            // From 11 on, four codes share a number of extra bits, which grows by one for each four.
            var (base, code, extra) = (3, 257, 0)
            while true {
                let span = 1 << extra
                if length < base + span { break }
                base += span
                code += 1
                if code >= 265, (code - 265) % 4 == 0 { extra += 1 }
            }
            writer.writeLiteral(code)
            writer.write(length - base, count: extra)
        }
        // Distances 1 to 4 are the codes 0 to 3, five bits each, the highest first.
        let code = distance - 1
        for bit in [4, 3, 2, 1, 0] { writer.write(code >> bit & 1, count: 1) }
    }

    /// The checksum of the zlib format: Adler-32 (RFC 1950, 8.2).
    static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }

    /// Puts bits into bytes, the lowest first.
    private struct BitWriter {
        var bytes: [UInt8] = []
        private var pending: UInt32 = 0
        private var count = 0

        mutating func write(_ value: Int, count bits: Int) {
            pending |= UInt32(truncatingIfNeeded: value) << UInt32(count)
            count += bits
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                count -= 8
            }
        }

        /// Writes a symbol in the fixed code, whose bits stand with the highest first (RFC 1951, 3.2.6).
        mutating func writeLiteral(_ symbol: Int) {
            let (code, length) =
                switch symbol {
                case ..<144: (0x30 + symbol, 8)
                case ..<256: (0x190 + symbol - 144, 9)
                case ..<280: (symbol - 256, 7)
                default: (0xC0 + symbol - 280, 8)
                }
            var reversed = 0
            for bit in 0..<length { reversed |= (code >> bit & 1) << (length - 1 - bit) }
            write(reversed, count: length)
        }

        mutating func finish() {
            if count > 0 { write(0, count: 8 - count) }
        }
    }
}
