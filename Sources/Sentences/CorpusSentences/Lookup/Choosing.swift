/// Takes the best sentences that are not alike, one after the other.
struct Choosing {
    private let count: Int
    private let judge: CandidateJudge
    /// How many sentences may still be inspected.
    private var rest: Int
    private var taken: [(found: CorpusLookup.Found, meaning: Set<Int32>)] = []
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
    mutating func add(_ candidates: [SentenceChoice.Candidate]) throws {
        for candidate in candidates {
            if isDone { return }
            if beginnings.contains(Self.beginning(of: candidate.row.text)) {
                similar.append(candidate)
            } else {
                try take(candidate)
            }
        }
    }

    /// The sentences that were taken, and as many as are missing of those that begin alike.
    mutating func chosen() throws -> [CorpusLookup.Found] {
        for candidate in similar where !isDone { try take(candidate) }
        return taken.map(\.found)
    }

    private mutating func take(_ candidate: SentenceChoice.Candidate) throws {
        let meaning = judge.meaning(of: candidate.row)
        guard !taken.contains(where: { SentenceChoice.likeness($0.meaning, meaning) > SentenceChoice.mostAlike }) else {
            return
        }
        rest -= 1
        guard let found = try judge.verdict(on: candidate) else { return }
        taken.append((found, meaning))
        beginnings.insert(Self.beginning(of: candidate.row.text))
    }

    /// The first words of a sentence.
    private static func beginning(of text: String) -> String {
        text.split(separator: " ", maxSplits: 3).prefix(3).joined(separator: " ").lowercased()
    }
}
