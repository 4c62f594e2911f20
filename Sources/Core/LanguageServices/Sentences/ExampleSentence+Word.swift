extension ExampleSentence {
    /// The word as it stands in the sentence; its parts with a space between them.
    public var form: String { parts.filter(\.isWord).map(\.text).joined(separator: " ") }

    /// The sentence cut into the word and what stands around it; together it is ``text``.
    ///
    /// Ranges that do not lie in the sentence, or not behind each other, are passed over.
    public var parts: [(text: String, isWord: Bool)] {
        let scalars = Array(text.unicodeScalars)
        var parts: [(text: String, isWord: Bool)] = []
        var end = 0
        func add(_ range: Range<Int>, isWord: Bool) {
            guard !range.isEmpty else { return }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[range])
            parts.append((String(view), isWord))
        }
        for range in wordRanges where range.lowerBound >= end && range.upperBound <= scalars.count {
            add(end..<range.lowerBound, isWord: false)
            add(range, isWord: true)
            end = range.upperBound
        }
        add(end..<scalars.count, isWord: false)
        return parts
    }

    /// The sentence with the word as a cloze deletion of Anki: `The {{c1::cat}} sleeps.`
    ///
    /// Parts of a word that stand apart become parts of one deletion. The text is not escaped: a field of HTML wants that
    /// done to each of ``parts``, for which ``cloze(number:hint:writing:)`` is.
    ///
    /// - Parameters:
    ///   - number: The number of the deletion, 1 or more.
    ///   - hint: What is shown in place of the word.
    /// - Returns: `nil` when the word or the hint holds what would end the deletion: `::` or `}}`.
    public func cloze(number: Int = 1, hint: String? = nil) -> String? {
        cloze(number: number, hint: hint) { $0 }
    }

    /// The sentence with the word as a cloze deletion, every part of it written by a function, such as one that escapes
    /// the marks of HTML.
    public func cloze(number: Int = 1, hint: String? = nil, writing write: (String) -> String) -> String? {
        var result = ""
        for part in parts {
            guard part.isWord else {
                result += write(part.text)
                continue
            }
            guard ![part.text, hint ?? ""].contains(where: Self.endsDeletion) else { return nil }
            result += "{{c\(max(1, number))::" + write(part.text)
            if let hint, !hint.isEmpty { result += "::" + write(hint) }
            result += "}}"
        }
        return result
    }

    private static func endsDeletion(_ text: String) -> Bool {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == previous, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "}") { return true }
            previous = byte
        }
        // With the marks that follow, a colon or a brace at the end would be two.
        return previous == UInt8(ascii: ":") || previous == UInt8(ascii: "}")
    }
}
