import LanguageServices

/// Translations of several hits in one list, each text once.
struct TranslationList {
    private(set) var translations: [LookupTranslation] = []
    /// The lengths of the texts, by which most are told apart.
    private var lengths: [Int] = []
    /// The texts in lower case, when there are many.
    private var texts: Set<String> = []

    var isEmpty: Bool { translations.isEmpty }

    /// Adds the translations of hits that are not there yet; texts that differ in case only are the same.
    ///
    /// - Parameters:
    ///   - hits: The hits, the better ones first.
    ///   - partOfSpeech: What kind of word the headword has to be, where the dictionary says it.
    mutating func add(_ hits: [LookupHit], partOfSpeech: PartOfSpeech? = nil) {
        for hit in hits {
            for (number, ranked) in hit.found.record.translations.enumerated() {
                guard hit.isMeant.indices.contains(ranked.entry), hit.isMeant[ranked.entry],
                    Self.isFit(ranked.partOfSpeech, for: partOfSpeech), isNew(ranked.word.text),
                    let translation = LookupTranslation(number, of: hit.found)
                else { continue }
                translations.append(translation)
            }
        }
    }

    /// Whether a text is not in the list; from now on it is.
    private mutating func isNew(_ text: String) -> Bool {
        if !texts.isEmpty { return texts.insert(text.lowercased()).inserted }
        let length = text.utf8.count
        for (place, other) in lengths.enumerated() where other == length {
            let known = translations[place].word.text
            if known == text || known.lowercased() == text.lowercased() { return false }
        }
        guard lengths.count < 32 else {
            texts = Set(translations.map { $0.word.text.lowercased() })
            return texts.insert(text.lowercased()).inserted
        }
        lengths.append(length)
        return true
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
