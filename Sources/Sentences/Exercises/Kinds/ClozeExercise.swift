import Language
public import LanguageServices
import SentenceChecks

/// A sentence with a gap in place of a word.
public struct ClozeExercise: Sendable, Hashable, Codable {
    /// The placeholder for the word, or for each of its parts.
    public static let gap = "____"

    /// The sentence with its gap; a word whose parts are separated has several gaps.
    public var text: String

    /// The contents of the gaps, in order.
    public var answers: [String]

    /// The dictionary form of the word; the gap may require another form.
    public var word: String

    /// The meaning of the word.
    public var meaning: String?

    /// The translation of the sentence.
    public var translation: String?

    /// The complete sentence.
    public var sentence: String

    /// Judges an answer: the contents of the gaps, separated by spaces, or the complete sentence.
    public func verdict(_ text: String, language: LanguageTag? = nil) -> Verdict {
        let typed = TypedAnswer(text, language: language)
        let right = typed.verdict(accepting: [answers.joined(separator: " "), sentence])
        return right == .wrong && typed.isSame(as: [sentence]) ? .almost : right
    }

    /// Creates the exercise; `nil` if the position of the word is unknown, or the word also appears outside the gap.
    ///
    /// - Parameters:
    ///   - sentence: The sentence.
    ///   - card: The card for the word.
    ///   - language: The language of the sentence; `nil` to use the sentence's own.
    init?(_ sentence: ExampleSentence, for card: StudyCard, language: LanguageTag?) {
        let language = language ?? sentence.language
        let parts = sentence.parts
        let answers = parts.filter(\.isWord).map(\.text)
        let rest = parts.filter { !$0.isWord }.map(\.text)
        guard !answers.isEmpty, !rest.allSatisfy(BlankText.isBlank), !rest.contains(where: { $0.contains("__") }) else {
            return nil
        }
        // Join with commas, so that words on either side of a gap do not form a match.
        let remainder = rest.joined(separator: " , ")
        let shown = answers + [card.word, sentence.lemma].compactMap { $0 }
        if let language {
            for word in Set(shown) where WordSearch(word, language: language).match(in: remainder) != nil { return nil }
        } else {
            let folding = HeadwordFolding(language: "")
            let words = Set(remainder.split { !$0.isLetter && !$0.isNumber }.map { folding.key(String($0)) })
            if shown.contains(where: { words.contains(folding.key($0)) }) { return nil }
        }
        text = parts.map { $0.isWord ? Self.gap : $0.text }.joined()
        self.answers = answers
        word = card.word
        meaning = card.meanings.first
        translation = sentence.translation
        self.sentence = sentence.text
    }
}
