package import LanguageServices

/// What was found for a text.
package struct LookupResult: Sendable {
    /// How it was found, and the headword of the best translation.
    package var match: TranslationMatch

    /// The translations, best first, each text once. There is at least one.
    package var translations: [LookupTranslation]

    /// The whole entries of the translations, in their order, each once.
    ///
    /// - Throws: `ServiceError.Code.io` when an entry is damaged.
    package func entries() throws -> [TranslationEntry] {
        var seen: Set<LookupTranslation.Place> = []
        return try translations.filter { seen.insert($0.place).inserted }.map { try $0.entry() }
    }
}

/// A translation, and where it was found.
package struct LookupTranslation: Sendable {
    /// The translation.
    package let word: TranslatedWord

    /// What kind of word the headword is in this translation.
    package let partOfSpeech: PartOfSpeech?

    /// How much speaks for it; comparable within a dictionary.
    package let score: Double

    /// The headword, as the dictionary spells it.
    package let headword: String

    /// The place of its dictionary among those that were searched.
    package let dictionary: Int

    private let record: DictionaryRecord
    private let entryPlace: Int

    init(_ translation: RankedTranslation, record: DictionaryRecord, dictionary: Int) {
        word = translation.word
        partOfSpeech = translation.partOfSpeech
        score = translation.score
        headword = record.headwords.indices.contains(translation.entry) ? record.headwords[translation.entry] : ""
        self.dictionary = dictionary
        self.record = record
        entryPlace = translation.entry
    }

    /// The whole entry.
    ///
    /// - Throws: `ServiceError.Code.io` when it is damaged.
    package func entry() throws -> TranslationEntry { try record.entry(entryPlace) }

    /// What tells entries apart.
    struct Place: Hashable {
        let dictionary: Int
        let key: String
        let entry: Int
    }

    var place: Place { Place(dictionary: dictionary, key: record.key, entry: entryPlace) }
}
