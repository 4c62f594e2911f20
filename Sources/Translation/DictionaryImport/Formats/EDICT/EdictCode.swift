import LanguageServices

/// The codes of EDICT: `n`, `v5r,vi`, `uk`.
enum EdictCode {
    /// What a list of codes says; `nil` when one of them is none.
    static func read(_ text: ByteText) -> (part: PartOfSpeech?, labels: [String])? {
        var part: PartOfSpeech?
        var labels: [String] = []
        for code in text.string.split(separator: ",") {
            let code = String(code.drop { $0 == " " })
            if let known = partOfSpeech(code) {
                part = part ?? known
                if let label = verbLabels[code] { labels.append(label) }
            } else if let label = Self.labels[code] {
                labels.append(label)
            } else if code.hasPrefix("See ") || code.hasPrefix("ant: ") {
                labels.append(code)
            } else {
                return nil
            }
        }
        return (part, labels)
    }

    private static func partOfSpeech(_ code: String) -> PartOfSpeech? {
        if let known = parts[code] { return known }
        // Classes of verbs: v1, v5k, v4r, vs-i.
        if code.hasPrefix("v"), code.utf8.count <= 7, let second = code.utf8.dropFirst().first {
            if second.isDigit || "kinrstz".utf8.contains(second) { return .verb }
        }
        return code.hasPrefix("adj-") ? .adjective : nil
    }

    private static let parts: [String: PartOfSpeech] = [
        "n": .noun, "n-adv": .noun, "n-t": .noun, "n-suf": .suffix, "n-pref": .prefix, "n-pr": .properNoun,
        "pn": .pronoun, "adv": .adverb, "adv-n": .adverb, "adv-to": .adverb, "aux": .verb, "aux-v": .verb,
        "aux-adj": .adjective, "conj": .conjunction, "cop-da": .verb, "ctr": .suffix, "exp": .phrase,
        "int": .interjection,
        "num": .numeral, "pref": .prefix, "prt": .particle, "suf": .suffix, "vs": .noun, "unc": .phrase, "iv": .verb,
        "vi": .verb, "vt": .verb, "id": .phrase, "proverb": .phrase, "cop": .verb,
    ]

    private static let verbLabels: [String: String] = [
        "vi": "intransitive", "vt": "transitive", "vs": "suru verb",
    ]

    private static let labels: [String: String] = [
        "P": "common", "uk": "usually kana", "uK": "usually kanji", "abbr": "abbreviation", "arch": "archaic",
        "col": "colloquial", "derog": "derogatory", "fam": "familiar", "fem": "female speech", "hon": "honorific",
        "hum": "humble", "pol": "polite", "sl": "slang", "vulg": "vulgar", "obs": "obsolete", "obsc": "obscure",
        "on-mim": "onomatopoeic", "yoji": "four-character idiom", "male": "male speech", "m-sl": "manga slang",
        "sens": "sensitive", "rare": "rare", "poet": "poetical", "joc": "jocular", "chn": "children's language",
        "X": "vulgar", "iK": "irregular kanji", "ik": "irregular kana", "io": "irregular okurigana",
        "oK": "outdated kanji", "ok": "outdated kana", "comp": "computing", "food": "food", "math": "mathematics",
        "med": "medicine", "mil": "military", "physics": "physics", "ling": "linguistics", "Buddh": "Buddhism",
        "MA": "martial arts", "bot": "botany", "zool": "zoology", "mus": "music", "law": "law", "econ": "economics",
        "sports": "sports", "sumo": "sumo", "baseb": "baseball", "chem": "chemistry", "geom": "geometry",
        "biol": "biology", "astron": "astronomy", "anat": "anatomy", "archit": "architecture", "bus": "business",
        "finc": "finance", "gramm": "grammar", "engr": "engineering", "Shinto": "Shinto", "mahj": "mahjong",
        "shogi": "shogi", "geol": "geology", "ksb": "Kansai", "ktb": "Kantou", "kyb": "Kyoto", "osb": "Osaka",
        "tsug": "Tsugaru", "thb": "Touhoku", "tsb": "Tosa", "kyu": "Kyushu", "rkb": "Ryukyu", "nab": "Nagano",
        "hob": "Hokkaido",
    ]
}
