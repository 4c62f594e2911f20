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

    /// The hits, and which kind of word each has to be.
    private var additions: [(hits: [LookupHit], partOfSpeech: PartOfSpeech?)] = []

    /// The rules of the language of the translations.
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

    /// Adds the translations of hits that are not there yet.
    ///
    /// - Parameters:
    ///   - hits: The hits, the better ones first.
    ///   - partOfSpeech: What kind of word the headword has to be, where the dictionary says it.
    mutating func add(_ hits: [LookupHit], partOfSpeech: PartOfSpeech? = nil) {
        additions.append((hits, partOfSpeech))
        for hit in hits where first == nil {
            // Without a kind of word they stand in their order, and need no list of it.
            let place =
                partOfSpeech == nil
                ? hit.found.record.translations.indices.first { hit.isMeant($0, nil) }
                : hit.order(partOfSpeech, spellings).first { hit.isMeant($0, partOfSpeech) }
            first = place.flatMap { LookupTranslation($0, of: hit.found) }
        }
    }

    /// The first of the translations, of those of a kind of word if there are any.
    func best(preferring partOfSpeech: PartOfSpeech?) -> LookupTranslation? {
        guard let partOfSpeech, first?.partOfSpeech != partOfSpeech else { return first }
        return translations(preferring: partOfSpeech).first
    }

    /// The translations with those of a kind of word before the others.
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

    /// Whether the translation at a place is of an entry that is meant, and of the kind of word that the headword has to be.
    func isMeant(_ place: Int, _ partOfSpeech: PartOfSpeech?) -> Bool {
        guard means(found.record.translations[place].entry) else { return false }
        return partOfSpeech == nil || Self.isFit(found.record.translations[place].partOfSpeech, for: partOfSpeech)
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

/// Translations of several hits one after the other, each word once; see ``TranslationList``.
struct MergedTranslations {
    private(set) var translations: [LookupTranslation] = []
    /// The only word, as long as there is no second that it might be.
    private var only: RankedTranslation?
    /// What tells the words apart, while there are few.
    private var few: [String] = []
    /// The same when there are many.
    private var many: Set<String> = []
    private let spellings: HeadwordSpellings
    /// Whether the first verb has a mark.
    private var hasVerbMark: Bool?

    /// - Parameter spellings: The rules of the language of the translations.
    init(_ spellings: HeadwordSpellings) { self.spellings = spellings }

    /// Adds the translations of a hit that are not there yet.
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

    /// Whether a word is not in the list; from now on it is.
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
        // Some dictionaries have lost the spaces between their words.
        guard identity.utf8.contains(UInt8(ascii: " ")) else { return identity }
        return String(decoding: identity.utf8.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }
}
