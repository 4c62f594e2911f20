/// One example sentence, and what is known of it.
public struct ExampleSentence: Sendable, Hashable, Codable {
    /// The sentence.
    public var text: String

    /// Where the word, in whatever form, stands in ``text``, counted in Unicode scalars.
    ///
    /// In their order, none empty, none touching another. There is more than one where the word is in parts that stand
    /// apart, as in *Turn it off* or *Ich stehe um sieben auf*; a word that stands in a sentence twice is marked once.
    public var wordRanges: [Range<Int>]

    /// The language of the sentence, when the request did not say it.
    public var language: LanguageTag?

    /// The form under which a dictionary has the word: `go` for *went*.
    public var lemma: String?

    /// What kind of word it is here.
    public var partOfSpeech: PartOfSpeech?

    /// Which meaning it has here, as the provider's data names it.
    public var sense: String?

    /// The level at which a learner understands the sentence.
    public var level: LearnerLevel?

    /// The sentence in the language that the request asked for.
    public var translation: String?

    /// The sentence in Latin letters, when the request asked for them and it is written in others.
    public var romanization: String?

    /// Remarks for the reader on grammar, use or culture.
    public var notes: [String]

    /// Where the sentence is from, when it was found and not written: the name of a collection, with its number there.
    public var source: String?

    /// The licence under which the sentence may be passed on, when it is known.
    public var licence: String?

    /// What was looked at before the sentence was given out, and found right.
    public var checks: [SentenceCheck]

    /// Who wrote or found it.
    public var provider: ProviderID

    /// Creates a sentence.
    public init(
        text: String,
        wordRanges: [Range<Int>],
        language: LanguageTag? = nil,
        lemma: String? = nil,
        partOfSpeech: PartOfSpeech? = nil,
        sense: String? = nil,
        level: LearnerLevel? = nil,
        translation: String? = nil,
        romanization: String? = nil,
        notes: [String] = [],
        source: String? = nil,
        licence: String? = nil,
        checks: [SentenceCheck] = [],
        provider: ProviderID
    ) {
        self.text = text
        self.wordRanges = wordRanges
        self.language = language
        self.lemma = lemma
        self.partOfSpeech = partOfSpeech
        self.sense = sense
        self.level = level
        self.translation = translation
        self.romanization = romanization
        self.notes = notes
        self.source = source
        self.licence = licence
        self.checks = checks
        self.provider = provider
    }
}

extension ExampleSentence {
    /// The word as it stands in the sentence; its parts with a space between them.
    public var form: String { parts.filter(\.isWord).map(\.text).joined(separator: " ") }

    /// The sentence cut into the word and what stands around it; together it is ``text``.
    ///
    /// Ranges that do not lie in the sentence, or not behind each other, are passed over.
    public var parts: [(text: String, isWord: Bool)] {
        let scalars = Array(text.unicodeScalars)
        var parts: [(text: String, isWord: Bool)] = []
        var end = 0
        func add(_ range: Range<Int>, isWord: Bool) {
            guard !range.isEmpty else { return }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[range])
            parts.append((String(view), isWord))
        }
        for range in wordRanges where range.lowerBound >= end && range.upperBound <= scalars.count {
            add(end..<range.lowerBound, isWord: false)
            add(range, isWord: true)
            end = range.upperBound
        }
        add(end..<scalars.count, isWord: false)
        return parts
    }

    /// The sentence with the word as a cloze deletion of Anki: `The {{c1::cat}} sleeps.`
    ///
    /// Parts of a word that stand apart become parts of one deletion. The text is not escaped: a field of HTML wants that
    /// done to each of ``parts``, for which ``cloze(number:hint:writing:)`` is.
    ///
    /// - Parameters:
    ///   - number: The number of the deletion, 1 or more.
    ///   - hint: What is shown in place of the word.
    /// - Returns: `nil` when the word or the hint holds what would end the deletion: `::` or `}}`.
    public func cloze(number: Int = 1, hint: String? = nil) -> String? {
        cloze(number: number, hint: hint) { $0 }
    }

    /// The sentence with the word as a cloze deletion, every part of it written by a function, such as one that escapes
    /// the marks of HTML.
    public func cloze(number: Int = 1, hint: String? = nil, writing write: (String) -> String) -> String? {
        var result = ""
        for part in parts {
            guard part.isWord else {
                result += write(part.text)
                continue
            }
            guard ![part.text, hint ?? ""].contains(where: Self.endsDeletion) else { return nil }
            result += "{{c\(max(1, number))::" + write(part.text)
            if let hint, !hint.isEmpty { result += "::" + write(hint) }
            result += "}}"
        }
        return result
    }

    private static func endsDeletion(_ text: String) -> Bool {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == previous, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "}") { return true }
            previous = byte
        }
        // With the marks that follow, a colon or a brace at the end would be two.
        return previous == UInt8(ascii: ":") || previous == UInt8(ascii: "}")
    }
}
