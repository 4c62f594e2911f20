import Language
package import LanguageServices

extension DictionaryLookup {
    /// The headwords that are closest to a text in spelling, the closest first; at most five.
    ///
    /// All keys of all dictionaries are looked at, which takes a few hundredths of a second for several hundred thousand.
    /// A text of less than four letters, or of more than 64, has none.
    ///
    /// - Throws: `ServiceError.Code.cancelled` when the task was cancelled; `ServiceError.Code.io` for a damaged
    ///   dictionary.
    package func suggestions(for text: String) throws -> [String] {
        try spellings(of: text).map(\.headword)
    }

    /// Searches for a text, and fails when it is nowhere.
    ///
    /// - Parameters: As of ``find(_:partOfSpeech:loosestMatch:)``.
    /// - Throws: `ServiceError.Code.notFound`, with the headwords that are close to the text, when nothing was found, and
    ///   what ``find(_:partOfSpeech:loosestMatch:)`` throws.
    package func result(
        for text: String,
        partOfSpeech: PartOfSpeech? = nil,
        loosestMatch: TranslationMatch.Step = .gloss
    ) throws -> LookupResult {
        if let found = try find(text, partOfSpeech: partOfSpeech, loosestMatch: loosestMatch) { return found }
        throw LookupFailure.notFound(text, suggestions: try suggestions(for: text))
    }

    /// The one headword that a text was clearly meant for.
    func close(to text: String, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        // A form of a word that no dictionary has is written as it should be.
        guard rules?.known(text).isEmpty ?? true else { return nil }
        let spellings = try spellings(of: text).filter { !SpellingSearch.isOtherWord($0.key, than: folding.key(text)) }
        guard let best = spellings.first, spellings.dropFirst().allSatisfy({ best.isClearlyCloser(than: $0) }) else {
            return nil
        }
        return result(.spelling, try hits(best.headword).own, partOfSpeech)
    }

    private func spellings(of text: String) throws -> [SpellingSuggestion] {
        guard text.utf8.count <= LookupFailure.longestText, let search = SpellingSearch(folding.key(text)) else {
            return []
        }
        var found: [SpellingSuggestion] = []
        for (place, index) in indexes.enumerated() {
            for candidate in try search.closest(in: index) where !found.contains(where: { $0.key == candidate.key }) {
                guard let record = try index.record(key: candidate.key) else { continue }
                // A form leads to its headword all the same, so that it is shown as it is written there.
                guard let best = record.translations.first, record.headwords.indices.contains(best.entry) else {
                    continue
                }
                let isForm = record.isForm[best.entry]
                found.append(
                    SpellingSuggestion(
                        headword: isForm ? candidate.key : record.headwords[best.entry],
                        key: candidate.key,
                        cost: candidate.cost - SpellingSearch.bonus(translations: record.translations.count),
                        dictionary: place
                    )
                )
            }
        }
        return Array(found.sorted(by: <).prefix(SpellingSearch.most))
    }
}
