import LanguageServices
import Platform
import TemplateSentences
import TestSupport
import Testing

/// The English data of the package.
enum EnglishData {
    /// The folder `Dictionaries` of the source tree.
    static var dictionaries: String { Repository.path("Dictionaries") }

    static func folder() throws -> DataFolder {
        try DataFolder(path: dictionaries + "/en/sentences", language: try english())
    }

    static func english() throws -> LanguageTag { try #require(LanguageTag("en")) }

    /// The rows of the starter dictionary.
    static func starterRows() throws -> [SentenceWriter.Row] {
        let bytes = try WholeFile.read(dictionaries + "/en-es/words.tsv", limit: 1 << 26)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard !line.hasPrefix("#"), cells.count >= 4, cells[0] != "headword" else { return nil }
            return SentenceWriter.Row(headword: cells[0], label: cells[1], sense: cells[3].isEmpty ? nil : cells[3])
        }
    }

    /// The lines of a fixture.
    static func fixture(_ name: String) throws -> [String] {
        let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Fixtures/"
        let bytes = try WholeFile.read(folder + name, limit: 1 << 24)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
