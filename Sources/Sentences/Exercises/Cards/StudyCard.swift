public import LanguageServices
import SentenceChecks

/// A word to learn, with its meanings.
public struct StudyCard: Sendable, Hashable, Codable {
    /// The word or expression.
    public var word: String

    /// The meanings in the learner's language, most common first. Each one is a correct answer.
    ///
    /// One string may contain several meanings, separated by commas, semicolons or slashes, with remarks in
    /// parentheses. It is displayed unchanged, and each of its parts is accepted as an answer.
    public var meanings: [String]

    /// The part of speech, if known.
    public var partOfSpeech: PartOfSpeech?

    /// A short hint to the intended sense, for words with several senses.
    public var sense: String?

    /// The level at which the word is learned.
    public var level: LearnerLevel?

    /// An example sentence that contains the word.
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

    /// The first meaning, which is displayed; empty if there is none.
    public var meaning: String { meanings.first ?? "" }
}

/// The cards of a lesson, prepared for exercises: unusable cards are omitted, each word occurs once per meaning, and
/// answers have comparison keys.
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

        /// The side of the card that serves as the answer.
        func answer(_ direction: QuizDirection) -> AnswerKeys { direction == .meaning ? meaning : word }

        /// The side of the card that serves as the question.
        func question(_ direction: QuizDirection) -> AnswerKeys { direction == .meaning ? word : meaning }
    }

    let entries: [Entry]
    let language: LanguageTag?
    let meaningLanguage: LanguageTag?

    /// The indices of the cards by word key, and by meaning key.
    private var positions: [QuizDirection: [String: [Int]]] = [:]

    /// - Parameters:
    ///   - cards: The cards; leading and trailing white space in their texts is ignored. Cards without a word are
    ///     omitted, as are overlong words, meanings and examples.
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
            if card.example?.text.unicodeScalars.count ?? 0 > Self.maximumExampleLength { card.example = nil }
            let key = Array("\(card.word)\u{1F}\(card.partOfSpeech?.rawValue ?? "")\u{1F}\(card.sense ?? "")".utf8)
            if let position = known[key] {
                merged[position].meanings = Self.different(merged[position].meanings + card.meanings)
                merged[position].example = merged[position].example ?? card.example
                merged[position].level = merged[position].level ?? card.level
            } else {
                known[key] = merged.count
                merged.append(card)
            }
        }
        self.language = language
        self.meaningLanguage = meaningLanguage
        entries = merged.map { Entry($0, language: language, meaningLanguage: meaningLanguage) }
        for (position, entry) in entries.enumerated() {
            for direction in QuizDirection.allCases {
                for key in entry.question(direction).keys {
                    positions[direction, default: [:]][key, default: []].append(position)
                }
            }
        }
    }

    /// The indices of the cards whose question (a word or a meaning) has at least one of the given keys.
    func positions(sharing keys: AnswerKeys, _ direction: QuizDirection) -> [Int] {
        Set(keys.keys.flatMap { positions[direction]?[$0] ?? [] }).sorted()
    }

    /// The maximum length of an example, in Unicode scalars.
    private static let maximumExampleLength = 1000

    private static func different(_ texts: [String]) -> [String] {
        var known: Set<[UInt8]> = []
        return texts.filter { known.insert(Array($0.utf8)).inserted }
    }
}

/// The side of a card that serves as the answer.
public enum QuizDirection: String, Sendable, Hashable, Codable, CaseIterable {
    /// The word is shown; the meaning is the answer.
    case meaning
    /// The meaning is shown; the word is the answer.
    case word
}
