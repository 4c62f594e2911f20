/// An example sentence with its metadata.
public struct ExampleSentence: Sendable, Hashable, Codable {
    /// The sentence.
    public var text: String

    /// Where the word, in any of its forms, occurs in ``text``, in Unicode scalars.
    ///
    /// The ranges are sorted, non-empty and separated by at least one scalar. There are several if the word is split,
    /// as in *Turn it off* or *Ich stehe um sieben auf*. If the word occurs more than once, only one occurrence is
    /// marked.
    public var wordRanges: [Range<Int>]

    /// The language of the sentence, if the request did not specify it.
    public var language: LanguageTag?

    /// The dictionary form of the word: `go` for *went*.
    public var lemma: String?

    /// The part of speech of the word in this sentence.
    public var partOfSpeech: PartOfSpeech?

    /// The sense of the word in this sentence, as named in the provider's data.
    public var sense: String?

    /// The learner level of the sentence.
    public var level: LearnerLevel?

    /// The translation into the requested language.
    public var translation: String?

    /// The romanised sentence, if requested and the sentence is in another script.
    public var romanization: String?

    /// Remarks for the reader on grammar, use or culture.
    public var notes: [String]

    /// For a sentence that was found rather than generated, the name of the collection and the sentence's number in it.
    public var source: String?

    /// The licence for redistribution of the sentence, if known.
    public var licence: String?

    /// The checks that the sentence passed.
    public var checks: [SentenceCheck]

    /// The provider that generated or found it.
    public var provider: ProviderID

    private var statedQuality: Quality?

    /// Creates a sentence. If no quality is stated, a sentence with a source is ``Quality/real``, any other
    /// ``Quality/generated``.
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
        provider: ProviderID,
        quality: Quality? = nil
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
        statedQuality = quality
    }
}

extension ExampleSentence {
    /// How much a sentence shows about its word, best first.
    public enum Quality: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// A person wrote it; it was found in a text.
        case real
        /// A program wrote it for the word.
        case generated
        /// It was built from a template that suits the word's meaning.
        case template
        /// It was built from a template for any word, and shows nothing of the word's meaning or use: *How do you
        /// spell "zyx"?*
        case generic

        /// Whether one quality is better than another.
        public static func < (first: Quality, second: Quality) -> Bool { first.rank < second.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// How good the sentence is as an example.
    public var quality: Quality { statedQuality ?? (source == nil ? .generated : .real) }

    /// The word as it appears in the sentence; the parts of a split word are joined with spaces.
    public var form: String { parts.filter(\.isWord).map(\.text).joined(separator: " ") }

    /// The sentence, split into the word and the text around it. The parts concatenate to ``text``.
    ///
    /// Ranges that are outside the sentence or out of order are ignored.
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

    /// The sentence with the word as an Anki cloze deletion: `The {{c1::cat}} sleeps.`
    ///
    /// The parts of a split word become parts of one deletion. The text is not escaped. For an HTML field, use
    /// ``cloze(number:hint:writing:)``, which can escape each of the ``parts``.
    ///
    /// - Parameters:
    ///   - number: The number of the deletion, 1 or more.
    ///   - hint: The text shown in place of the word.
    /// - Returns: `nil` if the word or the hint contains a delimiter: `::` or `}}`.
    public func cloze(number: Int = 1, hint: String? = nil) -> String? {
        cloze(number: number, hint: hint) { $0 }
    }

    /// The sentence with the word as an Anki cloze deletion. Each part is passed through `write`, for example to escape
    /// HTML.
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
        // A colon or brace at the end would form a delimiter with the character that follows.
        return previous == UInt8(ascii: ":") || previous == UInt8(ascii: "}")
    }
}
