import DictionaryTranslation
import Language
import LanguageServices
import Platform

/// Ranks the translations for a key. The formula is in docs/explanation/translation-ranking.md.
struct TranslationRanking: Sendable {
    /// The counts of complete translations.
    private var whole = FrequencyTable()
    /// The counts of words in translations, including the translations of examples.
    private var words = FrequencyTable()
    let opposites: [DictionaryIndex]
    private let keepsOrder: Bool
    private let targetFolding: HeadwordFolding
    private let targetSpellings: HeadwordSpellings
    private let capitalsAreNames: Bool
    private let isIntoEnglish: Bool
    private var entryRanking: EntryRanking

    /// - Parameter keepsOrder: Whether the order of the dictionary overrides all other evidence.
    init(info: DictionaryInfo, opposites: [DictionaryIndex], keepsOrder: Bool = false) {
        self.keepsOrder = keepsOrder
        self.opposites = opposites
        entryRanking = EntryRanking(source: info.source)
        targetFolding = HeadwordFolding(language: info.target.text)
        targetSpellings = HeadwordSpellings(language: info.target)
        let target = TextLanguage.canonical(info.target.language) ?? info.target.language
        isIntoEnglish = target == "en"
        capitalsAreNames = !["de", "lb", "nds", "gsw"].contains(target)
    }

    /// Counts the words of an entry.
    mutating func count(_ entry: TranslationEntry) {
        entryRanking.count(entry)
        for sense in entry.senses {
            for word in sense.translations {
                whole.add(IndexHash.of(plain(word, sense, entry)))
                WordSplitter.forEachWord(of: word.text) { words.add($0) }
            }
            for example in sense.examples {
                if let text = example.translation { WordSplitter.forEachWord(of: text) { words.add($0) } }
            }
        }
    }

    /// Ranks the translations in the entries for a key, and counts their examples.
    func rank(_ key: String, _ entries: [KeyedEntry]) throws -> (items: [RecordCoding.Item], examples: Int) {
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
            translation.score = score(candidate, features, index: items.count)
            items.append((translation, RecordCoding.keyHash(text), Float(candidate.evidence)))
        }
        // The order of the dictionary breaks ties.
        let order = items.indices.sorted {
            let (first, second) = (items[$0].translation.score, items[$1].translation.score)
            return first != second ? first > second : $0 < $1
        }
        let examples = entries.reduce(0) { $0 + $1.entry.senses.reduce(0) { $0 + $1.examples.count } }
        return (order.map { items[$0] }, examples)
    }

    // MARK: Parts

    private func score(
        _ candidate: CandidateList.Candidate,
        _ features: RankingFeatures,
        index: Int
    ) -> Double {
        if keepsOrder { return -Double(index) }
        // If the editors have ordered the translations, all other features are used only to break ties.
        if entryRanking.holds { return candidate.merit + 0.1 * features.score }
        return features.score
    }

    private func candidates(_ key: String, _ entries: [KeyedEntry]) -> CandidateList {
        var candidates = CandidateList()
        let isEdited = entryRanking.holds
        let inexactness = HeadwordExactness.inexactness(of: entries)
        for (index, keyed) in entries.enumerated() {
            let usage = isEdited ? usage(keyed.entry) : 0
            for (number, sense) in keyed.entry.senses.enumerated() {
                for (position, word) in sense.translations.enumerated() {
                    let location = CandidateList.Location(entry: index, sense: number, position: position)
                    candidates.add(
                        word,
                        bare: targetSpellings.bare(word.text),
                        plain: plain(word, sense, keyed.entry),
                        at: location,
                        of: keyed,
                        inexactness: inexactness[index],
                        merit: isEdited ? EntryRanking.merit(key, keyed, at: location, usage: usage) : 0
                    )
                }
            }
        }
        return candidates
    }

    /// How common the first English translation of an entry is.
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
            features.usage = min(log1p(Double(words.count(WordSplitter.hash(text)))), 5)
        }
        features.vagueness = log1p(Double(whole.count(IndexHash.of(text))))
        features.length = log1p(Double(text.unicodeScalars.count))
        let spaces = candidate.translation.word.text.utf8.count { $0 == UInt8(ascii: " ") }
        features.extraWords = Double(min(spaces, 6))
        features.fragment = Self.isFragment(text) ? 1 : 0
        if capitalsAreNames, let first = text.unicodeScalars.first, first.properties.isUppercase {
            // The English *I* is not a name.
            features.name = text.unicodeScalars.count > 1 ? 1 : 0
        }
        features.marking = candidate.marking
        features.commonness = candidate.commonness
        features.inexactness = candidate.inexactness
        // In a small dictionary, common words occur no more often than other words.
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

/// The features of a translation. docs/explanation/translation-ranking.md explains each feature and the origin of the
/// weights.
struct RankingFeatures {
    /// The headword's evidence in the opposite dictionary, relative to the best translation in that dictionary, from 0
    /// to 1.
    var reverseShare = 0.0
    /// The reciprocal of the headword's rank in the opposite dictionary; 0 if it is missing.
    var reverseRank = 0.0
    /// The logarithm of the number of entries and examples in the opposite dictionary.
    var popularity = 0.0
    /// The logarithm of the number of its translations in the opposite dictionary.
    var breadth = 0.0
    /// The logarithm of the number of senses of the headword that contain it.
    var repetitions = 0.0
    /// The logarithm of the number of examples of its sense.
    var examples = 0.0
    /// The logarithm of the number of references from its entry to other headwords.
    var references = 0.0
    /// The reciprocal of its position in its sense.
    var position = 0.0
    /// The reciprocal of the position of its entry.
    var order = 0.0
    /// The reciprocal of the number of words in its sense: a single translation is more reliable.
    var singleness = 0.0
    /// The fraction of the headword's evidence with the same part of speech, from 0 to 1.
    var partOfSpeech = 0.0
    /// 1 if its entry has no part of speech but other entries for the headword do. In that case, the other entries are
    /// for the word itself, and this entry is for a form of the word.
    var missingPart = 0.0
    /// The logarithm of its count among the words of all translations and examples; at most 5.
    var usage = 0.0
    /// The logarithm of the number of senses in the dictionary that it translates.
    var vagueness = 0.0
    /// The logarithm of its length in characters.
    var length = 0.0
    /// The number of its words after the first; at most 6.
    var extraWords = 0.0
    /// 1 for an affix, such as *-ness*.
    var fragment = 0.0
    /// 1 for a capitalised word in a language that capitalises only names: *Falls* as opposed to *waterfall*.
    var name = 0.0
    /// The weight of the labels that count against it; see ``UsageMarks``.
    var marking = 0.0
    /// 1 if its entry is marked as a common word.
    var commonness = 0.0
    /// See ``HeadwordExactness``.
    var inexactness = 0.0

    /// The weighted sum of the features; higher is better.
    var score: Double {
        var score = 1.02 * reverseShare + 0.75 * reverseRank + 0.58 * popularity - 0.59 * breadth
        score += 1.45 * repetitions + 0.95 * examples + 0.87 * references
        score += 0.67 * position + 0.33 * order + 0.21 * singleness
        score += 0.4 * partOfSpeech - 1.86 * missingPart
        score += 1.09 * usage - 0.59 * vagueness
        score -= 1.26 * length + 1.12 * extraWords + 2 * fragment
        score += 0.5 * commonness - 1.2 * name - 0.52 * marking - 0.6 * inexactness
        return score
    }
}

/// The votes for a translation from the dictionaries for the opposite direction.
struct ReverseVotes {
    /// The headword's evidence in these dictionaries, relative to the best translation, from 0 to 1.
    private(set) var share = 0.0
    /// The reciprocal of the headword's rank by evidence in these dictionaries; 0 if it is missing.
    private(set) var rank = 0.0
    /// The number of entries and examples of the translation, as a measure of its importance.
    private(set) var popularity = 0.0
    /// The number of translations of the translation: a word with many meanings is frequent (Zipf 1945).
    private(set) var breadth = 0.0

    /// Adds a dictionary's votes for a translation.
    ///
    /// - Parameter headword: The hash of the headword's key.
    mutating func add(_ opposite: DictionaryIndex, key: String, headword: UInt32) throws {
        guard let (entries, tail) = try opposite.tail(key: key) else { return }
        popularity = max(popularity, Double(entries + tail.examples))
        breadth = max(breadth, Double(tail.count))
        var own: Float = 0
        for index in 0..<tail.count where tail.keyHash(index) == headword { own += tail.evidence(index) }
        guard own > 0 else { return }
        var maximum = own
        var better = 0
        for index in 0..<tail.count where tail.keyHash(index) != headword {
            let evidence = tail.evidence(index)
            maximum = max(maximum, evidence)
            if evidence > own { better += 1 }
        }
        share = max(share, Double(own / maximum))
        rank = max(rank, 1 / Double(1 + better))
    }
}
