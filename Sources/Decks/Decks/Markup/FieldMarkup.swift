import Language
public import LanguageServices

/// A field, cut into the texts in it that can be translated and the markup around them, which stays as it is.
///
/// Markup of flashcards is known in every field: clozes (`{{c1::` and `}}` stay, what is hidden is a text, a hint stays),
/// other `{{…}}`, `[sound:…]`, `[anki:…]`, formulas (`[latex]`, `[$]`, `[$$]`, `\(…\)`, `\[…\]`), readings behind Chinese
/// characters (` 漢字[かんじ]`), web and mail addresses. In HTML there are tags, comments, and character references besides;
/// elements whose content is no prose (`style`, `script`, `ruby`, `svg`, `math`) stay as a whole.
///
/// A text ends where markup stands, also within a sentence: of `I <b>love</b> you` there are three texts, of
/// `<b>house</b>` there is one. That keeps every tag and cloze where it was, whatever a provider answers, at the price that
/// the parts of a sentence are translated by themselves. White space around a text, and what has no letter, stays.
///
/// Cutting takes a time that grows with the length of the field, whatever the field.
public struct FieldMarkup: Sendable, Hashable {
    /// A piece of a field.
    enum Piece: Sendable, Hashable {
        /// What must be there, and nothing else of its kind: a tag, a cloze, a sound.
        case markup(String)
        /// What stays as it is: white space, numbers, addresses, readings.
        case plain(String)
        /// A text as it stands in the field, and as it reads.
        case text(raw: String, text: String)
    }

    /// The field, where it is one text and nothing else, as most are.
    private let onlyText: String?
    private let manyPieces: [Piece]

    var pieces: [Piece] { onlyText.map { [.text(raw: $0, text: $0)] } ?? manyPieces }

    /// Whether tags and character references are markup.
    public let isHTML: Bool

    /// Cuts a field.
    ///
    /// - Parameters:
    ///   - field: The field, as the deck has it.
    ///   - isHTML: Whether `<` and `&` begin markup, as in a deck with ``DeckInfo/hasMarkup``.
    public init(_ field: String, isHTML: Bool) {
        self.isHTML = isHTML
        onlyText = FieldSplitter.isPlainly(field) ? field : nil
        manyPieces = onlyText == nil ? FieldSplitter.pieces(of: field, isHTML: isHTML) : []
    }

    /// The texts, in their order, with character references resolved. Empty when there is nothing to translate: in a field
    /// of numbers, or with a sound only.
    public var texts: [String] {
        if let onlyText { return [onlyText] }
        return manyPieces.compactMap { piece in
            if case .text(_, let text) = piece { text } else { nil }
        }
    }

    /// The field with other texts.
    ///
    /// In HTML they are escaped. A text that is the same to the byte is put back as it stood.
    ///
    /// - Parameter translations: What replaces the texts, one for each of ``texts``.
    /// - Throws: `ServiceError.Code.invalidRequest` when there are not as many translations as texts, and
    ///   `ServiceError.Code.protocolViolation` when a translation brings markup with it, or takes some away from what it
    ///   stands beside: a `}}` would end a cloze that it stands in.
    public func restored(_ translations: [String]) throws(ServiceError) -> String {
        // A text and nothing else becomes another, with nothing in it to escape but perhaps one sign.
        if onlyText != nil, let new = translations.first, translations.count == 1, FieldSplitter.isPlainly(new),
            !isHTML || !new.utf8.contains(UInt8(ascii: ">"))
        {
            return new
        }
        var rest = translations[...]
        var result = ""
        var isChanged = false
        var markup: [PositionedMarkup] = []
        for piece in pieces {
            switch piece {
            case .plain(let raw): result += raw
            case .markup(let raw):
                markup.append(PositionedMarkup(place: result.utf8.count, raw: raw))
                result += raw
            case .text(let raw, let text):
                guard let new = rest.popFirst() else { throw Self.miscounted(translations.count, texts.count) }
                // Not `==`, which does not tell the forms of an accented letter apart.
                if new.utf8.elementsEqual(text.utf8) {
                    result += raw
                } else {
                    result += isHTML ? CharacterReference.escaped(new) : new
                    isChanged = true
                }
            }
        }
        guard rest.isEmpty else { throw Self.miscounted(translations.count, texts.count) }
        if isChanged { try Self.check(result, isHTML: isHTML, holds: markup) }
        return result
    }

    /// The field with other pieces for its texts, which are markup themselves and are not checked.
    func filled(_ contents: [String]) -> String {
        var rest = contents[...]
        return pieces.map { piece in
            switch piece {
            case .plain(let raw), .markup(let raw): raw
            case .text(let raw, _): rest.popFirst() ?? raw
            }
        }.joined()
    }

    /// Markup, and where in the bytes of a field it stands.
    private struct PositionedMarkup {
        var place: Int
        var raw: String

        /// Whether it only ends a line, of which a text may have as many as it likes.
        var isLineBreak: Bool { ["\n", "\r", "\r\n", "<br>"].contains(raw) }

        func isSame(_ other: Self) -> Bool { place == other.place && raw.utf8.elementsEqual(other.raw.utf8) }
    }

    /// Reads a new field, and compares the markup that is found with what must be there, piece by piece.
    private static func check(_ field: String, isHTML: Bool, holds markup: [PositionedMarkup]) throws(ServiceError) {
        var wanted = markup.filter { !$0.isLineBreak }[...]
        var place = 0
        for piece in FieldMarkup(field, isHTML: isHTML).pieces {
            switch piece {
            case .plain(let raw), .text(let raw, _): place += raw.utf8.count
            case .markup(let raw):
                let found = PositionedMarkup(place: place, raw: raw)
                place += raw.utf8.count
                if found.isLineBreak { continue }
                if let next = wanted.first, next.isSame(found) {
                    wanted = wanted.dropFirst()
                } else if let next = wanted.first, next.place < found.place {
                    throw spoilt("lose the markup", next.raw)
                } else {
                    throw spoilt("bring the markup", raw)
                }
            }
        }
        if let next = wanted.first { throw spoilt("lose the markup", next.raw) }
    }

    private static func spoilt(_ how: String, _ markup: String) -> ServiceError {
        ServiceError(
            .protocolViolation,
            "with its translation the field would \(how) \(shown(markup))",
            remedy: "translate it by hand, or with another provider"
        )
    }

    private static func shown(_ markup: String) -> String {
        let start = markup.prefix(40)
        let visible = String(String.UnicodeScalarView(start.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        return "'\(visible)\(start.endIndex < markup.endIndex ? "…" : "")'"
    }

    private static func miscounted(_ given: Int, _ wanted: Int) -> ServiceError {
        ServiceError(.invalidRequest, "there are \(given) translations for the \(wanted) texts of a field")
    }
}

extension FieldMarkup {
    /// Whether there is nothing to be seen or heard in a field: it is empty, or there are only spaces and line breaks.
    public static func isBlank(_ field: String, isHTML: Bool) -> Bool {
        if BlankText.isBlank(field) { return true }
        // What is long is not blank, and editors leave little behind in a field that was emptied.
        guard isHTML, field.utf8.count < 1000, !FieldSplitter.isPlainly(field) else { return false }
        return FieldMarkup(field, isHTML: true).pieces.allSatisfy { piece in
            switch piece {
            case .text: return false
            case .plain(let raw): return BlankText.isBlank(CharacterReference.resolved(raw))
            case .markup(let raw):
                let name = raw.drop { "</ ".contains($0) }.prefix { $0.isLetter || $0.isNumber }.lowercased()
                return raw.first != "<" ? BlankText.isBlank(raw) : ["br", "div", "p", "span"].contains(name)
            }
        }
    }
}

extension FieldMarkup {
    /// The names of the files that the field plays, `[sound:NAME]`, in their order.
    public var sounds: [String] {
        pieces.compactMap { piece in
            if case .markup(let raw) = piece { soundName(raw) } else { nil }
        }
    }

    /// The field with other sounds.
    ///
    /// The new ones stand where the first of those stood that they replace, and behind everything else when there was none.
    /// All but sounds stays as it is, to the byte.
    ///
    /// - Parameters:
    ///   - names: The files that are played.
    ///   - isReplaced: Whether a sound goes, by its name.
    public func placing(sounds names: [String], insteadOf isReplaced: (String) -> Bool) -> String {
        let tags = names.map { "[sound:\(isHTML ? CharacterReference.escaped($0) : $0)]" }.joined()
        var result = ""
        var isPlaced = false
        for piece in pieces {
            switch piece {
            case .plain(let raw), .text(let raw, _): result += raw
            case .markup(let raw):
                guard let name = soundName(raw), isReplaced(name) else {
                    result += raw
                    continue
                }
                if !isPlaced {
                    result += tags
                    isPlaced = true
                } else if result.utf8.last == UInt8(ascii: " ") {
                    // The space that kept it apart from what stands before it.
                    result.unicodeScalars.removeLast()
                }
            }
        }
        if isPlaced || names.isEmpty { return result }
        if FieldMarkup.isBlank(result, isHTML: isHTML) { return result + tags }
        let isApart = result.utf8.last == UInt8(ascii: " ") || result.utf8.last == UInt8(ascii: "]")
        return result + (isApart ? "" : " ") + tags
    }

    private func soundName(_ raw: String) -> String? {
        guard raw.hasPrefix("[sound:"), raw.hasSuffix("]") else { return nil }
        let name = String(raw.dropFirst(7).dropLast())
        return isHTML ? CharacterReference.resolved(name) : name
    }
}

extension FieldMarkup {
    /// The first line of the field that has letters or digits, as it is written and without markup; `nil` when there is
    /// none.
    ///
    /// Tags, cloze marks and hints go, and so do sounds, pictures, formulas and addresses of the web. Of characters with a
    /// reading beside them (`漢字[かんじ]`, `<ruby>`) the characters stay. The line is in NFC, and its white space is single
    /// spaces.
    public var firstLine: String? {
        var line = WrittenLine()
        for piece in pieces {
            add(piece, to: &line)
            if line.isEnded { break }
        }
        return line.text
    }
}

extension FieldMarkup {
    /// The field as it is read aloud; `nil` when there is nothing in it to be spoken.
    ///
    /// It is one text: tags within a line, cloze marks and hints go, a `<br>` or the end of a paragraph ends a sentence.
    /// Sounds, pictures, formulas, addresses of the web and what is no prose (`style`, `script`) are not spoken. Where
    /// characters have kana or Hangul beside them (`漢字[かんじ]`, `<ruby>`), these are spoken, otherwise the characters.
    /// The text is in NFC, and its white space is single spaces, so fields that read alike have the same text.
    public var spokenText: String? {
        var spoken = SpokenText()
        for piece in pieces { add(piece, to: &spoken) }
        return spoken.text
    }

    private func add(_ piece: Piece, to text: inout some FieldText) {
        switch piece {
        case .text(_, let new): text.add(new)
        case .markup(let raw): add(markup: raw, to: &text)
        case .plain(let raw) where Self.isWebAddress(raw): text.hasSpace = true
        case .plain(let raw):
            guard raw.hasSuffix("]"), let bracket = raw.lastIndex(of: "[") else {
                text.add(resolved(raw))
                return
            }
            let base = raw[..<bracket]
            if base.unicodeScalars.last?.properties.isIdeographic == true {
                if raw.hasPrefix(" ") { text.hasSpace = true }
                text.add(resolved(base), reading: resolved(raw[raw.index(after: bracket)...].dropLast()))
            } else {
                text.add(resolved(type(of: text).isSeen ? base : raw[...]))
            }
        }
    }

    private func add(markup raw: String, to text: inout some FieldText) {
        switch raw.utf8.first {
        case UInt8(ascii: "<"):
            let name = Self.elementName(raw)
            if name == "ruby" {
                add(ruby: raw, to: &text)
            } else if Self.linedElements.contains(name) {
                text.addBreak()
            } else if !type(of: text).isSeen, Self.silentElements.contains(name) {
                text.hasSpace = true
            }
        // Marks of a cloze stand within words, and its hint is for the eye.
        case UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: "&"): break
        case UInt8(ascii: "{"): if !raw.hasPrefix("{{c") || !raw.hasSuffix("::") { text.hasSpace = true }
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0xE2, 0xC2:
            // In HTML the end of a line is a space like others.
            if isHTML { text.hasSpace = true } else { text.addBreak() }
        default: text.hasSpace = true
        }
    }

    /// Adds the characters of a `<ruby>` element, and how they are read.
    private func add(ruby raw: String, to text: inout some FieldText) {
        guard let start = raw.firstIndex(of: ">"), let end = raw.lastIndex(of: "<"), start < end else { return }
        var base = ""
        var reading = ""
        var element = ""
        func say() {
            if !base.isEmpty { text.add(base, reading: reading) }
            (base, reading) = ("", "")
        }
        for piece in FieldMarkup(String(raw[raw.index(after: start)..<end]), isHTML: true).pieces {
            switch piece {
            case .markup(let tag):
                let name = Self.elementName(tag)
                guard ["rt", "rp", "rb", "rtc"].contains(name) else { continue }
                element = tag.hasPrefix("</") ? "" : name
            case .plain(let raw), .text(let raw, _):
                switch element {
                case "rt": reading += resolved(raw)
                case "rp", "rtc": break
                default:
                    // The next characters, when those before them have been read.
                    if !reading.isEmpty { say() }
                    base += resolved(raw)
                }
            }
        }
        say()
    }

    func resolved(_ raw: some StringProtocol) -> String {
        isHTML ? CharacterReference.resolved(String(raw)) : String(raw)
    }

    /// The name of the element that a tag begins or ends; empty of a comment.
    static func elementName(_ tag: String) -> String {
        let name = tag.utf8.dropFirst().drop { $0 == UInt8(ascii: "/") }.prefix {
            FieldSplitter.isLetterOrDigit($0) || $0 == UInt8(ascii: "-")
        }
        return String(decoding: Array(name), as: UTF8.self).lowercased()
    }

    /// Elements that a line of their own begins and ends with.
    static let linedElements: Set<String> = [
        "address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "div", "dl", "dt", "figcaption",
        "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p",
        "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
    ]

    /// Elements in whose place nothing is heard, but which keep words apart.
    private static let silentElements: Set<String> = [
        "anki-mathjax", "audio", "button", "canvas", "iframe", "img", "input", "math", "object", "script", "select",
        "style", "svg", "template", "textarea", "video",
    ]

    static func isWebAddress(_ text: String) -> Bool {
        ["http://", "https://", "ftp://", "mailto:", "www."].contains { text.hasPrefix($0) }
    }
}
