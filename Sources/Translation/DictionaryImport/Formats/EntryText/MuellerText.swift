import LanguageServices

/// Entries of Mueller's English–Russian dictionary as dictd has it.
///
///     dog
///        [dɘg]
///        1. _n.
///           1) собака, пёс; Greater (lesser) Dog созвездие Большого (Малого) Пса
///           3) _разг. парень
///
/// `1.` counts parts of speech, `1)` meanings, `а)` shades of them. Words that begin with `_` are grammar and labels. What
/// begins with Latin letters between two semicolons is an example.
struct MuellerText: EntryText {
    func entry(_ text: ByteText) -> TranslationEntry? {
        var rest = text
        guard let first = rest.nextLine()?.trimmed, !first.isEmpty else { return nil }
        var entry = TranslationEntry(headword: first.string)
        var part: PartOfSpeech?
        for line in Self.statements(rest) {
            line.withText { Self.read($0, &part, &entry) }
        }
        entry.takePartOfSpeechOfSenses()
        return entry
    }

    /// The text cut where a number begins a line; lines are broken at 75 columns.
    private static func statements(_ text: ByteText) -> [[UInt8]] {
        var rest = text
        var result: [[UInt8]] = []
        while let line = rest.nextLine() {
            let body = line.trimmed
            if body.isEmpty { continue }
            let begins = body.hasPrefix("_I") || body.hasPrefix("_V") || numberEnd(body) != nil
            guard let last = result.indices.last, !begins else {
                result.append(Array(body.bytes))
                continue
            }
            // A word that was cut at its hyphen goes on without a space.
            if result[last].last != UInt8(ascii: "-") { result[last].append(UInt8(ascii: " ")) }
            result[last].append(contentsOf: body.bytes)
        }
        return result
    }

    /// Behind `1.`, `1)` or a Cyrillic letter with a bracket.
    private static func numberEnd(_ line: ByteText) -> Int? {
        var place = line.start
        while line[place].isDigit, place - line.start < 3 { place += 1 }
        if place == line.start {
            guard line[place] == 0xD0 || line[place] == 0xD1, line[place + 2] == UInt8(ascii: ")") else { return nil }
            return place + 3
        }
        if line[place] == UInt8(ascii: ")") { return place + 1 }
        guard line[place] == UInt8(ascii: "."), line[place + 1].isBlank || place + 1 == line.end else { return nil }
        return place + 1
    }

    private static func read(_ line: ByteText, _ part: inout PartOfSpeech?, _ entry: inout TranslationEntry) {
        var text = line
        var labels: [String] = []
        // Numbers, tags and the pronunciation in front, in any order.
        while true {
            text = text.trimmed
            if let end = numberEnd(text) {
                if text[end - 1] == UInt8(ascii: ".") { part = nil }
                text = text.part(from: end)
            } else if text.first == UInt8(ascii: "_") {
                var end = text.start
                while end < text.end, !text[end].isBlank, text[end] != UInt8(ascii: ";"), text[end] != UInt8(ascii: ",")
                {
                    end += 1
                }
                let tag = text.part(from: text.start + 1, to: end).string
                if let known = parts[tag] {
                    part = known
                    if let label = partLabels[tag] { labels.append(label) }
                } else if !tag.allSatisfy({ "IVX".contains($0) }) {
                    labels.append(tag == "pl." ? "plural" : tag)
                }
                text = text.part(from: end + (text[end] == UInt8(ascii: ",") ? 1 : 0))
            } else if text.first == UInt8(ascii: "["), let close = WordList.partner(of: text.start, in: text),
                firstCyrillic(text.part(from: text.start, to: close)) == nil
            {
                let sound = ipa(text.part(from: text.start + 1, to: close))
                if !sound.isEmpty, !entry.pronunciations.contains(sound) { entry.pronunciations.append(sound) }
                text = text.part(from: close + 1)
                if text.first == UInt8(ascii: ",") { text = text.part(from: text.start + 1) }
            } else {
                break
            }
        }
        addSense(text, part, labels, &entry)
    }

    private static func addSense(
        _ text: ByteText,
        _ part: PartOfSpeech?,
        _ labels: [String],
        _ entry: inout TranslationEntry
    ) {
        var sense = TranslationSense(partOfSpeech: part, translations: [], labels: labels)
        for raw in pieces(text) {
            var piece = raw.trimmed
            while piece.first == UInt8(ascii: "("), let close = WordList.partner(of: piece.start, in: piece),
                close + 1 < piece.end
            {
                sense.labels.append(untagged(piece.part(from: piece.start + 1, to: close)))
                piece = piece.part(from: close + 1).trimmed
            }
            if piece.isEmpty { continue }
            guard let cyrillic = firstCyrillic(piece) else {
                if piece.first == UInt8(ascii: "=") {
                    entry.seeAlso.append(piece.part(from: piece.start + 1).trimmed.string)
                }
                continue
            }
            if piece.hasPrefix("см. ") {
                entry.seeAlso.append(piece.part(from: piece.start + 7).trimmed.string)
            } else if first(in: piece.part(from: piece.start, to: cyrillic), where: { $0 < 0x80 && $0.isWordByte })
                != nil
            {
                sense.examples.append(
                    TranslationExample(
                        untagged(piece.part(from: piece.start, to: cyrillic)),
                        translation: untagged(piece.part(from: cyrillic))
                    )
                )
            } else if let last = sense.examples.indices.last {
                // Behind an example it is another translation of the example.
                sense.examples[last].translation = (sense.examples[last].translation ?? "") + "; " + untagged(piece)
            } else {
                let list = untagged(piece).withText { WordList($0, WordList.Style()) }
                sense.translations += list.items.map(\.word)
                sense.labels += list.labels
            }
        }
        if !sense.translations.isEmpty || !sense.examples.isEmpty { entry.senses.append(sense) }
    }

    /// Cut at semicolons outside brackets.
    private static func pieces(_ text: ByteText) -> [ByteText] {
        var result: [ByteText] = []
        var start = text.start
        var place = text.start
        while place < text.end {
            if text[place] == UInt8(ascii: "("), let close = WordList.partner(of: place, in: text) { place = close }
            if text[place] == UInt8(ascii: ";") {
                result.append(text.part(from: start, to: place))
                start = place + 1
            }
            place += 1
        }
        result.append(text.part(from: start))
        return result
    }

    /// The place of the first Cyrillic letter outside brackets.
    private static func firstCyrillic(_ text: ByteText) -> Int? { first(in: text) { (0xD0...0xD3).contains($0) } }

    /// The first place, outside brackets and words that begin with `_`, of a byte that fits.
    private static func first(in text: ByteText, where fits: (UInt8) -> Bool) -> Int? {
        var place = text.start
        while place < text.end {
            if text[place] == UInt8(ascii: "("), let close = WordList.partner(of: place, in: text) { place = close }
            if text[place] == UInt8(ascii: "_") {
                while place < text.end, !text[place].isBlank { place += 1 }
            }
            if fits(text[place]) { return place }
            place += 1
        }
        return nil
    }

    /// Without the words that begin with `_`, and without what has come between.
    private static func untagged(_ text: ByteText) -> String {
        var words = text.string.split(separator: " ")
        words.removeAll { $0.hasPrefix("_") }
        return words.joined(separator: " ")
    }

    /// The signs of this dictionary's transcription as IPA has them.
    private static func ipa(_ text: ByteText) -> String {
        var result = String.UnicodeScalarView()
        let scalars = Array(text.string.unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            let next = place + 1 < scalars.count ? scalars[place + 1] : " "
            switch scalar {
            case "\u{2197}": result.append("ˈ")
            case "\u{2198}", "\u{2193}": result.append("ˌ")
            case ":": result.append("ː")
            // A mid central vowel is long in *bird*, and schwa where it is short.
            case "ɜ" where next != ":": result.append("ə")
            case "ɘ": result.append("ɒ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static let parts: [String: PartOfSpeech] = [
        "n.": .noun, "a.": .adjective, "v.": .verb, "adv.": .adverb, "prep.": .preposition, "pron.": .pronoun,
        "cj.": .conjunction, "conj.": .conjunction, "interj.": .interjection, "pref.": .prefix, "suff.": .suffix,
        "n-card.": .numeral, "n-ord.": .numeral, "num.": .numeral, "p-p.": .verb, "pres-p.": .verb, "p.": .verb,
        "сокр.": .abbreviation, "predic.": .adjective,
    ]

    private static let partLabels: [String: String] = [
        "p-p.": "participle", "pres-p.": "participle", "p.": "past", "predic.": "predicative",
    ]
}
