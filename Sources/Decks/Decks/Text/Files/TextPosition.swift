import LanguageServices
import Platform

/// A text that messages can name.
protocol NamedText: Sendable {
    /// How messages call it, without a character that could change the terminal.
    var shownName: String { get }

    /// How it is encoded.
    var encoding: TextEncoding { get }
}

/// A place in a text, as an editor shows it: both numbers from 1; a column is a Unicode scalar.
///
/// Lines end with LF, CR or CRLF.
struct TextPosition: Hashable {
    var line: Int
    var column = 1
}

extension TextPosition {
    /// The place of a byte in the bytes that begin at another place.
    init(of offset: Int, in bytes: UnsafeRawBufferPointer, from start: TextPosition) {
        self = start
        for index in 0..<min(offset, bytes.count) {
            switch bytes[index] {
            case 0x0A: (line, column) = (line + 1, 1)
            // Both of CRLF end one line, with the second.
            case 0x0D where index + 1 < bytes.count && bytes[index + 1] == 0x0A: column += 1
            case 0x0D: (line, column) = (line + 1, 1)
            case 0x80..<0xC0: break
            default: column += 1
            }
        }
    }

    /// What is wrong with the content of a file, and where.
    func error(in file: any NamedText, _ message: String, remedy: String? = nil) -> ServiceError {
        ServiceError(.invalidRequest, "\(file.shownName):\(line):\(column): \(message)", remedy: remedy)
    }

    /// Something is larger than a limit.
    func tooLarge(in file: any NamedText, _ message: String, remedy: String? = nil) -> ServiceError {
        ServiceError(.limitExceeded, "\(file.shownName):\(line):\(column): \(message)", remedy: remedy)
    }

    /// Bytes are not text.
    func notText(in file: any NamedText) -> ServiceError {
        error(
            in: file,
            "the bytes here are not valid \(file.encoding.name)",
            remedy: file.encoding == .utf8
                ? "convert the file to UTF-8, for example with iconv -f WINDOWS-1252 -t UTF-8"
                : "save the file again as UTF-8"
        )
    }
}

/// Makes strings of bytes, and finds where bytes stop being UTF-8.
enum StrictUTF8 {
    /// The text of bytes; `nil` when they are no UTF-8.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        // To repair what is no UTF-8 is faster than to validate it, and what was repaired is not the same.
        var text = String(decoding: bytes, as: UTF8.self)
        let isSame = text.withUTF8 { utf8 in
            guard let first = bytes.baseAddress, let other = utf8.baseAddress else { return utf8.count == bytes.count }
            return utf8.count == bytes.count && memcmp(first, other, bytes.count) == 0
        }
        return isSame ? text : nil
    }

    /// The distance of the first byte that is not part of a character; `nil` when all are.
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
