import LanguageServices
import ServiceRegistry

/// The header lines of Anki's text format, such as `#separator:tab`.
///
/// Header lines begin with `#` and precede the first row; each consists of a key, a colon and a value. Keys are
/// case-insensitive. Other lines that begin with `#` are comments.
struct AnkiTextHeader {
    private(set) var separator: Separator?
    private(set) var isHTML: Bool?
    private(set) var tags: [String] = []
    private(set) var noteType: String?
    private(set) var deck: String?
    private(set) var columnsLine: [UInt8] = []
    /// The reserved columns, counted from 1.
    private(set) var special: [(role: ReservedName, column: Int)] = []
    private(set) var notices: [String] = []
    /// The text after the header lines.
    private(set) var rest: ArraySlice<UInt8>

    private static let keys: Set<String> = [
        "separator", "html", "tags", "columns", "notetype", "deck", "notetype column", "deck column", "tags column",
        "guid column", "if matches", "match scope",
    ]

    /// Whether a text begins with a header line.
    static func begins(_ text: [UInt8]) -> Bool {
        let line = text.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(1 << 16)
        return line.withUnsafeBytes { key(of: $0) } != nil
    }

    /// The key of a line, in lower case; `nil` if it has no known key.
    static func key(of line: UnsafeRawBufferPointer) -> String? {
        guard line.first == UInt8(ascii: "#"), let colon = line.firstIndex(of: UInt8(ascii: ":")), colon < 40 else {
            return nil
        }
        let key = String(decoding: line[1..<colon], as: UTF8.self).trimmingWhitespace().lowercased()
        return keys.contains(key) ? key : nil
    }

    /// Parses the header lines of a text without a byte order mark.
    init(_ text: [UInt8]) {
        rest = text[...]
        while rest.first == UInt8(ascii: "#") {
            let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
            rest = rest[line.endIndex...]
            if rest.first == 0x0D { rest = rest.dropFirst() }
            if rest.first == 0x0A { rest = rest.dropFirst() }
            guard let key = line.withUnsafeBytes({ Self.key(of: $0) }),
                let colon = line.firstIndex(of: UInt8(ascii: ":"))
            else { continue }
            let value = line[(colon + 1)...]
            set(key, value: String(decoding: value, as: UTF8.self), raw: Array(value))
        }
    }

    private mutating func set(_ key: String, value: String, raw: [UInt8]) {
        let trimmed = value.trimmingWhitespace()
        switch key {
        case "separator":
            // The separator character itself may be white space.
            if let known = Separator(named: value) ?? Separator(named: trimmed) {
                separator = known
            } else {
                notices.append("unknown separator '\(trimmed)'; the line is ignored, as in Anki")
            }
        case "html": isHTML = ["true": true, "false": false][trimmed.lowercased()] ?? isHTML
        case "tags": tags = trimmed.split { $0.isWhitespace }.map(String.init)
        case "columns": columnsLine = raw
        case "notetype": noteType = trimmed
        case "deck": deck = trimmed
        default:
            if key.hasSuffix(" column"), let role = ReservedName(String(key.dropLast(7))) { setColumn(role, trimmed) }
        }
    }

    private mutating func setColumn(_ role: ReservedName, _ value: String) {
        guard let column = Int(value), (1...RowScanner.maximumCells).contains(column) else {
            notices.append("'\(value.prefix(40))' is not a column number; the line is ignored")
            return
        }
        special.removeAll { $0.role == role }
        guard !special.contains(where: { $0.column == column }) else {
            notices.append("column \(column) is declared twice; the second line is ignored")
            return
        }
        special.append((role, column))
    }

    /// The separator that Anki assumes without a declaration: the first candidate that occurs at the start of the text.
    func assumedSeparator() -> Separator {
        let start = rest.prefix(8192)
        return [Separator.tab, .pipe, .semicolon, .colon, .comma].first { start.contains($0.byte) } ?? .space
    }
}
