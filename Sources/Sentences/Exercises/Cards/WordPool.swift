import Language
public import LanguageServices

/// Words beside those of a lesson, among which wrong answers are found.
public protocol WordPool: Sendable {
    /// What is known of a word; nothing when it is not known.
    func cards(for word: String) -> [StudyCard]

    /// Words of a kind, those of a level first and then those of the levels nearest to it.
    ///
    /// - Parameters:
    ///   - partOfSpeech: What kind of words; `nil` is any.
    ///   - level: The level; `nil` is any.
    func cards(of partOfSpeech: PartOfSpeech?, near level: LearnerLevel?) -> [StudyCard]
}

/// A list of words as a ``WordPool``.
public struct WordList: WordPool {
    private let cards: [StudyCard]
    private let places: [String: [Int]]
    private let kinds: [PartOfSpeech: [Int]]

    /// Creates a pool.
    public init(_ cards: [StudyCard]) {
        self.cards = cards
        var places: [String: [Int]] = [:]
        var kinds: [PartOfSpeech: [Int]] = [:]
        for (place, card) in cards.enumerated() {
            places[Self.key(card.word), default: []].append(place)
            if let kind = card.partOfSpeech { kinds[kind, default: []].append(place) }
        }
        self.places = places
        self.kinds = kinds
    }

    /// The cards whose word differs in nothing but case, accents, spaces and punctuation.
    public func cards(for word: String) -> [StudyCard] { (places[Self.key(word)] ?? []).map { cards[$0] } }

    /// The cards of a kind, by how far their level is away.
    public func cards(of partOfSpeech: PartOfSpeech?, near level: LearnerLevel?) -> [StudyCard] {
        let all = partOfSpeech.map { (kinds[$0] ?? []).map { cards[$0] } } ?? cards
        guard let level else { return all }
        return LearnerLevel.allCases.map { other in (other, Self.distance(other, level)) }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            .flatMap { other, _ in all.filter { $0.level == other } } + all.filter { $0.level == nil }
    }

    static func distance(_ first: LearnerLevel, _ second: LearnerLevel) -> Int {
        let levels = LearnerLevel.allCases
        return abs((levels.firstIndex(of: first) ?? 0) - (levels.firstIndex(of: second) ?? 0))
    }

    private static func key(_ word: String) -> String { HeadwordFolding(language: "").key(word) }
}
