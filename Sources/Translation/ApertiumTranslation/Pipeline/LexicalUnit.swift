import LanguageServices

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
