import Foundation
import TestSupport
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

/// Checks the tables in `Dictionaries/` for errors that edits may introduce.
@Suite("Starter dictionaries")
struct StarterTableTests {
    private static let languages = ["de", "es", "fr", "it", "ja", "pt", "vi", "zh"]
    private static let parts: Set = [
        "n", "v", "adj", "adv", "pron", "det", "prep", "conj", "num", "interj", "phr",
    ]
    private static let gendered: Set = ["de", "es", "fr", "it", "pt"]

    /// A row of a table, by column name.
    private struct Row {
        var line: Int
        var cells: [String: String]

        subscript(name: String) -> String { cells[name] ?? "" }
    }

    private func rows(_ path: String) throws -> [Row] {
        var names: [String] = []
        var rows: [Row] = []
        for (number, line) in try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.isEmpty || line.hasPrefix("#") { continue }
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            if names.isEmpty {
                names = cells
                continue
            }
            try #require(cells.count == names.count, "\(path):\(number + 1) has \(cells.count) cells")
            rows.append(Row(line: number + 1, cells: Dictionary(zip(names, cells)) { first, _ in first }))
        }
        return rows
    }

    /// The words in a cell, each with its notes in brackets.
    private func words(_ cell: String) -> [(text: String, notes: [String])] {
        cell.components(separatedBy: "; ").map { part in
            var text = part
            var notes: [String] = []
            while let open = text.lastIndex(where: { $0 == "{" || $0 == "[" }),
                text.hasSuffix("}") || text.hasSuffix("]")
            {
                notes.append(String(text[open...]))
                text = text[..<open].trimmingCharacters(in: .whitespaces)
            }
            return (text, notes)
        }
    }

    @Test("the tables are well formed", arguments: languages)
    func format(_ language: String) throws {
        let path = "Dictionaries/en-\(language)/words.tsv"
        let rows = try rows(path)
        var seen = Set<[String]>()
        for row in rows {
            let place = "\(path):\(row.line)"
            #expect(!row["headword"].isEmpty, "\(place)")
            #expect(Self.parts.contains(row["pos"]), "\(place): \(row["pos"])")
            #expect(["A1", "A2", "B1", "B2"].contains(row["level"]), "\(place): \(row["level"])")
            #expect(seen.insert([row["headword"], row["pos"], row["sense"]]).inserted, "\(place) is there twice")
            for value in row.cells.values {
                #expect(value == value.trimmingCharacters(in: .whitespaces) && !value.contains("  "), "\(place)")
                #expect(value == value.precomposedStringWithCanonicalMapping, "\(place) is not composed")
            }
            for word in words(row["translations"]) {
                #expect(!word.text.isEmpty, "\(place): \(row["translations"])")
                #expect(!word.text.contains { "()/{}[]<>|,".contains($0) }, "\(place): \(word.text)")
                if Self.gendered.contains(language), row["pos"] == "n" {
                    #expect(word.notes.count == 1, "\(place): \(word.text) has no gender")
                    #expect(
                        word.notes.allSatisfy { ["{m}", "{f}", "{n}", "{mf}", "{pl}", "{mpl}", "{fpl}"].contains($0) },
                        "\(place): \(word.notes)"
                    )
                }
                let needsReading = word.text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
                if needsReading { #expect(word.notes.contains { $0.hasPrefix("[") }, "\(place): \(word.text)") }
            }
        }
    }

    @Test("there are enough headwords, including common ones", arguments: languages)
    func size(_ language: String) throws {
        let rows = try rows("Dictionaries/en-\(language)/words.tsv")
        #expect(Set(rows.map { $0["headword"] }).count >= 3500)
        let words = [
            "water", "house", "go", "good", "ice cream", "don't", "naïve", "receive", "eat", "give up", "cannot",
            "mother-in-law", "USA", "well-known", "however", "thirty", "next month",
        ]
        for word in words {
            #expect(rows.contains { $0["headword"] == word }, "\(word)")
        }
    }

    @Test("the words ranked as common English words are those at the first two levels")
    func usualEnglish() throws {
        var levels: [String: Set<String>] = [:]
        for language in Self.languages {
            for row in try rows("Dictionaries/en-\(language)/words.tsv") {
                levels[row["headword"], default: []].insert(row["level"])
            }
        }
        let usual = levels.filter { word, _ in
            word == "I" || word == word.lowercased() && word.allSatisfy { $0.isLetter || $0 == "-" }
        }
        let first = Set(usual.filter { $0.value.contains("A1") }.keys)
        let second = Set(usual.filter { $0.value.contains("A2") }.keys).subtracting(first)
        #expect(CommonEnglish.first.symmetricDifference(first).sorted() == [])
        #expect(CommonEnglish.second.symmetricDifference(second).sorted() == [])
    }

    @Test("every headword of the reverse direction is a translation", arguments: languages)
    func back(_ language: String) throws {
        let known = Set(
            try rows("Dictionaries/en-\(language)/words.tsv").flatMap { words($0["translations"]).map(\.text) }
        )
        let path = "Dictionaries/en-\(language)/back.tsv"
        for row in try rows(path) {
            #expect(known.contains(row["headword"]), "\(path):\(row.line): \(row["headword"])")
            #expect(Self.parts.contains(row["pos"]), "\(path):\(row.line): \(row["pos"])")
            #expect(!words(row["translations"]).contains { $0.text.isEmpty }, "\(path):\(row.line)")
        }
    }
}
