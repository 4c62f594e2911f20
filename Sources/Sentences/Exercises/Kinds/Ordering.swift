import Language
public import LanguageServices
import SentenceChecks

/// The shuffled words of a sentence, to be put in order.
public struct Ordering: Sendable, Hashable, Codable {
    /// The allowed numbers of words in the sentence.
    public static let sizes: ClosedRange<Int> = 3...14

    /// The words, in display order. A punctuation mark is attached to the preceding word; marks at the start and end of
    /// the sentence are not included.
    public var words: [String]

    /// The punctuation marks at the start of the sentence: `¿`
    public var start: String

    /// The punctuation marks at the end of the sentence: `.`
    public var end: String

    /// The correct sentences. There are several if two parts joined by a conjunction follow the same word and can be
    /// swapped: *a cat and a dog*.
    public var accepted: [String]

    /// The translation of the sentence.
    public var translation: String?

    /// Judges an answer: the sentence, or the numbers displayed with the words. Case, spaces and punctuation are
    /// ignored.
    public func verdict(_ text: String, language: LanguageTag? = nil) -> Verdict {
        let answer = order(text).map { order in order.map { words[$0] }.joined(separator: " ") } ?? text
        return TypedAnswer(answer, language: language).isSame(as: accepted) ? .right : .wrong
    }

    /// The words whose numbers the answer lists; `nil` unless the answer lists every number exactly once.
    private func order(_ text: String) -> [Int]? {
        let numbers = AnswerKeys.start(of: text).split { $0.isWhitespace || $0 == "," }.map { Int($0).map { $0 - 1 } }
        let positions = numbers.compactMap { $0 }
        guard positions.count == numbers.count, positions.sorted() == Array(words.indices) else { return nil }
        return positions
    }
}

extension Ordering {
    /// Creates the exercise; `nil` if the sentence is too short or too long, or its words have only one possible order.
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

/// A sentence split into words that can be reordered.
///
/// In languages with spaces, a word is the text between two spaces, including commas. In other languages, words are
/// found with a dictionary. Punctuation marks at both ends are removed, because they would reveal the first and last
/// words.
struct OrderedSentence {
    /// The words in order. The first one is in lower case if it is capitalised only because it begins the sentence.
    private(set) var words: [String]

    /// The punctuation marks before the first word: `¿`
    let start: String

    /// The punctuation marks after the last word: `.`
    let end: String

    private let separator: String
    private let conjunctions: Set<String>
    private let sentence: String

    init(_ sentence: String, language: LanguageTag?) {
        self.sentence = sentence
        let code = language.map { TextLanguage.canonical($0.language) ?? $0.language } ?? ""
        let isSpaced = !UnspacedLanguages.contains(code) && sentence.contains(where: \.isWhitespace)
        separator = isSpaced ? " " : ""
        conjunctions = Self.conjunctions(code)
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
        // Quotation marks are not part of the exercise. In addition, one mark of a pair may already have been removed.
        self.words = words.map { word in word.filter { !"\"“”„«»".contains($0) } }.filter { !$0.isEmpty }
        self.start = start
        self.end = end
        guard let first = self.words.first, first.first?.isUppercase == true else { return }
        // A name keeps its capital letter. Only function words are certain not to be names.
        let lower = first.lowercased()
        if code != "en" || !["i", "i'm", "i’m"].contains(lower), Self.isSmall(lower, code) {
            self.words[0] = lower
        }
    }

    /// The sentence, and its variants with the parts around a conjunction swapped: *a dog and a cat* for *a cat and a
    /// dog*.
    var accepted: [String] {
        var accepted = [sentence]
        for position in words.indices where position >= 2 && position + 2 < words.count {
            guard conjunctions.contains(words[position].lowercased()),
                words[position - 2].lowercased() == words[position + 1].lowercased()
            else { continue }
            var turned = words
            turned.swapAt(position - 1, position + 2)
            accepted.append(start + turned.joined(separator: separator) + end)
        }
        return accepted
    }

    /// Splits at spaces. A punctuation mark between spaces is attached to the preceding word, or to the next one if it
    /// is an opening mark.
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

    /// Whether a word is one of the most frequent ones, ignoring accents: *dónde*.
    private static func isSmall(_ word: String, _ language: String) -> Bool {
        guard let known = FunctionWords.of(language) else { return false }
        return known.contains(word) || known.contains(HeadwordFolding(language: language).key(word))
    }

    /// The conjunctions of a language. Each language has its own list, because a conjunction in one language may be
    /// another word in a different language (*of*, *en*).
    private static func conjunctions(_ language: String) -> Set<String> {
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
