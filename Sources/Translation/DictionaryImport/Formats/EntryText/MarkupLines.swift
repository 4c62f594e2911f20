import Language

/// A text with markup (Pango, HTML, XDXF, PowerWord's XML), as lines of plain text with the roles that markup gives them.
struct MarkupLines {
    /// What a stretch of text is.
    enum Role {
        /// Translations or a definition.
        case text
        /// A pronunciation: XDXF's `<tr>`, PowerWord's phonetic symbols.
        case pronunciation
        /// A part of speech or gender: `<pos>`, `<gr>`.
        case grammar
        /// A label: `<abr>`, `<co>`.
        case label
        /// A use of the word: `<ex>`.
        case example
        /// A link to another entry: `<kref>`, `<iref>`.
        case link
        /// The headword once more, or what is no text at all.
        case nothing
    }

    /// A stretch of text within one line.
    struct Line {
        var role: Role
        var bytes: [UInt8]
    }

    private(set) var lines: [Line] = []
    private var current: [UInt8] = []
    private var roles: [(name: String, role: Role)] = []
    private let breaksAtLineEnds: Bool

    /// - Parameter breaksAtLineEnds: Whether a line end in the text is one; in HTML it is a space.
    init(_ text: ByteText, breaksAtLineEnds: Bool) {
        self.breaksAtLineEnds = breaksAtLineEnds
        var place = text.start
        while place < text.end {
            let byte = text[place]
            switch byte {
            case UInt8(ascii: "<"):
                place = tag(text, place)
            case UInt8(ascii: "&"):
                place = entity(text, place)
            case UInt8(ascii: "\n"):
                if breaksAtLineEnds { breakLine() } else { current.append(0x20) }
                place += 1
            default:
                current.append(byte)
                place += 1
            }
        }
        breakLine()
    }

    private var role: Role {
        for (_, role) in roles.reversed() where role == .nothing { return .nothing }
        return roles.last { $0.role != .text }?.role ?? .text
    }

    private mutating func breakLine() {
        let trimmed = current.withText { Array($0.trimmed.bytes) }
        if !trimmed.isEmpty, role != .nothing { lines.append(Line(role: role, bytes: trimmed)) }
        current = []
    }

    // MARK: Tags

    private mutating func tag(_ text: ByteText, _ place: Int) -> Int {
        if text.has("<![CDATA[", at: place) {
            let end = text.firstPlace(of: "]]>", from: place + 9) ?? text.end
            current.append(contentsOf: text.part(from: place + 9, to: end).bytes)
            return end + 3
        }
        let isClosing = text[place + 1] == UInt8(ascii: "/")
        let nameStart = place + (isClosing ? 2 : 1)
        let first = text[nameStart]
        // "a < b" is text.
        guard first < 0x80 && first.isWordByte || first == UInt8(ascii: "!") || first == UInt8(ascii: "?"),
            let end = text.part(from: place, to: place + 4000).firstPlace(of: UInt8(ascii: ">"))
        else {
            current.append(text[place])
            return place + 1
        }
        var nameEnd = nameStart
        while nameEnd < end, text[nameEnd].isWordByte || text[nameEnd].isDigit { nameEnd += 1 }
        let name = text.part(from: nameStart, to: nameEnd).string.lowercased()
        let isEmpty = text[end - 1] == UInt8(ascii: "/")
        if Self.blocks.contains(name) { breakLine() }
        if let role = Self.roles[name] {
            if isClosing {
                breakLine()
                if let open = roles.lastIndex(where: { $0.name == name }) { roles.removeSubrange(open...) }
            } else if !isEmpty, roles.count < 100 {
                breakLine()
                roles.append((name, role))
            }
        }
        return end + 1
    }

    private static let blocks: Set<String> = [
        "br", "p", "div", "li", "ul", "ol", "table", "td", "h1", "h2", "h3", "h4", "blockquote", "def", "hr", "dd",
        "dt",
    ]

    private static let roles: [String: Role] = [
        "k": .nothing, "script": .nothing, "style": .nothing, "rref": .nothing, "opt": .label, "tr": .pronunciation,
        "pos": .grammar, "gr": .grammar, "abr": .label, "abbr": .label, "co": .label, "ex": .example, "kref": .link,
        "iref": .nothing, "dtrn": .text, "sr": .link,
        // PowerWord's
        "yinbiao": .pronunciation, "cixing": .grammar, "liju": .example,
    ]

    // MARK: Entities

    private mutating func entity(_ text: ByteText, _ place: Int) -> Int {
        guard let end = text.part(from: place, to: place + 12).firstPlace(of: UInt8(ascii: ";")), end > place + 1 else {
            current.append(text[place])
            return place + 1
        }
        guard let scalar = CharacterReference.scalar(named: text.part(from: place + 1, to: end).string) else {
            current.append(text[place])
            return place + 1
        }
        current.append(contentsOf: String(scalar == "\u{A0}" ? " " : Character(scalar)).utf8)
        return end + 1
    }
}
