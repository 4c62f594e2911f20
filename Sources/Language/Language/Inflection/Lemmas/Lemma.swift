public import LanguageServices

/// A headword of which a text may be an inflected form.
public struct Lemma: Sendable, Hashable {
    /// The headword in dictionary spelling. It may lack accents, and it does not necessarily exist.
    public var text: String

    /// The headword's part of speech if the text is one of its forms; `nil` if unknown.
    public var partOfSpeech: PartOfSpeech?

    /// How certain it is that the text is a form of this lemma.
    public var certainty: Certainty

    /// Creates a lemma.
    public init(_ text: String, partOfSpeech: PartOfSpeech? = nil, certainty: Certainty = .regular) {
        self.text = text
        self.partOfSpeech = partOfSpeech
        self.certainty = certainty
    }

    /// How certain it is that a text is a form of a lemma, most certain first.
    public enum Certainty: Int, Sendable, Hashable, Comparable {
        /// The form is in the language's table, or was found by an analyser that knows the lemma.
        case known
        /// The form ends in the known form of a simpler word: *understood*, *Krankenhäuser*.
        case composed
        /// The form is derived from the lemma by a regular rule.
        case regular
        /// The form may be derived from the lemma by a rule that applies only to some words, or by word formation.
        case guess

        /// Whether the first certainty is higher than the second.
        public static func < (first: Certainty, second: Certainty) -> Bool { first.rawValue < second.rawValue }
    }
}

/// Finds the headwords of which a text may be an inflected form.
public protocol Lemmatizer: Sendable {
    /// The headwords of which a text may be a form, most likely first.
    ///
    /// The caller looks up each headword, so non-existent headwords are harmless. This method does not throw: a
    /// lemmatiser that fails returns no lemmas. It must return quickly for any text.
    ///
    /// - Parameter form: A word or an expression, as it occurs in a text.
    func lemmas(of form: String) -> [Lemma]
}

/// Lemmas without duplicates.
struct LemmaList {
    private var lemmas: [Lemma] = []

    /// The maximum number of lemmas; no real word has this many.
    private static let most = 256

    /// Adds a lemma; of two duplicates, only the more certain one is kept.
    mutating func add(_ lemma: Lemma) {
        guard !lemma.text.isEmpty else { return }
        let index = lemmas.firstIndex { $0.text == lemma.text && $0.partOfSpeech == lemma.partOfSpeech }
        if let index {
            // The more certain duplicate also determines the position.
            guard lemma.certainty < lemmas[index].certainty else { return }
            lemmas.remove(at: index)
            lemmas.append(lemma)
        } else if lemmas.count < Self.most {
            lemmas.append(lemma)
        }
    }

    /// The lemmas, most certain first; equally certain lemmas are in the order of insertion.
    var sorted: [Lemma] {
        lemmas.enumerated()
            .sorted { ($0.element.certainty, $0.offset) < ($1.element.certainty, $1.offset) }
            .map(\.element)
    }
}

/// A word in the form used by the inflection rules: its lower-case letters, with and without accents.
package struct InflectedWord {
    /// The letters in lower case.
    package let letters: [Unicode.Scalar]

    /// The letters without accents; their number is the same as in ``letters``.
    package let bare: [Unicode.Scalar]

    /// Whether the word is capitalised.
    package let isCapitalized: Bool

    /// Creates a word; `nil` if it is empty or longer than any real word.
    package init?(_ text: String) {
        guard text.utf8.count <= 256 else { return nil }
        // The text is composed so that a letter and its accent are one scalar.
        let lower = HeadwordFolding.composed(text.lowercased())
        let letters = Array(lower.unicodeScalars)
        guard !letters.isEmpty, letters.count <= 64 else { return nil }
        self.letters = letters.map { $0 == "\u{2019}" ? "'" : $0 }
        bare = self.letters.map { letter in
            if letter.isASCII { return letter }
            let key = HeadwordFolding.key(ofLetter: letter)
            // Ligatures are kept so that both arrays have the same length.
            return key.count == 1 ? key[0] : letter
        }
        isCapitalized = Self.isCapitalized(text)
    }

    /// Whether a text is capitalised.
    static func isCapitalized(_ text: String) -> Bool {
        text.unicodeScalars.first.map { $0.isASCII ? ("A"..."Z").contains($0) : $0.properties.isUppercase } ?? false
    }

    /// The word, in lower case.
    package var text: String { string(0..<letters.count) }

    /// A part of the word, in lower case.
    package func string(_ range: Range<Int>) -> String {
        String(scalars: letters[range.clamped(to: 0..<letters.count)])
    }

    /// The last letters, without accents.
    package func bareEnding(_ count: Int) -> String {
        String(scalars: bare.suffix(max(count, 0)))
    }

    /// The word without its last letters.
    package func stem(without count: Int) -> String { string(0..<max(letters.count - count, 0)) }
}
