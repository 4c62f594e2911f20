import LanguageServices

/// Finds the keys of a dictionary that are close to another in spelling.
///
/// A key of four to seven letters may differ in one letter, a longer one in two: in a shorter one, two would leave too
/// little of it. Of those within the distance the ones that need the likelier mistakes go first.
struct SpellingSearch: Sendable {
    /// How many are given.
    static let most = 5

    /// Closer than this two candidates are not told apart.
    static let margin = 0.25

    private let letters: [Unicode.Scalar]
    private let distance: SpellingDistance
    private let limit: Int

    /// Prepares a search; `nil` for a key of less than four letters, or more than 64, to which nothing is close.
    init?(_ key: String) {
        let letters = Array(key.unicodeScalars.prefix(65))
        guard letters.count >= 4, let distance = SpellingDistance(letters) else { return nil }
        self.letters = letters
        self.distance = distance
        limit = letters.count < 8 ? 1 : 2
    }

    /// A key, and how far it is.
    struct Candidate {
        let key: String
        let cost: Double
    }

    /// The closest keys of a dictionary, the closest first.
    func closest(in index: DictionaryIndex) throws -> [Candidate] {
        var found: [Candidate] = []
        var count = 0
        try index.forEachKey { utf8 in
            count &+= 1
            if count & 0x3FFF == 0, Task.isCancelled { throw ServiceError(CancellationError()) }
            guard let distance = distance.distance(to: utf8, limit: limit), distance > 0 else { return true }
            let key = String(decoding: utf8, as: UTF8.self)
            found.append(Candidate(key: key, cost: SpellingCost.between(letters, Array(key.unicodeScalars))))
            return true
        }
        return Array(found.sorted { ($0.cost, $0.key) < ($1.cost, $1.key) }.prefix(Self.most))
    }
}

/// A headword that may have been meant.
struct SpellingSuggestion: Comparable {
    let headword: String
    let key: String
    let cost: Double
    /// The place of its dictionary among those that were searched.
    let dictionary: Int

    /// The closer one first; of equals that of the better dictionary.
    static func < (first: SpellingSuggestion, second: SpellingSuggestion) -> Bool {
        (first.cost, first.dictionary, first.key) < (second.cost, second.dictionary, second.key)
    }

    /// Whether the other need not be considered: it is further away, or as far and in a lesser dictionary only.
    func isClearlyCloser(than other: SpellingSuggestion) -> Bool {
        other.cost - cost >= SpellingSearch.margin || other.cost >= cost && other.dictionary > dictionary
    }
}
