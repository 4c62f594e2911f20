import LanguageServices

/// Writes JSON: the same value always gives the same bytes.
///
/// Members stand in the order they are given. Non-ASCII text stays as it is; quotation marks, backslashes, control
/// characters (C0, DEL and C1) and the line separators U+2028 and U+2029 are escaped, so the compact form is one line
/// whatever the strings hold. Doubles get the shortest text that reads back as the same number, whole ones without
/// `.0`, and `null` stands for those that are not finite. No form ends with a line break.
package enum JSONWriter {
    /// How the text is laid out.
    package enum Form: Sendable, Hashable {
        /// Everything on one line without spaces.
        case compact
        /// One element or member a line, two spaces a level; empty arrays and objects stay `[]` and `{}`.
        case pretty
    }

    /// The text of a value.
    package static func string(_ value: JSONValue, form: Form = .compact) -> String {
        String(decoding: bytes(value, form: form), as: UTF8.self)
    }

    /// The text of a value in UTF-8.
    package static func bytes(_ value: JSONValue, form: Form = .compact) -> [UInt8] {
        var output: [UInt8] = []
        write(value, form: form, to: &output)
        return output
    }

    /// Appends the text of a value in UTF-8 to `output`.
    ///
    /// A loop that writes many lines keeps one buffer and empties it with `removeAll(keepingCapacity: true)`.
    package static func write(_ value: JSONValue, form: Form = .compact, to output: inout [UInt8]) {
        switch form {
        case .compact: writeCompact(value, to: &output)
        case .pretty: writePretty(value, indentation: 0, to: &output)
        }
    }

    private static func writeCompact(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            var isFirst = true
            for element in elements {
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                writeCompact(element, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            var isFirst = true
            for (key, value) in members {
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                JSONStringEscapes.write(key, to: &output)
                output.append(UInt8(ascii: ":"))
                writeCompact(value, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        default:
            writeScalar(value, to: &output)
        }
    }

    private static func writePretty(_ value: JSONValue, indentation: Int, to output: inout [UInt8]) {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            output.append(UInt8(ascii: "["))
            var isFirst = true
            for element in elements {
                startLine(indentation + 2, afterComma: !isFirst, to: &output)
                isFirst = false
                writePretty(element, indentation: indentation + 2, to: &output)
            }
            startLine(indentation, afterComma: false, to: &output)
            output.append(UInt8(ascii: "]"))
        case .object(let members) where !members.isEmpty:
            output.append(UInt8(ascii: "{"))
            var isFirst = true
            for (key, value) in members {
                startLine(indentation + 2, afterComma: !isFirst, to: &output)
                isFirst = false
                JSONStringEscapes.write(key, to: &output)
                output.append(UInt8(ascii: ":"))
                output.append(UInt8(ascii: " "))
                writePretty(value, indentation: indentation + 2, to: &output)
            }
            startLine(indentation, afterComma: false, to: &output)
            output.append(UInt8(ascii: "}"))
        default:
            writeCompact(value, to: &output)
        }
    }

    private static func startLine(_ indentation: Int, afterComma: Bool, to output: inout [UInt8]) {
        if afterComma { output.append(UInt8(ascii: ",")) }
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
    }

    private static func writeScalar(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .bool(true): output.append(contentsOf: "true".utf8)
        case .bool(false): output.append(contentsOf: "false".utf8)
        case .integer(let number): output.append(contentsOf: String(number).utf8)
        case .number(let number): writeNumber(number, to: &output)
        case .string(let text): JSONStringEscapes.write(text, to: &output)
        case .null, .array, .object: output.append(contentsOf: "null".utf8)
        }
    }

    private static func writeNumber(_ number: Double, to output: inout [UInt8]) {
        if !number.isFinite {
            output.append(contentsOf: "null".utf8)
        } else if number == 0, number.sign == .minus {
            output.append(contentsOf: "-0".utf8)
        } else if let whole = WholeNumber.int(number) {
            // All digits rather than an exponent, so that reading it as an integer gives exactly this number.
            output.append(contentsOf: String(whole).utf8)
        } else {
            output.append(contentsOf: number.description.utf8)
        }
    }
}
