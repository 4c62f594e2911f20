public import LanguageServices

/// Everything that a dictionary contains for a key: all entries with a headword or form that maps to this key.
package struct DictionaryRecord: Sendable {
    /// The key.
    package let key: String

    /// The translations from all entries for the key, best first. ``RankedTranslation/entry`` identifies the entry.
    /// Duplicates for the same headword and part of speech are removed.
    package private(set) var translations: [RankedTranslation] = []

    /// For each entry, the spelling that matches the key: the headword or its reading; for a form, the headword. If the
    /// key requires it, the headword lacks its article or infinitive marker (*to*), and `colo(u)r` is expanded.
    package private(set) var headwords: [String] = []

    /// For each entry, whether the key belongs to one of its forms rather than to its headword.
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
        RecordCoding.forEachReference(&reader, count: head.entryCount) { position, form, spelling in
            offsets.append(position)
            isForm.append(form)
            headwords.append(spelling)
        }
        translations.reserveCapacity(tail.count)
        for position in 0..<tail.count where !reader.hasFailed {
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
                    score: Double(tail.score(position)),
                    entry: entry,
                    sense: sense
                )
            )
        }
        guard !reader.hasFailed else { throw index.damaged("the record of '\(key)'") }
    }

    /// The entry at an index among the entries for the key.
    ///
    /// - Throws: `ServiceError.Code.notFound` if the index is out of range, `ServiceError.Code.io` if the entry is
    ///   damaged.
    package func entry(_ position: Int) throws -> TranslationEntry { try index.entry(at: offset(position)).entry }

    /// The references in the entry at an index. The rest of the entry is not read.
    ///
    /// - Throws: The same errors as ``entry(_:)``.
    func references(_ position: Int) throws -> [String] { try index.references(at: offset(position)) }

    private func offset(_ position: Int) throws -> Int {
        guard offsets.indices.contains(position) else {
            throw ServiceError(.notFound, "'\(key)' has \(offsets.count) entries; there is no entry number \(position)")
        }
        return offsets[position]
    }
}

/// A translation of a headword with its rank.
public struct RankedTranslation: Sendable, Hashable {
    /// The translation.
    public var word: TranslatedWord

    /// The part of speech of the headword in this translation.
    public var partOfSpeech: PartOfSpeech?

    /// The ranking score. Higher is better; scores are comparable only within a dictionary.
    public var score: Double

    /// The index of its entry among the entries for the key.
    public var entry: Int

    /// The index of the sense in the entry.
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
