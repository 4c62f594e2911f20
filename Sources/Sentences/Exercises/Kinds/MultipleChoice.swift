import Language
public import LanguageServices
import SentenceChecks

/// A question with four answers, one of which is right.
public struct MultipleChoice: Sendable, Hashable, Codable {
    /// One of the answers.
    public struct Choice: Sendable, Hashable, Codable {
        /// What is shown.
        public var text: String

        /// The other side of its card, for the explanation of a wrong answer; empty when it is not known.
        public var other: String
    }

    /// How many answers there are.
    public static let count = 4

    /// What is asked for.
    public var direction: QuizDirection

    /// The word, or the meaning, whose other side is asked for.
    public var question: String

    /// Which meaning is meant, where the word has several.
    public var sense: String?

    /// The answers, in the order in which they are shown.
    public var choices: [Choice]

    /// The place of the right one, from 0.
    public var answer: Int

    /// Who wrote the question; `nil` when it was made from cards.
    public var writtenBy: ProviderID?

    /// The right answer; empty in an exercise that was not made here and names none.
    public var right: String { choices.indices.contains(answer) ? choices[answer].text : "" }

    /// Judges an answer: the number of a choice from 1, its letter, or its text.
    public func verdict(_ text: String, language: LanguageTag? = nil) -> Verdict {
        choice(text, language: language) == answer ? .right : .wrong
    }

    /// The place of the choice that an answer means; `nil` when it is none.
    public func choice(_ text: String, language: LanguageTag? = nil) -> Int? {
        let typed = TypedAnswer(text, language: language)
        let letters = "abcdefghijklmnopqrstuvwxyz"
        for (place, choice) in choices.enumerated() {
            let letter = letters.index(letters.startIndex, offsetBy: place, limitedBy: letters.endIndex)
            let names = ["\(place + 1)"] + (letter.map { $0 < letters.endIndex ? [String(letters[$0])] : [] } ?? [])
            if typed.verdict(accepting: names) == .right || typed.verdict(accepting: [choice.text]) == .right {
                return place
            }
        }
        return choices.indices.first { typed.isSame(as: [choices[$0].text]) }
    }
}

extension MultipleChoice {
    /// Makes the question for a card; `nil` when there are not enough wrong answers, or the card has only one side.
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

    /// Takes the question that was written for a card; `nil` when one of its wrong answers might be right.
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

    /// - Parameter choices: The right answer, and the wrong ones behind it.
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
