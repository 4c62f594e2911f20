import LanguageServices

/// Translations of several hits in one list, each word once.
///
/// Dictionaries write a word with or without its article, the mark of a verb, a full stop; these are one word, which is
/// shown as the first of them has it. Where the first verb is without a mark, the others lose theirs.
///
/// Only the first translation is made at once, since many ask for no other: to tell the others apart takes longer than to
/// find them.
struct TranslationList {
    /// The first of the translations.
    private(set) var first: LookupTranslation?

    /// What was added, and which kind of word each has to be.
    private var additions: [(hits: [LookupHit], partOfSpeech: PartOfSpeech?)] = []
    private let spellings: HeadwordSpellings

    /// - Parameter spellings: The rules of the language of the translations.
    init(_ spellings: HeadwordSpellings) { self.spellings = spellings }

    var isEmpty: Bool { first == nil }

    /// Adds the translations of hits that are not there yet.
    ///
    /// - Parameters:
    ///   - hits: The hits, the better ones first.
    ///   - partOfSpeech: What kind of word the headword has to be, where the dictionary says it.
    mutating func add(_ hits: [LookupHit], partOfSpeech: PartOfSpeech? = nil) {
        additions.append((hits, partOfSpeech))
        for hit in hits where first == nil {
            let translations = hit.found.record.translations
            first = hit.order(partOfSpeech, spellings).first { hit.isMeant(translations[$0], partOfSpeech) }
                .flatMap { LookupTranslation($0, of: hit.found) }
        }
    }

    /// All translations, in the order in which they were added.
    var translations: [LookupTranslation] {
        var merged = MergedTranslations(spellings)
        for addition in additions {
            for hit in addition.hits { merged.add(hit, addition.partOfSpeech) }
        }
        return merged.translations
    }

    /// The translations with those of a kind of word before the others.
    func preferring(_ partOfSpeech: PartOfSpeech?) -> [LookupTranslation] {
        let translations = translations
        guard let partOfSpeech, translations.contains(where: { $0.partOfSpeech == partOfSpeech }) else {
            return translations
        }
        return translations.filter { $0.partOfSpeech == partOfSpeech }
            + translations.filter { $0.partOfSpeech != partOfSpeech }
    }

    /// The first of the translations that are preferred.
    func best(preferring partOfSpeech: PartOfSpeech?) -> LookupTranslation? {
        partOfSpeech == nil || first?.partOfSpeech == partOfSpeech ? first : preferring(partOfSpeech).first
    }
}

extension LookupHit {
    /// The places of the translations in the order in which they are to be added to a list.
    ///
    /// A dictionary that names no parts of speech has the noun *bark* and the verb in one; of *barked* what looks like an
    /// infinitive goes first.
    func order(_ partOfSpeech: PartOfSpeech?, _ spellings: HeadwordSpellings) -> [Int] {
        let translations = found.record.translations
        guard partOfSpeech == .verb, translations.contains(where: { $0.partOfSpeech == nil }) else {
            return Array(translations.indices)
        }
        let isVerb = translations.map { $0.partOfSpeech == nil && spellings.isInfinitive($0.word.text) }
        return translations.indices.filter { isVerb[$0] } + translations.indices.filter { !isVerb[$0] }
    }

    /// Whether one of the translations is of an entry that is meant, and of the kind of word that the headword has to be.
    func isMeant(_ translation: RankedTranslation, _ partOfSpeech: PartOfSpeech?) -> Bool {
        isMeant.indices.contains(translation.entry) && isMeant[translation.entry]
            && Self.isFit(translation.partOfSpeech, for: partOfSpeech)
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
