import Language
package import LanguageServices

extension DictionaryLookup: GlossLookup {
    /// Whether one of the dictionaries has the key of a text.
    package func mayContain(_ text: String) throws -> Bool {
        let key = folding.key(text)
        guard !key.isEmpty else { return false }
        if try indexes.contains(where: { try $0.contains(key: key) }) { return true }
        guard folding.language == "zh", let simplified = scripts.simplified(text) else { return false }
        let other = folding.key(simplified)
        return try indexes.contains { try $0.contains(key: other) }
    }

    /// Searches for a piece of a text.
    package func finding(for text: String, furthestStep: TranslationMatch.Step) throws -> GlossFinding? {
        guard let result = try find(text, partOfSpeech: nil, furthestStep: min(furthestStep, .lemma)) else {
            return nil
        }
        return GlossFinding(
            match: result.match,
            translations: result.translations.map(\.text),
            reading: try result.best.entry().reading
        )
    }
}
