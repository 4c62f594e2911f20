package import DictionaryImport
package import DictionaryTranslation
package import LanguageServices
import Testing

/// A dictionary in memory.
package struct ListSource: DictionarySource {
    package var info: DictionaryInfo
    package var entries: [TranslationEntry]

    package init(_ name: String, from source: LanguageTag, to target: LanguageTag, _ entries: [TranslationEntry]) {
        info = DictionaryInfo(name: name, source: source, target: target, format: "tsv")
        self.entries = entries
    }

    package func read(progress: (Double) -> Void, entry: (TranslationEntry) throws -> Void) throws
        -> DictionaryReadReport
    {
        for one in entries { try entry(one) }
        progress(1)
        return DictionaryReadReport(entries: entries.count)
    }
}

extension TranslationEntry {
    /// An entry with one sense per list of translations.
    package init(_ headword: String, _ part: PartOfSpeech?, forms: [String] = [], _ senses: [String]...) {
        self.init(headword, part, forms: forms, senses: senses)
    }

    package init(_ headword: String, forms: [String] = [], _ senses: [String]...) {
        self.init(headword, nil, forms: forms, senses: senses)
    }

    private init(_ headword: String, _ part: PartOfSpeech?, forms: [String], senses: [[String]]) {
        self.init(
            headword: headword,
            partsOfSpeech: part.map { [$0] } ?? [],
            forms: forms,
            senses: senses.map { words in TranslationSense(translations: words.map { TranslatedWord($0) }) }
        )
    }
}

/// The language tags used in the tests.
package enum Tags {
    package static func en() throws -> LanguageTag { try #require(LanguageTag("en")) }
    package static func de() throws -> LanguageTag { try #require(LanguageTag("de")) }
}
