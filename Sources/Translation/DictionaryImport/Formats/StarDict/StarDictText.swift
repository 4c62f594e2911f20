import LanguageServices

/// Creates an entry from the fields of a StarDict dictionary.
///
/// The format does not define the structure of a text. A short line is therefore treated as translations, and a long
/// line as a definition. A line that looks like a pronunciation or a part of speech is treated as one. Markup with
/// roles (XDXF) takes precedence.
struct StarDictText {
    private var entry: TranslationEntry
    private var part: PartOfSpeech?
    private var labels: [String] = []

    /// The maximum length of a line of translations; a longer line is treated as a definition.
    private static let maximumTranslationsLength = 200

    /// The entry for a word.
    static func entry(_ word: String, _ fields: [StarDictFields.Field]) -> TranslationEntry {
        var text = StarDictText(entry: TranslationEntry(headword: word))
        for field in fields { text.add(field) }
        text.entry.takePartOfSpeechOfSenses()
        return text.entry
    }

    private mutating func add(_ field: StarDictFields.Field) {
        switch field.type {
        case UInt8(ascii: "t"):
            addPronunciation(field.text.trimmed)
        case UInt8(ascii: "y"):
            if !field.text.trimmed.isEmpty { entry.reading = field.text.trimmed.string }
        case UInt8(ascii: "m"), UInt8(ascii: "l"), UInt8(ascii: "w"), UInt8(ascii: "n"):
            var rest = field.text
            while let line = rest.nextLine() { addLine(line.trimmed) }
        case UInt8(ascii: "g"), UInt8(ascii: "x"), UInt8(ascii: "k"), UInt8(ascii: "h"):
            let lines = MarkupLines(field.text, breaksAtLineEnds: field.type != UInt8(ascii: "h"))
            for line in lines.lines {
                line.bytes.withText { add($0.trimmed, line.role) }
            }
        default:
            // The field is a file, a picture or a sound.
            break
        }
    }

    private mutating func add(_ text: ByteText, _ role: MarkupLines.Role) {
        switch role {
        case .text: addLine(text)
        case .pronunciation: addPronunciation(text)
        case .grammar:
            let label = GrammarLabel(text)
            part = label.partOfSpeech ?? part
            for gender in label.genders where !entry.genders.contains(gender) { entry.genders.append(gender) }
            labels += label.labels
        case .label: labels.append(text.string)
        case .example:
            if entry.senses.isEmpty { entry.senses.append(TranslationSense(partOfSpeech: part, translations: [])) }
            entry.senses[entry.senses.count - 1].examples.append(Self.example(text.string))
        case .link: entry.seeAlso.append(text.string)
        case .nothing: break
        }
    }

    /// `use — translation`
    private static func example(_ text: String) -> TranslationExample {
        for dash in [" — ", " – ", " - "] {
            if let range = text.firstRange(of: dash) {
                return TranslationExample(
                    String(text[..<range.lowerBound]),
                    translation: String(text[range.upperBound...])
                )
            }
        }
        return TranslationExample(text)
    }

    private mutating func addPronunciation(_ text: ByteText) {
        var inner = text
        for (open, close) in [("[", "]"), ("/", "/")] {
            if inner.count > 2, inner.first == open.utf8.first, inner.last == close.utf8.first {
                inner = inner.part(from: inner.start + 1, to: inner.end - 1).trimmed
            }
        }
        let sound = inner.string
        if !sound.isEmpty, sound.utf8.count < 200, !entry.pronunciations.contains(sound) {
            entry.pronunciations.append(sound)
        }
    }

    private mutating func addLine(_ line: ByteText) {
        var text = line
        if text.isEmpty { return }
        // Initial "[haʊs]" or "/haʊs/", alone or before the translations.
        if entry.senses.isEmpty, text.first == UInt8(ascii: "[") || text.first == UInt8(ascii: "/") {
            let close =
                text.first == UInt8(ascii: "[")
                ? WordList.partner(of: text.start, in: text)
                : text.firstIndex(of: UInt8(ascii: "/"), from: text.start + 1)
            if let close, close > text.start + 1, close - text.start < 100 {
                addPronunciation(text.part(from: text.start, to: close + 1))
                text = text.part(from: close + 1).trimmed
                if text.isEmpty { return }
            }
        }
        text = withoutNumber(text)
        if text.isEmpty || takesGrammar(text) { return }
        // "n. house", "adj. beautiful"
        if let space = text.firstIndex(of: UInt8(ascii: " ")), text[space - 1] == UInt8(ascii: "."),
            space - text.start <= 7
        {
            let label = GrammarLabel(text.part(from: text.start, to: space))
            if label.isGrammar, let found = label.partOfSpeech {
                part = found
                text = withoutNumber(text.part(from: space + 1).trimmed)
            }
        }
        addSense(text)
    }

    private mutating func addSense(_ text: ByteText) {
        guard text.count <= Self.maximumTranslationsLength else {
            let definition = text.string
            if let last = entry.senses.indices.last, entry.senses[last].definition == nil {
                entry.senses[last].definition = definition
            } else {
                entry.senses.append(TranslationSense(partOfSpeech: part, translations: [], definition: definition))
            }
            return
        }
        for text in NumberedParts.split(text) {
            let list = WordList(text, WordList.Style(hasGrammarInBraces: true))
            if list.items.isEmpty {
                labels += list.labels
                continue
            }
            entry.senses.append(
                TranslationSense(
                    partOfSpeech: part ?? list.items.first?.partOfSpeech,
                    translations: list.items.map(\.word),
                    labels: labels + list.labels
                )
            )
            labels = []
        }
    }

    /// Consumes a line that contains only a part of speech. Returns `false` for other lines.
    private mutating func takesGrammar(_ text: ByteText) -> Bool {
        guard text.count <= 20 else { return false }
        var inner = text
        if inner.first == UInt8(ascii: "<") || inner.first == UInt8(ascii: "("), inner.count > 2 {
            inner = inner.part(from: inner.start + 1, to: inner.end - 1)
        }
        let label = GrammarLabel(inner)
        let isMarked = inner.count < text.count || inner.last == UInt8(ascii: ".")
        guard label.isGrammar, let found = label.partOfSpeech,
            isMarked
                || PartOfSpeech.known.contains(where: {
                    $0.rawValue == inner.string.lowercased()
                })
        else { return false }
        part = found
        for gender in label.genders where !entry.genders.contains(gender) { entry.genders.append(gender) }
        return true
    }

    private func withoutNumber(_ text: ByteText) -> ByteText {
        text.numberEnd(orBracket: true).map { text.part(from: $0).trimmed } ?? text
    }
}

/// The fields of a StarDict entry.
///
/// A field with a lower-case type is a NUL-terminated string; a field with an upper-case type begins with its size. If
/// the field types are the same for all entries, they are omitted, and the last field has neither a terminator nor a
/// size.
enum StarDictFields {
    /// A field.
    struct Field {
        var type: UInt8
        var text: ByteText
    }

    /// Parses an entry.
    ///
    /// - Parameters:
    ///   - types: The field types of all entries; empty if each field begins with its type.
    /// - Returns: `nil` if a field extends beyond the entry.
    static func read(_ entry: ByteText, types: [UInt8]) -> [Field]? {
        var result: [Field] = []
        var position = entry.start
        if types.isEmpty {
            while position < entry.end {
                let type = entry[position]
                guard let (text, next) = field(entry, position + 1, type, isLast: false) else {
                    // Some tools omit the NUL of the last field.
                    guard isText(type) else { return nil }
                    result.append(Field(type: type, text: entry.part(from: position + 1)))
                    return result
                }
                result.append(Field(type: type, text: text))
                position = next
            }
            return result
        }
        for (number, type) in types.enumerated() {
            guard position <= entry.end,
                let (text, next) = field(entry, position, type, isLast: number == types.count - 1)
            else {
                return nil
            }
            result.append(Field(type: type, text: text))
            position = next
        }
        return result
    }

    private static func isText(_ type: UInt8) -> Bool { type >= UInt8(ascii: "a") && type <= UInt8(ascii: "z") }

    private static func field(_ entry: ByteText, _ position: Int, _ type: UInt8, isLast: Bool) -> (ByteText, Int)? {
        if isLast {
            var text = entry.part(from: position)
            while isText(type), text.last == 0, !text.isEmpty { text = text.part(from: text.start, to: text.end - 1) }
            return (text, entry.end)
        }
        if isText(type) {
            guard let end = entry.firstIndex(of: 0, from: position) else { return nil }
            return (entry.part(from: position, to: end), end + 1)
        }
        guard type >= UInt8(ascii: "A"), type <= UInt8(ascii: "Z"), entry.end - position >= 4 else { return nil }
        let count = BigEndian.number(entry, at: position, size: 4)
        guard count <= entry.end - position - 4 else { return nil }
        return (entry.part(from: position + 4, to: position + 4 + count), position + 4 + count)
    }
}
