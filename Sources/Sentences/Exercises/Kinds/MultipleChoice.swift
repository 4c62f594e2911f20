import Language
public import LanguageServices
import SentenceChecks

/// A question with four answers, one of which is right.
public struct MultipleChoice: Sendable, Hashable, Codable {
    /// One of the answers.
    public struct Choice: Sendable, Hashable, Codable {
        /// The displayed text.
        public var text: String

        /// The other side of the answer's card, which is shown to explain a wrong answer; empty if unknown.
        public var other: String
    }

    /// The number of answers.
    public static let count = 4

    /// The side of the card that serves as the answer.
    public var direction: QuizDirection

    /// The word or meaning displayed as the question.
    public var question: String

    /// The intended sense, for words with several senses.
    public var sense: String?

    /// The answers, in display order.
    public var choices: [Choice]

    /// The index of the right answer, from 0.
    public var answer: Int

    /// The provider that wrote the question; `nil` if it was generated from the cards.
    public var writtenBy: ProviderID?

    /// The right answer; empty if ``answer`` is not a valid index.
    public var right: String { choices.indices.contains(answer) ? choices[answer].text : "" }

    /// Judges an answer: the number of a choice from 1, its letter, or its text.
    public func verdict(_ text: String, language: LanguageTag? = nil) -> Verdict {
        choice(text, language: language) == answer ? .right : .wrong
    }

    /// The index of the choice that an answer refers to; `nil` if it refers to none.
    public func choice(_ text: String, language: LanguageTag? = nil) -> Int? {
        let typed = TypedAnswer(text, language: language)
        let letters = "abcdefghijklmnopqrstuvwxyz"
        for (position, choice) in choices.enumerated() {
            let letter = letters.index(letters.startIndex, offsetBy: position, limitedBy: letters.endIndex)
            let names = ["\(position + 1)"] + (letter.map { $0 < letters.endIndex ? [String(letters[$0])] : [] } ?? [])
            if typed.verdict(accepting: names) == .right || typed.verdict(accepting: [choice.text]) == .right {
                return position
            }
        }
        return choices.indices.first { typed.isSame(as: [choices[$0].text]) }
    }
}

extension MultipleChoice {
    /// Creates the question for a card; `nil` if there are too few wrong answers, or the card has only one side.
    init?(
        _ entry: CardList.Entry,
        _ direction: QuizDirection,
        _ distractors: Distractors,
        _ random: inout SplitMix64
    ) {
        guard !entry.question(direction).isEmpty, !entry.answer(direction).isEmpty,
            let wrong = distractors.choose(Self.count - 1, for: entry, direction, &random)
        else { return nil }
        let choices = ([entry.card] + wrong).map { card in
            direction == .meaning
                ? Choice(text: card.meaning, other: card.word) : Choice(text: card.word, other: card.meaning)
        }
        self.init(direction == .meaning ? entry.card.word : entry.card.meaning, direction, choices, entry, &random)
    }

    /// Uses a question written for a card; `nil` if one of its wrong answers could also be correct.
    init?(
        _ written: WrittenLesson.Choice,
        by provider: ProviderID,
        for entry: CardList.Entry,
        _ distractors: Distractors,
        _ random: inout SplitMix64
    ) {
        let direction: QuizDirection = written.description == nil ? .meaning : .word
        guard let wrong = distractors.known(written.wrong, for: entry, direction) else { return nil }
        let right =
            direction == .meaning
            ? Choice(text: written.right, other: entry.card.word)
            : Choice(text: entry.card.word, other: entry.card.meaning)
        self.init(written.description ?? entry.card.word, direction, [right] + wrong, entry, &random)
        writtenBy = provider
    }

    /// - Parameter choices: The right answer, followed by the wrong ones.
    private init(
        _ question: String,
        _ direction: QuizDirection,
        _ choices: [Choice],
        _ entry: CardList.Entry,
        _ random: inout SplitMix64
    ) {
        self.direction = direction
        self.question = question
        self.choices = choices
        sense = direction == .meaning ? entry.card.sense : nil
        answer = random.next(below: choices.count)
        self.choices.swapAt(0, answer)
    }
}
