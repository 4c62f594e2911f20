import LanguageServices

/// Entries in which parts of speech have Roman numerals, as in FreeDict's English–Polish dictionary.
///
///     captive /ˈkæptɪv/
///     I.  <N>  jeniec
///     II.  <Adj> 1.  schwytany, zniewolony
///      2.  take sb captive (take V: PROP :captive)
///      - chwytać kogoś
///     III.  <N Comp>a captive audience   przymusowa publiczność
///
/// A line is an expression if the next line begins with a dash, or if it is marked as a compound or a phrasal verb. The
/// parts of a sense are lettered, and each becomes a separate sense. If a part consists only of an example, the example
/// is added to the previous part:
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
                // "[sport]  a. po": the subject field applies to all parts.
                let following = text.part(from: close + 1).trimmed
                let bare = letters.removed(from: following)
                if bare.start != following.start {
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
            } else if isExpression, let gap = text.firstIndex(of: "   ") {
                let translation = letters.removed(from: text.part(from: gap).trimmed)
                Self.addExpression(text.part(from: text.start, to: gap), translation, part, &entry)
            } else if let cut = text.firstIndex(of: "  a. ", from: text.start + 1) {
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

    /// Adds an expression: as an example of the previous sense, or as a separate sense if there is none.
    private static func addExpression(
        _ text: ByteText,
        _ translation: ByteText,
        _ part: PartOfSpeech?,
        _ entry: inout TranslationEntry
    ) {
        var phrase = text.trimmed
        // "vacuum cleaner /ˈvækjʊəm/", "take sb captive (take V: …)"
        for sign in [UInt8(ascii: "/"), UInt8(ascii: "(")] {
            if let cut = phrase.firstIndex(of: sign), cut > phrase.start, phrase[cut - 1].isBlank {
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

    /// The index after a Roman numeral with a full stop.
    private static func romanEnd(_ text: ByteText) -> Int? {
        var position = text.start
        while text[position] == UInt8(ascii: "I") || text[position] == UInt8(ascii: "V")
            || text[position] == UInt8(ascii: "X")
        {
            position += 1
        }
        guard position > text.start, text[position] == UInt8(ascii: "."),
            text[position + 1].isBlank || position + 1 == text.end
        else {
            return nil
        }
        return position + 1
    }
}

/// The letters before the parts of a sense: `a. adres`, and on a later line `b.`
///
/// They are consecutive and start with *a*, so an abbreviation at the start of a line (*p. n. e.*) does not match.
struct SubsenseLetters {
    private var last: UInt8?

    /// A text without its initial letter if that is the next letter in the sequence.
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
