import DictionaryTranslation
import Language
import LanguageServices
import Platform

/// Puts the translations of a key into order; docs/translation-ranking.md has the formula.
struct TranslationRanking: Sendable {
    /// How often whole translations occur.
    private var whole = FrequencyTable()
    /// How often words occur in translations and in those of examples.
    private var words = FrequencyTable()
    let opposites: [DictionaryIndex]
    private let keepsOrder: Bool
    private let targetFolding: HeadwordFolding
    private let targetSpellings: HeadwordSpellings
    private let capitalsAreNames: Bool
    private let isIntoEnglish: Bool
    private var editedOrder: EditedOrder

    /// - Parameter keepsOrder: Whether the order of the dictionary holds, whatever speaks for another.
    init(info: DictionaryInfo, opposites: [DictionaryIndex], keepsOrder: Bool = false) {
        self.keepsOrder = keepsOrder
        self.opposites = opposites
        editedOrder = EditedOrder(source: info.source)
        targetFolding = HeadwordFolding(language: info.target.text)
        targetSpellings = HeadwordSpellings(language: info.target)
        let target = TextLanguage.canonical(info.target.language) ?? info.target.language
        isIntoEnglish = target == "en"
        capitalsAreNames = !["de", "lb", "nds", "gsw"].contains(target)
    }

    /// Counts the words of an entry.
    mutating func count(_ entry: TranslationEntry) {
        editedOrder.count(entry)
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
        let candidates = candidates(key, entries)
        let headword = RecordCoding.keyHash(key)
        let evidence = Evidence(candidates.all)
        var items: [RecordCoding.Item] = []
        items.reserveCapacity(candidates.all.count)
        for candidate in candidates.all {
            let text = targetFolding.key(candidate.plain)
            var votes = ReverseVotes()
            for opposite in opposites { try votes.add(opposite, key: text, headword: headword) }
            let features = features(candidate, votes, evidence)
            var translation = candidate.translation
            translation.score = score(candidate, features, place: items.count)
            items.append(
                RecordCoding.Item(
                    translation: translation,
                    keyHash: RecordCoding.keyHash(text),
                    evidence: Float(candidate.evidence)
                )
            )
        }
        // The order of the dictionary decides between equals.
        let order = items.indices.sorted {
            let (first, second) = (items[$0].translation.score, items[$1].translation.score)
            return first != second ? first > second : $0 < $1
        }
        let examples = entries.reduce(0) { $0 + $1.entry.senses.reduce(0) { $0 + $1.examples.count } }
        return RankedKey(items: order.map { items[$0] }, examples: examples)
    }

    // MARK: Parts

    private func score(
        _ candidate: CandidateList.Candidate,
        _ features: RankingFeatures,
        place: Int
    ) -> Double {
        if keepsOrder { return -Double(place) }
        // Where editors have put translations into order, everything else only decides between equals.
        if editedOrder.holds { return candidate.merit + 0.1 * features.score }
        return features.score
    }

    private func candidates(_ key: String, _ entries: [KeyedEntry]) -> CandidateList {
        var candidates = CandidateList()
        let isEdited = editedOrder.holds
        let inexactness = HeadwordExactness.inexactness(of: entries)
        for (place, keyed) in entries.enumerated() {
            let usage = isEdited ? usage(keyed.entry) : 0
            for (number, sense) in keyed.entry.senses.enumerated() {
                for (position, word) in sense.translations.enumerated() {
                    let stand = CandidateList.Place(entry: place, sense: number, position: position)
                    candidates.add(
                        word,
                        bare: targetSpellings.bare(word.text),
                        plain: plain(word, sense, keyed.entry),
                        at: stand,
                        of: keyed,
                        inexactness: inexactness[place],
                        merit: isEdited ? EditedOrder.merit(key, keyed, at: stand, usage: usage) : 0
                    )
                }
            }
        }
        return candidates
    }

    /// How usual the first translation of an entry is, into English.
    private func usage(_ entry: TranslationEntry) -> Double {
        guard isIntoEnglish, let sense = entry.senses.first, let word = sense.translations.first else { return 0 }
        return CommonEnglish.commonness(plain(word, sense, entry))
    }

    private func features(
        _ candidate: CandidateList.Candidate,
        _ votes: ReverseVotes,
        _ evidence: Evidence
    ) -> RankingFeatures {
        let text = candidate.plain
        let part = candidate.translation.partOfSpeech
        let isOneWord = !text.utf8.contains(UInt8(ascii: " "))
        var features = RankingFeatures()
        features.reverseShare = votes.share
        features.reverseRank = votes.rank
        features.popularity = log1p(votes.popularity)
        features.breadth = log1p(votes.breadth)
        features.repetitions = log1p(Double(candidate.repetitions))
        features.examples = log1p(candidate.examples)
        features.references = log1p(candidate.references)
        features.position = 1 / Double(1 + candidate.position)
        features.order = 1 / Double(1 + candidate.translation.entry)
        features.singleness = 1 / Double(max(candidate.synonyms, 1))
        features.partOfSpeech = evidence.share(of: part)
        features.missingPart = part == nil && evidence.hasParts ? 1 : 0
        if isOneWord {
            features.usage = min(log1p(Double(words.count(WordCutter.hash(text)))), 5)
        }
        features.vagueness = log1p(Double(whole.count(IndexHash.of(text))))
        features.length = log1p(Double(text.unicodeScalars.count))
        let spaces = candidate.translation.word.text.utf8.count { $0 == UInt8(ascii: " ") }
        features.extraWords = Double(min(spaces, 6))
        features.fragment = Self.isFragment(text) ? 1 : 0
        if capitalsAreNames, let first = text.unicodeScalars.first, first.properties.isUppercase {
            // The English *I* is no name.
            features.name = text.unicodeScalars.count > 1 ? 1 : 0
        }
        features.marking = candidate.marking
        features.commonness = candidate.commonness
        features.inexactness = candidate.inexactness
        // In a small dictionary usual words are as seldom as others.
        if isIntoEnglish { features.usage += 0.25 * CommonEnglish.commonness(text) * (5 - features.usage) }
        return features
    }

    private static func isFragment(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return true }
        return text.unicodeScalars.count > 1 && (isHyphen(first) || isHyphen(last))
    }

    private static func isHyphen(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar == "\u{2010}" || scalar == "\u{2011}" || scalar == "…"
    }

    private func plain(_ word: TranslatedWord, _ sense: TranslationSense, _ entry: TranslationEntry) -> String {
        let part = sense.partOfSpeech.map { [$0] } ?? entry.partsOfSpeech
        return targetSpellings.plain(word.text, parts: part)
    }
}
