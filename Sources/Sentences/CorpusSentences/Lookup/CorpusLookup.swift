import Database
import Language
import LanguageServices
import Platform
import SentenceChecks

/// Finds sentences for a word in an index.
struct CorpusLookup {
    let index: CorpusIndex
    let language: LanguageTag
    /// Splits expressions in languages without spaces.
    let analysis: WordAnalysis
    /// The language of the translations in the corpus; `nil` if there are none.
    let translationLanguage: LanguageTag?
    let provider: ProviderID

    /// The number of candidates from which the best ones are chosen.
    private static let pool = 150
    /// The maximum number of additional rounds if one pool of candidates does not suffice.
    private static let maximumRounds = 4
    /// The maximum number of sentences inspected, which limits the search for expressions that rarely match.
    private static let maximumInspections = 120
    /// The maximum number of sentences considered without reading them.
    private static let maximumConsidered = 100_000
    /// The maximum number of sentences read.
    private static let maximumRead = 1000

    /// The sentences for a request, best first.
    func sentences(for request: SentenceRequest) throws -> [ExampleSentence] {
        let search = WordSearch(request.word, language: language, partOfSpeech: request.partOfSpeech)
        let words = search.words.isEmpty ? [request.word] : search.words
        var found = try sentences(for: request, words: words, gaps: search.gaps)
        guard found.count < request.count, let parts = try parts(of: request.word), parts != words else { return found }
        let texts = Set(found.map(\.text))
        found += try sentences(for: request, words: parts, gaps: []).filter { !texts.contains($0.text) }
        return Array(found.prefix(request.count))
    }

    private func sentences(for request: SentenceRequest, words: [String], gaps: [Int]) throws -> [ExampleSentence] {
        let sought = try WordQuery(
            words,
            gaps: gaps,
            partOfSpeech: request.partOfSpeech,
            language: language,
            index: index
        )
        guard !sought.isMissing else { return [] }
        let judge = CandidateJudge(self, request, sought, words: words)
        var streams = sought.parts.map { PostingStream(index, forms: $0.map(\.form)) }
        var choosing = Choosing(count: request.count, most: Self.maximumInspections + 4 * request.count, judge: judge)
        var rank: Int? = 0
        var rest = Self.maximumRead + 8 * request.count
        for round in 0..<Self.maximumRounds {
            guard let start = rank, !choosing.isEnough else { break }
            let size = max(Self.pool << round, 8 * request.count)
            let (candidates, next) = try self.candidates(&streams, from: start, size: size, &rest, sought, judge)
            choosing.add(judge.ranked(candidates))
            rank = next
        }
        return choosing.chosen()
    }

    // MARK: Parts

    /// The next sentences that contain all parts of the word and may be results, and the rank at which to continue.
    private func candidates(
        _ streams: inout [PostingStream],
        from start: Int,
        size: Int,
        _ rest: inout Int,
        _ sought: WordQuery,
        _ judge: CandidateJudge
    ) throws -> (found: [SentenceChoice.Candidate], next: Int?) {
        var found: [SentenceChoice.Candidate] = []
        var rank = start
        // Skipping sentences without reading them is cheap, but not free.
        var looks = 0
        while found.count < size, looks < Self.maximumConsidered, rest > 0 {
            looks += 1
            guard var hit = try streams[0].next(from: rank) else { return (found, nil) }
            var isHeldByAll = true
            for position in streams.indices.dropFirst() {
                guard let other = try streams[position].next(from: hit.posting.rank) else { return (found, nil) }
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
            guard judge.mayAnswer(hit.posting) else { continue }
            rest -= 1
            guard let row = try index.row(hit.posting.rank, where: sought.mayOccur) else { continue }
            if let candidate = judge.candidate(row, hit.posting, choice) { found.append(candidate) }
        }
        return (found, rest > 0 && looks < Self.maximumConsidered ? rank : nil)
    }

    /// The parts of a word: the components of a compound in a language without spaces, or the stem and the separable
    /// prefix of a German verb, which may be at the end of the clause.
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

/// A sentence in an index.
struct SentenceRow: Sendable {
    var rank: Int
    var text: String
    var translation: String?
    var location: String
    /// From 0 to 1.
    var quality: Double
    /// The numbers of the headwords of its words.
    var words: [Int32]
    /// The part of speech of the word that the sentence illustrates, according to the source.
    var kind: PartOfSpeech?
    var gloss: String?
    /// The keys of the words that share the illustrated meaning. Each maps to the number of that meaning among the
    /// word's meanings.
    var members: [String: Int]

    static let columns = "rank, text, translation, place, quality, words, kind, gloss, members, mark"

    /// The headwords of a sentence's words.
    static func words(of row: Statement) -> [Int32] { PostingList.unpacked(row.bytes(5)) }

    /// Reads a row; `nil` if it is corrupt.
    init?(_ row: Statement, words: [Int32]) {
        let bytes = row.bytes(1)
        rank = Int(row.integer(0))
        guard row.integer(9) == Self.mark(text: bytes[...], rank: rank) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
        translation = row.isNull(2) ? nil : row.text(2)
        location = row.text(3)
        quality = Double(row.integer(4)) / 1000
        self.words = words
        kind = row.isNull(6) ? nil : PartOfSpeech(rawValue: row.text(6))
        gloss = row.isNull(7) ? nil : row.text(7)
        members = [:]
        guard !row.isNull(8) else { return }
        for member in row.text(8).split(separator: " ") {
            let parts = member.split(separator: ":")
            if parts.count == 2 { members[String(parts[0])] = Int(parts[1]) }
        }
    }

    /// A checksum of the text, for detecting disk errors that the system does not report.
    static func mark(text: ArraySlice<UInt8>, rank: Int) -> Int64 {
        var hash = StableHash()
        hash.add(text)
        return Int64(bitPattern: hash.value ^ UInt64(truncatingIfNeeded: rank))
    }
}

/// Chooses the best sentences that contain a word, skipping near-duplicates.
struct SentenceChoice {
    /// A sentence to choose from.
    struct Candidate {
        var row: SentenceRow
        /// The form that matched.
        var choice: WordQuery.Choice
        /// The number of the meaning that the sentence illustrates; `nil` if the source does not list it under the
        /// word.
        var meaning: Int?
        var score: Double
    }

    /// The adjustments to a sentence's quality for a word.
    enum Weight {
        /// The word begins the sentence, with no context before it.
        static let first = -0.08
        /// Words that often accompany the requested word are present.
        static let typical = 0.08
        /// The maximum effect of a seed.
        static let seed = 0.1
        /// The source lists the sentence as an example of the word.
        static let shown = 0.3
        /// The sentence appears to illustrate the requested sense, based on its words.
        static let sense = 0.4
        /// The sentence contains a word related to the topic.
        static let topic = 0.25
        /// The sentence has the requested translation.
        static let translation = 0.5
        /// A level is requested, and no word list contains one particular word of the sentence.
        static let unknown = -0.06
    }

    /// The maximum similarity of two sentences: the number of shared headwords divided by the number of all headwords
    /// in both.
    static let maximumSimilarity = 0.4

    /// A number from -1 to 1 for a sentence and a seed; 0 for seed 0, which leaves the order unchanged.
    static func chance(_ seed: UInt64, _ text: String) -> Double {
        guard seed != 0 else { return 0 }
        var hash = StableHash.of(String(seed, radix: 36), text)
        // The finalizer of MurmurHash3 is needed because the upper bits of an FNV hash depend only weakly on the last
        // bytes.
        hash ^= hash >> 33
        hash = hash &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 33
        return Double(hash >> 11) / Double(1 << 52) - 1
    }

    /// The proportion of headwords that two sentences share.
    static func likeness(_ first: Set<Int32>, _ second: Set<Int32>) -> Double {
        guard !first.isEmpty, !second.isEmpty else { return 0 }
        let common = first.count { second.contains($0) }
        return Double(common) / Double(first.count + second.count - common)
    }

    /// How typical the context of a word is. Each headword in a sentence is scored by how much more frequent it is in
    /// the candidates than elsewhere; the highest score is used.
    struct Typicality {
        private var counts: [Int32: Int] = [:]
        private let total: Int
        private let index: CorpusIndex
        private let own: Set<Int32>

        init(_ candidates: [Candidate], index: CorpusIndex, own: Set<Int32>) {
            for candidate in candidates {
                for word in Set(candidate.row.words) { counts[word, default: 0] += 1 }
            }
            total = candidates.count
            self.index = index
            self.own = own
        }

        /// The typicality of a sentence, from 0 to 1.
        func value(of row: SentenceRow) -> Double {
            guard total >= 20 else { return 0 }
            var best = 0.0
            for word in Set(row.words) where !own.contains(word) {
                guard let count = counts[word], count >= 3 else { continue }
                let frequency = index.frequency(of: word)
                guard frequency.says else { continue }
                let expected = Double(frequency.count) / Double(max(index.count, 1))
                let share = Double(count) / Double(total)
                guard expected > 0, share > expected else { continue }
                best = max(best, min(1, Logarithm.ten(share / expected) / 2) * min(1, share * 20))
            }
            return best
        }
    }
}

/// Takes the best sentences one by one, skipping near-duplicates.
struct Choosing {
    private let count: Int
    private let judge: CandidateJudge
    /// The number of sentences that may still be inspected.
    private var rest: Int
    private var taken: [(found: ExampleSentence, meaning: Set<Int32>)] = []
    private var beginnings: Set<String> = []
    /// Sentences that begin like a chosen one, used only if there are not enough others.
    private var similar: [SentenceChoice.Candidate] = []

    init(count: Int, most: Int, judge: CandidateJudge) {
        self.count = count
        self.judge = judge
        rest = most
    }

    /// Whether enough sentences have been chosen, or the inspection limit has been reached.
    var isDone: Bool { taken.count >= count || rest <= 0 }

    /// Whether there are enough sentences, including those that begin like a chosen one.
    var isEnough: Bool { isDone || taken.count + similar.count >= count }

    /// Takes the acceptable sentences, best first.
    mutating func add(_ candidates: [SentenceChoice.Candidate]) {
        for candidate in candidates {
            if isDone { return }
            if beginnings.contains(Self.beginning(of: candidate.row.text)) {
                similar.append(candidate)
            } else {
                take(candidate)
            }
        }
    }

    /// The chosen sentences, supplemented if necessary by those that begin like one of them.
    mutating func chosen() -> [ExampleSentence] {
        for candidate in similar where !isDone { take(candidate) }
        return taken.map(\.found)
    }

    private mutating func take(_ candidate: SentenceChoice.Candidate) {
        let meaning = judge.meaning(of: candidate.row)
        guard
            !taken.contains(where: { SentenceChoice.likeness($0.meaning, meaning) > SentenceChoice.maximumSimilarity })
        else {
            return
        }
        rest -= 1
        guard let found = judge.sentence(of: candidate) else { return }
        taken.append((found, meaning))
        beginnings.insert(Self.beginning(of: candidate.row.text))
    }

    /// The first words of a sentence.
    private static func beginning(of text: String) -> String {
        text.split(separator: " ", maxSplits: 3).prefix(3).joined(separator: " ").lowercased()
    }
}
