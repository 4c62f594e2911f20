import LanguageServices
import Text

/// Puts the translations of a key into order; docs/translation-ranking.md has the formula.
struct TranslationRanking {
    private let weights: RankingWeights
    private var whole = FrequencyTable()
    private var words = FrequencyTable()
    private let opposites: [DictionaryIndex]
    private let targetFolding: HeadwordFolding
    private let targetSpellings: HeadwordSpellings

    init(info: DictionaryInfo, opposites: [DictionaryIndex], weights: RankingWeights) {
        self.weights = weights
        self.opposites = opposites
        targetFolding = HeadwordFolding(language: info.target.text)
        targetSpellings = HeadwordSpellings(language: info.target)
    }

    /// Counts the words of an entry.
    mutating func count(_ entry: TranslationEntry) {
        for sense in entry.senses {
            for word in sense.translations {
                whole.add(IndexHash.of(plain(word, sense, entry)))
                WordCutter.forEachWord(of: word.text) { words.add($0) }
            }
            for example in sense.examples {
                if let text = example.translation { WordCutter.forEachWord(of: text) { words.add($0) } }
            }
        }
    }

    /// Ranks the translations of the entries of a key.
    func rank(_ key: String, _ entries: [KeyedEntry]) throws -> RankedKey {
        var candidates = CandidateList()
        var examples = 0
        let inexactness = HeadwordExactness.inexactness(of: entries)
        for (place, keyed) in entries.enumerated() {
            for (number, sense) in keyed.entry.senses.enumerated() {
                examples += sense.examples.count
                for (position, word) in sense.translations.enumerated() {
                    candidates.add(
                        word,
                        bare: targetSpellings.bare(word.text),
                        plain: plain(word, sense, keyed.entry),
                        at: CandidateList.Place(entry: place, sense: number, position: position),
                        of: keyed,
                        inexactness: inexactness[place]
                    )
                }
            }
        }
        let headword = RecordCoding.keyHash(key)
        var items: [RecordCoding.Item] = []
        items.reserveCapacity(candidates.all.count)
        for candidate in candidates.all {
            let key = targetFolding.key(candidate.plain)
            var item = candidate.item
            item.keyHash = RecordCoding.keyHash(key)
            item.translation.score = try score(candidate, key: key, headword: headword)
            items.append(item)
        }
        // The order of the dictionary decides between equals.
        let order = items.indices.sorted {
            let (first, second) = (items[$0].translation.score, items[$1].translation.score)
            return first != second ? first > second : $0 < $1
        }
        return RankedKey(items: order.map { items[$0] }, examples: examples)
    }

    // MARK: The formula

    private func score(_ candidate: CandidateList.Candidate, key: String, headword: UInt32) throws -> Double {
        let text = candidate.plain
        var votes = ReverseVotes()
        for opposite in opposites { try votes.add(opposite, key: key, headword: headword) }
        var score = weights.reverseShare * votes.share + weights.reverse * (votes.isThere ? 1 : 0)
        score += weights.popularity * NaturalLogarithm.onePlus(votes.popularity)
        score += weights.evidence * NaturalLogarithm.onePlus(Double(candidate.item.evidence))
        score += weights.frequency * NaturalLogarithm.onePlus(Double(whole.count(IndexHash.of(text))))
        if !text.utf8.contains(UInt8(ascii: " ")) {
            score += weights.usage * NaturalLogarithm.onePlus(Double(words.count(WordCutter.hash(text))))
        }
        score += weights.richness * NaturalLogarithm.onePlus(candidate.richness)
        score -= weights.length * Double(min(candidate.extraWords, 6))
        score -= weights.marking * candidate.marking
        score -= weights.inexactness * candidate.inexactness
        return score
    }

    private func plain(_ word: TranslatedWord, _ sense: TranslationSense, _ entry: TranslationEntry) -> String {
        let part = sense.partOfSpeech.map { [$0] } ?? entry.partsOfSpeech
        return targetSpellings.plain(word.text, parts: part)
    }
}
