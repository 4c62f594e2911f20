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
    ///   - name: Its name; the languages are seen from it.
    ///   - entries: The keys and the text of each entry.
    ///   - isPacked: Whether the texts are packed as dictzip packs them.
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
    ///   - types: The value of `sametypesequence`; `nil` when each field has its type in front.
    ///   - synonyms: Other names, each with the place of its word.
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
    /// All entries, and what was left out.
    func everything() throws -> (entries: [TranslationEntry], report: DictionaryReadReport) {
        var entries: [TranslationEntry] = []
        let report = try read(progress: { _ in }) { entries.append($0) }
        return (entries, report)
    }
}

extension TranslationEntry {
    /// The texts of its translations, sense by sense.
    var texts: [[String]] { senses.map { $0.translations.map(\.text) } }
}
