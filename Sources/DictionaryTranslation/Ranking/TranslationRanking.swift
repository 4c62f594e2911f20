import LanguageServices
import Text

/// Puts the translations of a key into order.
struct TranslationRanking {
    private var frequency = FrequencyTable()
    private let opposites: [DictionaryIndex]
    private let sourceFolding: HeadwordFolding
    private let targetFolding: HeadwordFolding
    private let targetSpellings: HeadwordSpellings

    init(info: DictionaryInfo, opposites: [DictionaryIndex]) {
        self.opposites = opposites
        sourceFolding = HeadwordFolding(language: info.source.text)
        targetFolding = HeadwordFolding(language: info.target.text)
        targetSpellings = HeadwordSpellings(language: info.target)
    }

    /// Counts the words of an entry.
    mutating func count(_ entry: TranslationEntry) {
        for sense in entry.senses {
            for word in sense.translations { frequency.add(IndexHash.of(word.text)) }
        }
    }

    /// Ranks the translations of the entries of a key.
    func rank(_ entries: [KeyedEntry]) throws -> RankedKey {
        var items: [RecordCoding.Item] = []
        var examples = 0
        for (place, keyed) in entries.enumerated() {
            for (number, sense) in keyed.entry.senses.enumerated() {
                examples += sense.examples.count
                for word in sense.translations {
                    let key = DictionaryKey.of(targetSpellings.plain(word.text, parts: []), targetFolding)
                    let count = Double(frequency.count(IndexHash.of(word.text)))
                    items.append(
                        RecordCoding.Item(
                            translation: RankedTranslation(
                                word: word,
                                partOfSpeech: sense.partOfSpeech ?? keyed.entry.partsOfSpeech.first,
                                score: count,
                                entry: place,
                                sense: number
                            ),
                            keyHash: RecordCoding.keyHash(key),
                            evidence: 1
                        )
                    )
                }
            }
        }
        items.sort { $0.translation.score > $1.translation.score }
        return RankedKey(items: items, examples: examples)
    }
}
