/// What stands between the cells of a row.
public enum Separator: String, Sendable, Hashable, Codable, CaseIterable {
    /// A tab.
    case tab
    /// A comma.
    case comma
    /// A semicolon, which spreadsheets write where the comma is the decimal sign.
    case semicolon
    /// A vertical bar.
    case pipe
    /// A colon, which only Anki's text format knows.
    case colon
    /// A space, which only Anki's text format knows.
    case space

    /// Reads what a user or a file names a separator: its name, in upper or lower case, or the character itself.
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

/// Whether the first row names the columns.
public enum HeaderRow: String, Sendable, Hashable, Codable, CaseIterable {
    /// It does.
    case present
    /// It is a note like the others.
    case absent
    /// Found out from what stands in it.
    case detect
}

/// What a quotation mark at the start of a cell means.
public enum Quoting: String, Sendable, Hashable, Codable, CaseIterable {
    /// The cell ends with the next quotation mark that is not doubled (RFC 4180).
    case standard
    /// Nothing: it is a character like others, and a cell holds neither separators nor line ends.
    case none
    /// Found out from the first rows: only of a tab-separated file can it be ``none``.
    case detect
}
