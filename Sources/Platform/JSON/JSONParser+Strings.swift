extension JSONParser {
    /// Parses a string; the cursor is at its opening quotation mark.
    mutating func string(at start: JSONPosition) throws(JSONSyntaxError) -> String {
        cursor.advance()
        let first = cursor.offset
        while let byte = cursor.peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
            cursor.advance()
        }
        var text = Array(cursor.bytes[first..<cursor.offset])
        while let byte = cursor.peek {
            switch byte {
            case UInt8(ascii: "\""):
                cursor.advance()
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text.append(contentsOf: String(try escape(stringStart: start)).utf8)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                throw unclosedString(at: start, end: "line")
            case 0..<0x20:
                throw rawControlCharacter(byte)
            default:
                text.append(byte)
                cursor.advance()
            }
        }
        throw unclosedString(at: start, end: "file")
    }

    /// Parses one escape sequence; the cursor is at its backslash. A surrogate pair counts as one escape.
    private mutating func escape(stringStart: JSONPosition) throws(JSONSyntaxError) -> Unicode.Scalar {
        let scalar: Unicode.Scalar
        switch cursor.peek(ahead: 1) {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{c}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw unclosedString(at: stringStart, end: "line")
        case nil: throw unclosedString(at: stringStart, end: "file")
        default: throw unknownEscape()
        }
        cursor.advance(by: 2)
        return scalar
    }

    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        guard let unit = hexDigits(ahead: 2) else { throw badUnicodeEscape() }
        if let scalar = Unicode.Scalar(UInt32(unit)) {
            cursor.advance(by: 6)
            return scalar
        }
        guard UTF16.isLeadSurrogate(unit), cursor.peek(ahead: 6) == UInt8(ascii: "\\"),
            cursor.peek(ahead: 7) == UInt8(ascii: "u"), let trail = hexDigits(ahead: 8), UTF16.isTrailSurrogate(trail),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(trail & 0x3FF)))
        else { throw loneSurrogate(unit) }
        cursor.advance(by: 12)
        return scalar
    }

    /// The value of four hexadecimal digits at the given distance from the cursor, or `nil` if they are not four
    /// digits.
    private func hexDigits(ahead distance: Int) -> UInt16? {
        var value: UInt16 = 0
        for index in distance..<(distance + 4) {
            guard let byte = cursor.peek(ahead: index), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                return nil
            }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}

extension JSONParser {
    /// An unclosed string is reported at its start, because the intended end is unknown.
    private func unclosedString(at start: JSONPosition, end: String) -> JSONSyntaxError {
        let line = cursor.bytes[start.offset..<cursor.offset]
        let hasTypographicQuote = String(decoding: line, as: UTF8.self).unicodeScalars.contains {
            $0 == "”" || $0 == "“"
        }
        return error(
            "this string is not closed before the end of the \(end)",
            at: start,
            remedy: hasTypographicQuote ? "close it with a straight '\"', not with '”'" : "close it with '\"'"
        )
    }

    private func rawControlCharacter(_ byte: UInt8) -> JSONSyntaxError {
        let scalar = Unicode.Scalar(byte)
        if scalar == "\t" { return error("this string contains a tab", remedy: "write \\t") }
        let code = JSONExcerpt.codePoint(scalar)
        return error(
            "this string contains the control character \(code)",
            remedy: "write \\u\(code.dropFirst(2)) or delete it"
        )
    }

    private func unknownEscape() -> JSONSyntaxError {
        let scalar = cursor.scalar(at: cursor.offset + 1) ?? "\\"
        let escape = JSONExcerpt.singleQuoted("\\" + String(scalar))
        if scalar == "'" { return error("\(escape) is not a valid escape", remedy: "write ' without a backslash") }
        return error("\(escape) is not a valid escape", remedy: "write \\\\ for \\")
    }

    private func badUnicodeEscape() -> JSONSyntaxError {
        error("'\\u' must be followed by four hexadecimal digits", remedy: "write \\\\ for \\")
    }

    private func loneSurrogate(_ unit: UInt16) -> JSONSyntaxError {
        let escape = "'\\u\(String(unit, radix: 16, uppercase: true))'"
        let missing =
            UTF16.isLeadSurrogate(unit)
            ? "followed by the second half (\\uDC00…\\uDFFF)" : "preceded by the first half (\\uD800…\\uDBFF)"
        return error("\(escape) is not \(missing) of its surrogate pair")
    }
}
