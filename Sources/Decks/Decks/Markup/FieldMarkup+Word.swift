import Language

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

    private func add(_ piece: Piece, to line: inout WrittenLine) {
        switch piece {
        case .text(_, let text): line.add(text)
        case .plain(let raw):
            if Self.isWebAddress(raw) {
                line.add(" ")
            } else if raw.hasSuffix("]"), let bracket = raw.lastIndex(of: "[") {
                line.add(resolved(raw[..<bracket]))
            } else {
                line.add(resolved(raw))
            }
        case .markup(let raw):
            switch raw.utf8.first {
            case UInt8(ascii: "<"):
                let name = Self.elementName(raw)
                if name == "ruby" { add(ruby: raw, to: &line) }
                if Self.linedElements.contains(name) { line.end() }
            case UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: "&"): break
            case UInt8(ascii: "{"): if !raw.hasPrefix("{{c") || !raw.hasSuffix("::") { line.add(" ") }
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0xE2, 0xC2:
                // In HTML the end of a line is a space like others.
                if isHTML { line.add(" ") } else { line.end() }
            default: line.add(" ")
            }
        }
    }

    /// Adds the characters of a `<ruby>` element without how they are read.
    private func add(ruby raw: String, to line: inout WrittenLine) {
        guard let start = raw.firstIndex(of: ">"), let end = raw.lastIndex(of: "<"), start < end else { return }
        var isReading = false
        for piece in FieldMarkup(String(raw[raw.index(after: start)..<end]), isHTML: true).pieces {
            switch piece {
            case .markup(let tag) where tag.hasPrefix("<"):
                guard ["rt", "rp", "rtc"].contains(Self.elementName(tag)) else { continue }
                isReading = !tag.hasPrefix("</")
            case .markup: continue
            case .plain(let text): if !isReading { line.add(resolved(text)) }
            case .text(_, let text): if !isReading { line.add(text) }
            }
        }
    }
}

/// A line that is put together from the pieces of a field.
private struct WrittenLine {
    private var result = String.UnicodeScalarView()
    private var hasSpace = false
    private var hasWord = false

    /// Whether the line is whole.
    private(set) var isEnded = false

    /// Adds a text; what has no shape goes, but for the joiners of Indic and Arabic letters and emoji.
    mutating func add(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: hasSpace = true
            case .format where scalar.value != 0x200C && scalar.value != 0x200D: break
            default:
                if hasSpace, !result.isEmpty { result.append(" ") }
                hasSpace = false
                result.append(scalar)
                hasWord = hasWord || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            }
        }
    }

    /// Ends the line, if there is something in it.
    mutating func end() {
        if hasWord { isEnded = true } else { self = WrittenLine() }
    }

    var text: String? { hasWord ? HeadwordFolding.composed(String(result)) : nil }
}
