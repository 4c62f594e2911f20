import Language
public import LanguageServices

/// A field split into translatable texts and the markup around them, which is preserved.
///
/// Flashcard markup is recognised in every field: clozes (`{{c1::`, hint and `}}` are kept, the hidden text is
/// translatable), other `{{…}}`, `[sound:…]`, `[anki:…]`, formulas (`[latex]`, `[$]`, `[$$]`, `\(…\)`, `\[…\]`),
/// readings after Chinese characters (` 漢字[かんじ]`), web and mail addresses. In HTML there are also tags, comments and
/// character references; elements that do not contain prose (`style`, `script`, `ruby`, `svg`, `math`) are kept as a
/// whole.
///
/// A text ends at markup, even within a sentence: `I <b>love</b> you` contains three texts, `<b>house</b>` contains
/// one. This preserves every tag and cloze regardless of what the provider returns, but parts of a sentence are
/// translated separately. Surrounding white space and parts without letters are kept. Splitting always takes linear
/// time.
public struct FieldMarkup: Sendable, Hashable {
    /// A piece of a field.
    enum Piece: Sendable, Hashable {
        /// Markup that must be preserved exactly: a tag, a cloze, a sound.
        case markup(String)
        /// Untranslated content: white space, numbers, addresses, readings.
        case plain(String)
        /// A text, in its raw form and with character references resolved.
        case text(raw: String, text: String)
    }

    /// The field if it consists of a single text, which is the common case.
    private let onlyText: String?
    private let manyPieces: [Piece]

    var pieces: [Piece] { onlyText.map { [.text(raw: $0, text: $0)] } ?? manyPieces }

    /// Whether tags and character references are markup.
    public let isHTML: Bool

    /// Splits a field.
    ///
    /// - Parameters:
    ///   - field: The field as stored in the deck.
    ///   - isHTML: Whether `<` and `&` begin markup, as in a deck with ``DeckInfo/hasMarkup``.
    public init(_ field: String, isHTML: Bool) {
        self.isHTML = isHTML
        onlyText = FieldSplitter.isPlainly(field) ? field : nil
        manyPieces = onlyText == nil ? FieldSplitter.pieces(of: field, isHTML: isHTML) : []
    }

    /// The texts in order, with character references resolved. Empty when there is nothing to translate, as in a field
    /// that contains only numbers or a sound.
    public var texts: [String] {
        if let onlyText { return [onlyText] }
        return manyPieces.compactMap { piece in
            if case .text(_, let text) = piece { text } else { nil }
        }
    }

    /// The field with its texts replaced.
    ///
    /// In HTML the texts are escaped. A text that is identical to the original keeps its raw form.
    ///
    /// - Parameter translations: One replacement for each of ``texts``.
    /// - Throws: `ServiceError.Code.invalidRequest` when the number of translations differs from the number of texts,
    ///   and `ServiceError.Code.protocolViolation` when a translation adds markup or destroys adjacent markup; for
    ///   example, `}}` would close the surrounding cloze.
    public func restored(_ translations: [String]) throws(ServiceError) -> String {
        // A single text replaces the field; the fast path applies when little or nothing needs escaping.
        if onlyText != nil, let new = translations.first, translations.count == 1, FieldSplitter.isPlainly(new),
            !isHTML || !new.utf8.contains(UInt8(ascii: ">"))
        {
            return new
        }
        var remaining = translations[...]
        var result = ""
        var isChanged = false
        var markup: [PositionedMarkup] = []
        for piece in pieces {
            switch piece {
            case .plain(let raw): result += raw
            case .markup(let raw):
                markup.append(PositionedMarkup(offset: result.utf8.count, raw: raw))
                result += raw
            case .text(let raw, let text):
                guard let new = remaining.popFirst() else { throw Self.miscounted(translations.count, texts.count) }
                // Not `==`, which treats canonically equivalent texts as equal.
                if new.utf8.elementsEqual(text.utf8) {
                    result += raw
                } else {
                    result += isHTML ? CharacterReference.escaped(new) : new
                    isChanged = true
                }
            }
        }
        guard remaining.isEmpty else { throw Self.miscounted(translations.count, texts.count) }
        if isChanged { try Self.check(result, isHTML: isHTML, holds: markup) }
        return result
    }

    /// The field with its texts replaced by markup, which is not checked.
    func filled(_ contents: [String]) -> String {
        var remaining = contents[...]
        return pieces.map { piece in
            switch piece {
            case .plain(let raw), .markup(let raw): raw
            case .text(let raw, _): remaining.popFirst() ?? raw
            }
        }.joined()
    }

    /// Markup and its byte offset in a field.
    private struct PositionedMarkup {
        var offset: Int
        var raw: String

        /// Whether it is a line break. A text may contain any number of them.
        var isLineBreak: Bool { ["\n", "\r", "\r\n", "<br>"].contains(raw) }

        func isSame(_ other: Self) -> Bool { offset == other.offset && raw.utf8.elementsEqual(other.raw.utf8) }
    }

    /// Parses the new field, and compares its markup with the expected markup.
    private static func check(_ field: String, isHTML: Bool, holds markup: [PositionedMarkup]) throws(ServiceError) {
        var wanted = markup.filter { !$0.isLineBreak }[...]
        var offset = 0
        for piece in FieldMarkup(field, isHTML: isHTML).pieces {
            switch piece {
            case .plain(let raw), .text(let raw, _): offset += raw.utf8.count
            case .markup(let raw):
                let found = PositionedMarkup(offset: offset, raw: raw)
                offset += raw.utf8.count
                if found.isLineBreak { continue }
                if let next = wanted.first, next.isSame(found) {
                    wanted = wanted.dropFirst()
                } else if let next = wanted.first, next.offset < found.offset {
                    throw changedMarkup("lose the markup", next.raw)
                } else {
                    throw changedMarkup("gain the markup", raw)
                }
            }
        }
        if let next = wanted.first { throw changedMarkup("lose the markup", next.raw) }
    }

    private static func changedMarkup(_ how: String, _ markup: String) -> ServiceError {
        ServiceError(
            .protocolViolation,
            "with this translation, the field would \(how) \(abbreviated(markup))",
            remedy: "translate it by hand, or with another provider"
        )
    }

    private static func abbreviated(_ markup: String) -> String {
        let start = markup.prefix(40)
        let visible = String(String.UnicodeScalarView(start.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        return "'\(visible)\(start.endIndex < markup.endIndex ? "…" : "")'"
    }

    private static func miscounted(_ given: Int, _ wanted: Int) -> ServiceError {
        ServiceError(.invalidRequest, "got \(given) translations for \(wanted) texts in a field")
    }
}

extension FieldMarkup {
    /// Whether a field has no visible or audible content: it is empty, or contains only spaces and line breaks.
    public static func isBlank(_ field: String, isHTML: Bool) -> Bool {
        if BlankText.isBlank(field) { return true }
        // Long fields are not blank, because editors leave only a little markup in an emptied field.
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
    /// The names of the files that the field plays (`[sound:NAME]`), in order.
    public var sounds: [String] {
        pieces.compactMap { piece in
            if case .markup(let raw) = piece { soundName(raw) } else { nil }
        }
    }

    /// The field with sounds replaced.
    ///
    /// The new sounds are inserted at the first replaced sound, or appended when none was replaced. Everything else is
    /// preserved byte for byte.
    ///
    /// - Parameters:
    ///   - names: The files to play.
    ///   - isReplaced: Whether to remove a sound, by its name.
    public func inserting(sounds names: [String], replacing isReplaced: (String) -> Bool) -> String {
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
                    // Also removes the space that separated the sound from the preceding content.
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
    /// The first line of the field that contains letters or digits, without markup; `nil` if there is none.
    ///
    /// Tags, cloze markers and hints are removed, and so are sounds, pictures, formulas and web addresses. Characters
    /// with a reading (`漢字[かんじ]`, `<ruby>`) are kept without the reading. The line is in NFC, with white space
    /// collapsed.
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
    /// The field as spoken text; `nil` if it contains nothing to speak.
    ///
    /// Inline tags, cloze markers and hints are removed; a `<br>` or the end of a paragraph ends a sentence. Sounds,
    /// pictures, formulas, web addresses and elements without prose (`style`, `script`) are omitted. Readings in kana
    /// or Hangul (`漢字[かんじ]`, `<ruby>`) replace the characters that they annotate. The text is in NFC with white space
    /// collapsed, so fields that sound the same have the same text.
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
                text.add(resolved(type(of: text).isVisible ? base : raw[...]))
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
            } else if !type(of: text).isVisible, Self.silentElements.contains(name) {
                text.hasSpace = true
            }
        // Cloze markers occur within words, and a hint is not spoken.
        case UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: "&"): break
        case UInt8(ascii: "{"): if !raw.hasPrefix("{{c") || !raw.hasSuffix("::") { text.hasSpace = true }
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0xE2, 0xC2:
            // In HTML a line end is ordinary white space.
            if isHTML { text.hasSpace = true } else { text.addBreak() }
        default: text.hasSpace = true
        }
    }

    /// Adds the characters of a `<ruby>` element with their readings.
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
                    // The next base characters begin after the reading of the previous ones.
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

    /// The element name of a tag; empty for a comment.
    static func elementName(_ tag: String) -> String {
        let name = tag.utf8.dropFirst().drop { $0 == UInt8(ascii: "/") }.prefix {
            FieldSplitter.isLetterOrDigit($0) || $0 == UInt8(ascii: "-")
        }
        return String(decoding: Array(name), as: UTF8.self).lowercased()
    }

    /// Block elements, which begin and end a line.
    static let linedElements: Set<String> = [
        "address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "div", "dl", "dt", "figcaption",
        "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p",
        "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
    ]

    /// Elements that are not spoken but separate words.
    private static let silentElements: Set<String> = [
        "anki-mathjax", "audio", "button", "canvas", "iframe", "img", "input", "math", "object", "script", "select",
        "style", "svg", "template", "textarea", "video",
    ]

    static func isWebAddress(_ text: String) -> Bool {
        ["http://", "https://", "ftp://", "mailto:", "www."].contains { text.hasPrefix($0) }
    }
}
