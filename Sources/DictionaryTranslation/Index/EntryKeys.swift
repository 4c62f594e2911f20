import LanguageServices
package import Text

/// The keys under which an entry is found.
struct EntryKeys {
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
        let key = DictionaryKey.of(spelling, folding)
        if !key.isEmpty, !keys.contains(where: { $0.key == key }) {
            keys.append(EntryKey(key: key, spelling: spelling, isForm: isForm))
        }
    }
}

/// The key of a text in an index.
package enum DictionaryKey {
    /// The folded text or, where nothing is left of it (`???`), the text itself without the white space around it.
    package static func of(_ text: String, _ folding: HeadwordFolding) -> String {
        let key = folding.key(text)
        if !key.isEmpty { return key }
        let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
        guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(Substring(scalars[...last]))
    }
}
