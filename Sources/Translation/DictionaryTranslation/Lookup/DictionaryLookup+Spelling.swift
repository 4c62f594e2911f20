import Language
package import LanguageServices

extension DictionaryLookup {
    /// The headwords closest to a text in spelling, closest first; at most five.
    ///
    /// The search examines all keys in all dictionaries, which takes a few hundredths of a second for several hundred
    /// thousand keys. A text with fewer than 4 or more than 64 letters has no suggestions.
    ///
    /// - Throws: `ServiceError.Code.cancelled` if the task was cancelled; `ServiceError.Code.io` if a dictionary is
    ///   damaged.
    package func suggestions(for text: String) throws -> [String] {
        try spellings(of: text).map(\.headword)
    }

    /// Searches for a text, and throws an error if it is not found.
    ///
    /// - Parameters: See ``find(_:partOfSpeech:loosestMatch:)``.
    /// - Throws: `ServiceError.Code.notFound` if nothing is found; the error lists headwords with similar spellings.
    ///   Otherwise, the errors thrown by ``find(_:partOfSpeech:loosestMatch:)``.
    package func result(
        for text: String,
        partOfSpeech: PartOfSpeech? = nil,
        loosestMatch: TranslationMatch.Step = .gloss
    ) throws -> LookupResult {
        if let found = try find(text, partOfSpeech: partOfSpeech, loosestMatch: loosestMatch) { return found }
        throw LookupFailure.notFound(text, suggestions: try suggestions(for: text))
    }

    /// The headword that is clearly closest to the text in spelling.
    func close(to text: String, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        // A known form is spelled correctly, even if no dictionary contains its lemma.
        guard rules?.known(text).isEmpty ?? true else { return nil }
        let spellings = try spellings(of: text).filter { !SpellingSearch.isOtherWord($0.key, than: folding.key(text)) }
        guard let best = spellings.first, spellings.dropFirst().allSatisfy({ best.isClearlyCloser(than: $0) }) else {
            return nil
        }
        return result(.spelling, try hits(best.headword).own, partOfSpeech)
    }

    private func spellings(of text: String) throws -> [SpellingSuggestion] {
        guard text.utf8.count <= LookupFailure.maximumTextLength, let search = SpellingSearch(folding.key(text)) else {
            return []
        }
        var found: [SpellingSuggestion] = []
        for (position, index) in indexes.enumerated() {
            for candidate in try search.closest(in: index) where !found.contains(where: { $0.key == candidate.key }) {
                guard let record = try index.record(key: candidate.key) else { continue }
                // The key may belong to a form, so the spelling of the headword is displayed.
                guard let best = record.translations.first, record.headwords.indices.contains(best.entry) else {
                    continue
                }
                let isForm = record.isForm[best.entry]
                found.append(
                    SpellingSuggestion(
                        headword: isForm ? candidate.key : record.headwords[best.entry],
                        key: candidate.key,
                        cost: candidate.cost - SpellingSearch.bonus(translations: record.translations.count),
                        dictionary: position
                    )
                )
            }
        }
        return Array(found.sorted(by: <).prefix(SpellingSearch.maximumResults))
    }
}
