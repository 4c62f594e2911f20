import DictionaryTranslation
import Language
import LanguageServices

/// The keys under which an entry is found.
struct EntryKeys: Sendable {
    private let folding: HeadwordFolding
    private let spellings: HeadwordSpellings

    init(language: LanguageTag) {
        folding = HeadwordFolding(language: language.text)
        spellings = HeadwordSpellings(language: language)
    }

    /// The keys of the headword and its other spellings, of its reading, and of its forms; each key once, and as that of
    /// the headword where it is several.
    func all(_ entry: TranslationEntry) -> [EntryKey] {
        let parts = entry.partsOfSpeech.isEmpty ? entry.senses.compactMap(\.partOfSpeech) : entry.partsOfSpeech
        var result: [EntryKey] = []
        for spelling in spellings.all(entry.headword, parts: parts) { add(spelling, isForm: false, to: &result) }
        if let reading = entry.reading { add(reading, isForm: false, to: &result) }
        for form in entry.forms { add(form, isForm: true, to: &result) }
        return result
    }

    private func add(_ spelling: String, isForm: Bool, to keys: inout [EntryKey]) {
        let key = folding.key(spelling)
        if !key.isEmpty, !keys.contains(where: { $0.key == key }) {
            keys.append(EntryKey(key: key, spelling: spelling, isForm: isForm))
        }
    }
}
