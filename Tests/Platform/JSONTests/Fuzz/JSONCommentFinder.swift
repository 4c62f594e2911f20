/// Finds comments in accepted documents, whose strings are therefore well formed.
enum JSONCommentFinder {
    /// Whether there is a comment outside the strings.
    static func hasComment(_ bytes: [UInt8]) -> Bool {
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            } else if isInString, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if !isInString, byte == UInt8(ascii: "/") {
                return true
            }
        }
        return false
    }
}
