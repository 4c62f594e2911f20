import LanguageServices

/// Translations of several hits in one list, each text once.
struct TranslationList {
    private(set) var translations: [LookupTranslation] = []
    private var seen: Set<String> = []

    var isEmpty: Bool { translations.isEmpty }

    /// Adds the translations of hits that are not there yet; texts that differ in case only are the same.
    ///
    /// - Parameters:
    ///   - hits: The hits, the better ones first.
    ///   - partOfSpeech: What kind of word the headword has to be, where the dictionary says it.
    mutating func add(_ hits: [LookupHit], partOfSpeech: PartOfSpeech? = nil) {
        for hit in hits {
            for translation in hit.translations where Self.isFit(translation.partOfSpeech, for: partOfSpeech) {
                if seen.insert(translation.word.text.lowercased()).inserted { translations.append(translation) }
            }
        }
    }

    /// The translations with those of a kind of word before the others.
    func preferring(_ partOfSpeech: PartOfSpeech?) -> [LookupTranslation] {
        guard let partOfSpeech, translations.contains(where: { $0.partOfSpeech == partOfSpeech }) else {
            return translations
        }
        return translations.filter { $0.partOfSpeech == partOfSpeech }
            + translations.filter { $0.partOfSpeech != partOfSpeech }
    }

    /// Whether what a dictionary calls a word fits with what a rule takes it for. Dictionaries do not agree on what is a
    /// name, a pronoun or a phrase.
    private static func isFit(_ part: PartOfSpeech?, for wanted: PartOfSpeech?) -> Bool {
        guard let part, let wanted, part != wanted, part != .phrase, part != .abbreviation else { return true }
        return alike.contains { $0.contains(part) && $0.contains(wanted) }
    }

    private static let alike: [Set<PartOfSpeech>] = [
        [.noun, .properNoun], [.pronoun, .determiner, .adjective, .numeral], [.adverb, .particle],
    ]
}
