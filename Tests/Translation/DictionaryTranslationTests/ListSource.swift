import DictionaryTranslation
import LanguageServices

/// A dictionary in memory.
struct ListSource: DictionarySource {
    var info: DictionaryInfo
    var entries: [TranslationEntry]

    init(_ name: String, from source: LanguageTag, to target: LanguageTag, _ entries: [TranslationEntry]) {
        info = DictionaryInfo(name: name, source: source, target: target, format: "tsv")
        self.entries = entries
    }

    func read(progress: (Double) -> Void, entry: (TranslationEntry) throws -> Void) throws -> DictionaryReadReport {
        for one in entries { try entry(one) }
        progress(1)
        return DictionaryReadReport(entries: entries.count)
    }
}

extension TranslationEntry {
    /// An entry with a sense for each list of translations.
    init(_ headword: String, _ part: PartOfSpeech?, forms: [String] = [], _ senses: [String]...) {
        self.init(headword, part, forms: forms, senses: senses)
    }

    init(_ headword: String, forms: [String] = [], _ senses: [String]...) {
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
