import LanguageServices

extension JSONScanner {
    /// Passes a value, white space before it included; however deep it is, without recursion.
    mutating func skipValue() throws(ServiceError) -> Kind {
        try skipSpace()
        let kind: Kind =
            switch try peek() {
            case UInt8(ascii: "\""): .string
            case UInt8(ascii: "{"): .object
            case UInt8(ascii: "["): .array
            case UInt8(ascii: "n"): .null
            case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
            default: .number
            }
        var open: [UInt8] = []
        repeat {
            while try !beginValue(&open) {}
        } while try endValues(&open)
        return kind
    }

    /// Passes a value that is whole at once, or the beginning of one that has others in it.
    ///
    /// - Returns: `false` when a value must follow: the first in an object or an array.
    private mutating func beginValue(_ open: inout [UInt8]) throws(ServiceError) -> Bool {
        try skipSpace()
        switch try peek() {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"):
            try push(UInt8(ascii: "}"), &open)
            try skipSpace()
            if try peek() == UInt8(ascii: "}") { return true }
            try skipKey()
            return false
        case UInt8(ascii: "["):
            try push(UInt8(ascii: "]"), &open)
            try skipSpace()
            return try peek() == UInt8(ascii: "]")
        case UInt8(ascii: "n"): try skipWord("null")
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case .some(let byte) where byte == UInt8(ascii: "-") || Self.isDigit(byte): try skipNumber()
        default: throw try unexpected("a value")
        }
        return true
    }

    /// Passes the ends of objects and arrays behind a value, up to where the next value begins.
    ///
    /// - Returns: `false` when the outermost value is whole.
    private mutating func endValues(_ open: inout [UInt8]) throws(ServiceError) -> Bool {
        while let bracket = open.last {
            try skipSpace()
            if try peek() == bracket {
                advance()
                open.removeLast()
                continue
            }
            try expect(UInt8(ascii: ","), "',' or '\(Unicode.Scalar(bracket))'")
            if bracket == UInt8(ascii: "}") { try skipKey() }
            return true
        }
        return false
    }

    private mutating func push(_ bracket: UInt8, _ open: inout [UInt8]) throws(ServiceError) {
        guard open.count < Self.mostDepth else {
            throw place(position).tooLarge(in: file, "values are more than \(Self.mostDepth) deep within each other")
        }
        advance()
        open.append(bracket)
    }

    /// Passes a key and its colon.
    mutating func skipKey() throws(ServiceError) {
        try skipSpace()
        guard try peek() == UInt8(ascii: "\"") else { throw try unexpected("a key in quotation marks") }
        try skipString()
        try skipSpace()
        try expect(UInt8(ascii: ":"), "':'")
    }

    private mutating func skipWord(_ word: String) throws(ServiceError) {
        for byte in word.utf8 { try expect(byte, "the word \(word)") }
    }

    private mutating func skipNumber() throws(ServiceError) {
        if try peek() == UInt8(ascii: "-") { advance() }
        if try peek() == UInt8(ascii: "0") { advance() } else { try skipDigits() }
        if try peek() == UInt8(ascii: ".") {
            advance()
            try skipDigits()
        }
        if let byte = try peek(), byte | 0x20 == UInt8(ascii: "e") {
            advance()
            if let sign = try peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { advance() }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(ServiceError) {
        let first = position
        while let byte = try peek(), Self.isDigit(byte) { advance() }
        if position == first { throw try unexpected("a digit") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
