import Language
import LanguageServices
import SentenceChecks

/// Finds sentences for a word in an index.
struct CorpusLookup {
    let index: CorpusIndex
    let language: LanguageTag
    /// Cuts expressions of languages without spaces.
    let analysis: WordAnalysis
    /// The language of the translations in the corpus; `nil` when it has none.
    let translationLanguage: LanguageTag?

    /// A sentence that was found, before it is told whose it is.
    struct Found: Sendable {
        var row: SentenceRow
        var ranges: [Range<Int>]
        var lemma: String
        var partOfSpeech: PartOfSpeech?
        var sense: String?
        var level: LearnerLevel?
        var translation: String?
        var licence: String?
        var checks: [SentenceCheck]
    }

    /// How many sentences are looked at before the best of them are chosen.
    private static let pool = 150
    /// How many times more are looked at when those were not enough.
    private static let mostPools = 4
    /// How many sentences are inspected at most: an expression whose words stand together seldom could take for ever.
    private static let mostInspected = 120
    /// How many sentences are looked at, without being read, at most.
    private static let mostLooks = 100_000
    /// How many sentences are read at most.
    private static let mostRead = 1000

    /// The sentences for a request, the best first.
    func sentences(for request: SentenceRequest) throws -> [Found] {
        let search = WordSearch(request.word, language: language, partOfSpeech: request.partOfSpeech)
        let words = search.words.isEmpty ? [request.word] : search.words
        var found = try sentences(for: request, words: words, gaps: search.gaps)
        guard found.count < request.count, let parts = try parts(of: request.word), parts != words else { return found }
        let texts = Set(found.map(\.row.text))
        found += try sentences(for: request, words: parts, gaps: []).filter { !texts.contains($0.row.text) }
        return Array(found.prefix(request.count))
    }

    private func sentences(for request: SentenceRequest, words: [String], gaps: [Int]) throws -> [Found] {
        let sought = try SoughtWord(
            words,
            gaps: gaps,
            partOfSpeech: request.partOfSpeech,
            language: language,
            index: index
        )
        guard !sought.isMissing else { return [] }
        let judge = CandidateJudge(
            request: request,
            sought: sought,
            words: words,
            index: index,
            language: language,
            translationLanguage: translationLanguage
        )
        var streams = sought.parts.map { PostingStream(index, forms: $0.map(\.form)) }
        var choosing = Choosing(count: request.count, most: Self.mostInspected + 4 * request.count, judge: judge)
        var rank: Int? = 0
        var rest = Self.mostRead + 8 * request.count
        for round in 0..<Self.mostPools {
            guard let start = rank, !choosing.isEnough else { break }
            let size = max(Self.pool << round, 8 * request.count)
            let (candidates, next) = try self.candidates(&streams, from: start, size: size, &rest, sought, judge)
            try choosing.add(judge.ranked(candidates))
            rank = next
        }
        return try choosing.chosen()
    }

    // MARK: Parts

    /// The next sentences that hold all parts of the word and may be an answer, and where to go on.
    private func candidates(
        _ streams: inout [PostingStream],
        from start: Int,
        size: Int,
        _ rest: inout Int,
        _ sought: SoughtWord,
        _ judge: CandidateJudge
    ) throws -> (found: [SentenceChoice.Candidate], next: Int?) {
        var found: [SentenceChoice.Candidate] = []
        var rank = start
        // What is passed over without being read costs little, but not nothing.
        var looks = 0
        while found.count < size, looks < Self.mostLooks, rest > 0 {
            looks += 1
            guard var hit = try streams[0].next(from: rank) else { return (found, nil) }
            var isHeldByAll = true
            for place in streams.indices.dropFirst() {
                guard let other = try streams[place].next(from: hit.posting.rank) else { return (found, nil) }
                if other.posting.rank != hit.posting.rank {
                    rank = other.posting.rank
                    isHeldByAll = false
                    break
                }
                hit.posting.isShown = hit.posting.isShown || other.posting.isShown
            }
            guard isHeldByAll else { continue }
            rank = hit.posting.rank + 1
            let choice = sought.parts[0][hit.form]
            guard judge.mayAnswer(hit.posting, choice) else { continue }
            rest -= 1
            guard let row = try index.row(hit.posting.rank, where: sought.mayStand) else { continue }
            if let candidate = judge.candidate(row, hit.posting, choice) { found.append(candidate) }
        }
        return (found, rest > 0 && looks < Self.mostLooks ? rank : nil)
    }

    /// What a word consists of that is no word of the corpus by itself: a compound of a language without spaces, a verb of
    /// German whose prefix stands at the end of the clause.
    private func parts(of word: String) throws -> [String]? {
        if let prefixes = LemmaRules(language: language)?.separablePrefixes, !prefixes.isEmpty {
            let low = word.lowercased()
            let prefix = prefixes.first { low.hasPrefix($0) && low.count > $0.count + 2 }
            return prefix.map { [String(low.dropFirst($0.count)), $0] }
        }
        guard UnspacedLanguages.contains(language.language) else { return nil }
        return try analysis.words(of: [word.filter { !$0.isNewline }]).first?.map(\.text)
    }
}
