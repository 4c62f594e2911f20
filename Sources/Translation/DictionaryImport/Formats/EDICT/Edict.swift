import DictionaryTranslation
import LanguageServices

/// EDICT, a Japanese–English dictionary with one entry per line, published by the Electronic Dictionary Research and
/// Development Group.
///
///     家 [いえ] /(n) (1) house/residence/(2) family/(P)/
///
/// The first line names the dictionary. The file is usually in EUC-JP, but may be in UTF-8. EDICT2 has the same format,
/// with several spellings and readings separated by semicolons and an `EntL` number at the end.
enum Edict: LineFormat {
    static let format = DictionaryFormat.edict

    /// In the line that names the dictionary, question marks replace the headword.
    static func isComment(_ line: ByteText) -> Bool {
        line.hasPrefix("\u{FF1F}\u{FF1F}") || line.hasPrefix("\u{3000}") || line.first == UInt8(ascii: "#")
    }

    static func heading(_ path: String) throws -> (DictionaryDescription.Findings, encoding: String?) {
        var reader = LineReader(try ByteStream(path: path))
        let first = try reader.withLine { Array($0.bytes) } ?? []
        let encoding = String(validating: first, as: UTF8.self) == nil ? "EUC-JP" : nil
        var named = LineReader(try ByteStream(path: path), encoding: encoding)
        let header = try named.withLine { isComment($0) ? $0.string : "" } ?? ""
        // "？？？ /Title/Copyright …/Created: 2021-02-03/"
        let parts = header.split(separator: "/").dropFirst().map(String.init)
        let findings = DictionaryDescription.Findings(
            baseName: FileName.stem(FileName.last(path)),
            title: parts.first ?? "",
            source: LanguageTag("ja"),
            target: LanguageTag("en"),
            licence:
                "Creative Commons Attribution-ShareAlike (EDRDG licence, https://www.edrdg.org/edrdg/licence.html)",
            attribution: "Electronic Dictionary Research and Development Group; https://www.edrdg.org/",
            version: parts.first { $0.hasPrefix("Created: ") }.map { String($0.dropFirst(9)) } ?? ""
        )
        return (findings, encoding)
    }

    /// The entry in a line.
    static func entry(_ line: ByteText) -> TranslationEntry? {
        guard let slash = line.firstIndex(of: UInt8(ascii: "/")), slash > line.start else { return nil }
        var front = line.part(from: line.start, to: slash).trimmed
        var readings: [String] = []
        if front.last == UInt8(ascii: "]"), let open = front.firstIndex(of: UInt8(ascii: "[")) {
            readings = spellings(front.part(from: open + 1, to: front.end - 1))
            front = front.part(from: front.start, to: open).trimmed
        }
        let words = spellings(front)
        guard let headword = words.first else { return nil }
        var entry = TranslationEntry(
            headword: headword,
            reading: readings.first,
            forms: (words.dropFirst() + readings).filter { $0 != headword }
        )
        var part: PartOfSpeech?
        var sense = TranslationSense(translations: [])
        line.forEachGloss(from: slash + 1) { gloss in
            if gloss.hasPrefix("EntL") { return }
            if gloss.equals("(P)") {
                entry.labels.append("common")
            } else {
                add(gloss, &part, &sense, &entry)
            }
        }
        finish(&sense, part, &entry)
        entry.takePartOfSpeechOfSenses()
        return entry
    }

    /// `家(P);屋(oK)`: the spellings without their marks.
    private static func spellings(_ text: ByteText) -> [String] {
        var result: [String] = []
        var start = text.start
        for position in text.start...text.end where position == text.end || text[position] == UInt8(ascii: ";") {
            var word = text.part(from: start, to: position).trimmed
            start = position + 1
            while word.last == UInt8(ascii: ")"), let open = word.lastIndex(of: UInt8(ascii: "(")), open > word.start {
                word = word.part(from: word.start, to: open).trimmed
            }
            if !word.isEmpty { result.append(word.string) }
        }
        return result
    }

    private static func add(
        _ gloss: ByteText,
        _ part: inout PartOfSpeech?,
        _ sense: inout TranslationSense,
        _ entry: inout TranslationEntry
    ) {
        var text = gloss
        var labels: [String] = []
        var isFirstCode = true
        while true {
            if text.first == UInt8(ascii: "("), let close = WordList.partner(of: text.start, in: text),
                close + 1 < text.end
            {
                let inside = text.part(from: text.start + 1, to: close)
                if inside.bytes.allSatisfy(\.isDigit) {
                    finish(&sense, part, &entry)
                    isFirstCode = true
                } else if let codes = EdictCode.read(inside) {
                    if isFirstCode, codes.part != nil {
                        part = codes.part
                        isFirstCode = false
                    }
                    labels += codes.labels
                } else {
                    break
                }
                text = text.part(from: close + 1).trimmed
            } else if text.first == UInt8(ascii: "{"), let close = WordList.partner(of: text.start, in: text) {
                labels.append(text.part(from: text.start + 1, to: close).string)
                text = text.part(from: close + 1).trimmed
            } else {
                break
            }
        }
        sense.labels += labels
        // A gloss is one translation, including its commas.
        let list = WordList(text, WordList.Style(separatesAtCommas: false))
        sense.translations += list.items.map { item in
            var word = item.word
            word.labels = list.labels + word.labels
            return word
        }
    }

    private static func finish(_ sense: inout TranslationSense, _ part: PartOfSpeech?, _ entry: inout TranslationEntry)
    {
        guard !sense.translations.isEmpty else { return }
        sense.partOfSpeech = part
        entry.senses.append(sense)
        sense = TranslationSense(translations: [])
    }
}

/// EDICT codes: `n`, `v5r,vi`, `uk`.
enum EdictCode {
    /// The meaning of a list of codes; `nil` if any of them is unknown.
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
        // Verb classes: v1, v5k, v4r, vs-i.
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
