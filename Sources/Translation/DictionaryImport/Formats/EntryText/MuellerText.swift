import LanguageServices

/// Entries from the dictd version of Mueller's English–Russian dictionary.
///
///     dog
///        [dɘg]
///        1. _n.
///           1) собака, пёс; Greater (lesser) Dog созвездие Большого (Малого) Пса
///           3) _разг. парень
///
/// `1.` precedes a part of speech, `1)` a meaning, `а)` a sub-sense. Words that begin with `_` are grammar and labels. Text
/// between two semicolons that begins with Latin letters is an example.
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

    /// The text split before numbers at the start of a line. Lines are wrapped at 75 columns.
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
            // A word broken at a hyphen continues on the next line without a space.
            if result[last].last != UInt8(ascii: "-") { result[last].append(UInt8(ascii: " ")) }
            result[last].append(contentsOf: body.bytes)
        }
        return result
    }

    /// The index after `1.`, `1)` or a Cyrillic letter with a closing bracket.
    private static func numberEnd(_ line: ByteText) -> Int? {
        var position = line.start
        while line[position].isDigit, position - line.start < 3 { position += 1 }
        if position == line.start {
            guard line[position] == 0xD0 || line[position] == 0xD1, line[position + 2] == UInt8(ascii: ")") else {
                return nil
            }
            return position + 3
        }
        if line[position] == UInt8(ascii: ")") { return position + 1 }
        guard line[position] == UInt8(ascii: "."), line[position + 1].isBlank || position + 1 == line.end else {
            return nil
        }
        return position + 1
    }

    private static func read(_ line: ByteText, _ part: inout PartOfSpeech?, _ entry: inout TranslationEntry) {
        var text = line
        var labels: [String] = []
        // Leading numbers, tags and the pronunciation, in any order.
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
                // Further text after an example is another translation of the example.
                sense.examples[last].translation = (sense.examples[last].translation ?? "") + "; " + untagged(piece)
            } else {
                let list = untagged(piece).withText { WordList($0, WordList.Style()) }
                sense.translations += list.items.map(\.word)
                sense.labels += list.labels
            }
        }
        if !sense.translations.isEmpty || !sense.examples.isEmpty { entry.senses.append(sense) }
    }

    /// The text split at semicolons outside brackets.
    private static func pieces(_ text: ByteText) -> [ByteText] {
        var result: [ByteText] = []
        var start = text.start
        var position = text.start
        while position < text.end {
            if text[position] == UInt8(ascii: "("), let close = WordList.partner(of: position, in: text) {
                position = close
            }
            if text[position] == UInt8(ascii: ";") {
                result.append(text.part(from: start, to: position))
                start = position + 1
            }
            position += 1
        }
        result.append(text.part(from: start))
        return result
    }

    /// The index of the first Cyrillic letter outside brackets.
    private static func firstCyrillic(_ text: ByteText) -> Int? { first(in: text) { (0xD0...0xD3).contains($0) } }

    /// The index of the first matching byte that is not in brackets or in a word that begins with `_`.
    private static func first(in text: ByteText, where fits: (UInt8) -> Bool) -> Int? {
        var position = text.start
        while position < text.end {
            if text[position] == UInt8(ascii: "("), let close = WordList.partner(of: position, in: text) {
                position = close
            }
            if text[position] == UInt8(ascii: "_") {
                while position < text.end, !text[position].isBlank { position += 1 }
            }
            if fits(text[position]) { return position }
            position += 1
        }
        return nil
    }

    /// The text without words that begin with `_`, and without the extra spaces that this leaves.
    private static func untagged(_ text: ByteText) -> String {
        var words = text.string.split(separator: " ")
        words.removeAll { $0.hasPrefix("_") }
        return words.joined(separator: " ")
    }

    /// The dictionary's transcription converted to IPA.
    private static func ipa(_ text: ByteText) -> String {
        var result = String.UnicodeScalarView()
        let scalars = Array(text.string.unicodeScalars)
        for (position, scalar) in scalars.enumerated() {
            let next = position + 1 < scalars.count ? scalars[position + 1] : " "
            switch scalar {
            case "\u{2197}": result.append("ˈ")
            case "\u{2198}", "\u{2193}": result.append("ˌ")
            case ":": result.append("ː")
            // The long mid central vowel is the vowel in *bird*; the short one is schwa.
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
