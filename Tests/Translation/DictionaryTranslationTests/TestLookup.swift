import DictionaryImport
import DictionaryTestSupport
import DictionaryTranslation
import Language
import LanguageServices
import TestSupport
import Testing

/// A search in small dictionaries that are compiled for a test.
struct TestLookup {
    let search: DictionaryLookup
    private let folder: TemporaryFolder

    init(_ language: String, _ dictionaries: [TranslationEntry]..., lemmatizers: [any Lemmatizer] = []) throws {
        let folder = try TemporaryFolder()
        let source = try #require(LanguageTag(language))
        let target = try #require(LanguageTag(language == "de" ? "en" : "de"))
        let indexes = try dictionaries.enumerated().map { place, entries in
            let path = "\(folder.path)/\(place).pdi"
            _ = try DictionaryCompiler.compile(ListSource("d\(place)", from: source, to: target, entries), to: path)
            return try DictionaryIndex(path: path)
        }
        search = DictionaryLookup(indexes: indexes, language: source, lemmatizers: lemmatizers)
        self.folder = folder
    }

    /// Where a text leads: the step, the headword and the translations.
    func answer(
        _ text: String,
        _ partOfSpeech: PartOfSpeech? = nil,
        furthest: TranslationMatch.Step = .gloss
    ) throws -> String? {
        try search.find(text, partOfSpeech: partOfSpeech, furthestStep: furthest).map { found in
            let words = found.translations.map(\.word.text).joined(separator: ", ")
            return "\(found.match.step.rawValue) \(found.match.headword): \(words)"
        }
    }
}
