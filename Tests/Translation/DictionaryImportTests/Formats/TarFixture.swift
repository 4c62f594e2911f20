/// A tar archive (ustar) made by hand.
enum TarFixture {
    static func pack(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var result: [UInt8] = []
        for (name, bytes) in files {
            var header = [UInt8](repeating: 0, count: 512)
            func put(_ text: String, _ place: Int) {
                for (offset, byte) in text.utf8.enumerated() { header[place + offset] = byte }
            }
            put(String(name.prefix(99)), 0)
            put("0000644", 100)
            put("0000000", 108)
            put("0000000", 116)
            let size = String(bytes.count, radix: 8)
            put(String(repeating: "0", count: 11 - size.count) + size, 124)
            put("00000000000", 136)
            put("        ", 148)
            put("0", 156)
            put("ustar", 257)
            put("00", 263)
            let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
            put(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", 148)
            result += header + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
        }
        return result + [UInt8](repeating: 0, count: 1024)
    }
}
