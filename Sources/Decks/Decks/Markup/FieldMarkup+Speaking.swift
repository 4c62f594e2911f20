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

    private func add(_ piece: Piece, to spoken: inout SpokenText) {
        switch piece {
        case .text(_, let text): spoken.add(text)
        case .plain(let raw):
            if Self.isWebAddress(raw) {
                spoken.addSpace()
            } else if raw.hasSuffix("]"), let bracket = raw.lastIndex(of: "["),
                raw[..<bracket].unicodeScalars.last?.properties.isIdeographic == true
            {
                let reading = raw[raw.index(after: bracket)...].dropLast()
                if raw.hasPrefix(" ") { spoken.addSpace() }
                spoken.add(SpokenText.saying(resolved(raw[..<bracket]), reading: resolved(reading)))
            } else {
                spoken.add(resolved(raw))
            }
        case .markup(let raw): add(markup: raw, to: &spoken)
        }
    }

    private func add(markup raw: String, to spoken: inout SpokenText) {
        switch raw.utf8.first {
        case UInt8(ascii: "<"):
            let name = Self.elementName(raw)
            if name == "ruby" {
                add(ruby: raw, to: &spoken)
            } else if Self.linedElements.contains(name) {
                spoken.addBreak()
            } else if Self.silentElements.contains(name) {
                spoken.addSpace()
            }
        // Marks of a cloze stand within words, and its hint is for the eye.
        case UInt8(ascii: "}"), UInt8(ascii: ":"): break
        case UInt8(ascii: "{"): if !raw.hasPrefix("{{c") || !raw.hasSuffix("::") { spoken.addSpace() }
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0xE2, 0xC2:
            // In HTML the end of a line is a space like others.
            if isHTML { spoken.addSpace() } else { spoken.addBreak() }
        case UInt8(ascii: "&"): break
        default: spoken.addSpace()
        }
    }

    /// Adds the characters of a `<ruby>` element, or how they are read.
    private func add(ruby raw: String, to spoken: inout SpokenText) {
        guard let start = raw.firstIndex(of: ">"), let end = raw.lastIndex(of: "<"), start < end else { return }
        var base = ""
        var reading = ""
        var element = ""
        func say() {
            if !base.isEmpty { spoken.add(SpokenText.saying(base, reading: reading)) }
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
            FieldCutter.isLetterOrDigit($0) || $0 == UInt8(ascii: "-")
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
