import LanguageServices

/// The first line of an entry as FreeDict prints it: `house /haʊs/ (houses /haʊzɪz/) <n>`.
///
/// In front there may be labels in brackets, behind the headword pronunciations between slashes, other forms in round
/// brackets and grammar in angle brackets; several headwords stand side by side, each with its own pronunciation.
struct HeadLine {
    private var headword = ""
    private var pronunciations: [String] = []
    private var forms: [String] = []
    private var labels: [String] = []
    private var partsOfSpeech: [PartOfSpeech] = []
    private var genders: [GrammaticalGender] = []

    private let usage: GrammarLabel.Usage
    private static let longest = 8192

    /// Takes a line apart.
    init(_ line: ByteText, _ usage: GrammarLabel.Usage) {
        self.usage = usage
        // No line has so many forms; one that pretends to would take long.
        var rest = line.part(from: line.start, to: line.start + Self.longest).trimmed
        // " [Am.] headword", " (de la pluie) headword": what is indented begins with labels.
        if line.first == UInt8(ascii: " ") { rest = takeLeadingLabels(rest) }
        rest = takeTail(rest)
        // "A /a/, B /b/": the tail of the first headword is in the middle.
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

    /// The entry, which has no senses yet; `nil` without a headword.
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

    /// Takes annotations from the end of a text, and returns what is in front of them.
    private mutating func takeTail(_ text: ByteText) -> ByteText {
        var rest = text
        var found: [String] = []
        defer { pronunciations.insert(contentsOf: found, at: 0) }
        var hasTag = false
        while !rest.isEmpty {
            switch rest.last {
            case UInt8(ascii: ">"):
                guard let open = rest.lastPlace(of: UInt8(ascii: "<")), open > rest.start else { return rest }
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

    /// Whether a group in round brackets at the end is an annotation, and not a part of the headword.
    ///
    /// It is one behind a pronunciation or a tag, and at the very end of the line, where nothing else has been taken.
    private func takesGroup(_ text: ByteText, _ open: Int, hasTag: Bool) -> Bool {
        let before = text.part(from: text.start, to: open).trimmed.last
        if before == UInt8(ascii: "/") || before == UInt8(ascii: ">") || before == UInt8(ascii: ")") { return true }
        return !hasTag && text[open - 1] == UInt8(ascii: " ")
    }

    /// What stands in round brackets behind a headword: other forms, each with its own pronunciation and tag, or a remark.
    private mutating func takeForms(_ text: ByteText) {
        if text.first == UInt8(ascii: "[") {
            labels.append(
                text.part(from: text.start + 1, to: text.end - (text.last == UInt8(ascii: "]") ? 1 : 0)).string
            )
            return
        }
        var start = text.start
        var inside = false
        for place in text.start...text.end {
            let byte = text[place]
            let isEnd = place == text.end
            if byte == UInt8(ascii: "<") { inside = true }
            if byte == UInt8(ascii: ">") { inside = false }
            guard isEnd || byte == UInt8(ascii: ",") && !inside else { continue }
            var form = text.part(from: start, to: place).trimmed
            start = place + 1
            // "pl: {maabiria}" names the form in front.
            if let colon = form.firstPlace(of: UInt8(ascii: ":")), colon - form.start <= 6, form[colon + 1].isBlank {
                form = form.part(from: colon + 1).trimmed
            }
            while form.last == UInt8(ascii: ">") || form.last == UInt8(ascii: "/") {
                guard
                    let cut = form.last == UInt8(ascii: ">")
                        ? form.lastPlace(of: UInt8(ascii: "<")) : Self.pronunciationStart(form)
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

    /// Where the pronunciation at the end begins: at the last slash that follows a space and does not precede one.
    private static func pronunciationStart(_ text: ByteText) -> Int? {
        var place = text.end - 2
        while place > text.start {
            // A second slash, as in `//haʊs//`, is a part of the same mark.
            if text[place] == UInt8(ascii: "/"), text[place - 1] == UInt8(ascii: " ") {
                let next = text[place + 1]
                if !next.isBlank && place + 1 < text.end - 1 || next == UInt8(ascii: "/") { return place }
            }
            place -= 1
        }
        return nil
    }

    /// The place of the bracket that the last byte closes.
    private static func groupStart(_ text: ByteText, _ open: UInt8) -> Int? {
        let close = text.last
        var depth = 0
        var place = text.end - 1
        let limit = max(text.start, place - 2000)
        while place >= limit {
            if text[place] == close { depth += 1 }
            if text[place] == open {
                depth -= 1
                if depth == 0 { return place }
            }
            place -= 1
        }
        return nil
    }

    /// The comma behind a pronunciation or a tag in the middle of a line.
    private static func lastJoint(_ text: ByteText) -> Int? {
        var place = text.end - 1
        while place > text.start {
            if text[place] == UInt8(ascii: ","), text[place + 1].isBlank {
                let before = text[place - 1]
                if before == UInt8(ascii: "/") || before == UInt8(ascii: ">") { return place }
            }
            place -= 1
        }
        return nil
    }

    /// A pronunciation without slashes and brackets; `nil` for what is none.
    private static func pronunciation(_ text: ByteText) -> String? {
        func isOuter(_ byte: UInt8) -> Bool { byte.isBlank || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ",") }
        var inner = text.trimming(first: isOuter, last: isOuter)
        while inner.first == UInt8(ascii: "["), inner.last == UInt8(ascii: "]") {
            inner = inner.part(from: inner.start + 1, to: inner.end - 1).trimming(first: isOuter, last: isOuter)
        }
        // A question mark is what a machine wrote for a sound it did not know.
        if inner.isEmpty || inner.firstPlace(of: UInt8(ascii: "?")) != nil { return nil }
        guard inner.firstPlace(of: UInt8(ascii: "<")) != nil || inner.firstPlace(of: UInt8(ascii: "(")) != nil else {
            return inner.string
        }
        return unmarked(inner)
    }

    /// Without tags, `<sup>j</sup>`, and without the marks `(en)` by which espeak says that it changes the language.
    private static func unmarked(_ text: ByteText) -> String? {
        var bytes: [UInt8] = []
        var place = text.start
        while place < text.end {
            if text[place] == UInt8(ascii: "<"), let close = WordList.partner(of: place, in: text) {
                place = close + 1
            } else if text[place] == UInt8(ascii: "("), isLanguage(text, place + 1) {
                place = (text.firstPlace(of: UInt8(ascii: ")"), from: place) ?? place) + 1
            } else {
                bytes.append(text[place])
                place += 1
            }
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the code of a language, in letters of ASCII and a bracket behind them, stands at a place.
    private static func isLanguage(_ text: ByteText, _ place: Int) -> Bool {
        var end = place
        while text[end] < 0x80, text[end].isWordByte || text[end] == UInt8(ascii: "-") { end += 1 }
        return end - place >= 2 && text[end] == UInt8(ascii: ")")
    }

    private static func unbraced(_ text: ByteText) -> ByteText {
        guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "("),
            WordList.partner(of: text.start, in: text) == text.end - 1
        else { return text }
        return text.part(from: text.start + 1, to: text.end - 1).trimmed
    }
}
