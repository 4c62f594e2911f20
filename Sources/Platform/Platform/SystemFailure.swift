package import LanguageServices

/// Converts `errno` to a `ServiceError` with a remedy.
package enum SystemFailure {
    /// Creates a `ServiceError.Code.io` error with the action, the path and the reason.
    ///
    /// - Parameters:
    ///   - action: What failed, as a verb phrase: `cannot write`.
    ///   - path: The file or folder.
    ///   - number: The value of `errno`, read directly after the call.
    package static func error(_ action: String, _ path: String, errno number: Int32) -> ServiceError {
        ServiceError(.io, "\(action) \(quoted(path)): \(text(number))", remedy: remedy(number, action))
    }

    /// The system's message for an error number, in lower case for use within a sentence.
    package static func text(_ number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
        let text = buffer.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { String(cString: $0) } ?? "error \(number)"
        }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// The path in quotes, for messages. Only control characters are escaped, so the path can still be copied.
    ///
    /// For other external text, see ``OneLine``.
    package static func quoted(_ path: String) -> String {
        var shown = "'"
        for scalar in path.unicodeScalars {
            if scalar.value < 0x20 || scalar.value == 0x7F {
                shown += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown + "'"
    }

    /// A message from a C library, for use within a line. Such messages may contain line breaks and quoted file
    /// content.
    package static func line(_ reason: UnsafePointer<CChar>?) -> String? {
        guard let reason else { return nil }
        let words = String(cString: reason).unicodeScalars.split { $0.value <= 0x20 || $0.value == 0x7F }
        return words.isEmpty ? nil : String(words.map { String($0) }.joined(separator: " ").prefix(300))
    }

    private static func remedy(_ number: Int32, _ action: String) -> String? {
        switch number {
        case EACCES, EPERM: "check the permissions, or choose another location"
        case ENOENT:
            action.hasPrefix("cannot write") ? "check the spelling; the folder must exist" : "check the spelling"
        case ENOSPC, EDQUOT: "free some space, or choose another location"
        case EISDIR: "specify a file, not a folder"
        case ENOTDIR: "part of the path is a file, not a folder"
        case EROFS: "choose a location that is not mounted read-only"
        case ENAMETOOLONG: "choose a shorter name"
        case ELOOP: "remove the cycle of symbolic links in the path"
        default: nil
        }
    }
}

/// Makes external text, such as the output of another program, safe for an error message.
///
/// Control characters become white space, and white space is collapsed. Use this for prose that need not be exact. Use
/// `JSONExcerpt` for excerpts of a document, `SystemFailure.quoted(_:)` for paths, and `TerminalText.oneLine(_:)` for
/// content that must stay exact.
package enum OneLine {
    /// The maximum number of scalars to keep.
    static let capacity = 200

    /// One line without control characters, from text in UTF-8. Invalid bytes become U+FFFD.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        text(String(decoding: bytes, as: UTF8.self))
    }

    /// One line without control characters. Runs of white space become one space, and long text is truncated.
    package static func text(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var gap = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || isInvisible(scalar) {
                gap = !result.isEmpty
                continue
            }
            guard result.count < capacity else {
                result.append("…")
                break
            }
            if gap { result.append(" ") }
            gap = false
            result.append(scalar)
        }
        return String(result)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        default: false
        }
    }
}
