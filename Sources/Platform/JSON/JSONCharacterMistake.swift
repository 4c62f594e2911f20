/// Explains characters that JSON never allows between values but that people often type or paste.
enum JSONCharacterMistake {
    /// The message and the remedy for a character, or `nil` when there is nothing special to say.
    static func explain(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) -> (message: String, remedy: String?)? {
        let shown = JSONExcerpt.character(scalar)
        switch scalar {
        case "'", "`":
            return ("strings and keys need double quotes, not \(scalar == "'" ? "single quotes" : "backticks")", nil)
        case "“", "”", "„", "‟", "‘", "’", "‚", "‛", "«", "»", "″":
            return ("\(shown) is a typographic quotation mark", "use the straight '\"'")
        case "#":
            return ("'#' does not start a comment", "start comments with //")
        case "/":
            return ("found a single '/'", "comments are // to the end of the line or /* … */")
        case "*" where next == "/":
            return ("'*/' closes no comment", "block comments do not nest")
        case ";":
            return ("';' has no meaning here", "separate members and elements with ','")
        case "=":
            return ("'=' has no meaning here", "write ':' between a key and its value")
        default:
            break
        }
        if let ascii = halfWidth(scalar) {
            return ("\(shown) is a full-width character", "use the ordinary '\(ascii)'")
        }
        return invisible(scalar)
    }

    /// Spaces, control characters and format characters.
    private static func invisible(_ scalar: Unicode.Scalar) -> (message: String, remedy: String?)? {
        let code = JSONExcerpt.codePoint(scalar)
        return switch scalar.properties.generalCategory {
        case .spaceSeparator: ("the space character \(code) is not allowed here", "use an ordinary space")
        case .control: ("the control character \(code) is not allowed here", "delete it")
        case .format, .lineSeparator, .paragraphSeparator:
            ("the invisible character \(code) is not allowed here", "delete it")
        default: nil
        }
    }

    /// The ASCII character that a full-width one from an East Asian keyboard stands for.
    private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "、": ","
        case "\u{FF01}"..."\u{FF5E}": Unicode.Scalar(scalar.value - 0xFEE0)
        default: nil
        }
    }
}
