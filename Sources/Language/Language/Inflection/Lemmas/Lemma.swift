public import LanguageServices

/// A headword of which a text may be an inflected form.
public struct Lemma: Sendable, Hashable {
    /// The headword, as a dictionary would spell it; it may lack accents, and need not exist.
    public var text: String

    /// What kind of word it is if the text is a form of it; `nil` when that is not known.
    public var partOfSpeech: PartOfSpeech?

    /// How sure it is.
    public var certainty: Certainty

    /// Creates a lemma.
    public init(_ text: String, partOfSpeech: PartOfSpeech? = nil, certainty: Certainty = .regular) {
        self.text = text
        self.partOfSpeech = partOfSpeech
        self.certainty = certainty
    }

    /// How sure it is that a text is a form of a lemma, the surest first.
    public enum Certainty: Int, Sendable, Hashable, Comparable {
        /// The form stands in a table of the language, or was found by an analyser that knows the lemma.
        case known
        /// The form ends as the known form of a simpler word does: *understood*, *Krankenhäuser*.
        case composed
        /// The form is what a rule of the language makes of the lemma.
        case regular
        /// The form may be made of the lemma by a rule that holds for some words only, or by derivation.
        case guess

        /// Whether one is surer than another.
        public static func < (first: Certainty, second: Certainty) -> Bool { first.rawValue < second.rawValue }
    }
}

/// Something that knows of which headwords a text may be an inflected form.
public protocol Lemmatizer: Sendable {
    /// The headwords of which a text may be a form, the likelier ones first.
    ///
    /// Whoever asks looks each of them up, so that one that does not exist does no harm. Nothing is thrown: a lemmatizer
    /// that cannot answer has no lemmas. It answers soon, whatever the text is.
    ///
    /// - Parameter form: A word or an expression, as it was met.
    func lemmas(of form: String) -> [Lemma]
}

/// Lemmas without repetitions.
struct LemmaList {
    private var lemmas: [Lemma] = []

    /// More are not kept: of a word there are never so many, whatever is sent.
    private static let most = 256

    /// Adds a lemma, unless it is there already; of two equals the surer one stays.
    mutating func add(_ lemma: Lemma) {
        guard !lemma.text.isEmpty else { return }
        let place = lemmas.firstIndex { $0.text == lemma.text && $0.partOfSpeech == lemma.partOfSpeech }
        if let place {
            // Its place is that of the surer one as well.
            guard lemma.certainty < lemmas[place].certainty else { return }
            lemmas.remove(at: place)
            lemmas.append(lemma)
        } else if lemmas.count < Self.most {
            lemmas.append(lemma)
        }
    }

    /// The lemmas, the surer ones first, else in the order in which they came.
    var sorted: [Lemma] {
        lemmas.enumerated()
            .sorted { ($0.element.certainty, $0.offset) < ($1.element.certainty, $1.offset) }
            .map(\.element)
    }
}

/// A word as the rules of inflection see it: in lower case, letter by letter, with and without accents.
package struct InflectedWord {
    /// The letters in lower case.
    package let letters: [Unicode.Scalar]

    /// The same letters without their accents; as many.
    package let bare: [Unicode.Scalar]

    /// Whether the word begins with a capital.
    package let isCapitalized: Bool

    /// Takes a word; `nil` when it is empty, or longer than any word is.
    package init?(_ text: String) {
        guard text.utf8.count <= 256 else { return nil }
        // Composed, so that a letter and its accent are one.
        let lower = HeadwordFolding.composed(text.lowercased())
        let letters = Array(lower.unicodeScalars)
        guard !letters.isEmpty, letters.count <= 64 else { return nil }
        self.letters = letters.map { $0 == "\u{2019}" ? "'" : $0 }
        bare = self.letters.map { letter in
            if letter.isASCII { return letter }
            let key = HeadwordFolding.key(ofLetter: letter)
            // A ligature stays what it is, so that the two run side by side.
            return key.count == 1 ? key[0] : letter
        }
        isCapitalized = Self.isCapitalized(text)
    }

    /// Whether a text begins with a capital.
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
