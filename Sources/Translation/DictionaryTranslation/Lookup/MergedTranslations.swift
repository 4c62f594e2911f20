import LanguageServices

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
