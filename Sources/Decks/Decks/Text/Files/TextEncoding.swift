/// The encoding of a text file, detected from its first bytes.
///
/// Spreadsheets write UTF-16 for "Unicode text". All processing uses UTF-8; UTF-16 is converted on input and output.
enum TextEncoding: Sendable, Hashable {
    case utf8
    case utf16LittleEndian
    case utf16BigEndian

    /// Detects the encoding from the byte order mark; `nil` for UTF-32, which is not supported.
    init?(start: [UInt8]) {
        switch Array(start.prefix(4)) {
        case [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]: return nil
        case let mark where mark.starts(with: [0xFF, 0xFE]): self = .utf16LittleEndian
        case let mark where mark.starts(with: [0xFE, 0xFF]): self = .utf16BigEndian
        default: self = .utf8
        }
    }

    /// Whether UTF-16 is big-endian; `nil` for UTF-8.
    var isBigEndian: Bool? { self == .utf8 ? nil : self == .utf16BigEndian }

    /// The name of the encoding in messages.
    var name: String { self == .utf8 ? "UTF-8" : "UTF-16" }
}
