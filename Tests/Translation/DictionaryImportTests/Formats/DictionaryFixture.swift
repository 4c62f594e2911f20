import DictionaryImport
import DictionaryTranslation
import LanguageServices
import Platform
import TestSupport

/// Small dictionaries in a temporary folder, written byte by byte.
struct DictionaryFixture {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = folder.file(name)
        try AtomicFile.write(bytes, to: path)
        return path
    }

    func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    // MARK: dictd

    /// A dictd dictionary.
    ///
    /// - Parameters:
    ///   - name: Its name, which contains the languages.
    ///   - entries: The keys and the text of each entry.
    ///   - isPacked: Whether to compress the texts with dictzip.
    /// - Returns: The path of the index.
    func dictd(_ name: String, _ entries: [(keys: [String], text: String)], isPacked: Bool = true) throws -> String {
        let (index, texts) = Self.dictd(entries)
        _ = try write(
            "\(name).dict\(isPacked ? ".dz" : "")",
            isPacked ? GzipFixture.pack(texts, isDictzip: true) : texts
        )
        return try write("\(name).index", index)
    }

    static func dictd(_ entries: [(keys: [String], text: String)]) -> (index: [UInt8], texts: [UInt8]) {
        var texts: [UInt8] = []
        var lines: [[UInt8]] = []
        for (keys, text) in entries {
            for key in keys { lines.append(Array("\(key)\t\(base64(texts.count))\t\(base64(text.utf8.count))\n".utf8)) }
            texts += Array(text.utf8)
        }
        lines.sort { $0.lexicographicallyPrecedes($1) }
        return (lines.flatMap { $0 }, texts)
    }

    static func base64(_ value: Int) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var result = ""
        var rest = value
        repeat {
            result = String(digits[rest & 63]) + result
            rest >>= 6
        } while rest > 0
        return result
    }

    // MARK: StarDict

    /// A StarDict dictionary.
    ///
    /// - Parameters:
    ///   - types: The value of `sametypesequence`; `nil` if each field begins with its type.
    ///   - synonyms: Synonyms, each with the index of its word.
    /// - Returns: The path of the description.
    func stardict(
        _ name: String,
        _ entries: [(word: String, data: [UInt8])],
        types: String? = "m",
        isWide: Bool = false,
        isPacked: Bool = false,
        synonyms: [(String, Int)] = []
    ) throws -> String {
        var index: [UInt8] = []
        var texts: [UInt8] = []
        for (word, data) in entries {
            index += Array(word.utf8) + [0] + Self.big(texts.count, isWide ? 8 : 4) + Self.big(data.count, 4)
            texts += data
        }
        _ = try write("\(name).idx\(isPacked ? ".gz" : "")", isPacked ? GzipFixture.pack(index) : index)
        _ = try write(
            "\(name).dict\(isPacked ? ".dz" : "")",
            isPacked ? GzipFixture.pack(texts, isDictzip: true) : texts
        )
        if !synonyms.isEmpty {
            _ = try write("\(name).syn", synonyms.flatMap { Array($0.0.utf8) + [0] + Self.big($0.1, 4) })
        }
        var description = "StarDict's dict ifo file\nversion=3.0.0\nbookname=A dictionary\nwordcount=\(entries.count)\n"
        description += "idxfilesize=\(index.count)\nauthor=Somebody\n"
        if isWide { description += "idxoffsetbits=64\n" }
        if let types { description += "sametypesequence=\(types)\n" }
        return try write("\(name).ifo", description)
    }

    static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

extension DictionarySource {
    /// All entries, and the report on skipped ones.
    func everything() throws -> (entries: [TranslationEntry], report: DictionaryReadReport) {
        var entries: [TranslationEntry] = []
        let report = try read(progress: { _ in }) { entries.append($0) }
        return (entries, report)
    }
}

extension TranslationEntry {
    /// The texts of its translations, grouped by sense.
    var texts: [[String]] { senses.map { $0.translations.map(\.text) } }
}

/// Hand-made gzip files of stored blocks. They need no compressor and have known bytes.
enum GzipFixture {
    /// A gzip file.
    ///
    /// - Parameters:
    ///   - bytes: Its contents.
    ///   - isDictzip: Whether the header contains dictzip's field `RA`, with chunks of 1,000 bytes.
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

    /// A gzip file that decompresses to zeros, with a compression ratio of about 1,000: runs of 258 bytes in fixed
    /// codes.
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

/// A hand-made tar archive (ustar).
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
