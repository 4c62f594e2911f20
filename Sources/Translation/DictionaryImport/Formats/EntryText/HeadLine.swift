import LanguageServices

/// The first line of an entry in FreeDict's format: `house /haʊs/ (houses /haʊzɪz/) <n>`.
///
/// Labels in brackets may precede the headword. Pronunciations between slashes, other forms in round brackets and
/// grammar in angle brackets may follow it. A line may contain several headwords, each with its own pronunciation.
struct HeadLine {
    private var headword = ""
    private var pronunciations: [String] = []
    private var forms: [String] = []
    private var labels: [String] = []
    private var partsOfSpeech: [PartOfSpeech] = []
    private var genders: [GrammaticalGender] = []

    private let usage: GrammarLabel.Usage
    private static let longest = 8192

    /// Parses a line.
    init(_ line: ByteText, _ usage: GrammarLabel.Usage) {
        self.usage = usage
        // No genuine line has this many forms; a crafted one would be slow to parse.
        var rest = line.part(from: line.start, to: line.start + Self.longest).trimmed
        // " [Am.] headword", " (de la pluie) headword": an indented line begins with labels.
        if line.first == UInt8(ascii: " ") { rest = takeLeadingLabels(rest) }
        rest = takeTail(rest)
        // "A /a/, B /b/": the annotations of the first headword are in the middle of the line.
        while let comma = Self.lastJoint(rest) {
            let other = rest.part(from: comma + 1).trimmed
            rest = rest.part(from: rest.start, to: comma).trimmed
            if !other.isEmpty { forms.insert(Self.unbraced(other).string, at: 0) }
            let next = takeTail(rest)
            if next.count == rest.count { break }
            rest = next
        }
        headword = Self.unbraced(rest).string
        if headword.isEmpty, !forms.isEmpty { headword = forms.removeFirst() }
        forms.removeAll { $0.isEmpty || $0 == headword }
    }

    /// The entry without senses; `nil` if there is no headword.
    var entry: TranslationEntry? {
        guard !headword.isEmpty else { return nil }
        return TranslationEntry(
            headword: headword,
            pronunciations: pronunciations,
            partsOfSpeech: partsOfSpeech,
            genders: genders,
            forms: forms,
            labels: labels
        )
    }

    /// Removes annotations from the end of a text, and returns the remaining text.
    private mutating func takeTail(_ text: ByteText) -> ByteText {
        var rest = text
        var found: [String] = []
        defer { pronunciations.insert(contentsOf: found, at: 0) }
        var hasTag = false
        while !rest.isEmpty {
            switch rest.last {
            case UInt8(ascii: ">"):
                guard let open = rest.lastIndex(of: UInt8(ascii: "<")), open > rest.start else { return rest }
                let inside = rest.part(from: open + 1, to: rest.end - 1)
                take(GrammarLabel(inside, usage))
                hasTag = true
                rest = rest.part(from: rest.start, to: open).trimmed
            case UInt8(ascii: "/"):
                guard let open = Self.pronunciationStart(rest) else { return rest }
                if let text = Self.pronunciation(rest.part(from: open)) { found.insert(text, at: 0) }
                rest = rest.part(from: rest.start, to: open).trimmed
                hasTag = true
            case UInt8(ascii: ")"):
                guard let open = Self.groupStart(rest, UInt8(ascii: "(")), open > rest.start,
                    takesGroup(rest, open, hasTag: hasTag)
                else { return rest }
                takeForms(rest.part(from: open + 1, to: rest.end - 1).trimmed)
                rest = rest.part(from: rest.start, to: open).trimmed
            case UInt8(ascii: "]"):
                guard let open = Self.groupStart(rest, UInt8(ascii: "[")), open > rest.start,
                    rest[open - 1] == UInt8(ascii: " ")
                else { return rest }
                labels.append(rest.part(from: open + 1, to: rest.end - 1).trimmed.string)
                rest = rest.part(from: rest.start, to: open).trimmed
            default: return rest
            }
        }
        return rest
    }

    /// Whether a group in round brackets at the end is an annotation rather than part of the headword.
    ///
    /// It is an annotation if it follows a pronunciation or a tag, or if it is at the very end of the line and nothing
    /// else has been removed.
    private func takesGroup(_ text: ByteText, _ open: Int, hasTag: Bool) -> Bool {
        let before = text.part(from: text.start, to: open).trimmed.last
        if before == UInt8(ascii: "/") || before == UInt8(ascii: ">") || before == UInt8(ascii: ")") { return true }
        return !hasTag && text[open - 1] == UInt8(ascii: " ")
    }

    /// Parses round brackets after a headword: other forms, each with its own pronunciation and tag, or a remark.
    private mutating func takeForms(_ text: ByteText) {
        if text.first == UInt8(ascii: "[") {
            labels.append(
                text.part(from: text.start + 1, to: text.end - (text.last == UInt8(ascii: "]") ? 1 : 0)).string
            )
            return
        }
        var start = text.start
        var inside = false
        for position in text.start...text.end {
            let byte = text[position]
            let isEnd = position == text.end
            if byte == UInt8(ascii: "<") { inside = true }
            if byte == UInt8(ascii: ">") { inside = false }
            guard isEnd || byte == UInt8(ascii: ",") && !inside else { continue }
            var form = text.part(from: start, to: position).trimmed
            start = position + 1
            // "pl: {maabiria}" labels the form that follows.
            if let colon = form.firstIndex(of: UInt8(ascii: ":")), colon - form.start <= 6, form[colon + 1].isBlank {
                form = form.part(from: colon + 1).trimmed
            }
            while form.last == UInt8(ascii: ">") || form.last == UInt8(ascii: "/") {
                guard
                    let cut = form.last == UInt8(ascii: ">")
                        ? form.lastIndex(of: UInt8(ascii: "<")) : Self.pronunciationStart(form)
                else { break }
                form = form.part(from: form.start, to: cut).trimmed
            }
            form = Self.unbraced(form)
            if !form.isEmpty, form.count <= 200 { forms.append(form.string) }
        }
    }

    private mutating func takeLeadingLabels(_ text: ByteText) -> ByteText {
        var rest = text
        while rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "(") {
            guard let close = WordList.partner(of: rest.start, in: rest), close + 1 < rest.end,
                rest[close + 1] == UInt8(ascii: " ")
            else { break }
            labels.append(rest.part(from: rest.start + 1, to: close).string)
            rest = rest.part(from: close + 1).trimmed
        }
        return rest
    }

    private mutating func take(_ label: GrammarLabel) {
        if let part = label.partOfSpeech, !partsOfSpeech.contains(part) { partsOfSpeech.append(part) }
        for gender in label.genders where !genders.contains(gender) { genders.append(gender) }
        for text in label.labels where !labels.contains(text) { labels.append(text) }
    }

    // MARK: Places

    /// The start of a final pronunciation: the last slash that follows a space and does not precede one.
    private static func pronunciationStart(_ text: ByteText) -> Int? {
        var position = text.end - 2
        while position > text.start {
            // A second slash, as in `//haʊs//`, is part of the same mark.
            if text[position] == UInt8(ascii: "/"), text[position - 1] == UInt8(ascii: " ") {
                let next = text[position + 1]
                if !next.isBlank && position + 1 < text.end - 1 || next == UInt8(ascii: "/") { return position }
            }
            position -= 1
        }
        return nil
    }

    /// The index of the opening bracket that matches the last byte.
    private static func groupStart(_ text: ByteText, _ open: UInt8) -> Int? {
        let close = text.last
        var depth = 0
        var position = text.end - 1
        let limit = max(text.start, position - 2000)
        while position >= limit {
            if text[position] == close { depth += 1 }
            if text[position] == open {
                depth -= 1
                if depth == 0 { return position }
            }
            position -= 1
        }
        return nil
    }

    /// The comma after a pronunciation or a tag in the middle of a line.
    private static func lastJoint(_ text: ByteText) -> Int? {
        var position = text.end - 1
        while position > text.start {
            if text[position] == UInt8(ascii: ","), text[position + 1].isBlank {
                let before = text[position - 1]
                if before == UInt8(ascii: "/") || before == UInt8(ascii: ">") { return position }
            }
            position -= 1
        }
        return nil
    }

    /// A pronunciation without slashes or brackets; `nil` if the text is not one.
    private static func pronunciation(_ text: ByteText) -> String? {
        func isOuter(_ byte: UInt8) -> Bool { byte.isBlank || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ",") }
        var inner = text.trimming(first: isOuter, last: isOuter)
        while inner.first == UInt8(ascii: "["), inner.last == UInt8(ascii: "]") {
            inner = inner.part(from: inner.start + 1, to: inner.end - 1).trimming(first: isOuter, last: isOuter)
        }
        // Generated pronunciations contain a question mark for each unknown sound.
        if inner.isEmpty || inner.firstIndex(of: UInt8(ascii: "?")) != nil { return nil }
        guard inner.firstIndex(of: UInt8(ascii: "<")) != nil || inner.firstIndex(of: UInt8(ascii: "(")) != nil else {
            return inner.string
        }
        return unmarked(inner)
    }

    /// The text without tags such as `<sup>j</sup>`, and without espeak's language switches such as `(en)`.
    private static func unmarked(_ text: ByteText) -> String? {
        var bytes: [UInt8] = []
        var position = text.start
        while position < text.end {
            if text[position] == UInt8(ascii: "<"), let close = WordList.partner(of: position, in: text) {
                position = close + 1
            } else if text[position] == UInt8(ascii: "("), isLanguage(text, position + 1) {
                position = (text.firstIndex(of: UInt8(ascii: ")"), from: position) ?? position) + 1
            } else {
                bytes.append(text[position])
                position += 1
            }
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a language code in ASCII letters, followed by a closing bracket, occurs at an index.
    private static func isLanguage(_ text: ByteText, _ position: Int) -> Bool {
        var end = position
        while text[end] < 0x80, text[end].isWordByte || text[end] == UInt8(ascii: "-") { end += 1 }
        return end - position >= 2 && text[end] == UInt8(ascii: ")")
    }

    private static func unbraced(_ text: ByteText) -> ByteText {
        guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "("),
            WordList.partner(of: text.start, in: text) == text.end - 1
        else { return text }
        return text.part(from: text.start + 1, to: text.end - 1).trimmed
    }
}
