import Language

/// A text with markup (Pango, HTML, XDXF, PowerWord's XML), converted to lines of plain text with roles derived from
/// the markup.
struct MarkupLines {
    /// The role of a run of text.
    enum Role {
        /// Translations or a definition.
        case text
        /// A pronunciation: `<tr>` in XDXF, phonetic symbols in PowerWord.
        case pronunciation
        /// A part of speech or gender: `<pos>`, `<gr>`.
        case grammar
        /// A label: `<abr>`, `<co>`.
        case label
        /// An example of use: `<ex>`.
        case example
        /// A link to another entry: `<kref>`, `<iref>`.
        case link
        /// A repeated headword, or content other than text.
        case nothing
    }

    /// A run of text within one line.
    struct Line {
        var role: Role
        var bytes: [UInt8]
    }

    private(set) var lines: [Line] = []
    private var current: [UInt8] = []
    private var roles: [(name: String, role: Role)] = []
    private let breaksAtLineEnds: Bool

    /// - Parameter breaksAtLineEnds: Whether line breaks in the text are kept; in HTML they are treated as spaces.
    init(_ text: ByteText, breaksAtLineEnds: Bool) {
        self.breaksAtLineEnds = breaksAtLineEnds
        var position = text.start
        while position < text.end {
            let byte = text[position]
            switch byte {
            case UInt8(ascii: "<"):
                position = tag(text, position)
            case UInt8(ascii: "&"):
                position = entity(text, position)
            case UInt8(ascii: "\n"):
                if breaksAtLineEnds { breakLine() } else { current.append(0x20) }
                position += 1
            default:
                current.append(byte)
                position += 1
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

    private mutating func tag(_ text: ByteText, _ position: Int) -> Int {
        if text.has("<![CDATA[", at: position) {
            let end = text.firstIndex(of: "]]>", from: position + 9) ?? text.end
            current.append(contentsOf: text.part(from: position + 9, to: end).bytes)
            return end + 3
        }
        let isClosing = text[position + 1] == UInt8(ascii: "/")
        let nameStart = position + (isClosing ? 2 : 1)
        let first = text[nameStart]
        // "a < b" is text, not markup.
        guard first < 0x80 && first.isWordByte || first == UInt8(ascii: "!") || first == UInt8(ascii: "?"),
            let end = text.part(from: position, to: position + 4000).firstIndex(of: UInt8(ascii: ">"))
        else {
            current.append(text[position])
            return position + 1
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
        // Tags in PowerWord's XML.
        "yinbiao": .pronunciation, "cixing": .grammar, "liju": .example,
    ]

    // MARK: Entities

    private mutating func entity(_ text: ByteText, _ position: Int) -> Int {
        guard let end = text.part(from: position, to: position + 12).firstIndex(of: UInt8(ascii: ";")),
            end > position + 1
        else {
            current.append(text[position])
            return position + 1
        }
        guard let scalar = CharacterReference.scalar(named: text.part(from: position + 1, to: end).string) else {
            current.append(text[position])
            return position + 1
        }
        current.append(contentsOf: String(scalar == "\u{A0}" ? " " : Character(scalar)).utf8)
        return end + 1
    }
}
