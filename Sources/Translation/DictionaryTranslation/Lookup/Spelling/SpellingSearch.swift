import LanguageServices
import Platform

/// Finds the keys of a dictionary that are close to another in spelling.
///
/// A key of four or five letters may differ in one letter, a longer one in two; with six or seven letters only where these
/// are likely mistakes, since otherwise too little is left of it. Of those within the distance the ones that need the
/// likelier mistakes go first, and of these the words of which the dictionary has more to say.
struct SpellingSearch: Sendable {
    /// How many are given.
    static let most = 5

    /// Closer than this two candidates are not told apart.
    static let margin = 0.2

    /// How many are looked at in a dictionary, the closest.
    private static let mostCandidates = 24

    /// What two mistakes may cost in a word of six or seven letters.
    private static let mostOfShort = 1.6

    private let letters: [Unicode.Scalar]
    private let distance: SpellingDistance
    private let limit: Int

    /// Prepares a search; `nil` for a key of less than four letters, or more than 64, to which nothing is close.
    init?(_ key: String) {
        let letters = Array(key.unicodeScalars.prefix(65))
        guard letters.count >= 4, let distance = SpellingDistance(letters) else { return nil }
        self.letters = letters
        self.distance = distance
        limit = letters.count < 6 ? 1 : 2
    }

    /// A key, and how far it is.
    struct Candidate {
        let key: String
        let cost: Double
    }

    /// How much less a mistake counts when it makes a word of which the dictionary has many translations: such a word is
    /// a frequent one (Zipf 1945), and more often meant.
    static func bonus(translations: Int) -> Double {
        min(0.1 * log1p(Double(translations)), 0.4)
    }

    /// Whether a short key is rather another word than a misspelled one: nobody errs in the first letter of *park* and writes
    /// *bark*.
    static func isOtherWord(_ key: String, than text: String) -> Bool {
        let (first, second) = (Array(key.unicodeScalars), Array(text.unicodeScalars))
        return second.count <= 5 && first.count == second.count && first.first != second.first
            && first.dropFirst() == second.dropFirst()
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
            let cost = SpellingCost.between(letters, Array(key.unicodeScalars))
            if letters.count >= 8 || distance == 1 || cost <= Self.mostOfShort {
                found.append(Candidate(key: key, cost: cost))
            }
            return true
        }
        return Array(found.sorted { ($0.cost, $0.key) < ($1.cost, $1.key) }.prefix(Self.mostCandidates))
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
