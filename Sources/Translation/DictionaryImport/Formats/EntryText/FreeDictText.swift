import LanguageServices

/// FreeDict entries from all of its sources: the early imports, WikDict and Ding.
///
/// The ``HeadLine`` is followed by the senses, which are numbered if there are several. A sense begins with a line of
/// translations, followed by definitions, examples in quotation marks, remarks (`Note:`) and links (`see: {…}`), each
/// on a separate line.
///
///     Haus /hˈaʊs/ <neut, n, sg>
///     house <n>
///           "ein Haus bauen"  - build a house
///        Synonyms: {Gebäude}
///      see: {Häuser}
struct FreeDictText: EntryText {
    /// The style of the translation lists.
    var style: WordList.Style
    /// The meanings of single-letter labels in the first line.
    var headUsage: GrammarLabel.Usage

    func entry(_ text: ByteText) -> TranslationEntry? {
        var rest = text
        guard let first = rest.nextLine() else { return nil }
        guard var entry = HeadLine(first, headUsage).entry else { return nil }
        var body = Body(style: style, lines: rest)
        body.read(into: &entry)
        return entry
    }
}

extension FreeDictText {
    /// The lines after the first one.
    private struct Body {
        let style: WordList.Style
        var lines: ByteText

        /// The number of the current sense; 0 before the first sense, or in an entry without numbers.
        var number = 0
        var isNumbered = false
        /// Whether a numbered definition has been read.
        var hasNumberedDefinitions = false
        /// Whether the next line should contain translations.
        var awaitsTranslations = true
        /// Whether the number of a sub-sense has just been read; its definition follows.
        var followsSubsense = false

        mutating func read(into entry: inout TranslationEntry) {
            while let line = lines.nextLine() {
                let text = line.trimmed
                if text.isEmpty { continue }
                let indentation = line.indentation
                if indentation > 0, readIndented(text, indentation, into: &entry) { continue }
                readPlain(text, into: &entry)
            }
        }

        // MARK: Indented lines

        private mutating func readIndented(
            _ text: ByteText,
            _ indentation: Int,
            into entry: inout TranslationEntry
        ) -> Bool {
            if indentation >= 4, text.hasPrefix("Note:") {
                let note = text.part(from: text.start + 5).trimmed
                if !note.isEmpty { entry.notes.append(note.string) }
                return true
            }
            if indentation >= 4, text.first == UInt8(ascii: "\"") {
                ExampleLine.add(text, to: &entry)
                return true
            }
            if text.last == UInt8(ascii: "}"), let colon = text.firstIndex(of: UInt8(ascii: ":")),
                text[colon + 1] == UInt8(ascii: " "), text[colon + 2] == UInt8(ascii: "{"), colon - text.start < 30
            {
                addLinks(text.part(from: colon + 2), to: &entry)
                return true
            }
            // "3." alone is the number of a sub-sense, whose definition follows.
            if let end = text.numberEnd(), end == text.end {
                followsSubsense = true
                return true
            }
            return false
        }

        private mutating func addLinks(_ text: ByteText, to entry: inout TranslationEntry) {
            var position = text.start
            while let open = text.firstIndex(of: UInt8(ascii: "{"), from: position) {
                guard let close = WordList.partner(of: open, in: text) else { return }
                let link = text.part(from: open + 1, to: close).trimmed
                if !link.isEmpty {
                    let word = link.string
                    if word != entry.headword, entry.seeAlso.last != word { entry.seeAlso.append(word) }
                }
                position = close + 1
            }
        }

        // MARK: Lines of senses

        private mutating func readPlain(_ line: ByteText, into entry: inout TranslationEntry) {
            var text = line
            if let end = text.numberEnd(), startsSense(text, end, entry) {
                number = text.leadingNumber
                isNumbered = true
                awaitsTranslations = true
                followsSubsense = false
                text = text.part(from: end).trimmed
                if text.isEmpty { return }
            }
            if awaitsTranslations, !followsSubsense {
                addTranslations(text, to: &entry)
                return
            }
            followsSubsense = false
            if isNumbered, text.numberEnd() != nil { hasNumberedDefinitions = true }
            guard let last = entry.senses.indices.last else { return }
            let definition = text.string
            if let known = entry.senses[last].definition {
                if known.utf8.count > 10_000 { return }
                entry.senses[last].definition = known + "; " + definition
            } else {
                entry.senses[last].definition = definition
            }
        }

        /// Whether a number at the start of a line belongs to the next sense.
        ///
        /// Definitions may also be numbered, with numbers from another dictionary. A line therefore begins a sense only
        /// if it has the next sense number. Even then, it is a definition if the previous sense has none and the next
        /// line has the same number.
        private func startsSense(_ line: ByteText, _ end: Int, _ entry: TranslationEntry) -> Bool {
            if followsSubsense { return false }
            if !isNumbered, !awaitsTranslations { return false }
            let value = line.leadingNumber
            // The first sense may consist only of labels. In that case, the second sense has number 1.
            let isSecond = value == 2 && number == 0 && awaitsTranslations
            guard value == number + 1 || isSecond else { return false }
            if awaitsTranslations { return true }
            // If definitions are numbered, each sense is followed by one.
            let hasDefinition = entry.senses.last?.definition != nil
            if hasDefinition { return true }
            if hasNumberedDefinitions { return false }
            var ahead = lines
            guard let next = ahead.nextLine(), let nextEnd = next.numberEnd() else { return true }
            return
                !(nextEnd - next.start == end - line.start
                && next.bytes.prefix(nextEnd - next.start)
                    .elementsEqual(line.bytes.prefix(end - line.start)))
        }

        private mutating func addTranslations(_ line: ByteText, to entry: inout TranslationEntry) {
            var text = line
            // "casa 2.": the number of a sub-sense whose definition is on the next line.
            if text.last == UInt8(ascii: "."), !lines.isEmpty, let space = text.lastIndex(of: UInt8(ascii: " ")),
                text.part(from: space + 1).numberEnd() == text.end
            {
                text = text.part(from: text.start, to: space).trimmed
            }
            // "Plural of {kiatu}: shoe"
            if let colon = text.firstIndex(of: UInt8(ascii: ":")), text[colon - 1] == UInt8(ascii: "}"),
                let open = text.firstIndex(of: UInt8(ascii: "{")), open < colon
            {
                entry.labels.append(text.part(from: text.start, to: open).trimmed.string)
                entry.seeAlso.append(text.part(from: open + 1, to: colon - 1).string)
                text = text.part(from: colon + 1).trimmed
            }
            if style.hasRunOns { text = withoutRunOn(text, &entry) }
            var style = style
            // The translation of a sentence is a sentence, in which commas are not delimiters.
            if isSentence(text.last), isSentence(entry.headword.utf8.last ?? 0) { style.separatesAtCommas = false }
            for part in NumberedParts.split(text) {
                let list = WordList(part, style)
                entry.seeAlso += list.links
                if list.items.isEmpty {
                    // Labels on a separate line apply to the lines that follow.
                    entry.labels += list.labels
                } else {
                    awaitsTranslations = false
                    list.addSenses(to: &entry)
                }
            }
        }

        /// Removes the run-on entries of derived words after the full stop that ends a sense.
        private func withoutRunOn(_ text: ByteText, _ entry: inout TranslationEntry) -> ByteText {
            var position = text.start
            var letters = 0
            while position < text.end {
                let byte = text[position]
                if byte == UInt8(ascii: "("), let close = WordList.partner(of: position, in: text) { position = close }
                if byte == UInt8(ascii: "."), letters >= 3, position + 1 == text.end || text[position + 1].isBlank {
                    let rest = text.part(from: position + 1).trimmed
                    if !rest.isEmpty { entry.notes.append(rest.string) }
                    return text.part(from: text.start, to: position).trimmed
                }
                letters = byte.isWordByte ? letters + 1 : 0
                position += 1
            }
            return text
        }

        private func isSentence(_ end: UInt8) -> Bool {
            ".!?".utf8.contains(end)
        }
    }
}

extension WordList {
    /// Adds one sense with these words, or one for each part of speech if the words are marked with several.
    ///
    /// A part of speech after the last of several words also applies to the unmarked words before it. A part of speech
    /// that belongs to the headword applies to all senses.
    func addSenses(to entry: inout TranslationEntry) {
        if entry.partsOfSpeech.count == 1 {
            entry.senses.append(TranslationSense(translations: items.map(\.word), labels: labels))
            return
        }
        var part: PartOfSpeech?
        var parts = [PartOfSpeech?](repeating: nil, count: items.count)
        for position in items.indices.reversed() {
            if let own = items[position].partOfSpeech { part = own }
            parts[position] = part
        }
        // Words after the last marked word have the same part of speech.
        if let last = items.lastIndex(where: { $0.partOfSpeech != nil }) {
            for position in items.indices where position > last { parts[position] = items[last].partOfSpeech }
        }
        var start = 0
        while start < items.count {
            var end = start + 1
            while end < items.count, parts[end] == parts[start] { end += 1 }
            entry.senses.append(
                TranslationSense(
                    partOfSpeech: parts[start],
                    translations: items[start..<end].map(\.word),
                    labels: labels
                )
            )
            start = end
        }
    }
}
