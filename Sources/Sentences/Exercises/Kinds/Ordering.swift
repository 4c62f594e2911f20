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
        let answer = order(text).map { order in order.map { words[$0] }.joined(separator: " ") } ?? text
        return TypedAnswer(answer, language: language).isSame(as: accepted) ? .right : .wrong
    }

    /// The words that numbers name, each of them once; `nil` when the answer is no such list.
    private func order(_ text: String) -> [Int]? {
        let numbers = AnswerKeys.start(of: text).split { $0.isWhitespace || $0 == "," }.map { Int($0).map { $0 - 1 } }
        let places = numbers.compactMap { $0 }
        guard places.count == numbers.count, places.sorted() == Array(words.indices) else { return nil }
        return places
    }
}

extension Ordering {
    /// Makes the exercise; `nil` when the sentence is too short or too long, or there is but one order of its words.
    init?(_ sentence: ExampleSentence, language: LanguageTag?, _ random: inout SplitMix64) {
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

/// A sentence, cut into words that can be put into another order.
///
/// Where words are written with spaces, a word is what stands between two of them, with its commas; elsewhere it is what a
/// dictionary takes for one. Marks at both ends of the sentence would say which word is the first and which the last.
struct OrderedSentence {
    /// The words in their order; the first without a capital that only the start of the sentence gives it.
    private(set) var words: [String]

    /// What stands before the first word: `¿`
    let start: String

    /// What stands behind the last word: `.`
    let end: String

    private let separator: String
    private let joints: Set<String>
    private let sentence: String

    init(_ sentence: String, language: LanguageTag?) {
        self.sentence = sentence
        let code = language.map { TextLanguage.canonical($0.language) ?? $0.language } ?? ""
        let isSpaced = !UnspacedLanguages.contains(code) && sentence.contains(where: \.isWhitespace)
        separator = isSpaced ? " " : ""
        joints = Self.joints(code)
        var words = isSpaced ? Self.spaced(sentence) : Self.unspaced(sentence, language)
        var start = ""
        var end = ""
        if let first = words.first {
            start = String(first.prefix { !Self.isWordPart($0) })
            words[0] = String(first.dropFirst(start.count))
        }
        if let last = words.last {
            end = String(last.reversed().prefix { !Self.isWordPart($0) }.reversed())
            words[words.count - 1] = String(last.dropLast(end.count))
        }
        // Of two quotation marks one may be gone now; which word is quoted is no part of the task.
        self.words = words.map { word in word.filter { !"\"“”„«»".contains($0) } }.filter { !$0.isEmpty }
        self.start = start
        self.end = end
        guard let first = self.words.first, first.first?.isUppercase == true else { return }
        // A name keeps its capital, and of other than small words it is not known whether they are names.
        let lower = first.lowercased()
        if code != "en" || !["i", "i'm", "i’m"].contains(lower), Self.isSmall(lower, code) {
            self.words[0] = lower
        }
    }

    /// The sentence, and the sentences with joined parts turned round: *a dog and a cat* for *a cat and a dog*.
    var accepted: [String] {
        var accepted = [sentence]
        for place in words.indices where place >= 2 && place + 2 < words.count {
            guard joints.contains(words[place].lowercased()),
                words[place - 2].lowercased() == words[place + 1].lowercased()
            else { continue }
            var turned = words
            turned.swapAt(place - 1, place + 2)
            accepted.append(start + turned.joined(separator: separator) + end)
        }
        return accepted
    }

    /// What stands between spaces; marks that stand alone go with the word before them, or behind them when they open.
    private static func spaced(_ sentence: String) -> [String] {
        var words: [String] = []
        var opening = ""
        for chunk in sentence.split(whereSeparator: \.isWhitespace) {
            if chunk.contains(where: isWordPart) {
                words.append(opening + chunk)
                opening = ""
            } else if let last = words.indices.last, !"«“„‹([¿¡".contains(chunk.first ?? " ") {
                words[last] += " " + chunk
            } else {
                opening += chunk + " "
            }
        }
        return words
    }

    private static func unspaced(_ sentence: String, _ language: LanguageTag?) -> [String] {
        let scalars = Array(sentence.unicodeScalars)
        var words: [String] = []
        var opening = ""
        for segment in TextSegmenter(language: language?.text).words(in: scalars) {
            let text = String(scalars: scalars[segment.range])
            if segment.kind == .word {
                words.append(opening + text)
                opening = ""
            } else if let last = words.indices.last, !"「『（〈《".contains(text.first ?? " ") {
                words[last] += text
            } else {
                opening += text
            }
        }
        return words
    }

    private static func isWordPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "%°€$£&+@#".contains(character)
    }

    /// Whether it is one of the most frequent words, but for accents: *dónde*.
    private static func isSmall(_ word: String, _ language: String) -> Bool {
        guard let known = FunctionWords.of(language) else { return false }
        return known.contains(word) || known.contains(HeadwordFolding(language: language).key(word))
    }

    /// The words of a language that join equal parts; what joins in one language means something else in another (*of*, *en*).
    private static func joints(_ language: String) -> Set<String> {
        switch language {
        case "en": ["and", "or"]
        case "es": ["y", "e", "o", "u"]
        case "fr": ["et", "ou"]
        case "de": ["und", "oder"]
        case "it": ["e", "ed", "o", "od"]
        case "pt": ["e", "ou"]
        case "nl": ["en", "of"]
        case "pl": ["i", "lub"]
        case "ru": ["и", "или"]
        default: []
        }
    }
}
