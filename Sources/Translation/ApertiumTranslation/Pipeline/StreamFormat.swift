import LanguageServices

/// Texts as Apertium's programs hand them to each other.
///
/// Some characters have a meaning there and need a backslash; what stands in brackets is passed through as it is. See
/// https://wiki.apertium.org/wiki/Apertium_stream_format.
enum StreamFormat {
    /// A text with a backslash before each character that has a meaning.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if special.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    private static let special: Set<Unicode.Scalar> = ["^", "$", "/", "[", "]", "{", "}", "\\", "@", "<", ">"]

    /// A piece of a text that came back.
    enum Piece: Hashable {
        /// Words.
        case text(String)
        /// What stood in brackets.
        case blank(String)
    }

    /// What came back, without the marks of words that could not be translated.
    struct Answer {
        /// The pieces, in order.
        var pieces: [Piece] = []
        /// Words that are not known: those with a star, and those that have no translation.
        var unknown: [String] = []
        /// Words of which the right form could not be made.
        var unformed: [String] = []
        /// How many words there are in all.
        var words = 0
    }

    /// Reads what came back; `nil` when it is not of the form.
    ///
    /// - Precondition: Stars, hashes and at signs of the text itself were put into brackets; those that are here are marks.
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
    /// What stands before the first slash.
    var first: Reading
    /// What stands behind it.
    var others: [Reading]

    /// A lemma and what is known of it.
    struct Reading: Hashable {
        /// The lemma, unescaped; with a star or an at sign in front when it is not known.
        var lemma: String
        /// The tags: `n`, `f`, `sg`.
        var tags: [String]

        /// Whether it is a word that is known.
        var isKnown: Bool { !lemma.isEmpty && !lemma.hasPrefix("*") && !lemma.hasPrefix("@") }
    }

    /// The words of a text; what stands between them is left out.
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
    /// The reading as the programs take it.
    var stream: String { "^\(StreamFormat.escaped(lemma))\(tags.map { "<\($0)>" }.joined())$" }

    /// The lemma as people write it: the mark of a word that is in the middle of others is left out.
    var plainLemma: String { String(lemma.unicodeScalars.filter { $0 != "#" }.map(Character.init)) }

    /// What kind of word it is, as far as Apertium's usual tags tell.
    var partOfSpeech: PartOfSpeech? {
        for tag in tags {
            if let known = Self.parts[tag] { return known }
        }
        return nil
    }

    /// Its genders.
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
