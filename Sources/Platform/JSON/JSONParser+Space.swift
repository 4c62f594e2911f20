extension JSONParser {
    /// Passes white space, and comments where a person wrote.
    mutating func skipSpace() throws(JSONSyntaxError) {
        while let byte = cursor.peek {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                cursor.advance()
            case UInt8(ascii: "/") where author == .person:
                let start = cursor.position
                switch cursor.peek(ahead: 1) {
                case UInt8(ascii: "/"): skipLineComment()
                case UInt8(ascii: "*"): try skipBlockComment()
                default: return
                }
                firstComment = firstComment ?? start
            default:
                return
            }
        }
    }

    private mutating func skipLineComment() {
        while let byte = cursor.peek, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            cursor.advance()
        }
    }

    private mutating func skipBlockComment() throws(JSONSyntaxError) {
        let start = cursor.position
        cursor.advance(by: 2)
        while !cursor.isAtEnd {
            if cursor.peek == UInt8(ascii: "*"), cursor.peek(ahead: 1) == UInt8(ascii: "/") {
                cursor.advance(by: 2)
                return
            }
            cursor.advance()
        }
        throw error("this comment is not closed before the end of the file", at: start, remedy: "add '*/'")
    }
}
