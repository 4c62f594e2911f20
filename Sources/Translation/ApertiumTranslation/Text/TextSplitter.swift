/// Splits a text into segments to translate and fixed text.
///
/// Lines are translated one by one, because Apertium mixes the words of lines that are sent together. HTML and
/// flashcard markup (`[sound:…]`, `[latex]…[/latex]`, `\(…\)`, `{{c1::…::hint}}`) is never translated and is left in
/// place. The hidden text of a cloze is translated; its hint is not.
///
/// The running time is proportional to the length of the text, regardless of its content.
struct TextSplitter {
    private var scalars: [Unicode.Scalar]
    private var pieces: [TextPiece] = []
    private var parts: [Segment.Part] = []
    private var words = String.UnicodeScalarView()
    private var openClozes = 0
    /// Closing marks known not to occur in the remaining text.
    private var missing: Set<String> = []

    /// Splits a text into pieces whose concatenation is the text.
    static func pieces(of text: String) -> [TextPiece] {
        var cutter = TextSplitter(scalars: Array(text.unicodeScalars))
        cutter.cut()
        return cutter.pieces
    }

    private mutating func cut() {
        var position = 0
        while position < scalars.count {
            if let markup = markup(at: position) {
                let text = text(position..<markup.end)
                if markup.isBreak { add(fixed: text) } else { add(mask: text) }
                position = markup.end
            } else {
                position = addToken(at: position)
            }
        }
        finishSegment()
    }

    // MARK: Markup

    private mutating func markup(at position: Int) -> (end: Int, isBreak: Bool)? {
        let scalar = scalars[position]
        switch scalar {
        case "<": return tag(at: position)
        case "&": return entity(at: position)
        case "[": return bracket(at: position)
        case "\\":
            if starts("\\(", position), let end = end("\\)", from: position + 2) { return (end, false) }
            if starts("\\[", position), let end = end("\\]", from: position + 2) { return (end, true) }
            return nil
        case "{" where starts("{{", position): return braces(at: position)
        case ":" where openClozes > 0 && starts("::", position):
            guard let end = end("}}", from: position + 2) else { return nil }
            openClozes -= 1
            return (end, false)
        case "}" where openClozes > 0 && starts("}}", position):
            openClozes -= 1
            return (position + 2, false)
        case "*", "~":
            // Apertium uses these characters as marks.
            return (position + 1, false)
        case "#", "@":
            // These are also marks in Apertium. In ordinary text they begin names, which are left unchanged.
            return (tokenEnd(from: position), false)
        default:
            return isBreak(scalar) ? (position + 1, true) : nil
        }
    }

    private mutating func tag(at position: Int) -> (end: Int, isBreak: Bool)? {
        if starts("<!--", position) { return end("-->", from: position + 4).map { ($0, true) } }
        var index = position + 1
        if index < scalars.count, scalars[index] == "/" || scalars[index] == "!" { index += 1 }
        let start = index
        while index < scalars.count, scalars[index].isASCII,
            scalars[index].properties.isAlphabetic || isDigit(scalars[index]),
            index - start <= 20
        {
            index += 1
        }
        guard index > start, !isDigit(scalars[start]) else { return nil }
        let name = text(start..<index).lowercased()
        if name == "style" || name == "script", scalars[position + 1] != "/",
            let end = end("</\(name)>", from: index)
        {
            return (end, true)
        }
        var quote: Unicode.Scalar?
        // A longer run is not a tag.
        for index in index..<min(scalars.count, position + 4000) {
            let scalar = scalars[index]
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == ">" {
                return (index + 1, Self.blockTags.contains(name))
            } else if scalar == "<" {
                return nil
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            }
        }
        return nil
    }

    private static let blockTags: Set<String> = [
        "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figure", "footer", "form", "h1",
        "h2",
        "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "table",
        "tbody",
        "td", "tfoot", "th", "thead", "tr", "ul", "body", "head",
    ]

    private func entity(at position: Int) -> (end: Int, isBreak: Bool)? {
        for index in position + 1..<max(position + 1, min(scalars.count, position + 34)) {
            let scalar = scalars[index]
            if scalar == ";" { return index > position + 1 ? (index + 1, false) : nil }
            let isName = scalar.isASCII && (scalar.properties.isAlphabetic || isDigit(scalar))
            guard isName || scalar == "#" && index == position + 1 else { return nil }
        }
        return nil
    }

    private mutating func bracket(at position: Int) -> (end: Int, isBreak: Bool)? {
        if starts("[sound:", position) || starts("[anki:", position) {
            return end("]", from: position).map { ($0, true) }
        }
        for (opening, closing, isBreak) in Self.formulas where starts(opening, position) {
            return end(closing, from: position + opening.unicodeScalars.count).map { ($0, isBreak) }
        }
        return nil
    }

    private static let formulas = [
        ("[latex]", "[/latex]", false), ("[$$]", "[/$$]", true), ("[$]", "[/$]", false),
    ]

    private mutating func braces(at position: Int) -> (end: Int, isBreak: Bool)? {
        var index = position + 2
        if index < scalars.count, scalars[index] == "c" {
            index += 1
            let digits = index
            while index < scalars.count, isDigit(scalars[index]), index - digits < 4 { index += 1 }
            if index > digits, starts("::", index) {
                openClozes += 1
                return (index + 2, false)
            }
        }
        return end("}}", from: position + 2).map { ($0, false) }
    }

    // MARK: Words

    /// Consumes a run of text without markup.
    ///
    /// - Returns: Its end.
    private mutating func addToken(at position: Int) -> Int {
        if scalars[position].properties.isWhitespace {
            words.append(scalars[position])
            return position + 1
        }
        let end = tokenEnd(from: position)
        let token = text(position..<end)
        if Self.isAddress(token) {
            add(mask: token)
            return end
        }
        // Only the first scalar may be a markup character that does not begin markup.
        var index = position
        repeat {
            words.append(scalars[index])
            index += 1
        } while index < end && !Self.openings.contains(scalars[index])
        return index
    }

    /// The end of a run without white space, tags or other markup.
    private func tokenEnd(from position: Int) -> Int {
        var end = position + 1
        while end < scalars.count, end - position < 2000 {
            let scalar = scalars[end]
            if scalar.properties.isWhitespace || isBreak(scalar) || "<>\"{}[]\\".unicodeScalars.contains(scalar) {
                break
            }
            if scalar == ":", openClozes > 0, starts("::", end) { break }
            end += 1
        }
        while end > position + 1, ".,;:!?)*".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
        return end
    }

    private static let openings: Set<Unicode.Scalar> = ["<", "&", "[", "\\", "{", "}", ":", "*", "#", "@", "~"]

    private static func isAddress(_ token: String) -> Bool {
        if ["http://", "https://", "ftp://", "mailto:", "www."].contains(where: { token.hasPrefix($0) }) {
            return true
        }
        guard let at = token.firstIndex(of: "@") else { return false }
        return at != token.startIndex && token.index(after: at) != token.endIndex
    }

    // MARK: Parts

    private mutating func add(mask: String) {
        if !words.isEmpty { parts.append(.words(String(words))) }
        words = .init()
        parts.append(.mask(mask))
    }

    private mutating func add(fixed: String) {
        finishSegment()
        pieces.append(.fixed(fixed))
    }

    /// Finishes a segment. White space and masks around its words are not part of it.
    private mutating func finishSegment() {
        if !words.isEmpty { parts.append(.words(String(words))) }
        words = .init()
        var middle = parts[...]
        parts = []
        var before = ""
        var trailing = ""
        while let first = middle.first, let outer = Self.outer(first) {
            before += outer
            middle = middle.dropFirst()
        }
        while let last = middle.last, let outer = Self.outer(last) {
            trailing = outer + trailing
            middle = middle.dropLast()
        }
        if case .words(let text)? = middle.first {
            let trimmed = text.drop(while: \.isWhitespace)
            before += text.prefix(text.count - trimmed.count)
            middle[middle.startIndex] = .words(String(trimmed))
        }
        if case .words(let text)? = middle.last {
            let spaces = text.reversed().prefix(while: \.isWhitespace).count
            trailing = text.suffix(spaces) + trailing
            middle[middle.endIndex - 1] = .words(String(text.dropLast(spaces)))
        }
        if !before.isEmpty { pieces.append(.fixed(before)) }
        if !middle.isEmpty { pieces.append(.segment(Segment(parts: Array(middle)))) }
        if !trailing.isEmpty { pieces.append(.fixed(trailing)) }
    }

    /// The text of a part that contains nothing to translate.
    private static func outer(_ part: Segment.Part) -> String? {
        switch part {
        case .mask(let text): text
        case .words(let text): text.unicodeScalars.contains { $0.properties.isAlphabetic } ? nil : text
        }
    }

    // MARK: Looking ahead

    private func starts(_ wanted: String, _ position: Int) -> Bool {
        let wanted = wanted.unicodeScalars
        guard position + wanted.count <= scalars.count else { return false }
        return zip(wanted, scalars[position...]).allSatisfy { $0.0 == $0.1 }
    }

    /// The end index of the first occurrence of a string; `nil` if there is none. A failed search is not repeated.
    private mutating func end(_ wanted: String, from position: Int) -> Int? {
        guard !missing.contains(wanted), position <= scalars.count else { return nil }
        let first = wanted.unicodeScalars.first
        for index in position..<scalars.count where scalars[index] == first && starts(wanted, index) {
            return index + wanted.unicodeScalars.count
        }
        missing.insert(wanted)
        return nil
    }

    /// Line breaks, and control characters that Apertium's programs do not read.
    private func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\t" { return false }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return scalar.value & 0xFFFE == 0xFFFE
        }
    }

    private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
}
