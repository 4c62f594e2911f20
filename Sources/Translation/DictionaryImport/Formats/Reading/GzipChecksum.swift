import LanguageServices
import Platform

/// The check sum that gzip (RFC 1952) puts at the end of a file: CRC-32 and the size modulo 2³².
///
/// libarchive reads over both, and would take a file whose middle was exchanged for a good one.
struct GzipChecksum {
    /// What stands in the last eight bytes of a file.
    struct Trailer {
        let crc: UInt32
        let size: UInt32

        /// Reads it; `nil` when the file is too short to have one.
        init?(_ file: RegularFile) throws(ServiceError) {
            guard file.size >= 18 else { return nil }
            let bytes = try file.bytes(8, at: file.size - 8)
            guard bytes.count == 8 else { return nil }
            func number(_ place: Int) -> UInt32 {
                bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            }
            crc = number(0)
            self.size = number(4)
        }
    }

    private var crc: UInt32 = 0xFFFF_FFFF
    private var size = 0
    private let table = Self.makeTable()

    /// Adds unpacked bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        size += bytes.count
        var crc = crc
        table.withUnsafeBufferPointer { table in
            var place = 0
            // Eight bytes at a time, each through a table of its own (Kounavis and Berry 2005).
            while place + 8 <= bytes.count {
                let low = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian ^ crc
                let high = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self).littleEndian
                crc =
                    table[Int(0x700 | low & 0xFF)] ^ table[Int(0x600 | low >> 8 & 0xFF)]
                    ^ table[Int(0x500 | low >> 16 & 0xFF)] ^ table[Int(0x400 | low >> 24)]
                    ^ table[Int(0x300 | high & 0xFF)] ^ table[Int(0x200 | high >> 8 & 0xFF)]
                    ^ table[Int(0x100 | high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
                place += 8
            }
            while place < bytes.count {
                crc = crc >> 8 ^ table[Int((crc ^ UInt32(bytes[place])) & 0xFF)]
                place += 1
            }
        }
        self.crc = crc
    }

    /// Whether what was added is what a trailer promises. dictzip and gzip write files of one part, and only such are
    /// taken: the trailer of the last of several says nothing of the whole.
    func agrees(with trailer: Trailer?) -> Bool {
        guard let trailer else { return false }
        return trailer.size == UInt32(truncatingIfNeeded: size) && trailer.crc == ~crc
    }

    private static func makeTable() -> [UInt32] {
        var table = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
            table[byte] = value
        }
        for place in 256..<table.count {
            let before = table[place - 256]
            table[place] = before >> 8 ^ table[Int(before & 0xFF)]
        }
        return table
    }
}
