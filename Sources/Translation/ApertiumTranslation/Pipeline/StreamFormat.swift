import LanguageServices

/// The stream format in which Apertium's programs exchange texts.
///
/// Special characters are escaped with a backslash; text in square brackets is passed through unchanged. See
/// https://wiki.apertium.org/wiki/Apertium_stream_format.
enum StreamFormat {
    /// A text with its special characters escaped.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if special.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    private static let special: Set<Unicode.Scalar> = ["^", "$", "/", "[", "]", "{", "}", "\\", "@", "<", ">"]

    /// A part of a returned text.
    enum Piece: Hashable {
        /// Words.
        case text(String)
        /// The contents of square brackets.
        case blank(String)
    }

    /// A returned text without the marks on untranslated words.
    struct Answer {
        /// The pieces, in order.
        var pieces: [Piece] = []
        /// Unknown words: those marked with an asterisk, and those without a translation.
        var unknown: [String] = []
        /// Words whose inflected form could not be generated.
        var unformed: [String] = []
        /// The total number of words.
        var words = 0
    }

    /// Parses a returned text; `nil` if it is malformed.
    ///
    /// - Precondition: Asterisks, hashes and at signs in the original text are inside brackets. All others are marks.
    static func answer(_ text: String) -> Answer? {
        var answer = Answer()
        var words = String.UnicodeScalarView()
        var blank: String.UnicodeScalarView?
        var marked: (mark: Unicode.Scalar, word: String.UnicodeScalarView)?
        var isInWord = false
        var isEscaped = false
        func finishMarked() {
            guard let (mark, word) = marked, !word.isEmpty else { return }
            if mark == "#" { answer.unformed.append(String(word)) } else { answer.unknown.append(String(word)) }
        }
        for scalar in text.unicodeScalars {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
                continue
            }
            defer { isEscaped = false }
            if blank != nil {
                if scalar == "]", !isEscaped {
                    answer.pieces.append(.blank(blank.map { String($0) } ?? ""))
                    blank = nil
                } else {
                    blank?.append(scalar)
                }
                continue
            }
            if !isEscaped {
                switch scalar {
                case "[":
                    if !words.isEmpty { answer.pieces.append(.text(String(words))) }
                    words = .init()
                    finishMarked()
                    marked = nil
                    isInWord = false
                    blank = .init()
                    continue
                case "]", "^", "$", "{", "}": return nil
                case "*", "#", "@":
                    finishMarked()
                    marked = (scalar, .init())
                    continue
                default: break
                }
            }
            words.append(scalar)
            let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            let isJoint =
                scalar == "'" || scalar == "’" || scalar == "-"
                || scalar.properties.canonicalCombiningClass != .notReordered
            if isWord, !isInWord { answer.words += 1 }
            isInWord = isWord || isInWord && isJoint
            if marked != nil {
                if isInWord {
                    marked?.word.append(scalar)
                } else {
                    finishMarked()
                    marked = nil
                }
            }
        }
        guard blank == nil, !isEscaped else { return nil }
        finishMarked()
        if !words.isEmpty { answer.pieces.append(.text(String(words))) }
        return answer
    }
}

/// A word in Apertium's stream format: `^houses/house<n><pl>$`, `^house<n><sg>/casa<n><f><sg>/cámara<n><f><sg>$`.
struct LexicalUnit: Hashable {
    /// The part before the first slash.
    var first: Reading
    /// The parts after it.
    var others: [Reading]

    /// A lemma with its tags.
    struct Reading: Hashable {
        /// The lemma, unescaped, with a leading asterisk or at sign if it is unknown.
        var lemma: String
        /// The tags: `n`, `f`, `sg`.
        var tags: [String]

        /// Whether the word is known.
        var isKnown: Bool { !lemma.isEmpty && !lemma.hasPrefix("*") && !lemma.hasPrefix("@") }
    }

    /// The lexical units in a text; the text between them is omitted.
    static func all(in text: String) -> [LexicalUnit] {
        var units: [LexicalUnit] = []
        var scalars = Array(text.unicodeScalars)[...]
        var isInBlank = false
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\\": scalars = scalars.dropFirst()
            case "[": isInBlank = true
            case "]": isInBlank = false
            case "^" where !isInBlank:
                if let unit = unit(&scalars) { units.append(unit) }
            default: break
            }
        }
        return units
    }

    private static func unit(_ scalars: inout ArraySlice<Unicode.Scalar>) -> LexicalUnit? {
        var readings: [Reading] = []
        var lemma = String.UnicodeScalarView()
        var tags: [String] = []
        var tag: String.UnicodeScalarView?
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\\":
                if let next = scalars.popFirst() { lemma.append(next) }
            case "<": tag = .init()
            case ">":
                if let whole = tag { tags.append(String(whole)) }
                tag = nil
            case "/", "$":
                readings.append(Reading(lemma: String(lemma), tags: tags))
                (lemma, tags, tag) = (.init(), [], nil)
                if scalar == "$" {
                    guard let first = readings.first else { return nil }
                    return LexicalUnit(first: first, others: Array(readings.dropFirst()))
                }
            default:
                if tag != nil { tag?.append(scalar) } else { lemma.append(scalar) }
            }
        }
        return nil
    }
}

extension LexicalUnit.Reading {
    /// The reading in stream format.
    var stream: String { "^\(StreamFormat.escaped(lemma))\(tags.map { "<\($0)>" }.joined())$" }

    /// The lemma without the mark that separates the parts of a multiword.
    var plainLemma: String { String(lemma.unicodeScalars.filter { $0 != "#" }.map(Character.init)) }

    /// The part of speech, if one of Apertium's common tags identifies it.
    var partOfSpeech: PartOfSpeech? {
        for tag in tags {
            if let known = Self.parts[tag] { return known }
        }
        return nil
    }

    /// The genders.
    var genders: [GrammaticalGender] {
        for tag in tags {
            switch tag {
            case "m": return [.masculine]
            case "f": return [.feminine]
            case "nt": return [.neuter]
            case "ut": return [.common]
            case "mf", "GD": return [.masculine, .feminine]
            default: break
            }
        }
        return []
    }

    private static let parts: [String: PartOfSpeech] = [
        "n": .noun, "np": .properNoun, "vblex": .verb, "vbser": .verb, "vbhaver": .verb, "vbmod": .verb, "vaux": .verb,
        "vbdo": .verb, "v": .verb, "adj": .adjective, "adv": .adverb, "preadv": .adverb, "prn": .pronoun,
        "det": .determiner, "predet": .determiner, "pr": .preposition, "post": .preposition, "cnjcoo": .conjunction,
        "cnjsub": .conjunction, "cnjadv": .conjunction, "num": .numeral, "ij": .interjection, "part": .particle,
        "abbr": .abbreviation,
    ]
}
