import LanguageServices
import Platform

/// A text that messages can refer to.
protocol NamedText: Sendable {
    /// The name for messages, with control characters escaped.
    var displayName: String { get }

    /// The encoding of the text.
    var encoding: TextEncoding { get }
}

/// A position in a text as displayed by an editor: line and column from 1, with columns in Unicode scalars.
///
/// Lines end with LF, CR or CRLF.
struct TextPosition: Hashable {
    var line: Int
    var column = 1
}

extension TextPosition {
    /// The position of a byte, given the position of the first byte.
    init(of offset: Int, in bytes: UnsafeRawBufferPointer, from start: TextPosition) {
        self = start
        for index in 0..<min(offset, bytes.count) {
            switch bytes[index] {
            case 0x0A: (line, column) = (line + 1, 1)
            // CRLF ends one line, at the LF.
            case 0x0D where index + 1 < bytes.count && bytes[index + 1] == 0x0A: column += 1
            case 0x0D: (line, column) = (line + 1, 1)
            case 0x80..<0xC0: break
            default: column += 1
            }
        }
    }

    /// An error in the content of a file, with its position.
    func error(in file: any NamedText, _ message: String, remedy: String? = nil) -> ServiceError {
        ServiceError(.invalidRequest, "\(file.displayName):\(line):\(column): \(message)", remedy: remedy)
    }

    /// The error for an exceeded size limit.
    func tooLarge(in file: any NamedText, _ message: String, remedy: String? = nil) -> ServiceError {
        ServiceError(.limitExceeded, "\(file.displayName):\(line):\(column): \(message)", remedy: remedy)
    }

    /// The error for invalid text encoding.
    func notText(in file: any NamedText) -> ServiceError {
        error(
            in: file,
            "these bytes are not valid \(file.encoding.name)",
            remedy: file.encoding == .utf8
                ? "convert the file to UTF-8, for example with iconv -f WINDOWS-1252 -t UTF-8"
                : "save the file again as UTF-8"
        )
    }
}

/// Decodes UTF-8 strictly, and locates invalid bytes.
enum StrictUTF8 {
    /// The text of bytes; `nil` if they are not valid UTF-8.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        // Repairing invalid UTF-8 and comparing the result is faster than validating it.
        var text = String(decoding: bytes, as: UTF8.self)
        let isSame = text.withUTF8 { utf8 in
            guard let first = bytes.baseAddress, let other = utf8.baseAddress else { return utf8.count == bytes.count }
            return utf8.count == bytes.count && memcmp(first, other, bytes.count) == 0
        }
        return isSame ? text : nil
    }

    /// The offset of the first invalid byte; `nil` if all are valid.
    static func firstMistake(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }
}
