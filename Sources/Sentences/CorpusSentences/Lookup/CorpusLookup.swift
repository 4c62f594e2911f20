import Database
import Language
import LanguageServices
import Platform
import SentenceChecks

/// Finds sentences for a word in an index.
struct CorpusLookup {
    let index: CorpusIndex
    let language: LanguageTag
    /// Cuts expressions of languages without spaces.
    let analysis: WordAnalysis
    /// The language of the translations in the corpus; `nil` when it has none.
    let translationLanguage: LanguageTag?
    let provider: ProviderID

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
        var choosing = Choosing(count: request.count, most: Self.mostInspected + 4 * request.count, judge: judge)
        var rank: Int? = 0
        var rest = Self.mostRead + 8 * request.count
        for round in 0..<Self.mostPools {
            guard let start = rank, !choosing.isEnough else { break }
            let size = max(Self.pool << round, 8 * request.count)
            let (candidates, next) = try self.candidates(&streams, from: start, size: size, &rest, sought, judge)
            choosing.add(judge.ranked(candidates))
            rank = next
        }
        return choosing.chosen()
    }

    // MARK: Parts

    /// The next sentences that hold all parts of the word and may be an answer, and where to go on.
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
            guard judge.mayAnswer(hit.posting) else { continue }
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

/// A sentence of an index.
struct SentenceRow: Sendable {
    var rank: Int
    var text: String
    var translation: String?
    var place: String
    /// 0…1.
    var quality: Double
    /// The headwords of its words, by their numbers.
    var words: [Int32]
    /// What the source says that it shows.
    var kind: PartOfSpeech?
    var gloss: String?
    /// The keys of the words that have the meaning it shows, each with the number of the meaning.
    var members: [String: Int]

    static let columns = "rank, text, translation, place, quality, words, kind, gloss, members, mark"

    /// The headwords of the words of a sentence.
    static func words(of row: Statement) -> [Int32] { PostingList.unpacked(row.bytes(5)) }

    /// Reads a row; `nil` when it is not as it was written.
    init?(_ row: Statement, words: [Int32]) {
        let bytes = row.bytes(1)
        rank = Int(row.integer(0))
        guard row.integer(9) == Self.mark(text: bytes[...], rank: rank) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
        translation = row.isNull(2) ? nil : row.text(2)
        place = row.text(3)
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

    /// What tells whether a text is still the one that was written, since the system does not see a disk's mistakes.
    static func mark(text: ArraySlice<UInt8>, rank: Int) -> Int64 {
        var hash = StableHash()
        hash.add(text)
        return Int64(bitPattern: hash.value ^ UInt64(truncatingIfNeeded: rank))
    }
}

/// Chooses among the sentences that hold a word: the best ones that are not alike.
struct SentenceChoice {
    /// A sentence that may be chosen.
    struct Candidate {
        var row: SentenceRow
        /// The form by which it was found.
        var choice: WordQuery.Choice
        /// The number of the meaning that it shows; `nil` when its source does not say that it shows the word.
        var meaning: Int?
        var score: Double
    }

    /// What is added to the quality of a sentence, or taken from it, when it is looked at for one word.
    enum Weight {
        /// The word begins the sentence, where nothing leads to it.
        static let first = -0.08
        /// Words stand beside it that often do.
        static let typical = 0.08
        /// How far a seed may move a sentence.
        static let seed = 0.1
        /// The source says that it shows the word.
        static let shown = 0.3
        /// It shows the meaning that is wanted, as far as its words tell.
        static let sense = 0.4
        /// It holds a word of the topic.
        static let topic = 0.25
        /// It has the translation that is wanted.
        static let translation = 0.5
        /// A word of it is in no list, where a level is wanted.
        static let unknown = -0.06
    }

    /// How alike two sentences may be: the share of headwords that both have, among all that one of them has.
    static let mostAlike = 0.4

    /// A number from -1 to 1 that a seed gives to a sentence; 0 for the seed 0, which leaves the order as it is.
    static func chance(_ seed: UInt64, _ text: String) -> Double {
        guard seed != 0 else { return 0 }
        var hash = StableHash.of(String(seed, radix: 36), text)
        // The last step of MurmurHash3, since FNV's upper bits depend little on the last bytes.
        hash ^= hash >> 33
        hash = hash &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 33
        return Double(hash >> 11) / Double(1 << 52) - 1
    }

    /// The share of headwords that two sentences have in common.
    static func likeness(_ first: Set<Int32>, _ second: Set<Int32>) -> Double {
        guard !first.isEmpty, !second.isEmpty else { return 0 }
        let common = first.count { second.contains($0) }
        return Double(common) / Double(first.count + second.count - common)
    }

    /// How much a sentence has of what often stands beside the word: for each headword how much more often it is met in the
    /// candidates than elsewhere, the best one counting.
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

        /// 0…1.
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

/// Takes the best sentences that are not alike, one after the other.
struct Choosing {
    private let count: Int
    private let judge: CandidateJudge
    /// How many sentences may still be inspected.
    private var rest: Int
    private var taken: [(found: ExampleSentence, meaning: Set<Int32>)] = []
    private var beginnings: Set<String> = []
    /// Those that begin like one that was taken, for when there are no others.
    private var similar: [SentenceChoice.Candidate] = []

    init(count: Int, most: Int, judge: CandidateJudge) {
        self.count = count
        self.judge = judge
        rest = most
    }

    /// Whether nothing more is needed, or nothing more is looked at.
    var isDone: Bool { taken.count >= count || rest <= 0 }

    /// Whether there are enough, if need be with some that begin alike.
    var isEnough: Bool { isDone || taken.count + similar.count >= count }

    /// Takes what is good of some sentences, the best first.
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

    /// The sentences that were taken, and as many as are missing of those that begin alike.
    mutating func chosen() -> [ExampleSentence] {
        for candidate in similar where !isDone { take(candidate) }
        return taken.map(\.found)
    }

    private mutating func take(_ candidate: SentenceChoice.Candidate) {
        let meaning = judge.meaning(of: candidate.row)
        guard !taken.contains(where: { SentenceChoice.likeness($0.meaning, meaning) > SentenceChoice.mostAlike }) else {
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
