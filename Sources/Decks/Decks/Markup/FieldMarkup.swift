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
        onlyText = FieldCutter.isPlainly(field) ? field : nil
        manyPieces = onlyText == nil ? FieldCutter.pieces(of: field, isHTML: isHTML) : []
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
        if onlyText != nil, let new = translations.first, translations.count == 1, FieldCutter.isPlainly(new),
            !isHTML || !new.utf8.contains(UInt8(ascii: ">"))
        {
            return new
        }
        var rest = translations[...]
        var result = ""
        var isChanged = false
        var markup: [PlacedMarkup] = []
        for piece in pieces {
            switch piece {
            case .plain(let raw): result += raw
            case .markup(let raw):
                markup.append(PlacedMarkup(place: result.utf8.count, raw: raw))
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
    private struct PlacedMarkup {
        var place: Int
        var raw: String

        /// Whether it only ends a line, of which a text may have as many as it likes.
        var isLineBreak: Bool { ["\n", "\r", "\r\n", "<br>"].contains(raw) }

        func isSame(_ other: Self) -> Bool { place == other.place && raw.utf8.elementsEqual(other.raw.utf8) }
    }

    /// Reads a new field, and compares the markup that is found with what must be there, piece by piece.
    private static func check(_ field: String, isHTML: Bool, holds markup: [PlacedMarkup]) throws(ServiceError) {
        var wanted = markup.filter { !$0.isLineBreak }[...]
        var place = 0
        for piece in FieldMarkup(field, isHTML: isHTML).pieces {
            switch piece {
            case .plain(let raw), .text(let raw, _): place += raw.utf8.count
            case .markup(let raw):
                let found = PlacedMarkup(place: place, raw: raw)
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
        guard isHTML, field.utf8.count < 1000, !FieldCutter.isPlainly(field) else { return false }
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
