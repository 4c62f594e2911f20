import LanguageServices

/// Puts an entry together from the fields of a StarDict dictionary.
///
/// The format says nothing of the structure within a text. So a line is taken for translations when it is short, for a
/// definition when it is long, and for a pronunciation or a part of speech when it looks like one; markup that says what a
/// stretch is (XDXF's) is believed.
struct StarDictText {
    private var entry: TranslationEntry
    private var part: PartOfSpeech?
    private var labels: [String] = []

    /// Lines that are longer are definitions.
    private static let longestTranslations = 200

    /// The entry of a word.
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
            // Files, pictures and sounds.
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
        // "[haʊs]" or "/haʊs/" in front, alone or before the translations.
        if entry.senses.isEmpty, text.first == UInt8(ascii: "[") || text.first == UInt8(ascii: "/") {
            let close =
                text.first == UInt8(ascii: "[")
                ? WordList.partner(of: text.start, in: text)
                : text.firstPlace(of: UInt8(ascii: "/"), from: text.start + 1)
            if let close, close > text.start + 1, close - text.start < 100 {
                addPronunciation(text.part(from: text.start, to: close + 1))
                text = text.part(from: close + 1).trimmed
                if text.isEmpty { return }
            }
        }
        text = withoutNumber(text)
        if text.isEmpty || takesGrammar(text) { return }
        // "n. house", "adj. beautiful"
        if let space = text.firstPlace(of: UInt8(ascii: " ")), text[space - 1] == UInt8(ascii: "."),
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
        guard text.count <= Self.longestTranslations else {
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

    /// Whether a line is a part of speech and nothing else.
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
/// A field of a lower-case type is a text ended by NUL, one of an upper-case type has its size in front. Where all entries
/// have the same types these are not repeated, and the last field has neither an end nor a size.
enum StarDictFields {
    /// A field.
    struct Field {
        var type: UInt8
        var text: ByteText
    }

    /// Takes an entry apart.
    ///
    /// - Parameters:
    ///   - types: The types of all entries; empty when each field has its own in front.
    /// - Returns: `nil` when a field reaches beyond the entry.
    static func read(_ entry: ByteText, types: [UInt8]) -> [Field]? {
        var result: [Field] = []
        var place = entry.start
        if types.isEmpty {
            while place < entry.end {
                let type = entry[place]
                guard let (text, next) = field(entry, place + 1, type, isLast: false) else {
                    // Some writers leave out the NUL of the last field.
                    guard isText(type) else { return nil }
                    result.append(Field(type: type, text: entry.part(from: place + 1)))
                    return result
                }
                result.append(Field(type: type, text: text))
                place = next
            }
            return result
        }
        for (number, type) in types.enumerated() {
            guard place <= entry.end, let (text, next) = field(entry, place, type, isLast: number == types.count - 1)
            else {
                return nil
            }
            result.append(Field(type: type, text: text))
            place = next
        }
        return result
    }

    private static func isText(_ type: UInt8) -> Bool { type >= UInt8(ascii: "a") && type <= UInt8(ascii: "z") }

    private static func field(_ entry: ByteText, _ place: Int, _ type: UInt8, isLast: Bool) -> (ByteText, Int)? {
        if isLast {
            var text = entry.part(from: place)
            while isText(type), text.last == 0, !text.isEmpty { text = text.part(from: text.start, to: text.end - 1) }
            return (text, entry.end)
        }
        if isText(type) {
            guard let end = entry.firstPlace(of: 0, from: place) else { return nil }
            return (entry.part(from: place, to: end), end + 1)
        }
        guard type >= UInt8(ascii: "A"), type <= UInt8(ascii: "Z"), entry.end - place >= 4 else { return nil }
        let count = BigEndian.number(entry, at: place, size: 4)
        guard count <= entry.end - place - 4 else { return nil }
        return (entry.part(from: place + 4, to: place + 4 + count), place + 4 + count)
    }
}
