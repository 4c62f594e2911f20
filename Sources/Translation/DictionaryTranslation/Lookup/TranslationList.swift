import LanguageServices

/// The translations from several hits in one list, without duplicate words.
///
/// Dictionaries write a word with or without its article, infinitive marker or final full stop. These variants are
/// treated as one word, displayed in the first variant. If the first verb has no infinitive marker, the markers are
/// removed from the others.
///
/// Only the first translation is computed immediately, because many callers need no others, and removing duplicates
/// takes longer than the search.
struct TranslationList {
    /// The first translation.
    private(set) var first: LookupTranslation?

    /// The hits, each with its required part of speech.
    private var additions: [(hits: [LookupHit], partOfSpeech: PartOfSpeech?)] = []

    /// The spelling rules for the target language.
    private let spellings: HeadwordSpellings

    init(_ spellings: HeadwordSpellings) { self.spellings = spellings }

    var isEmpty: Bool { first == nil }

    /// All translations, in the order in which they were added.
    var translations: [LookupTranslation] {
        var merged = MergedTranslations(spellings)
        for addition in additions {
            for hit in addition.hits { merged.add(hit, addition.partOfSpeech) }
        }
        return merged.translations
    }

    /// Adds the translations of hits, without duplicates.
    ///
    /// - Parameters:
    ///   - hits: The hits, best first.
    ///   - partOfSpeech: The part of speech that a headword must have, unless its dictionary specifies none.
    mutating func add(_ hits: [LookupHit], partOfSpeech: PartOfSpeech? = nil) {
        additions.append((hits, partOfSpeech))
        for hit in hits where first == nil {
            // Without a part of speech, the translations keep their order, so a list of indices is not needed.
            let position =
                partOfSpeech == nil
                ? hit.found.record.translations.indices.first { hit.isMeant($0, nil) }
                : hit.order(partOfSpeech, spellings).first { hit.isMeant($0, partOfSpeech) }
            first = position.flatMap { LookupTranslation($0, of: hit.found) }
        }
    }

    /// The first translation with a given part of speech, or the first of all translations if there is none.
    func best(preferring partOfSpeech: PartOfSpeech?) -> LookupTranslation? {
        guard let partOfSpeech, first?.partOfSpeech != partOfSpeech else { return first }
        return translations(preferring: partOfSpeech).first
    }

    /// The translations; those with a given part of speech come first.
    func translations(preferring partOfSpeech: PartOfSpeech?) -> [LookupTranslation] {
        let translations = translations
        guard let partOfSpeech, translations.contains(where: { $0.partOfSpeech == partOfSpeech }) else {
            return translations
        }
        return translations.filter { $0.partOfSpeech == partOfSpeech }
            + translations.filter { $0.partOfSpeech != partOfSpeech }
    }
}

extension LookupHit {
    /// The indices of the translations in the order in which they are added to a list.
    ///
    /// If parts of speech are not specified, the noun and the verb *bark* share one entry. For *barked*, translations
    /// that look like infinitives then come first.
    func order(_ partOfSpeech: PartOfSpeech?, _ spellings: HeadwordSpellings) -> [Int] {
        let translations = found.record.translations
        guard partOfSpeech == .verb, translations.contains(where: { $0.partOfSpeech == nil }) else {
            return Array(translations.indices)
        }
        let isVerb = translations.map { $0.partOfSpeech == nil && spellings.isInfinitive($0.word.text) }
        return translations.indices.filter { isVerb[$0] } + translations.indices.filter { !isVerb[$0] }
    }

    /// Whether the translation at an index belongs to a matching entry and has the required part of speech.
    func isMeant(_ position: Int, _ partOfSpeech: PartOfSpeech?) -> Bool {
        guard means(found.record.translations[position].entry) else { return false }
        return partOfSpeech == nil || Self.isFit(found.record.translations[position].partOfSpeech, for: partOfSpeech)
    }

    /// Whether a dictionary's part of speech is compatible with that of a rule. Dictionaries disagree on which words
    /// are names, pronouns or phrases.
    private static func isFit(_ part: PartOfSpeech?, for wanted: PartOfSpeech?) -> Bool {
        guard let part, let wanted, part != wanted, part != .phrase, part != .abbreviation else { return true }
        return alike.contains { $0.contains(part) && $0.contains(wanted) }
    }

    private static let alike: [Set<PartOfSpeech>] = [
        [.noun, .properNoun], [.pronoun, .determiner, .adjective, .numeral], [.adverb, .particle],
    ]
}

/// Merges the translations of several hits, without duplicates; see ``TranslationList``.
struct MergedTranslations {
    private(set) var translations: [LookupTranslation] = []
    /// The first word, until a possible duplicate of it is added.
    private var only: RankedTranslation?
    /// The identities of the words, as long as there are only a few.
    private var few: [String] = []
    /// The identities of the words when there are many.
    private var many: Set<String> = []
    private let spellings: HeadwordSpellings
    /// Whether the first verb has an infinitive marker.
    private var hasVerbMark: Bool?

    /// - Parameter spellings: The spelling rules for the target language.
    init(_ spellings: HeadwordSpellings) { self.spellings = spellings }

    /// Adds the translations of a hit, without duplicates.
    mutating func add(_ hit: LookupHit, _ partOfSpeech: PartOfSpeech?) {
        for number in hit.order(partOfSpeech, spellings) {
            guard hit.isMeant(number, partOfSpeech) else { continue }
            let ranked = hit.found.record.translations[number]
            guard isNew(ranked), var translation = LookupTranslation(number, of: hit.found) else { continue }
            if ranked.partOfSpeech == .verb {
                let isMarked = hasVerbMark ?? spellings.hasVerbMark(ranked.word.text)
                hasVerbMark = isMarked
                if !isMarked { translation.text = spellings.withoutVerbMark(ranked.word.text) }
            }
            translations.append(translation)
        }
    }

    /// Whether a word is not yet in the list. If so, its identity is added.
    private mutating func isNew(_ ranked: RankedTranslation) -> Bool {
        if translations.isEmpty {
            only = ranked
            return true
        }
        if let first = only {
            few.append(identity(of: first))
            only = nil
        }
        let identity = identity(of: ranked)
        if !many.isEmpty { return many.insert(identity).inserted }
        if few.contains(identity) { return false }
        few.append(identity)
        if few.count > 32 { many = Set(few) }
        return true
    }

    private func identity(of ranked: RankedTranslation) -> String {
        let identity = spellings.identity(ranked.word.text, parts: ranked.partOfSpeech.map { [$0] } ?? [])
        // Some dictionaries have lost the spaces between words.
        guard identity.utf8.contains(UInt8(ascii: " ")) else { return identity }
        return String(decoding: identity.utf8.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }
}
