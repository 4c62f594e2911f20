import Language
import LanguageServices

/// Finds the markup in a field.
struct FieldSplitter {
    let bytes: [UInt8]
    let isHTML: Bool
    var search: MarkSearch
    private var pieces: [FieldMarkup.Piece] = []
    /// Where the run of text begins that is not yet a piece.
    private var start = 0
    private var openClozes = 0

    /// Cuts a field that is not plainly a text; what is raw in the pieces is together the field.
    static func pieces(of field: String, isHTML: Bool) -> [FieldMarkup.Piece] {
        let bytes = Array(field.utf8)
        var cutter = FieldSplitter(bytes: bytes, isHTML: isHTML, search: MarkSearch(bytes))
        cutter.cut()
        return cutter.pieces
    }

    /// Whether a field is a text and nothing else, as most are, by a look at its bytes.
    static func isPlainly(_ field: String) -> Bool {
        var field = field
        return field.withUTF8 { bytes in
            guard let first = bytes.first, let last = bytes.last, isLetterOrDigit(first), !isDigit(first),
                (0x21..<0x7F).contains(last)
            else { return false }
            for place in bytes.indices where mayBeMarkup(bytes[place]) {
                // A dot within a word is the only mark of `www.example.org`.
                guard bytes[place] == UInt8(ascii: "."),
                    place + 1 == bytes.count || bytes[place + 1] == UInt8(ascii: " ")
                else { return false }
            }
            return true
        }
    }

    /// Whether there may be more than text in a field with a byte: a control character, one of `&.:<@[\\{`, or what line ends
    /// beyond ASCII begin with. A bit for each byte, because this is asked for every byte of a deck.
    private static func mayBeMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x40: (0x1400_4040_FFFF_FFFF as UInt64) &>> UInt64(byte) & 1 != 0
        case 0x40..<0x80: (0x8800_0000_1800_0001 as UInt64) &>> UInt64(byte & 0x3F) & 1 != 0
        default: byte == 0xC2 || byte == 0xE2
        }
    }

    private mutating func cut() {
        var place = 0
        var isTokenStart = true
        while place < bytes.count {
            if let end = markupEnd(at: place) {
                finishRun(at: place)
                pieces.append(.markup(string(place..<end)))
                start = end
                place = end
                isTokenStart = true
            } else if bytes[place] == UInt8(ascii: "["), let reading = reading(at: place) {
                finishRun(at: reading.lowerBound)
                pieces.append(.plain(string(reading)))
                start = reading.upperBound
                place = reading.upperBound
                isTokenStart = true
            } else if isTokenStart, let end = addressEnd(at: place) {
                finishRun(at: place)
                pieces.append(.plain(string(place..<end)))
                start = end
                place = end
                isTokenStart = false
            } else {
                isTokenStart = bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\t")
                place += 1
            }
        }
        finishRun(at: place)
    }

    // MARK: Markup

    private mutating func markupEnd(at place: Int) -> Int? {
        switch bytes[place] {
        case UInt8(ascii: "<"): return isHTML ? tagEnd(at: place) : nil
        case UInt8(ascii: "&"):
            // What is known is a part of the text.
            guard isHTML, let reference = CharacterReference.at(place, bytes), reference.scalar == nil else {
                return nil
            }
            return reference.end
        case UInt8(ascii: "["): return bracketEnd(at: place)
        case UInt8(ascii: "\\"):
            if starts("\\(", place) { return search.end(of: "\\)", from: place + 2) }
            return starts("\\[", place) ? search.end(of: "\\]", from: place + 2) : nil
        case UInt8(ascii: "{"): return starts("{{", place) ? bracesEnd(at: place) : nil
        case UInt8(ascii: ":"):
            guard openClozes > 0, starts("::", place), let end = search.end(of: "}}", from: place + 2) else {
                return nil
            }
            openClozes -= 1
            return end
        case UInt8(ascii: "}"):
            guard openClozes > 0, starts("}}", place) else { return nil }
            openClozes -= 1
            return place + 2
        case UInt8(ascii: "\r"): return starts("\r\n", place) ? place + 2 : place + 1
        case UInt8(ascii: "\t"): return nil
        case 0..<0x20, 0x7F: return place + 1
        case 0xE2:
            // The line and paragraph separators, U+2028 and U+2029.
            guard place + 2 < bytes.count, bytes[place + 1] == 0x80 else { return nil }
            return bytes[place + 2] & 0xFE == 0xA8 ? place + 3 : nil
        case 0xC2: return place + 1 < bytes.count && bytes[place + 1] == 0x85 ? place + 2 : nil
        default: return nil
        }
    }

    private mutating func bracketEnd(at place: Int) -> Int? {
        if starts("[anki:tts", place), let end = search.end(of: "[/anki:tts]", from: place) { return end }
        if starts("[sound:", place) || starts("[anki:", place) { return search.end(of: "]", from: place) }
        for (opening, closing) in [("[latex]", "[/latex]"), ("[$$]", "[/$$]"), ("[$]", "[/$]")]
        where starts(opening, place) {
            return search.end(of: closing, from: place + opening.utf8.count)
        }
        return nil
    }

    private mutating func bracesEnd(at place: Int) -> Int? {
        var index = place + 2
        if index < bytes.count, bytes[index] == UInt8(ascii: "c") {
            index += 1
            let digits = index
            while index < bytes.count, Self.isDigit(bytes[index]), index - digits < 4 { index += 1 }
            if index > digits, starts("::", index), search.end(of: "}}", from: index) != nil {
                openClozes += 1
                return index + 2
            }
        }
        return search.end(of: "}}", from: place + 2)
    }

    // MARK: What stays, but is no markup

    /// A reading in brackets behind Chinese characters, with these and the space before them.
    private func reading(at bracket: Int) -> Range<Int>? {
        guard bracket > start, let end = bytes[bracket...].prefix(200).firstIndex(of: UInt8(ascii: "]")),
            end > bracket + 1,
            string(bracket + 1..<end).unicodeScalars.allSatisfy({
                $0.properties.isAlphabetic || "・ー ;,".unicodeScalars.contains($0)
            })
        else { return nil }
        // The base ends at the space before it, and is not longer than a sentence.
        let limit = max(start, bracket - 200)
        var base = bracket
        while base > limit, bytes[base - 1] != UInt8(ascii: " ") { base -= 1 }
        guard base > limit || limit == start,
            string(base..<bracket).unicodeScalars.last?.properties.isIdeographic == true
        else { return nil }
        return (base > start ? base - 1 : base)..<end + 1
    }

    private static let schemes = ["http://", "https://", "ftp://", "mailto:", "www."]

    /// The end of a web or mail address.
    private func addressEnd(at place: Int) -> Int? {
        guard Self.isLetterOrDigit(bytes[place]) else { return nil }
        if let scheme = Self.schemes.first(where: { starts($0, place) }) {
            var end = place
            while end < bytes.count, bytes[end] > 0x20, !"<>\"{}[]\\".utf8.contains(bytes[end]) { end += 1 }
            while end > place, ".,;:!?)".utf8.contains(bytes[end - 1]) { end -= 1 }
            return end > place + scheme.utf8.count ? end : nil
        }
        // The two parts of a mail address are not longer than this (RFC 5321).
        guard let at = end(of: "._%+-", from: place, limit: 64), at < bytes.count, bytes[at] == UInt8(ascii: "@"),
            var end = end(of: ".-", from: at + 1, limit: 255)
        else { return nil }
        while end > at, !Self.isLetterOrDigit(bytes[end - 1]) { end -= 1 }
        return bytes[at..<end].contains(UInt8(ascii: ".")) ? end : nil
    }

    /// The end of a stretch of ASCII letters, digits and some marks.
    private func end(of marks: String, from place: Int, limit: Int) -> Int? {
        var end = place
        while end < bytes.count, end - place < limit,
            Self.isLetterOrDigit(bytes[end]) || marks.utf8.contains(bytes[end])
        {
            end += 1
        }
        return end > place ? end : nil
    }

    // MARK: Runs

    /// Makes pieces of the run that ends at a place: of its text, and of the white space around it.
    private mutating func finishRun(at end: Int) {
        guard start < end else { return }
        let run = start..<end
        start = end
        let whole = string(run)
        guard resolved(whole).unicodeScalars.contains(where: \.properties.isAlphabetic) else {
            pieces.append(.plain(whole))
            return
        }
        var first = run.lowerBound
        while first < run.upperBound {
            let next = scalarEnd(at: first)
            guard isBlank(first..<next) else { break }
            first = next
        }
        var last = run.upperBound
        while last > first {
            let previous = scalarStart(before: last, notBefore: first)
            guard isBlank(previous..<last) else { break }
            last = previous
        }
        if first > run.lowerBound { pieces.append(.plain(string(run.lowerBound..<first))) }
        let raw = string(first..<last)
        pieces.append(.text(raw: raw, text: resolved(raw)))
        if last < run.upperBound { pieces.append(.plain(string(last..<run.upperBound))) }
    }

    private func resolved(_ text: String) -> String { isHTML ? CharacterReference.resolved(text) : text }

    private func isBlank(_ range: Range<Int>) -> Bool { BlankText.isBlank(resolved(string(range))) }

    /// The end of the character, or of the reference to one, that begins at a place.
    private func scalarEnd(at place: Int) -> Int {
        if isHTML, bytes[place] == UInt8(ascii: "&"), let reference = CharacterReference.at(place, bytes) {
            return reference.end
        }
        var end = place + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    /// The start of the character, or of the reference to one, that ends at a place.
    private func scalarStart(before end: Int, notBefore limit: Int) -> Int {
        if isHTML, bytes[end - 1] == UInt8(ascii: ";"),
            let start = bytes[max(limit, end - 34)..<end].lastIndex(of: UInt8(ascii: "&")),
            CharacterReference.at(start, bytes)?.end == end
        {
            return start
        }
        var start = end - 1
        while start > limit, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    // MARK: Bytes

    func starts(_ mark: String, _ place: Int) -> Bool { MarkSearch.matches(mark, bytes, place) }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) }
}

extension FieldSplitter {
    /// Elements whose content is no prose, or belongs together.
    private static let wholeElements: Set<String> = [
        "anki-mathjax", "audio", "math", "object", "ruby", "script", "style", "svg", "template", "textarea", "video",
    ]

    /// The end of a comment or a tag, or of a whole element that stays as it is.
    ///
    /// - Returns: `nil` when a `<` is a character like others.
    mutating func tagEnd(at place: Int) -> Int? {
        if starts("<!--", place) { return search.end(of: "-->", from: place + 4) }
        var index = place + 1
        guard index < bytes.count else { return nil }
        let isClosing = bytes[index] == UInt8(ascii: "/")
        if isClosing || bytes[index] == UInt8(ascii: "!") { index += 1 }
        let start = index
        while index < bytes.count, index - start < 40,
            Self.isLetterOrDigit(bytes[index]) || bytes[index] == UInt8(ascii: "-")
        {
            index += 1
        }
        guard index > start, !Self.isDigit(bytes[start]), bytes[start] != UInt8(ascii: "-"),
            let end = quotedEnd(from: index) ?? plainEnd(from: index)
        else { return nil }
        let name = string(start..<index).lowercased()
        guard !isClosing, Self.wholeElements.contains(name), bytes[end - 2] != UInt8(ascii: "/") else { return end }
        // Without its end, the tag alone is markup.
        return search.end(of: "</\(name)>", from: end) ?? end
    }

    /// The end of a tag in whose quoted values anything may stand.
    ///
    /// All calls for a field together take a time that grows with its length: of the tags that are read over other
    /// tags, no more than two can be within a quoted value at any place.
    private func quotedEnd(from place: Int) -> Int? {
        var quote: UInt8?
        for index in place..<bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            } else if byte == UInt8(ascii: "<") {
                return nil
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
        }
        return nil
    }

    /// The end of a tag in which a quotation mark is missing.
    private func plainEnd(from place: Int) -> Int? {
        guard let index = bytes[place...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") })
        else { return nil }
        return bytes[index] == UInt8(ascii: ">") ? index + 1 : nil
    }
}
