import Language
public import LanguageServices
import SentenceChecks

/// A sentence with a gap into which a word belongs.
public struct ClozeExercise: Sendable, Hashable, Codable {
    /// What stands in the place of the word, or of each of its parts.
    public static let gap = "____"

    /// The sentence with the gap; a word in parts that stand apart has several.
    public var text: String

    /// What belongs into the gaps, in their order.
    public var answers: [String]

    /// The word in the form of a dictionary, which the gap may want in another form.
    public var word: String

    /// What the word means.
    public var meaning: String?

    /// The whole sentence in the learner's language.
    public var translation: String?

    /// The whole sentence.
    public var sentence: String

    /// Judges an answer: what belongs into the gaps, with spaces between, or the whole sentence.
    public func verdict(_ text: String, language: LanguageTag? = nil) -> Verdict {
        let typed = TypedAnswer(text, language: language)
        let right = typed.verdict(accepting: [answers.joined(separator: " "), sentence])
        return right == .wrong && typed.isSame(as: [sentence]) ? .almost : right
    }

    /// Makes the exercise; `nil` when the sentence does not say where its word is, or shows it once more beside the gap.
    ///
    /// - Parameters:
    ///   - sentence: The sentence.
    ///   - card: The card of its word.
    ///   - language: The language of the sentence; what the sentence says of it when it is not known.
    init?(_ sentence: ExampleSentence, for card: StudyCard, language: LanguageTag?) {
        let language = language ?? sentence.language
        let parts = sentence.parts
        let answers = parts.filter(\.isWord).map(\.text)
        let rest = parts.filter { !$0.isWord }.map(\.text)
        guard !answers.isEmpty, !rest.allSatisfy(BlankText.isBlank), !rest.contains(where: { $0.contains("__") }) else {
            return nil
        }
        // With commas, so that nothing that stands on both sides of the gap becomes one.
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
