import DictionaryTestSupport
import LanguageServices
import TestSupport
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

/// The features that rank a translation first.
@Suite struct TranslationRankingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func ranked(_ entries: [TranslationEntry], key: String, opposite: [TranslationEntry] = []) throws
        -> [String]
    {
        var index: DictionaryIndex?
        if !opposite.isEmpty {
            let path = folder.file("o.pdi")
            let source = ListSource("o", from: try Tags.de(), to: try Tags.en(), opposite)
            _ = try DictionaryCompiler.compile(source, to: path)
            index = try DictionaryIndex(path: path)
        }
        let path = folder.file("a.pdi")
        let source = ListSource("a", from: try Tags.en(), to: try Tags.de(), entries)
        _ = try DictionaryCompiler.compile(source, to: path, opposite: index)
        let record = try #require(try DictionaryIndex(path: path).record(key: key))
        #expect(zip(record.translations, record.translations.dropFirst()).allSatisfy { $0.score >= $1.score })
        return record.translations.map(\.word.text)
    }

    private func entry(_ word: String, _ change: (inout TranslationEntry) -> Void) -> TranslationEntry {
        var entry = TranslationEntry("h", .noun, [word])
        change(&entry)
        return entry
    }

    @Test func theDictionaryOrderBreaksTies() throws {
        #expect(try ranked([TranslationEntry("h", ["aaaa", "bbbb"])], key: "h") == ["aaaa", "bbbb"])
        #expect(try ranked([TranslationEntry("h", ["bbbb", "aaaa"])], key: "h") == ["bbbb", "aaaa"])
    }

    @Test func backTranslationsComeFirst() throws {
        let entries = [TranslationEntry("h", ["aaaa"]), TranslationEntry("h", ["bbbb"])]
        #expect(try ranked(entries, key: "h", opposite: [TranslationEntry("bbbb", ["to h"])]) == ["bbbb", "aaaa"])
        let share = [TranslationEntry("aaaa", ["x", "y", "h"]), TranslationEntry("bbbb", ["h", "x", "y"])]
        #expect(try ranked(entries, key: "h", opposite: share) == ["bbbb", "aaaa"])
    }

    @Test func moreSensesExamplesAndReferences() throws {
        let plain = TranslationEntry("h", .noun, ["aaaa"])
        #expect(
            try ranked([plain, TranslationEntry("h", .noun, ["bbbb"], ["xxxxxx", "bbbb"])], key: "h").first == "bbbb"
        )
        let example = entry("bbbb") { $0.senses[0].examples = [TranslationExample("h h", translation: "b")] }
        #expect(try ranked([plain, example], key: "h") == ["bbbb", "aaaa"])
        let reference = entry("bbbb") { $0.seeAlso = ["x", "y"] }
        #expect(try ranked([plain, reference], key: "h") == ["bbbb", "aaaa"])
    }

    @Test func marksOfRareWords() throws {
        let usual = TranslationEntry("h", .noun, ["bbbb"])
        for label in ["archaic", "obs.", "slang", "ornith.", "Sumo term"] {
            #expect(
                try ranked([entry("aaaa") { $0.labels = [label] }, usual], key: "h") == ["bbbb", "aaaa"],
                "\(label)"
            )
            let word = entry("aaaa") { $0.senses[0].translations[0].labels = [label] }
            #expect(try ranked([word, usual], key: "h") == ["bbbb", "aaaa"], "\(label)")
        }
        for label in ["plural", "transitive", "reflexive", "something"] {
            #expect(
                try ranked([entry("aaaa") { $0.labels = [label] }, usual], key: "h") == ["aaaa", "bbbb"],
                "\(label)"
            )
        }
        #expect(try ranked([usual, entry("aaaa") { $0.labels = ["news1"] }], key: "h") == ["aaaa", "bbbb"])
    }

    @Test func shortPlainWordsArePreferred() throws {
        for other in ["aaaa bbbb", "aaaa-", "-aaaa", "aaaaaaaaaaaa"] {
            #expect(
                try ranked([TranslationEntry("h", [other]), TranslationEntry("h", ["cccc"])], key: "h").first == "cccc"
            )
        }
    }

    @Test func anEntryOfAForm() throws {
        // If other entries have a part of speech, an entry without one is for a form.
        let entries = [TranslationEntry("h", ["aaaa"]), TranslationEntry("h", .verb, ["bbbb"])]
        #expect(try ranked(entries, key: "h") == ["bbbb", "aaaa"])
        let forms = [TranslationEntry("other", forms: ["h"], ["aaaa"]), TranslationEntry("h", ["bbbb"])]
        #expect(try ranked(forms, key: "h") == ["bbbb", "aaaa"])
    }

    @Test func truncatedExpressionsCountLess() throws {
        let long = entry("aaaa") { $0.pronunciations = ["goubæk"] }
        let short = entry("bbbb") { $0.pronunciations = ["gou"] }
        #expect(try ranked([long, short], key: "h") == ["bbbb", "aaaa"])
    }

    @Test func duplicateWordsAreMerged() throws {
        let entries = [
            TranslationEntry("h", .noun, ["das Haus", "Haus", "Haus (groß)", "(kleines) Heim", "etw. Ding"])
        ]
        let words = try ranked(entries, key: "h")
        #expect(words.sorted() == ["Ding", "Haus", "Heim"])
    }
}
