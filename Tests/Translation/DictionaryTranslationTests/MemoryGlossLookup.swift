import LanguageServices

@testable import DictionaryTranslation

/// A few words in memory, found as they are written, in lower case, or by a table of forms.
struct MemoryGlossLookup: GlossLookup {
    var words: [String: [String]]
    var forms: [String: String] = [:]
    var readings: [String: String] = [:]

    func mayContain(_ text: String) -> Bool { words[text.lowercased()] != nil }

    func finding(for text: String, furthestStep: TranslationMatch.Step) -> GlossFinding? {
        let lower = text.lowercased()
        if let found = words[lower] {
            let step: TranslationMatch.Step = lower == text ? .exact : .letterCase
            return GlossFinding(
                match: TranslationMatch(step: step, headword: lower),
                translations: found,
                reading: readings[lower]
            )
        }
        guard furthestStep >= .lemma, let lemma = forms[lower], let found = words[lemma] else { return nil }
        return GlossFinding(match: TranslationMatch(step: .lemma, headword: lemma), translations: found)
    }
}
