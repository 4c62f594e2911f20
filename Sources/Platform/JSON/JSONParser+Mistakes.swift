extension JSONParser {
    /// The error for a document without a value.
    func emptyDocument() -> JSONSyntaxError {
        let hasComment = cursor.bytes.contains(UInt8(ascii: "/"))
        return error(
            hasComment ? "the file contains only comments" : "the file is empty",
            at: .start,
            remedy: "write at least {}"
        )
    }

    /// The error for text after the document's value.
    func unexpectedAfterDocument(_ root: JSONNode, end: JSONPosition) -> JSONSyntaxError {
        if let mistake = brokenString(root, end: end) { return mistake }
        switch cursor.peek {
        case UInt8(ascii: ","):
            return error("expected the end of the file, found ','", remedy: "put several values in [ ]")
        case UInt8(ascii: ":"):
            return error("expected the end of the file, found ':'", remedy: "put members in { }")
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            return error("\(found()) has no matching bracket: every bracket is already closed")
        default:
            if startsValue() {
                return error(
                    "a second value follows the document, which ended at \(end)",
                    remedy: "a file contains one value"
                )
            }
            return unexpected("the end of the file")
        }
    }

    /// The error for an invalid token where a value is expected.
    func unexpectedValue(_ context: Context) -> JSONSyntaxError {
        switch (cursor.peek, context) {
        case (UInt8(ascii: ","), .element(afterComma: true)):
            return error("two commas in a row", remedy: "remove one")
        case (UInt8(ascii: ","), .element(afterComma: false)):
            return error("expected a value or ']', found ','")
        case (UInt8(ascii: ","), .member(let key)), (UInt8(ascii: "}"), .member(let key)):
            return error("the key \(JSONExcerpt.quoted(key)) has no value: found \(found()) after the ':'")
        case (UInt8(ascii: "}"), .element):
            return wrongBracket() ?? unexpected("a value or ']'")
        case (UInt8(ascii: "]"), .member):
            return wrongBracket() ?? unexpected("a value")
        case (UInt8(ascii: "}"), .document), (UInt8(ascii: "]"), .document):
            return error("\(found()) has no matching bracket: no bracket is open")
        case (UInt8(ascii: "+"), _), (UInt8(ascii: "."), _):
            let token = numberToken()
            guard token.contains(where: Self.isLetterOrDigit),
                case .failure(let problem) = JSONNumberSyntax.check(token)
            else { break }
            return numberError(problem, token, at: cursor.position)
        default:
            break
        }
        if case .element = context { return unexpected("a value or ']'", wordHint: unknownWord) }
        return unexpected("a value", wordHint: unknownWord)
    }

    /// The error for an invalid token where a key is expected.
    func unexpectedKey(afterComma: Bool) -> JSONSyntaxError {
        if cursor.peek == UInt8(ascii: ","), afterComma {
            return error("two commas in a row", remedy: "remove one")
        }
        return unexpected("a key in double quotes or '}'") { word in
            error(
                "keys need double quotes: found \(JSONExcerpt.singleQuoted(word))",
                remedy: "write \(JSONExcerpt.quoted(word))"
            )
        }
    }

    /// The error for an invalid token after a key.
    func unexpectedAfterKey(_ key: String, at start: JSONPosition, end: JSONPosition) -> JSONSyntaxError {
        let shown = JSONExcerpt.quoted(key)
        if let mistake = brokenString(JSONNode(.string(key), at: start), end: end) { return mistake }
        switch cursor.peek {
        case UInt8(ascii: "="):
            return error("expected ':' after the key \(shown), found '='", remedy: "write ':' instead of '='")
        case UInt8(ascii: ","), UInt8(ascii: "}"):
            return error("the key \(shown) has no value: expected ':', found \(found())", remedy: "add ':' and a value")
        default:
            if startsValue() { return error("a ':' is missing after the key \(shown)", at: end) }
            return unexpected("':' after the key \(shown)")
        }
    }

    /// The error for an invalid token after an element or member.
    func unexpectedAfter(_ value: JSONNode?, end: JSONPosition, isMember: Bool) -> JSONSyntaxError {
        if let mistake = brokenString(value, end: end) { return mistake }
        let what = isMember ? "member" : "element"
        switch cursor.peek {
        case UInt8(ascii: ":") where !isMember:
            return error("expected ',' or ']' after this element, found ':'", remedy: "put members in { }")
        case UInt8(ascii: ";"):
            return error("expected ',' after this \(what), found ';'", remedy: "write ',' instead of ';'")
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if let mistake = wrongBracket() { return mistake }
        default:
            if startsValue() { return error("a comma is missing after this \(what)", at: end) }
        }
        return unexpected("',' or '\(isMember ? "}" : "]")' after this \(what)")
    }

    /// The error for a duplicate key.
    func duplicate(_ key: String, at position: JSONPosition, first: JSONPosition) -> JSONSyntaxError {
        error(
            "the key \(JSONExcerpt.quoted(key)) appears twice in this object, first at \(first)",
            at: position,
            remedy: "remove one of the two"
        )
    }

    /// The error for a file that ends where a value is expected.
    func endOfFile(before context: Context) -> JSONSyntaxError {
        if case .member(let key) = context { return endOfFile(before: "the value of \(JSONExcerpt.quoted(key))") }
        return endOfFile(before: nil)
    }

    /// The error for a file that ends with open brackets. The message names the innermost bracket; the remedy lists all
    /// missing closing brackets.
    private func endOfFile(before what: String?) -> JSONSyntaxError {
        guard let bracket = open.last else { return error("the file ends before \(what ?? "a value")") }
        let context = "'\(Unicode.Scalar(bracket.byte))' from line \(bracket.position.line)"
        let missing = String(decoding: open.reversed().map(\.closing), as: UTF8.self)
        return error(
            what.map { "the file ends before \($0), and the \(context) is still open" }
                ?? "the file ends, but the \(context) is still open",
            remedy: "add '\(missing)'"
        )
    }

    /// The error for a closing bracket of the wrong kind; `nil` if there is none.
    private func wrongBracket() -> JSONSyntaxError? {
        guard let bracket = open.last else { return nil }
        return error(
            "found \(found()), but the '\(Unicode.Scalar(bracket.byte))' from line \(bracket.position.line) is still open",
            remedy: "close it with '\(Unicode.Scalar(bracket.closing))' first"
        )
    }

    /// The error for a word directly after a closing quotation mark; a quotation mark in the string is unescaped, or
    /// one is missing.
    private func brokenString(_ node: JSONNode?, end: JSONPosition) -> JSONSyntaxError? {
        guard let node, case .string = node.content, end.offset == cursor.offset, let scalar = cursor.scalar,
            Self.isWord(scalar)
        else { return nil }
        return error(
            "the string that starts at \(node.position) ends at this '\"', "
                + "but \(JSONExcerpt.singleQuoted(wordAhead())) follows directly",
            at: JSONPosition(line: end.line, column: end.column - 1, offset: end.offset - 1),
            remedy: "write \\\" for a quotation mark in a string, or close the string where it should end"
        )
    }
}

extension JSONParser {
    /// Whether the next character can start a value or a word.
    private func startsValue() -> Bool {
        switch cursor.peek {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["): true
        case UInt8(ascii: "."): false
        default: cursor.scalar.map(Self.isWord) ?? false
        }
    }

    /// The text at the cursor, for messages.
    private func found() -> String {
        guard let scalar = cursor.scalar else { return "the end of the file" }
        return Self.isWord(scalar) ? JSONExcerpt.singleQuoted(wordAhead()) : JSONExcerpt.character(scalar)
    }

    /// The general error: an explanation for a common wrong character, otherwise what was expected and what was found.
    ///
    /// - Parameters:
    ///   - expected: What is expected at the cursor.
    ///   - wordHint: Creates the error for a word.
    private func unexpected(_ expected: String, wordHint: ((String) -> JSONSyntaxError)? = nil) -> JSONSyntaxError {
        guard let scalar = cursor.scalar else {
            return open.isEmpty ? error("expected \(expected), found the end of the file") : endOfFile(before: nil)
        }
        if let wordHint, Self.isWord(scalar), scalar != "." { return wordHint(wordAhead()) }
        let next = cursor.scalar(at: cursor.offset + UTF8.width(scalar))
        if let (message, remedy) = JSONCharacterMistake.explain(scalar, next: next) {
            return error(message, remedy: remedy)
        }
        return error("expected \(expected), found \(found())")
    }
}

/// Explains characters that JSON does not allow between values but that people often type or paste.
enum JSONCharacterMistake {
    /// The message and the remedy for a character, or `nil` if there is no specific explanation.
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
            return ("'*/' without a matching '/*'", "block comments do not nest")
        case ";":
            return ("';' has no meaning here", "separate members and elements with ','")
        case "=":
            return ("'=' has no meaning here", "write ':' between a key and its value")
        default:
            break
        }
        if let ascii = halfWidth(scalar) {
            return ("\(shown) is a full-width character", "use '\(ascii)'")
        }
        return invisible(scalar)
    }

    /// Spaces, control characters and format characters.
    private static func invisible(_ scalar: Unicode.Scalar) -> (message: String, remedy: String?)? {
        let code = JSONExcerpt.codePoint(scalar)
        return switch scalar.properties.generalCategory {
        case .spaceSeparator: ("the space character \(code) is not allowed here", "use an ASCII space")
        case .control: ("the control character \(code) is not allowed here", "delete it")
        case .format, .lineSeparator, .paragraphSeparator:
            ("the invisible character \(code) is not allowed here", "delete it")
        default: nil
        }
    }

    /// The ASCII equivalent of a full-width character from an East Asian keyboard.
    private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "、": ","
        case "\u{FF01}"..."\u{FF5E}": Unicode.Scalar(scalar.value - 0xFEE0)
        default: nil
        }
    }
}
