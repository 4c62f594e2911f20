extension JSONParser {
    /// Reads a number, the cursor being on its first character.
    mutating func number(at start: JSONPosition) throws(JSONSyntaxError) -> JSONNumber {
        let token = numberToken()
        if case .failure(let problem) = JSONNumberSyntax.check(token) { throw numberError(problem, token, at: start) }
        cursor.advance(by: token.count)
        let number = JSONNumber(checked: String(decoding: token, as: UTF8.self))
        guard number.double != nil else {
            throw error(
                "the number \(JSONExcerpt.singleQuoted(number.text)) is too large: the limit is about 1.8e308",
                at: start
            )
        }
        return number
    }

    /// Everything that was probably meant to belong to the number, so that `1.2.3` is one mistake and not two values.
    func numberToken() -> [UInt8] {
        let rest = cursor.bytes[cursor.offset...]
        return Array(
            rest.prefix { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        )
    }

    /// Says what is wrong with a number.
    func numberError(
        _ problem: JSONNumberSyntax.Problem,
        _ token: [UInt8],
        at start: JSONPosition
    ) -> JSONSyntaxError {
        let text = String(decoding: token, as: UTF8.self)
        let shown = JSONExcerpt.singleQuoted(text)
        return switch problem {
        case .noDigits where Self.isNotFinite(text), .plusSign where Self.isNotFinite(text):
            error("JSON has no \(shown)", at: start, remedy: "use null")
        case .leadingZero: error("the number \(shown) starts with a zero", at: start, remedy: "leave out leading zeros")
        case .plusSign: error("the number \(shown) starts with '+'", at: start, remedy: "leave out the '+'")
        case .hexadecimal:
            error("the number \(shown) is hexadecimal", at: start, remedy: "write the number in decimal digits")
        case .noDigits: error("expected a number, found \(shown)", at: start)
        case .noDigitBeforePoint:
            error("the number \(shown) has no digit before the '.'", at: start, remedy: "write 0 before the '.'")
        case .noDigitAfterPoint:
            error("the number \(shown) has no digit after the '.'", at: start, remedy: "write 0 after the '.'")
        case .noDigitInExponent: error("the number \(shown) has no digits in its exponent", at: start)
        case .separator: error("the number \(shown) contains '_'", at: start, remedy: "leave out the '_'")
        case .other: error("\(shown) is not a number", at: start, remedy: "put a string in double quotes")
        }
    }

    /// Whether a byte is an ASCII letter or digit, so that `+` and `...` alone are not taken for numbers.
    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isWord(Unicode.Scalar(byte)) && byte >= UInt8(ascii: "0") && byte != UInt8(ascii: "_")
    }

    /// Whether a word is one of the usual names of what is not a finite number.
    static func isNotFinite(_ word: String) -> Bool {
        let name = word.drop { $0 == "-" || $0 == "+" }.lowercased()
        return ["nan", "inf", "infinity"].contains(name)
    }
}
