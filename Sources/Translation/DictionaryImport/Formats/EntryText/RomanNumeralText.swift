import LanguageServices

/// Entries that count parts of speech with Roman numerals, as FreeDict's English–Polish dictionary does.
///
///     captive /ˈkæptɪv/
///     I.  <N>  jeniec
///     II.  <Adj> 1.  schwytany, zniewolony
///      2.  take sb captive (take V: PROP :captive)
///      - chwytać kogoś
///     III.  <N Comp>a captive audience   przymusowa publiczność
///
/// A line that a dash follows is an expression, and so is one that is marked as a compound or a phrasal verb. Letters count
/// the parts of a sense, each of which is a sense of its own; one with an example alone leaves it to the part before:
///
///     address /əˈdres/
///     I.  <N> 1.  a. adres
///      b.
///           "at an address"  - pod adresem
struct RomanNumeralText: EntryText {
    private let style = WordList.Style()

    func entry(_ text: ByteText) -> TranslationEntry? {
        var rest = text
        guard let first = rest.nextLine() else { return nil }
        guard var entry = HeadLine(first, GrammarLabel.Usage()).entry else { return nil }
        var part = entry.partsOfSpeech.first
        entry.partsOfSpeech = []
        var letters = SubsenseLetters()
        while let line = rest.nextLine() {
            var text = line.trimmed
            if text.isEmpty { continue }
            if line.indentation >= 4, text.first == UInt8(ascii: "\"") {
                ExampleLine.add(text, to: &entry)
                continue
            }
            if let end = Self.romanEnd(text) {
                part = nil
                text = text.part(from: end).trimmed
            }
            var isExpression = false
            if text.first == UInt8(ascii: "<"), let close = WordList.partner(of: text.start, in: text) {
                let tag = text.part(from: text.start + 1, to: close)
                part = GrammarLabel(tag).partOfSpeech
                isExpression = tag.string.hasSuffix("Comp") || tag.string.hasSuffix("Phras")
                text = text.part(from: close + 1).trimmed
            }
            if let end = text.numberEnd() { text = text.part(from: end).trimmed }
            var field: [String] = []
            if text.first == UInt8(ascii: "["), let close = WordList.partner(of: text.start, in: text) {
                // "[sport]  a. po": the field is said of all parts.
                let behind = text.part(from: close + 1).trimmed
                let bare = letters.removed(from: behind)
                if bare.start != behind.start {
                    field = [text.part(from: text.start + 1, to: close).string]
                    text = bare
                }
            }
            text = letters.removed(from: text)
            if text.isEmpty { continue }
            var ahead = rest
            if let next = ahead.nextLine()?.trimmed, next.hasPrefix("- ") {
                rest = ahead
                Self.addExpression(text, next.part(from: next.start + 2).trimmed, part, &entry)
            } else if isExpression, let gap = text.firstPlace(of: "   ") {
                let translation = letters.removed(from: text.part(from: gap).trimmed)
                Self.addExpression(text.part(from: text.start, to: gap), translation, part, &entry)
            } else if let cut = text.firstPlace(of: "  a. ", from: text.start + 1) {
                // "heaps  a. kupa, masa"
                Self.addExpression(text.part(from: text.start, to: cut), text.part(from: cut + 4).trimmed, part, &entry)
            } else {
                let list = WordList(text, style)
                guard !list.items.isEmpty else {
                    entry.labels += list.labels
                    continue
                }
                entry.senses.append(
                    TranslationSense(
                        partOfSpeech: part,
                        translations: list.items.map(\.word),
                        labels: field + list.labels
                    )
                )
            }
        }
        entry.takePartOfSpeechOfSenses()
        return entry
    }

    /// Adds an expression: an example of the sense before it, or a sense of its own when there is none.
    private static func addExpression(
        _ text: ByteText,
        _ translation: ByteText,
        _ part: PartOfSpeech?,
        _ entry: inout TranslationEntry
    ) {
        var phrase = text.trimmed
        // "vacuum cleaner /ˈvækjʊəm/", "take sb captive (take V: …)"
        for sign in [UInt8(ascii: "/"), UInt8(ascii: "(")] {
            if let cut = phrase.firstPlace(of: sign), cut > phrase.start, phrase[cut - 1].isBlank {
                phrase = phrase.part(from: phrase.start, to: cut).trimmed
            }
        }
        let example = TranslationExample(phrase.string, translation: translation.string)
        if let last = entry.senses.indices.last {
            entry.senses[last].examples.append(example)
        } else {
            entry.senses.append(
                TranslationSense(
                    partOfSpeech: part,
                    translations: WordList(translation, WordList.Style()).items.map(\.word),
                    definition: phrase.string
                )
            )
        }
    }

    /// Behind a Roman numeral with a full stop.
    private static func romanEnd(_ text: ByteText) -> Int? {
        var place = text.start
        while text[place] == UInt8(ascii: "I") || text[place] == UInt8(ascii: "V") || text[place] == UInt8(ascii: "X") {
            place += 1
        }
        guard place > text.start, text[place] == UInt8(ascii: "."), text[place + 1].isBlank || place + 1 == text.end
        else {
            return nil
        }
        return place + 1
    }
}

/// The letters that count the parts of a sense: `a. adres`, and on a later line `b.`
///
/// They begin with *a* and go up one by one, so that an abbreviation at the start of a line (*p. n. e.*) is none.
struct SubsenseLetters {
    private var last: UInt8?

    /// A text without the letter that it begins with, when that is the next.
    mutating func removed(from text: ByteText) -> ByteText {
        let letter = text.first
        let isFirst = letter == UInt8(ascii: "a")
        let isNext = last.map { letter == $0 + 1 } ?? false
        guard isFirst || isNext && letter <= UInt8(ascii: "z"), text[text.start + 1] == UInt8(ascii: "."),
            text.start + 2 == text.end || text[text.start + 2].isBlank
        else { return text }
        last = letter
        return text.part(from: text.start + 2).trimmed
    }
}
