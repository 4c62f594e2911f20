/// The delimiter between the cells of a row.
public enum Separator: String, Sendable, Hashable, Codable, CaseIterable {
    /// A tab.
    case tab
    /// A comma.
    case comma
    /// A semicolon, used by spreadsheets in locales where the comma is the decimal separator.
    case semicolon
    /// A vertical bar.
    case pipe
    /// A colon, supported only by Anki's text format.
    case colon
    /// A space, supported only by Anki's text format.
    case space

    /// Parses a delimiter, given by its name, ignoring case, or as the character itself.
    public init?(named name: String) {
        if let known = Self(rawValue: name.lowercased()) {
            self = known
        } else if let known = Self.allCases.first(where: { name == String(Unicode.Scalar($0.byte)) }) {
            self = known
        } else if name == "\\t" {
            self = .tab
        } else {
            return nil
        }
    }

    /// The character, as a byte.
    var byte: UInt8 {
        switch self {
        case .tab: 0x09
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .pipe: UInt8(ascii: "|")
        case .colon: UInt8(ascii: ":")
        case .space: UInt8(ascii: " ")
        }
    }
}

/// Whether the first row is a header.
public enum HeaderRow: String, Sendable, Hashable, Codable, CaseIterable {
    /// The first row is a header.
    case present
    /// The first row is a note.
    case absent
    /// Detected from its content.
    case detect
}

/// How a quotation mark at the start of a cell is interpreted.
public enum Quoting: String, Sendable, Hashable, Codable, CaseIterable {
    /// It encloses the cell up to the next quotation mark that is not doubled (RFC 4180).
    case standard
    /// It is an ordinary character; cells contain neither delimiters nor line ends.
    case none
    /// Detected from the first rows; ``none`` is possible only for a tab-separated file.
    case detect
}
