import Language
public import LanguageServices
import SentenceChecks

/// Finds plausible wrong answers that cannot also be correct.
///
/// A wrong answer has the same part of speech as the right one and a similar level. It is never the answer on another
/// card with the same question, a synonym (a word that shares a meaning with the question), or a form, spelling or part
/// of a right answer. Cards in the lesson are preferred to words from the pool.
struct Distractors: Sendable {
    let list: CardList
    let pool: (any WordPool)?

    /// Wrong answers to a question, in random order.
    ///
    /// - Returns: `nil` if there are not enough.
    func choose(
        _ count: Int,
        for entry: CardList.Entry,
        _ direction: QuizDirection,
        _ random: inout SplitMix64
    ) -> [StudyCard]? {
        let right = rightEntries(entry, direction)
        var chosen: [CardList.Entry] = []
        for candidate in own(like: entry, &random) {
            if chosen.count == count { break }
            if fits(candidate, right, chosen) { chosen.append(candidate) }
        }
        guard chosen.count < count else { return chosen.map(\.card) }
        for card in others(like: entry, &random) {
            let candidate = self.entry(card)
            guard fits(candidate, right, chosen) else { continue }
            chosen.append(candidate)
            if chosen.count == count { return chosen.map(\.card) }
        }
        return nil
    }

    /// Prewritten wrong answers, each with the other side of its card if known.
    ///
    /// - Returns: `nil` if one of them could also be correct, resembles another one, or has a different part of speech.
    func known(
        _ texts: [String],
        for entry: CardList.Entry,
        _ direction: QuizDirection
    ) -> [MultipleChoice.Choice]? {
        let right = rightEntries(entry, direction)
        let language = direction == .meaning ? list.meaningLanguage : list.language
        var keys: [AnswerKeys] = []
        var choices: [MultipleChoice.Choice] = []
        for text in texts {
            let own = AnswerKeys([text], language: language)
            guard !own.isEmpty, !keys.contains(where: { $0.isLike(own) }),
                !right.contains(where: { $0.answer(direction).isLike(own) })
            else { return nil }
            keys.append(own)
            let others = known(own, text, direction)
            guard !others.contains(where: { other in right.contains { Self.isSameQuestion($0, other, direction) } }),
                others.isEmpty || others.contains(where: { isOfKind($0.card, entry.card) })
            else { return nil }
            let card = others.first?.card
            choices.append(
                MultipleChoice.Choice(text: text, other: (direction == .meaning ? card?.word : card?.meaning) ?? "")
            )
        }
        return choices
    }

    /// The cards in the lesson or the pool that contain a given answer.
    private func known(_ keys: AnswerKeys, _ text: String, _ direction: QuizDirection) -> [CardList.Entry] {
        let other: QuizDirection = direction == .meaning ? .word : .meaning
        let own = list.positions(sharing: keys, other).map { list.entries[$0] }
        return direction == .meaning ? own : own + (pool?.cards(for: text) ?? []).map(entry)
    }

    private static func isSameQuestion(
        _ first: CardList.Entry,
        _ second: CardList.Entry,
        _ direction: QuizDirection
    ) -> Bool { first.question(direction).isLike(second.question(direction)) }

    /// All cards in the lesson or the pool that have the same question.
    private func rightEntries(_ entry: CardList.Entry, _ direction: QuizDirection) -> [CardList.Entry] {
        var right = [entry]
        right += list.positions(sharing: entry.question(direction), direction).map { list.entries[$0] }
        // Include the word's other meanings: a synonym of any sense must not be used as a wrong answer.
        right += list.positions(sharing: entry.word, .meaning).map { list.entries[$0] }
        return right + (pool?.cards(for: entry.card.word) ?? []).map(self.entry)
    }

    private func entry(_ card: StudyCard) -> CardList.Entry {
        CardList.Entry(card, language: list.language, meaningLanguage: list.meaningLanguage)
    }

    /// Cards in the lesson with the same part of speech, those with the nearest level first.
    private func own(like entry: CardList.Entry, _ random: inout SplitMix64) -> [CardList.Entry] {
        var own = list.entries.filter { isOfKind($0.card, entry.card) }
        random.shuffle(&own)
        guard let level = entry.card.level else { return own }
        // The sort is stable, so cards at the same distance remain in random order.
        return (0...LearnerLevel.allCases.count).flatMap { distance in
            own.filter { $0.card.level.map { WordList.distance($0, level) } ?? 1 == distance }
        }
    }

    /// Words from the pool with the same part of speech, those with the nearest level first, up to a sufficient number.
    private func others(like entry: CardList.Entry, _ random: inout SplitMix64) -> [StudyCard] {
        let all = pool?.cards(of: entry.card.partOfSpeech, near: entry.card.level) ?? []
        guard entry.card.level != nil else {
            var shuffled = all
            random.shuffle(&shuffled)
            return Array(shuffled.prefix(Self.most))
        }
        var result: [StudyCard] = []
        var rest = all[...]
        while let level = rest.first?.level, result.count < Self.most {
            var equal = Array(rest.prefix { $0.level == level })
            rest = rest.dropFirst(equal.count)
            random.shuffle(&equal)
            result += equal
        }
        return Array((result + rest).prefix(Self.most))
    }

    private static let most = 400

    /// Whether both cards have the same part of speech, or it is unknown for one of them.
    private func isOfKind(_ card: StudyCard, _ other: StudyCard) -> Bool {
        guard let first = card.partOfSpeech, let second = other.partOfSpeech else { return true }
        return first == second
    }

    private func fits(
        _ candidate: CardList.Entry,
        _ right: [CardList.Entry],
        _ chosen: [CardList.Entry]
    ) -> Bool {
        guard !candidate.word.isEmpty, !candidate.meaning.isEmpty else { return false }
        for other in right where other.word.isLike(candidate.word) || other.meaning.isLike(candidate.meaning) {
            return false
        }
        return !chosen.contains { $0.word.isLike(candidate.word) || $0.meaning.isLike(candidate.meaning) }
    }
}

/// Words outside the lesson from which wrong answers can be chosen.
public protocol WordPool: Sendable {
    /// The cards for a word; empty if the word is unknown.
    func cards(for word: String) -> [StudyCard]

    /// Words with a part of speech, ordered by their distance from a level.
    ///
    /// - Parameters:
    ///   - partOfSpeech: The part of speech; `nil` for any.
    ///   - level: The level; `nil` for any.
    func cards(of partOfSpeech: PartOfSpeech?, near level: LearnerLevel?) -> [StudyCard]
}

/// A list of words as a ``WordPool``.
public struct WordList: WordPool {
    private let cards: [StudyCard]
    private var positions: [String: [Int]] = [:]
    private var kinds: [PartOfSpeech: [Int]] = [:]

    /// Creates a pool.
    public init(_ cards: [StudyCard]) {
        self.cards = cards
        for (position, card) in cards.enumerated() {
            positions[Self.key(card.word), default: []].append(position)
            if let kind = card.partOfSpeech { kinds[kind, default: []].append(position) }
        }
    }

    /// The cards for a word, ignoring case, accents, spaces and punctuation.
    public func cards(for word: String) -> [StudyCard] { (positions[Self.key(word)] ?? []).map { cards[$0] } }

    /// The cards with a part of speech, ordered by their distance from a level.
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
