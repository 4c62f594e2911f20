import LanguageServices

/// Entries of the Ding word list, in the format of Debian's `dict-de-en`.
///
///     Eigenschaft
///      {f} (Merkmal) [phil.]
///        property; quality (of something) [Br.]
///
/// The second line is empty if the headword has no annotations. Lines are wrapped at 75 columns; continuation lines are
/// not indented. Semicolons separate the translations; commas are part of them.
struct DingText: EntryText {
    private let style = WordList.Style(
        separatesAtCommas: false,
        hasGrammarInBraces: true,
        hasAbbreviationsInSlashes: true
    )

    func entry(_ text: ByteText) -> TranslationEntry? {
        var rest = text
        // The logical lines: the headword, its annotations, the translations.
        var lines: [[UInt8]] = [[]]
        while let line = rest.nextLine() {
            let body = line.trimmed
            if lines.count == 1, line.isEmpty {
                lines.append([])
                continue
            }
            if line.indentation == 1, lines.count == 1 { lines.append([]) }
            if line.indentation == 3 { lines.append([]) }
            guard !body.isEmpty, let last = lines.indices.last else { continue }
            if !lines[last].isEmpty { lines[last].append(UInt8(ascii: " ")) }
            lines[last].append(contentsOf: body.bytes)
        }
        guard let first = lines.first, !first.isEmpty else { return nil }
        var entry = first.withText(Self.head)
        guard !entry.headword.isEmpty else { return nil }
        if lines.count > 2, let second = lines.dropFirst().first { describe(second, &entry) }
        for line in lines.dropFirst(lines.count > 2 ? 2 : 1) {
            line.withText { WordList($0, style).addSenses(to: &entry) }
        }
        return entry
    }

    /// The headword without the `<>` that marks separable verbs. An abbreviation between slashes, as in `product
    /// /DAP/`, becomes another form.
    private static func head(_ text: ByteText) -> TranslationEntry {
        var words = text.string.split(separator: " ").map(String.init)
        words.removeAll { $0 == "<>" }
        guard words.count > 1, let last = words.last, last.hasPrefix("/"), last.hasSuffix("/"), last.utf8.count > 2
        else {
            return TranslationEntry(headword: words.joined(separator: " "))
        }
        words.removeLast()
        return TranslationEntry(headword: words.joined(separator: " "), forms: [String(last.dropFirst().dropLast())])
    }

    /// The annotations of the headword: grammar in braces, subject fields and remarks in other brackets.
    private func describe(_ line: [UInt8], _ entry: inout TranslationEntry) {
        line.withText { text in
            var position = text.start
            while position < text.end {
                let open = text[position]
                guard "{[(<".utf8.contains(open), let close = WordList.partner(of: position, in: text) else {
                    position += 1
                    continue
                }
                let inside = text.part(from: position + 1, to: close)
                position = close + 1
                guard open == UInt8(ascii: "{") else {
                    // "<see word>" is a link.
                    if open == UInt8(ascii: "<") {
                        entry.seeAlso.append(inside.string)
                    } else {
                        entry.labels.append(inside.string)
                    }
                    continue
                }
                let label = GrammarLabel(inside, GrammarLabel.Usage(hasNeuter: true))
                if let part = label.partOfSpeech, !entry.partsOfSpeech.contains(part) {
                    entry.partsOfSpeech.append(part)
                }
                for gender in label.genders where !entry.genders.contains(gender) { entry.genders.append(gender) }
                entry.labels += label.labels
            }
        }
    }
}
