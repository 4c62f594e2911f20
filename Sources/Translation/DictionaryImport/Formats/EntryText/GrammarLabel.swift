import LanguageServices

/// The meaning of a short grammatical label: `n`, `fem`, `v, trans`, `{m}`.
struct GrammarLabel {
    var partOfSpeech: PartOfSpeech?
    var genders: [GrammaticalGender] = []
    var labels: [String] = []
    /// Whether every part of the label is a known grammatical term.
    var isGrammar = true

    /// Splits a label at commas, semicolons and spaces.
    init(_ text: ByteText, _ usage: Usage = Usage()) {
        let text = text.part(from: text.start, to: text.start + 200)
        var position = text.start
        while position < text.end {
            var end = position
            while end < text.end, !Self.separates(text[end]) { end += 1 }
            if end > position { add(text.part(from: position, to: end), usage) }
            position = end + 1
        }
        // Entries are in the singular by default, so `s` alone means a substantive.
        if labels.isEmpty, partOfSpeech == nil, genders.isEmpty, text.trimmed.equals("s") { partOfSpeech = .noun }
        if partOfSpeech == nil, !genders.isEmpty || labels == ["plural"] { partOfSpeech = .noun }
    }

    /// The meanings of single-letter labels in a dictionary.
    struct Usage: Hashable {
        /// Whether `n` alone means neuter, as after translations in dictionaries that mark `f` and `m`. Otherwise it
        /// means noun.
        var hasNeuter = false
        /// Whether `g` and `b` mean *gourel* (masculine) and *benel* (feminine).
        var isBreton = false
    }

    private static func separates(_ byte: UInt8) -> Bool { ", ;/+&".utf8.contains(byte) }

    private mutating func add(_ word: ByteText, _ usage: Usage) {
        if word.count == 1 {
            if usage.isBreton, word.first == UInt8(ascii: "g") { return gender(.masculine) }
            if usage.isBreton, word.first == UInt8(ascii: "b") { return gender(.feminine) }
            switch word.first {
            case UInt8(ascii: "n"):
                // After a part of speech, `n` is the gender: `n, n`.
                if usage.hasNeuter || partOfSpeech != nil { gender(.neuter) } else { partOfSpeech = .noun }
                return
            case UInt8(ascii: "m"): return gender(.masculine)
            case UInt8(ascii: "f"): return gender(.feminine)
            case UInt8(ascii: "u"), UInt8(ascii: "c"): return gender(.common)
            case UInt8(ascii: "v"): return part(.verb)
            case UInt8(ascii: "a"): return part(.adjective)
            case UInt8(ascii: "s"): return
            case UInt8(ascii: "p"): return label("plural")
            default: break
            }
        }
        let key = word.string.lowercased()
        if let known = Self.parts[key] { return part(known) }
        if let known = Self.genders[key] { return known.forEach { gender($0) } }
        if let known = Self.others[key] {
            if !known.isEmpty { label(known) }
            if known == "transitive" || known == "intransitive" || known == "reflexive" || known == "auxiliary" {
                part(.verb)
            }
            return
        }
        isGrammar = false
        label(word.string)
    }

    private mutating func part(_ part: PartOfSpeech) { if partOfSpeech == nil { partOfSpeech = part } }

    private mutating func gender(_ gender: GrammaticalGender) {
        if !genders.contains(gender) { genders.append(gender) }
    }

    private mutating func label(_ text: String) { if !labels.contains(text) { labels.append(text) } }

    /// Lower-case names of parts of speech, as used by FreeDict, WikDict, Ding and Wiktionary.
    static let parts: [String: PartOfSpeech] = [
        "n": .noun, "n.": .noun, "noun": .noun, "subst": .noun, "subst.": .noun, "s.": .noun, "nn": .noun,
        "pn": .properNoun, "propernoun": .properNoun, "np": .properNoun, "propn": .properNoun, "name": .properNoun,
        "v.": .verb, "v": .verb, "vb": .verb, "verb": .verb, "phrv": .verb, "vti": .verb,
        "verb.": .verb,
        "adj": .adjective, "adj.": .adjective, "adjective": .adjective, "a.": .adjective,
        "ordinaladjective": .adjective,
        "adv": .adverb, "adv.": .adverb, "adverb": .adverb,
        "pron": .pronoun, "pron.": .pronoun, "pronoun": .pronoun, "indefinitepronoun": .pronoun,
        "personalpronoun": .pronoun, "demonstrativepronoun": .pronoun, "possessivepronoun": .pronoun,
        "relativepronoun": .pronoun, "reflexivepronoun": .pronoun, "interrogativepronoun": .pronoun,
        "det": .determiner, "determiner": .determiner, "art": .determiner, "art.": .determiner, "article": .determiner,
        "possessiveadjective": .determiner, "demonstrativeadjective": .determiner, "definitearticle": .determiner,
        "indefinitearticle": .determiner, "possessivedeterminer": .determiner,
        "prep": .preposition, "prep.": .preposition, "preposition": .preposition, "postposition": .preposition,
        "postp": .preposition, "circumposition": .preposition, "adposition": .preposition,
        "conj": .conjunction, "conj.": .conjunction, "conjunction": .conjunction, "konj": .conjunction,
        "coordinatingconjunction": .conjunction, "subordinatingconjunction": .conjunction,
        "num": .numeral, "num.": .numeral, "numeral": .numeral, "cardinalnumeral": .numeral, "ordinalnumeral": .numeral,
        "number": .numeral,
        "int": .interjection, "interj": .interjection, "interj.": .interjection, "interjection": .interjection,
        "particle": .particle, "ptcl": .particle, "part": .particle,
        "phrase": .phrase, "phr": .phrase, "idiom": .phrase, "proverb": .phrase, "phraseologicalunit": .phrase,
        "phras": .phrase,
        "prov": .phrase, "expression": .phrase, "contraction": .phrase, "greeting": .phrase, "saying": .phrase,
        "prefix": .prefix, "pref": .prefix, "affix": .prefix, "suffix": .suffix, "suff": .suffix,
        "abbr": .abbreviation, "abbr.": .abbreviation, "abbreviation": .abbreviation, "acronym": .abbreviation,
        "initialism": .abbreviation, "abk": .abbreviation,
    ]

    private static let genders: [String: [GrammaticalGender]] = [
        "masc": [.masculine], "fem": [.feminine], "neut": [.neuter], "ut": [.common], "utr": [.common],
        "m.": [.masculine], "f.": [.feminine], "nt": [.neuter], "mf": [.masculine, .feminine],
        "common": [.common], "mn": [.masculine, .neuter], "fn": [.feminine, .neuter], "masculine": [.masculine],
        "feminine": [.feminine], "neuter": [.neuter],
    ]

    /// Other labels and their display text; labels with an empty text are not displayed.
    private static let others: [String: String] = [
        "sg": "", "sing": "", "s": "", "pl": "plural", "pl.": "plural", "plural": "plural", "p": "plural",
        "vt": "transitive", "v.t.": "transitive", "vi": "intransitive", "v.i.": "intransitive", "vr": "reflexive",
        "aux": "auxiliary", "trans": "transitive", "tr": "transitive", "intr": "intransitive",
        "intrans": "intransitive",
        "refl": "reflexive", "rel": "relative", "pers": "personal", "inter": "interrogative", "poss": "possessive",
        "dem": "demonstrative", "indef": "indefinite", "def": "definite", "comp": "compound", "gen": "genitive",
        "dat": "dative", "acc": "accusative", "only": "", "auxiliary": "auxiliary", "attr": "attributive",
        "pred": "predicative", "pp": "participle", "ppres": "participle", "ppast": "participle", "past": "past",
    ]
}
