/// Cuts a text into segments that are translated, and what stays as it is.
///
/// Lines are translated one by one: in one piece the words of several lines run into each other. Markup of HTML and of
/// flashcards (`[sound:…]`, `[latex]…[/latex]`, `\(…\)`, `{{c1::…::hint}}`) is never translated, and stays where it is; what
/// is hidden in a cloze is translated, its hint is not.
///
/// It takes a time that grows with the length of the text, whatever the text.
struct TextSplitter {
    private var scalars: [Unicode.Scalar]
    private var pieces: [TextPiece] = []
    private var parts: [Segment.Part] = []
    private var words = String.UnicodeScalarView()
    private var openClozes = 0
    /// Ends of markup that do not come any more.
    private var missing: Set<String> = []

    /// Cuts a text; the pieces together are the text.
    static func pieces(of text: String) -> [TextPiece] {
        var cutter = TextSplitter(scalars: Array(text.unicodeScalars))
        cutter.cut()
        return cutter.pieces
    }

    private mutating func cut() {
        var place = 0
        while place < scalars.count {
            if let markup = markup(at: place) {
                let text = text(place..<markup.end)
                if markup.isBreak { add(fixed: text) } else { add(mask: text) }
                place = markup.end
            } else {
                place = addToken(at: place)
            }
        }
        finishSegment()
    }

    // MARK: Markup

    private mutating func markup(at place: Int) -> (end: Int, isBreak: Bool)? {
        let scalar = scalars[place]
        switch scalar {
        case "<": return tag(at: place)
        case "&": return entity(at: place)
        case "[": return bracket(at: place)
        case "\\":
            if starts("\\(", place), let end = end("\\)", from: place + 2) { return (end, false) }
            if starts("\\[", place), let end = end("\\]", from: place + 2) { return (end, true) }
            return nil
        case "{" where starts("{{", place): return braces(at: place)
        case ":" where openClozes > 0 && starts("::", place):
            guard let end = end("}}", from: place + 2) else { return nil }
            openClozes -= 1
            return (end, false)
        case "}" where openClozes > 0 && starts("}}", place):
            openClozes -= 1
            return (place + 2, false)
        case "*", "~":
            // Apertium marks words by these.
            return (place + 1, false)
        case "#", "@":
            // By these as well; in a text they begin a name of a kind, which stays.
            return (tokenEnd(from: place), false)
        default:
            return isBreak(scalar) ? (place + 1, true) : nil
        }
    }

    private mutating func tag(at place: Int) -> (end: Int, isBreak: Bool)? {
        if starts("<!--", place) { return end("-->", from: place + 4).map { ($0, true) } }
        var index = place + 1
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
        if name == "style" || name == "script", scalars[place + 1] != "/",
            let end = end("</\(name)>", from: index)
        {
            return (end, true)
        }
        var quote: Unicode.Scalar?
        // No tag is longer than this; what is, is none.
        for index in index..<min(scalars.count, place + 4000) {
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

    private func entity(at place: Int) -> (end: Int, isBreak: Bool)? {
        for index in place + 1..<max(place + 1, min(scalars.count, place + 34)) {
            let scalar = scalars[index]
            if scalar == ";" { return index > place + 1 ? (index + 1, false) : nil }
            let isName = scalar.isASCII && (scalar.properties.isAlphabetic || isDigit(scalar))
            guard isName || scalar == "#" && index == place + 1 else { return nil }
        }
        return nil
    }

    private mutating func bracket(at place: Int) -> (end: Int, isBreak: Bool)? {
        if starts("[sound:", place) || starts("[anki:", place) { return end("]", from: place).map { ($0, true) } }
        for (opening, closing, isBreak) in Self.formulas where starts(opening, place) {
            return end(closing, from: place + opening.unicodeScalars.count).map { ($0, isBreak) }
        }
        return nil
    }

    private static let formulas = [
        ("[latex]", "[/latex]", false), ("[$$]", "[/$$]", true), ("[$]", "[/$]", false),
    ]

    private mutating func braces(at place: Int) -> (end: Int, isBreak: Bool)? {
        var index = place + 2
        if index < scalars.count, scalars[index] == "c" {
            index += 1
            let digits = index
            while index < scalars.count, isDigit(scalars[index]), index - digits < 4 { index += 1 }
            if index > digits, starts("::", index) {
                openClozes += 1
                return (index + 2, false)
            }
        }
        return end("}}", from: place + 2).map { ($0, false) }
    }

    // MARK: Words

    /// Takes a stretch without markup.
    ///
    /// - Returns: Its end.
    private mutating func addToken(at place: Int) -> Int {
        if scalars[place].properties.isWhitespace {
            words.append(scalars[place])
            return place + 1
        }
        let end = tokenEnd(from: place)
        let token = text(place..<end)
        if Self.isAddress(token) {
            add(mask: token)
            return end
        }
        // Only the first scalar may be what begins markup without being any.
        var index = place
        repeat {
            words.append(scalars[index])
            index += 1
        } while index < end && !Self.openings.contains(scalars[index])
        return index
    }

    /// The end of a stretch without white space, tags and the like.
    private func tokenEnd(from place: Int) -> Int {
        var end = place + 1
        while end < scalars.count, end - place < 2000 {
            let scalar = scalars[end]
            if scalar.properties.isWhitespace || isBreak(scalar) || "<>\"{}[]\\".unicodeScalars.contains(scalar) {
                break
            }
            if scalar == ":", openClozes > 0, starts("::", end) { break }
            end += 1
        }
        while end > place + 1, ".,;:!?)*".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
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

    /// Ends a segment: what stands around its words, white space and masks, is no part of it.
    private mutating func finishSegment() {
        if !words.isEmpty { parts.append(.words(String(words))) }
        words = .init()
        var middle = parts[...]
        parts = []
        var before = ""
        var behind = ""
        while let first = middle.first, let outer = Self.outer(first) {
            before += outer
            middle = middle.dropFirst()
        }
        while let last = middle.last, let outer = Self.outer(last) {
            behind = outer + behind
            middle = middle.dropLast()
        }
        if case .words(let text)? = middle.first {
            let trimmed = text.drop(while: \.isWhitespace)
            before += text.prefix(text.count - trimmed.count)
            middle[middle.startIndex] = .words(String(trimmed))
        }
        if case .words(let text)? = middle.last {
            let spaces = text.reversed().prefix(while: \.isWhitespace).count
            behind = text.suffix(spaces) + behind
            middle[middle.endIndex - 1] = .words(String(text.dropLast(spaces)))
        }
        if !before.isEmpty { pieces.append(.fixed(before)) }
        if !middle.isEmpty { pieces.append(.segment(Segment(parts: Array(middle)))) }
        if !behind.isEmpty { pieces.append(.fixed(behind)) }
    }

    /// The text of a part in which there is nothing to translate.
    private static func outer(_ part: Segment.Part) -> String? {
        switch part {
        case .mask(let text): text
        case .words(let text): text.unicodeScalars.contains { $0.properties.isAlphabetic } ? nil : text
        }
    }

    // MARK: Looking ahead

    private func starts(_ wanted: String, _ place: Int) -> Bool {
        let wanted = wanted.unicodeScalars
        guard place + wanted.count <= scalars.count else { return false }
        return zip(wanted, scalars[place...]).allSatisfy { $0.0 == $0.1 }
    }

    /// The end of the first occurrence of a text; `nil` when there is none, which is looked for only once.
    private mutating func end(_ wanted: String, from place: Int) -> Int? {
        guard !missing.contains(wanted), place <= scalars.count else { return nil }
        let first = wanted.unicodeScalars.first
        for index in place..<scalars.count where scalars[index] == first && starts(wanted, index) {
            return index + wanted.unicodeScalars.count
        }
        missing.insert(wanted)
        return nil
    }

    /// Line breaks, and control characters that no program reads.
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
