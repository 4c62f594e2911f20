/// How the text of a file is encoded, as its first bytes tell.
///
/// Spreadsheets write UTF-16 where they are asked for "Unicode text". All reading and editing is done in UTF-8; what
/// was UTF-16 is turned into that on its way in and back on its way out.
enum TextEncoding: Sendable, Hashable {
    case utf8
    case utf16LittleEndian
    case utf16BigEndian

    /// Goes by the byte order mark; `nil` for the mark of UTF-32, which is not read.
    init?(start: [UInt8]) {
        switch Array(start.prefix(4)) {
        case [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]: return nil
        case let mark where mark.starts(with: [0xFF, 0xFE]): self = .utf16LittleEndian
        case let mark where mark.starts(with: [0xFE, 0xFF]): self = .utf16BigEndian
        default: self = .utf8
        }
    }

    /// The order of bytes in UTF-16; `nil` for UTF-8.
    var isBigEndian: Bool? { self == .utf8 ? nil : self == .utf16BigEndian }

    /// The name of the encoding in messages.
    var name: String { self == .utf8 ? "UTF-8" : "UTF-16" }
}
