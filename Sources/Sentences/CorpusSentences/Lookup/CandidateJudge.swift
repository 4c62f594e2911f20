import Language
import LanguageServices
import SentenceChecks

/// Scores sentences for one request.
struct CandidateJudge {
    private let lookup: CorpusLookup
    private let request: SentenceRequest
    private let sought: WordQuery
    private let translates: Bool
    private let isSpaced: Bool
    private let inspection: SentenceInspection
    private let avoided: Set<String>
    /// The numbers of the requested headwords.
    private let own: Set<Int32>
    private let senseWords: Set<String>
    private let topicWords: Set<String>
    private let folding: HeadwordFolding
    private let levelLimit: Int
    private let ownLevel: Int
    private let single: String?

    private var index: CorpusIndex { lookup.index }
    private var language: LanguageTag { lookup.language }

    init(_ lookup: CorpusLookup, _ request: SentenceRequest, _ sought: WordQuery, words: [String]) {
        self.lookup = lookup
        self.request = request
        self.sought = sought
        let language = lookup.language
        isSpaced = !UnspacedLanguages.contains(language.language)
        translates =
            request.targetLanguage != nil
            && request.targetLanguage?.language == lookup.translationLanguage?.language
        // A request for *children* also matches *child*.
        let forms = sought.parts.count == 1 ? sought.parts[0].map(\.form).filter { $0.certainty == .itself } : []
        inspection = SentenceInspection(
            word: request.word,
            language: language,
            forms: forms.map(\.text),
            words: request.words
        )
        avoided = Set(request.avoiding.map { SentenceKey.of($0) })
        own = Set(sought.parts.flatMap { $0.map(\.form.term) })
        folding = HeadwordFolding(language: language.text)
        let segmenter = TextSegmenter(language: language.text)
        senseWords = Self.contentWords(request.sense, segmenter, folding)
        topicWords = Self.contentWords(request.topic, segmenter, folding)
        levelLimit = request.level?.number ?? 6
        ownLevel = sought.known?.level?.number ?? 0
        single = words.count == 1 ? words[0] : nil
    }

    // MARK: Before a sentence is read

    /// Whether a sentence may be a result, as far as can be determined without reading it.
    func mayAnswer(_ posting: PostingList.Posting) -> Bool {
        let traits = index.traits(of: posting.rank)
        if isSpaced, let words = request.words, traits.words < words.lowerBound || traits.words > words.upperBound {
            return false
        }
        // The requested word itself may be above the level.
        guard request.level != nil else { return true }
        let hardest = traits.hardest == ownLevel ? traits.second : traits.hardest
        guard hardest <= levelLimit else { return false }
        return unknown(traits) <= max(1, levelLimit - 1)
    }

    /// The number of words that no word list contains, excluding the requested one.
    private func unknown(_ traits: CorpusIndex.Traits) -> Int { traits.unknown - (ownLevel == 0 ? 1 : 0) }

    // MARK: Scores

    /// A sentence with its score; `nil` if it does not satisfy the request.
    func candidate(
        _ row: SentenceRow,
        _ posting: PostingList.Posting,
        _ choice: WordQuery.Choice
    ) -> SentenceChoice.Candidate? {
        if !avoided.isEmpty, avoided.contains(SentenceKey.of(row.text)) { return nil }
        let meaning = sought.keys.lazy.compactMap { row.members[$0] }.min()
        if let wanted = request.partOfSpeech {
            if meaning != nil, let kind = row.kind, kind != wanted { return nil }
        }
        typealias Weight = SentenceChoice.Weight
        var score = row.quality - choice.penalty
        if posting.isFirst { score += Weight.first }
        if let meaning {
            score += Weight.shown / Double(max(1, meaning)) + 0.1
            if !senseWords.isEmpty { score += Weight.sense * share(of: senseWords, in: row.gloss ?? "", row.members) }
        }
        if !topicWords.isEmpty { score += Weight.topic * share(of: topicWords, in: row.text, [:]) }
        if translates, row.translation != nil { score += Weight.translation }
        if request.level != nil {
            score += Weight.unknown * Double(max(0, unknown(index.traits(of: row.rank))))
        }
        score += Weight.seed * SentenceChoice.chance(request.seed, row.text)
        return SentenceChoice.Candidate(row: row, choice: choice, meaning: meaning, score: score)
    }

    /// The candidates ordered by score, after a bonus for typical context words has been added.
    func ranked(_ candidates: [SentenceChoice.Candidate]) -> [SentenceChoice.Candidate] {
        let typicality = SentenceChoice.Typicality(candidates, index: index, own: own)
        var ranked = candidates
        for position in ranked.indices {
            ranked[position].score += SentenceChoice.Weight.typical * typicality.value(of: ranked[position].row)
        }
        ranked.sort { ($0.score, $1.row.rank) > ($1.score, $0.row.rank) }
        return ranked
    }

    /// The content words in a sentence, as headword numbers, excluding the requested word.
    func meaning(of row: SentenceRow) -> Set<Int32> {
        Set(row.words.filter { !own.contains($0) && index.frequency(of: $0).says })
    }

    private func share(of wanted: Set<String>, in text: String, _ members: [String: Int]) -> Double {
        let found = Self.contentWords(text, TextSegmenter(language: language.text), folding)
        let count = wanted.count { found.contains($0) || members[$0] != nil }
        return Double(count) / Double(wanted.count)
    }

    private static func contentWords(
        _ text: String?,
        _ segmenter: TextSegmenter,
        _ folding: HeadwordFolding
    ) -> Set<String> {
        guard let text, !BlankText.isBlank(text) else { return [] }
        let scalars = Array(text.unicodeScalars)
        let small = ["the", "a", "an", "of", "to", "in", "or", "and", "for", "with", "by", "on", "at", "is", "be"]
        return Set(
            segmenter.words(in: scalars).filter { $0.kind == .word }
                .map { folding.key(String(scalars: scalars[$0.range])) }
        ).subtracting(small)
    }

    // MARK: Final check

    /// The sentence, with its location in the corpus as its source; `nil` if a check fails.
    func sentence(of candidate: SentenceChoice.Candidate) -> ExampleSentence? {
        let row = candidate.row
        guard let verdict = try? inspection.inspect(row.text) else { return nil }
        guard verdict.match.certainty < .likeness || candidate.choice.form.certainty == .itself else { return nil }
        let told = kind(of: candidate.choice.form, in: row.text, at: verdict.match.ranges)
        // The source may list *The dog chased the rabbit* under both *to chase* and *to dog*.
        let isShown =
            candidate.meaning != nil && (told == nil || row.kind == nil || told == row.kind || isLoose(row.kind))
        let kind = isShown ? row.kind ?? told : told
        if let wanted = request.partOfSpeech {
            guard kind == wanted || kind == nil && mayBe(wanted, candidate.choice.form) else { return nil }
        }
        return ExampleSentence(
            text: row.text,
            wordRanges: verdict.match.ranges,
            language: request.language == nil ? language : nil,
            lemma: single == nil && sought.parts.count > 1 ? request.word : candidate.choice.headword,
            partOfSpeech: kind,
            sense: isShown ? row.gloss : nil,
            level: level(of: row),
            translation: translates ? row.translation : nil,
            source: row.location,
            licence: index.licence(of: row.location),
            checks: verdict.checks + (request.level == nil ? [] : [.level]),
            provider: lookup.provider
        )
    }

    /// Whether the neighbouring words are weak evidence for a part of speech: adverbs have few fixed positions, and
    /// many adjectives are participles.
    private func isLoose(_ kind: PartOfSpeech?) -> Bool { kind == .adverb || kind == .adjective }

    /// The word's part of speech in a sentence, if it can be determined.
    private func kind(of form: CorpusIndex.Form, in text: String, at ranges: [Range<Int>]) -> PartOfSpeech? {
        guard single != nil, let range = ranges.first else { return nil }
        var kinds = form.certainty == .itself ? sought.known?.kinds ?? form.kinds : form.kinds
        kinds.remove(.phrase)
        if form.certainty == .sure, kinds.count == 1 { return kinds.first }
        guard language.language == "en" else { return kinds.count == 1 ? kinds.first : nil }
        let scalars = Array(text.unicodeScalars)
        let words = TextSegmenter(language: "en").words(in: scalars).filter { $0.kind == .word }
        guard let position = words.firstIndex(where: { $0.range.overlaps(range) }) else { return nil }
        let texts = words.map { String(scalars: scalars[$0.range]).lowercased() }
        return WordClass.guess(at: position, in: texts, kinds: kinds) ?? (kinds.count == 1 ? kinds.first : nil)
    }

    /// Whether a form whose part of speech is ambiguous may have the given one.
    private func mayBe(_ kind: PartOfSpeech, _ form: CorpusIndex.Form) -> Bool {
        let kinds = form.certainty == .itself ? sought.known?.kinds ?? [] : form.kinds
        return kinds.isEmpty || kinds == [kind]
    }

    /// The level of a sentence; `nil` if the word lists do not contain all of its words.
    private func level(of row: SentenceRow) -> LearnerLevel? {
        let traits = index.traits(of: row.rank)
        guard traits.unknown == 0, traits.hardest > 0 else { return nil }
        return LearnerLevel.allCases[min(traits.hardest, 6) - 1]
    }
}
