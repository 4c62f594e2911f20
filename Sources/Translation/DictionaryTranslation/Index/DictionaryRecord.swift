public import LanguageServices

/// What a dictionary has under a key: all entries whose headword, or one of whose forms, has it.
package struct DictionaryRecord: Sendable {
    /// The key.
    package let key: String

    /// The translations of all entries of the key, best first; ``RankedTranslation/entry`` says of which entry. What an
    /// entry gives more than once for one headword and one part of speech is there once.
    package private(set) var translations: [RankedTranslation] = []

    /// For each entry the spelling that has the key: the headword (without an article or the *to* of a verb, and with
    /// `colo(u)r` written out, where that is the key), or the headword's reading; for a form the headword.
    package private(set) var headwords: [String] = []

    /// For each entry whether the key is one of its forms, and not its headword.
    package private(set) var isForm: [Bool] = []

    private var offsets: [Int] = []
    private let index: DictionaryIndex

    init(key: String, head: RecordHead, index: DictionaryIndex) throws {
        guard let tail = RecordTail(head) else { throw index.damaged("the record of '\(key)'") }
        self.key = key
        self.index = index
        var reader = tail.rest
        headwords.reserveCapacity(head.entryCount)
        isForm.reserveCapacity(head.entryCount)
        offsets.reserveCapacity(head.entryCount)
        RecordCoding.forEachReference(&reader, count: head.entryCount) { place, form, spelling in
            offsets.append(place)
            isForm.append(form)
            headwords.append(spelling)
        }
        translations.reserveCapacity(tail.count)
        for place in 0..<tail.count where !reader.hasFailed {
            let entry = reader.number()
            let sense = reader.number()
            guard entry < offsets.count else {
                reader.fail()
                break
            }
            let part = EntryCoding.partOfSpeech(&reader)
            translations.append(
                RankedTranslation(
                    word: EntryCoding.word(&reader),
                    partOfSpeech: part,
                    score: Double(tail.score(place)),
                    entry: entry,
                    sense: sense
                )
            )
        }
        guard !reader.hasFailed else { throw index.damaged("the record of '\(key)'") }
    }

    /// The whole entry at a place among the entries of the key.
    ///
    /// - Throws: `ServiceError.Code.notFound` when there is no such place, `ServiceError.Code.io` when the entry is
    ///   damaged.
    package func entry(_ place: Int) throws -> TranslationEntry { try index.entry(at: offset(place)).entry }

    /// What the entry at a place refers to, for which the rest of it is not read.
    ///
    /// - Throws: As ``entry(_:)``.
    func references(_ place: Int) throws -> [String] { try index.references(at: offset(place)) }

    private func offset(_ place: Int) throws -> Int {
        guard offsets.indices.contains(place) else {
            throw ServiceError(.notFound, "'\(key)' has \(offsets.count) entries, and not one with the number \(place)")
        }
        return offsets[place]
    }
}

/// A translation of a headword among others, with what it was ranked by.
public struct RankedTranslation: Sendable, Hashable {
    /// The translation.
    public var word: TranslatedWord

    /// What kind of word the headword is in this translation.
    public var partOfSpeech: PartOfSpeech?

    /// How much speaks for it; a higher one is better, and numbers of one dictionary are comparable.
    public var score: Double

    /// The place of the entry it is from among the entries of its key.
    public var entry: Int

    /// The place of the sense in the entry.
    public var sense: Int

    /// Creates a ranked translation.
    public init(word: TranslatedWord, partOfSpeech: PartOfSpeech?, score: Double, entry: Int, sense: Int) {
        self.word = word
        self.partOfSpeech = partOfSpeech
        self.score = score
        self.entry = entry
        self.sense = sense
    }
}
