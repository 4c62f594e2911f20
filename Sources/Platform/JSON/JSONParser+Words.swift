extension JSONParser {
    /// Reads `true`, `false` or `null`.
    mutating func literal(at start: JSONPosition) throws(JSONSyntaxError) -> JSONNode.Content {
        let word = wordAhead()
        let content: JSONNode.Content
        switch word {
        case "true": content = .bool(true)
        case "false": content = .bool(false)
        case "null": content = .null
        default: throw unknownWord(word)
        }
        cursor.advance(by: word.utf8.count)
        return content
    }

    /// The word at the cursor: what a person would write without quotes, such as `True`, `my-key` or `größe`.
    ///
    /// Cut after a few hundred characters, which is longer than any message shows.
    func wordAhead() -> String {
        var word = String.UnicodeScalarView()
        var offset = cursor.offset
        for _ in 0..<256 {
            guard let scalar = cursor.scalar(at: offset), Self.isWord(scalar) else { break }
            word.append(scalar)
            offset += UTF8.width(scalar)
        }
        return String(word)
    }

    /// Whether a scalar belongs to a word.
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "-", ".": true
        default: !scalar.isASCII && scalar.properties.isAlphabetic
        }
    }

    /// Says what to write in place of a word that stands where a value belongs.
    func unknownWord(_ word: String) -> JSONSyntaxError {
        let shown = JSONExcerpt.singleQuoted(word)
        return switch word.lowercased() {
        case "true", "yes", "on": error("use true, not \(word)")
        case "false", "no", "off": error("use false, not \(word)")
        case "null", "none", "nil", "undefined": error("use null, not \(word)")
        case _ where Self.isNotFinite(word): error("JSON has no \(shown)", remedy: "use null")
        default: error("expected a value, found \(shown)", remedy: "put a string in double quotes")
        }
    }
}
