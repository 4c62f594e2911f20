import LanguageServices

/// Writes JSON deterministically: equal values produce equal bytes.
///
/// Members are written in order. Non-ASCII text is not escaped. Quotation marks, backslashes, control characters (C0,
/// DEL and C1) and the line separators U+2028 and U+2029 are escaped, so the compact form is always one line. A
/// `Double` is written as the shortest text that parses to the same number, without `.0` for integers; a non-finite
/// number is written as `null`. There is no trailing line break.
package enum JSONWriter {
    /// The layout.
    package enum Form: Sendable, Hashable {
        /// Everything on one line, without spaces.
        case compact
        /// One element or member per line, indented by two spaces per level; empty arrays and objects are written as
        /// `[]` and `{}`.
        case pretty
    }

    /// The JSON text of a value.
    package static func string(_ value: JSONValue, form: Form = .compact) -> String {
        String(decoding: bytes(value, form: form), as: UTF8.self)
    }

    /// The JSON text of a value in UTF-8.
    package static func bytes(_ value: JSONValue, form: Form = .compact) -> [UInt8] {
        var output: [UInt8] = []
        write(value, form: form, to: &output)
        return output
    }

    /// Appends the JSON text of a value in UTF-8 to `output`.
    ///
    /// A loop that writes many lines can reuse one buffer with `removeAll(keepingCapacity: true)`.
    package static func write(_ value: JSONValue, form: Form = .compact, to output: inout [UInt8]) {
        write(value, indentation: form == .pretty ? 0 : nil, to: &output)
    }

    /// - Parameter indentation: The indentation of the line that the value is on; `nil` for the compact form.
    private static func write(_ value: JSONValue, indentation: Int?, to output: inout [UInt8]) {
        let inner = indentation.map { $0 + 2 }
        switch value {
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for index in elements.indices {
                startItem(inner, isFirst: index == 0, to: &output)
                write(elements[index], indentation: inner, to: &output)
            }
            end("]", elements.isEmpty ? nil : indentation, to: &output)
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for index in members.indices {
                startItem(inner, isFirst: index == 0, to: &output)
                JSONStringEscapes.write(members[index].0, to: &output)
                output.append(UInt8(ascii: ":"))
                if inner != nil { output.append(UInt8(ascii: " ")) }
                write(members[index].1, indentation: inner, to: &output)
            }
            end("}", members.isEmpty ? nil : indentation, to: &output)
        default:
            writeScalar(value, to: &output)
        }
    }

    private static func startItem(_ indentation: Int?, isFirst: Bool, to output: inout [UInt8]) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        startLine(indentation, to: &output)
    }

    private static func end(_ bracket: Unicode.Scalar, _ indentation: Int?, to output: inout [UInt8]) {
        startLine(indentation, to: &output)
        output.append(UInt8(ascii: bracket))
    }

    private static func startLine(_ indentation: Int?, to output: inout [UInt8]) {
        guard let indentation else { return }
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
            // All digits are written instead of an exponent, so that parsing the text as an integer yields exactly this
            // number.
            output.append(contentsOf: String(whole).utf8)
        } else {
            output.append(contentsOf: number.description.utf8)
        }
    }
}

/// Writes strings, escaping characters where necessary.
enum JSONStringEscapes {
    /// Appends `text` in quotation marks.
    static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { write($0, to: &output) }
        output.append(UInt8(ascii: "\""))
    }

    /// Copies runs that need no escapes, usually the whole string.
    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        var copied = 0
        var index = 0
        while index < bytes.count {
            let length = lengthToEscape(bytes, at: index)
            guard length > 0 else {
                index += 1
                continue
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied..<index]))
            writeEscape(bytes, at: index, length: length, to: &output)
            index += length
            copied = index
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied...]))
    }

    /// The number of bytes at `index` that form a character to escape; 0 if there is none.
    private static func lengthToEscape(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        switch bytes[index] {
        case 0..<0x20, 0x22, 0x5C, 0x7F:
            1
        case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0:
            2
        case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8:
            3
        default:
            0
        }
    }

    private static func writeEscape(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at index: Int,
        length: Int,
        to output: inout [UInt8]
    ) {
        output.append(UInt8(ascii: "\\"))
        switch length {
        case 2: writeHex(0x00, bytes[index + 1], to: &output)
        case 3: writeHex(0x20, bytes[index + 2] & 0x7F, to: &output)
        default:
            switch bytes[index] {
            case 0x08: output.append(UInt8(ascii: "b"))
            case 0x09: output.append(UInt8(ascii: "t"))
            case 0x0A: output.append(UInt8(ascii: "n"))
            case 0x0C: output.append(UInt8(ascii: "f"))
            case 0x0D: output.append(UInt8(ascii: "r"))
            case 0x22, 0x5C: output.append(bytes[index])
            default: writeHex(0x00, bytes[index], to: &output)
            }
        }
    }

    /// Appends `u` and four hexadecimal digits.
    private static func writeHex(_ high: UInt8, _ low: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "u"))
        for nibble in [high >> 4, high & 0x0F, low >> 4, low & 0x0F] {
            output.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble)
        }
    }
}
