import DictionaryTranslation
import LanguageServices

/// Entries that FreeDict generated from JMdict, from Japanese to another language.
///
/// The first line lists all spellings and then all readings, each with marks that indicate how common it is and a
/// generated pronunciation. The pronunciations of kanji are not Japanese, so all pronunciations are ignored. A sense
/// begins with its parts of speech, each on a line in round brackets. Remarks follow, then the glosses. A gloss may
/// directly follow a remark or link without a space:
///
///     [ichi1]  家 /…/,  [ichi1]  うち /…/
///     1. (noun (common) (futsuumeishi))
///              Note: word usually written using kana alonehouse, home (one's own)
struct JapaneseText: EntryText {
    private let style: WordList.Style

    /// - Parameter hasGenders: Whether glosses may contain `(m)`, `(f)` or `(n)`, as German glosses do.
    init(hasGenders: Bool) {
        style = WordList.Style(hasGendersInParentheses: hasGenders)
    }

    func entry(_ text: ByteText) -> TranslationEntry? {
        var rest = text
        guard let first = rest.nextLine(), var entry = Self.head(first) else { return nil }
        var sense = Sense()
        var number = 0
        while let line = rest.nextLine() {
            var text = line.trimmed
            if text.isEmpty { continue }
            if line.indentation == 0, let end = text.numberEnd(), text.leadingNumber == number + 1 {
                sense.finish(&entry, style)
                number += 1
                text = text.part(from: end).trimmed
                if text.isEmpty { continue }
            }
            sense.read(text, &entry, style)
        }
        sense.finish(&entry, style)
        entry.takePartOfSpeechOfSenses()
        return entry
    }

    // MARK: Spellings

    private static let marksOfCommonWords: [StaticString] = ["[news1]", "[ichi1]", "[spec1]", "[gai1]"]

    private static func head(_ line: ByteText) -> TranslationEntry? {
        var spellings: [String] = []
        var readings: [String] = []
        var isCommon = false
        var rest = line.trimmed
        while !rest.isEmpty {
            var word = rest
            if let open = pronunciation(rest, from: rest.start) {
                word = rest.part(from: rest.start, to: open).trimmed
                let close = rest.firstIndex(of: UInt8(ascii: "/"), from: open + 1) ?? rest.end
                rest = rest.part(from: close + 1)
                if rest.first == UInt8(ascii: ",") { rest = rest.part(from: rest.start + 1) }
                rest = rest.trimmed
            } else {
                let comma = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.end
                word = rest.part(from: rest.start, to: comma).trimmed
                rest = rest.part(from: comma + 1).trimmed
            }
            while word.first == UInt8(ascii: "[") || word.first == UInt8(ascii: "("),
                let close = WordList.partner(of: word.start, in: word), close + 1 < word.end
            {
                isCommon = isCommon || marksOfCommonWords.contains(where: word.hasPrefix)
                word = word.part(from: close + 1).trimmed
            }
            guard !word.isEmpty else { continue }
            let text = word.string
            if HeadwordSpellings.isKana(text) { readings.append(text) } else { spellings.append(text) }
        }
        guard let headword = spellings.first ?? readings.first else { return nil }
        let forms = (spellings + readings).filter { $0 != headword }
        return TranslationEntry(
            headword: headword,
            reading: spellings.isEmpty ? nil : readings.first,
            forms: forms,
            labels: isCommon ? ["common"] : []
        )
    }

    /// The index of a slash after a space.
    private static func pronunciation(_ text: ByteText, from position: Int) -> Int? {
        var position = position
        while let slash = text.firstIndex(of: UInt8(ascii: "/"), from: position) {
            if text[slash - 1] == UInt8(ascii: " ") { return slash }
            position = slash + 1
        }
        return nil
    }
}

extension JapaneseText {
    /// A sense that is being read.
    private struct Sense {
        var parts: [PartOfSpeech] = []
        var labels: [String] = []
        var lists: [WordList] = []

        mutating func read(_ line: ByteText, _ entry: inout TranslationEntry, _ style: WordList.Style) {
            if line.hasPrefix("Note:") {
                let note = line.part(from: line.start + 5).trimmed
                let end = JMdictRemarks.end(note)
                let remark = note.part(from: note.start, to: end).trimmed
                if !remark.isEmpty { labels.append(remark.string) }
                let gloss = note.part(from: end).trimmed
                if !gloss.isEmpty { add(gloss, &entry, style) }
                return
            }
            if line.first == UInt8(ascii: "("), WordList.partner(of: line.start, in: line) == line.end - 1,
                lists.isEmpty
            {
                let inside = line.part(from: line.start + 1, to: line.end - 1)
                if let part = JMdictRemarks.partOfSpeech(inside) {
                    if isFinished {
                        parts = []
                        isFinished = false
                    }
                    if let known = part.part, !parts.contains(known) { parts.append(known) }
                    if let label = part.label { labels.append(label) }
                } else {
                    labels.append(inside.string)
                }
                return
            }
            add(line, &entry, style)
        }

        private mutating func add(_ text: ByteText, _ entry: inout TranslationEntry, _ style: WordList.Style) {
            for part in NumberedParts.split(text) {
                let list = WordList(part, style)
                for link in list.links { entry.seeAlso.append(String(link.prefix { $0 != "・" })) }
                if list.items.isEmpty { labels += list.labels } else { lists.append(list) }
            }
        }

        mutating func finish(_ entry: inout TranslationEntry, _ style: WordList.Style) {
            for list in lists {
                entry.senses.append(
                    TranslationSense(
                        partOfSpeech: parts.first,
                        translations: list.items.map(\.word),
                        labels: labels + list.labels
                    )
                )
            }
            // A sense without parts of speech inherits those of the previous sense.
            labels = []
            lists = []
            isFinished = true
        }

        private var isFinished = false
    }
}

/// Remarks that can begin a JMdict sense.
enum JMdictRemarks {
    /// The end of a remark at the start of a text, including a closing bracket after it. A gloss may follow without a
    /// space.
    ///
    /// An unknown remark extends to the end of the text.
    static func end(_ text: ByteText) -> Int {
        for remark in remarks where text.hasPrefix(remark) {
            let end = text.start + remark.utf8CodeUnitCount
            if text[end] == UInt8(ascii: " "), text[end + 1] == UInt8(ascii: "("),
                let close = WordList.partner(of: end + 1, in: text)
            {
                return close + 1
            }
            return end
        }
        return text.end
    }

    /// The part of speech or label on a line in brackets; `nil` for other lines.
    static func partOfSpeech(_ text: ByteText) -> (part: PartOfSpeech?, label: String?)? {
        for (word, part) in parts where text.hasPrefix(word) { return (part, nil) }
        if text.hasPrefix("transitive verb") { return (.verb, "transitive") }
        if text.hasPrefix("intransitive verb") { return (.verb, "intransitive") }
        return nil
    }

    /// Longer remarks come before their own prefixes.
    private static let remarks: [StaticString] = [
        "word usually written using kana alone", "word usually written using kanji alone", "yojijukugo", "abbreviation",
        "obscure term", "onomatopoeic or mimetic word", "colloquialism", "honorific or respectful (sonkeigo) language",
        "humble (kenjougo) language", "polite (teineigo) language", "idiomatic expression", "derogatory",
        "obsolete term",
        "archaism", "manga slang", "male slang", "slang", "vulgar expression or word", "familiar language", "sensitive",
        "children's language", "jocular, humorous term", "male term or language", "female term or language", "proverb",
        "poetical term", "rare", "rude or X-rated term (not displayed in educational software)", "quotation",
        "exclusively kanji", "exclusively kana",
    ]

    private static let parts: [(StaticString, PartOfSpeech)] = [
        ("noun or participle which takes the aux. verb suru", .noun), ("noun or verb acting prenominally", .adjective),
        ("nouns which may take the genitive case", .adjective), ("noun, used as a suffix", .suffix),
        ("noun, used as a prefix", .prefix), ("noun", .noun), ("adverbial noun", .noun), ("proper noun", .properNoun),
        ("expressions", .phrase), ("adjectival nouns", .adjective), ("adjective", .adjective),
        ("`taru' adjective", .adjective),
        ("`ku' adjective", .adjective), ("`shiku' adjective", .adjective),
        ("archaic/formal form of na-adjective", .adjective),
        ("pre-noun adjectival", .determiner), ("auxiliary adjective", .adjective), ("adverb", .adverb),
        ("Ichidan verb", .verb), ("Godan verb", .verb), ("Yodan verb", .verb), ("Nidan verb", .verb),
        ("Kuru verb", .verb),
        ("suru verb", .verb), ("su verb", .verb), ("irregular", .verb), ("auxiliary", .verb), ("verb", .verb),
        ("pronoun", .pronoun), ("suffix", .suffix), ("prefix", .prefix), ("interjection", .interjection),
        ("conjunction", .conjunction), ("counter", .suffix), ("numeric", .numeral), ("particle", .particle),
        ("copula", .verb),
    ]
}
