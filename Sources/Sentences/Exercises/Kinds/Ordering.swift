import Language
public import LanguageServices
import SentenceChecks

/// The words of a sentence in a wrong order, which are to be brought into the right one.
public struct Ordering: Sendable, Hashable, Codable {
    /// How many words the sentence may have.
    public static let sizes: ClosedRange<Int> = 3...14

    /// The words, in the order in which they are shown; a comma or another mark goes with the word before it, and what stands at
    /// both ends of the sentence is not among them.
    public var words: [String]

    /// What stands at the start of the sentence: `¿`
    public var start: String

    /// What stands at its end: `.`
    public var end: String

    /// The sentences that are right; more than one where two parts with the same word before them are joined: *a cat and a
    /// dog*.
    public var accepted: [String]

    /// The sentence in the learner's language.
    public var translation: String?

    /// Judges an answer: the sentence, or the numbers of the words as they are shown. Case, spaces and marks do not count.
    public func verdict(_ text: String, language: LanguageTag? = nil) -> Verdict {
        if let order = order(text) {
            return order.map { words[$0] }.joined(separator: " ").isSame(as: accepted, language) ? .right : .wrong
        }
        return text.isSame(as: accepted, language) ? .right : .wrong
    }

    /// The words that numbers name, each of them once; `nil` when the answer is no such list.
    private func order(_ text: String) -> [Int]? {
        let numbers = AnswerKeys.start(of: text).split { $0.isWhitespace || $0 == "," }.map { Int($0).map { $0 - 1 } }
        let places = numbers.compactMap { $0 }
        guard places.count == numbers.count, places.sorted() == Array(words.indices) else { return nil }
        return places
    }
}

extension String {
    fileprivate func isSame(as accepted: [String], _ language: LanguageTag?) -> Bool {
        TypedAnswer(self, language: language).isSame(as: accepted)
    }
}

extension Ordering {
    /// Makes the exercise; `nil` when the sentence is too short or too long, or there is but one order of its words.
    init?(_ sentence: ExampleSentence, language: LanguageTag?, _ random: inout SteadyRandom) {
        let cut = OrderedSentence(sentence.text, language: language ?? sentence.language)
        guard Self.sizes.contains(cut.words.count), sentence.text.unicodeScalars.count <= AnswerKeys.longest else {
            return nil
        }
        accepted = cut.accepted
        let keys = accepted.map { HeadwordFolding(language: "").key($0) }
        var shuffled = cut.words
        var isFound = false
        for _ in 0..<20 {
            random.shuffle(&shuffled)
            isFound = !keys.contains(HeadwordFolding(language: "").key(shuffled.joined(separator: " ")))
            if isFound { break }
        }
        guard isFound else { return nil }
        words = shuffled
        start = cut.start
        end = cut.end
        translation = sentence.translation
    }
}
