import LanguageServices
import Platform
import TemplateSentences
import TestSupport
import Testing

/// The package's data for a language, and checks that apply to all languages.
struct LanguageData {
    /// The language code, which is also the name of the folder: `fr`.
    let code: String

    /// The lexicon and the templates.
    func folder() throws -> DataFolder {
        let language = try #require(LanguageTag(code))
        return try DataFolder(path: "\(EnglishData.dictionaries)/\(code)/sentences", language: language)
    }

    // MARK: Small data

    /// The sentences for a word, from the given templates and a lexicon with one row.
    func sentences(_ row: String, _ templates: String, word: String) async throws -> [ExampleSentence] {
        let folder = try SmallFolder(templates: "", language: code)
        let columns = "headword\tpos\tgender\tlevel\tsense\tkinds\tforms\tcompany\n"
        try folder.write(columns + row + "\n", "\(code)/sentences/words.tsv")
        try folder.write(templates, "\(code)/sentences/words.txt")
        let request = SentenceRequest(word: word, language: LanguageTag(code), count: 50)
        return try await folder.provider.sentences(for: request).sentences
    }

    /// The texts of these sentences, in alphabetical order.
    func texts(_ row: String, _ templates: String, word: String) async throws -> [String] {
        try await sentences(row, templates, word: word).map(\.text).sorted()
    }

    // MARK: Rules for all languages

    /// Expects that the files cause neither errors nor warnings.
    func expectCleanFiles() throws {
        let folder = try folder()
        #expect(folder.problems.map(\.description) == [])
        #expect(DataCheck(folder.data).problems.map(\.description) == [])
    }

    /// Expects that there is a row for every first translation in the starter dictionary.
    func expectAllTranslations() throws {
        let writer = try #require(SentenceWriter(folder().data))
        let known = Set(writer.rows.map { "\($0.headword.lowercased())\t\($0.label)" })
        var missing: [String] = []
        let bytes = try WholeFile.read("\(EnglishData.dictionaries)/en-\(code)/words.tsv", limit: 1 << 26)
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count >= 5, cells[0] != "headword" else { continue }
            // A translation may be followed by its gender in braces.
            let first = cells[4].split(separator: ";").first?.prefix { $0 != "{" } ?? ""
            let words = first.drop { "¿¡ ".contains($0) }.lowercased()
            let bare = String(words.reversed().drop { " ?!…".contains($0) }.reversed())
            let spellings = ["", "?", "!", "…"].map { "\(bare)\($0)\t\(cells[1])" }
            if known.isDisjoint(with: spellings) { missing.append("\(cells[0]): \(bare) [\(cells[1])]") }
        }
        #expect(missing.isEmpty, "\(missing.count): \(missing.prefix(20))")
    }

    /// Expects that every word has five different, well-formed sentences.
    ///
    /// - Parameters:
    ///   - least: The minimum number of rows in the lexicon.
    func expectFiveSentences(ofAtLeast least: Int, faults: (_ text: String, _ label: String) -> [String]) throws {
        let writer = try #require(SentenceWriter(folder().data))
        #expect(writer.rows.count >= least)
        var odd: [String] = []
        for (place, row) in writer.rows.enumerated() {
            let samples = writer.samples(row: place, count: 8, level: nil, seed: 1)
            if Set(samples.map(\.text)).count < 5 { odd.append("\(row.headword) [\(row.label)]: \(samples.count)") }
            for sample in samples {
                let shape = SentenceShape.fault(of: sample.text, wordRanges: sample.wordRanges)
                for fault in [shape].compactMap({ $0 }) + faults(sample.text, row.label) {
                    odd.append("\(row.headword): \(fault): \(sample.text)")
                }
            }
        }
        #expect(odd.isEmpty, "\(odd.count): \(odd.prefix(20))")
    }
}

/// The package's English data.
enum EnglishData {
    /// The folder `Dictionaries` in the source tree.
    static var dictionaries: String { Repository.path("Dictionaries") }

    static func folder() throws -> DataFolder {
        try DataFolder(path: dictionaries + "/en/sentences", language: try english())
    }

    static func english() throws -> LanguageTag { try #require(LanguageTag("en")) }

    /// The rows in the starter dictionary.
    static func starterRows() throws -> [SentenceWriter.Row] {
        let bytes = try WholeFile.read(dictionaries + "/en-es/words.tsv", limit: 1 << 26)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard !line.hasPrefix("#"), cells.count >= 4, cells[0] != "headword" else { return nil }
            return SentenceWriter.Row(headword: cells[0], label: cells[1], sense: cells[3].isEmpty ? nil : cells[3])
        }
    }

    /// The lines in a fixture.
    static func fixture(_ name: String) throws -> [String] {
        let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Fixtures/"
        let bytes = try WholeFile.read(folder + name, limit: 1 << 24)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// The shape that every sentence must have.
enum SentenceShape {
    /// The fault in a sentence; `nil` if there is none.
    static func fault(of text: String, wordRanges: [Range<Int>]) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.first(where: { $0.properties.isAlphabetic || ("0"..."9").contains($0) }) else {
            return "no letter"
        }
        if first.properties.isLowercase, !startsWithName(text) { return "no capital" }
        var end = scalars[...]
        while let last = end.last, "\"”’')".unicodeScalars.contains(last) { end.removeLast() }
        guard let mark = end.popLast(), ".?!".unicodeScalars.contains(mark) else { return "no end mark" }
        if let other = end.last, ".?!,;: ".unicodeScalars.contains(other) { return "two marks at the end" }
        if text.contains("  ") { return "two spaces" }
        if text.contains(where: { "{}\t\n".contains($0) }) { return "a mark of the templates" }
        if [" .", " ,", " ?", " !"].contains(where: text.contains) { return "a space before a mark" }
        if wordRanges.isEmpty { return "no word" }
        var place = 0
        for range in wordRanges {
            guard range.lowerBound >= place, range.upperBound <= scalars.count, !range.isEmpty else {
                return "no range"
            }
            if isLetter(scalars, range.lowerBound - 1) && isLetter(scalars, range.lowerBound)
                || isLetter(scalars, range.upperBound) && isLetter(scalars, range.upperBound - 1)
            {
                return "a range within a word"
            }
            place = range.upperBound
        }
        return nil
    }

    /// *eBay*
    private static func startsWithName(_ text: String) -> Bool {
        text.split(separator: " ").first?.dropFirst().contains { $0.isUppercase } ?? false
    }

    private static func isLetter(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        scalars.indices.contains(place) && scalars[place].properties.isAlphabetic
    }
}
