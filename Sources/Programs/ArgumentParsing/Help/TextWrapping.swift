/// Breaks text into lines, measured in characters.
enum TextWrapping {
    /// The lines of `text`, none wider than `width` unless a single word is.
    ///
    /// Runs of white space count as one space; a no-break space does not break. A word wider than the line stays whole,
    /// because it is an address or a command that someone copies.
    static func lines(_ text: String, width: Int) -> [String] {
        lines(
            words: text.split { $0.isWhitespace && $0 != "\u{A0}" && $0 != "\u{202F}" }.map(String.init),
            width: width
        )
    }

    /// The same for words that must not be broken themselves.
    static func lines(words: [String], width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var length = 0
        for word in words {
            let wordLength = word.count
            if line.isEmpty {
                (line, length) = (word, wordLength)
            } else if length + 1 + wordLength <= width {
                line += " \(word)"
                length += 1 + wordLength
            } else {
                lines.append(line)
                (line, length) = (word, wordLength)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    static func spaces(_ count: Int) -> String {
        String(repeating: " ", count: max(0, count))
    }
}
