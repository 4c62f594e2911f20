public import LanguageServices
import SentenceChecks

/// A word that is learned, and what it means.
public struct StudyCard: Sendable, Hashable, Codable {
    /// The word, or an expression.
    public var word: String

    /// What it means in the learner's language, the usual meaning first; each of them is a right answer.
    ///
    /// In a meaning several may stand, with commas, semicolons or slashes between them, and remarks in parentheses: what is
    /// shown is the meaning as it is, and any part of it is taken for right.
    public var meanings: [String]

    /// What kind of word it is, when that is known.
    public var partOfSpeech: PartOfSpeech?

    /// Which meaning it has, in a word or two, when it has several.
    public var sense: String?

    /// The level at which it is learned.
    public var level: LearnerLevel?

    /// A sentence with the word.
    public var example: ExampleSentence?

    /// Creates a card.
    public init(
        word: String,
        meanings: [String],
        partOfSpeech: PartOfSpeech? = nil,
        sense: String? = nil,
        level: LearnerLevel? = nil,
        example: ExampleSentence? = nil
    ) {
        self.word = word
        self.meanings = meanings
        self.partOfSpeech = partOfSpeech
        self.sense = sense
        self.level = level
        self.example = example
    }

    /// The meaning that is shown; empty when there is none.
    public var meaning: String { meanings.first ?? "" }
}

/// The cards of a lesson as exercises need them: without what cannot be asked, each word once in each meaning, and with
/// the keys by which answers are compared.
struct CardList: Sendable {
    /// A card and its keys.
    struct Entry: Sendable {
        var card: StudyCard
        var word: AnswerKeys
        var meaning: AnswerKeys

        init(_ card: StudyCard, language: LanguageTag?, meaningLanguage: LanguageTag?) {
            self.card = card
            word = AnswerKeys([card.word], language: language)
            meaning = AnswerKeys(card.meanings, language: meaningLanguage)
        }

        /// The side of the card that is asked for.
        func answer(_ direction: QuizDirection) -> AnswerKeys { direction == .meaning ? meaning : word }

        /// The side of the card that is shown.
        func question(_ direction: QuizDirection) -> AnswerKeys { direction == .meaning ? word : meaning }
    }

    let entries: [Entry]
    let language: LanguageTag?
    let meaningLanguage: LanguageTag?

    /// The places of the cards whose word has a key, and of those that have a key among their meanings.
    private var places: [QuizDirection: [String: [Int]]] = [:]

    /// - Parameters:
    ///   - cards: The cards; white space at the ends of their texts does not count. Cards without a word are left out, and
    ///     so are words, meanings and examples that are too long to be learned.
    ///   - language: The language of the words.
    ///   - meaningLanguage: The language of the meanings.
    init(_ cards: [StudyCard], language: LanguageTag?, meaningLanguage: LanguageTag?) {
        var merged: [StudyCard] = []
        var known: [[UInt8]: Int] = [:]
        for card in cards {
            var card = card
            guard card.word.unicodeScalars.count <= SentenceRequest.maximumWordLength, !BlankText.isBlank(card.word)
            else {
                continue
            }
            card.word = card.word.trimmingWhitespace()
            let meanings = card.meanings.filter { $0.unicodeScalars.count <= AnswerKeys.longest }
            card.meanings = Self.different(meanings.map { $0.trimmingWhitespace() }.filter { !BlankText.isBlank($0) })
            if card.example?.text.unicodeScalars.count ?? 0 > Self.longestExample { card.example = nil }
            let key = Array("\(card.word)\u{1F}\(card.partOfSpeech?.rawValue ?? "")\u{1F}\(card.sense ?? "")".utf8)
            if let place = known[key] {
                merged[place].meanings = Self.different(merged[place].meanings + card.meanings)
                merged[place].example = merged[place].example ?? card.example
                merged[place].level = merged[place].level ?? card.level
            } else {
                known[key] = merged.count
                merged.append(card)
            }
        }
        self.language = language
        self.meaningLanguage = meaningLanguage
        entries = merged.map { Entry($0, language: language, meaningLanguage: meaningLanguage) }
        for (place, entry) in entries.enumerated() {
            for direction in QuizDirection.allCases {
                for key in entry.question(direction).keys {
                    places[direction, default: [:]][key, default: []].append(place)
                }
            }
        }
    }

    /// The places of the cards whose question a card's question may be taken for: they have a word, or a meaning, in common.
    func places(sharing keys: AnswerKeys, _ direction: QuizDirection) -> [Int] {
        Set(keys.keys.flatMap { places[direction]?[$0] ?? [] }).sorted()
    }

    /// How long an example may be, in Unicode scalars.
    private static let longestExample = 1000

    private static func different(_ texts: [String]) -> [String] {
        var known: Set<[UInt8]> = []
        return texts.filter { known.insert(Array($0.utf8)).inserted }
    }
}

/// Which side of a card is asked for.
public enum QuizDirection: String, Sendable, Hashable, Codable, CaseIterable {
    /// The word is shown, and its meaning is asked for.
    case meaning
    /// The meaning is shown, and the word is asked for.
    case word
}
