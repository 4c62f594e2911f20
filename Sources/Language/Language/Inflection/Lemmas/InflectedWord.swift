/// A word as the rules of inflection see it: in lower case, letter by letter, with and without accents.
package struct InflectedWord {
    /// The letters in lower case.
    package let letters: [Unicode.Scalar]

    /// The same letters without their accents; as many.
    package let bare: [Unicode.Scalar]

    /// Whether the word begins with a capital.
    package let isCapitalized: Bool

    /// Takes a word; `nil` when it is empty, or longer than any word is.
    package init?(_ text: String) {
        guard text.utf8.count <= 256 else { return nil }
        // Composed, so that a letter and its accent are one.
        let lower = HeadwordFolding.composed(text.lowercased())
        let letters = Array(lower.unicodeScalars)
        guard !letters.isEmpty, letters.count <= 64 else { return nil }
        self.letters = letters.map { $0 == "\u{2019}" ? "'" : $0 }
        bare = self.letters.map { letter in
            if letter.isASCII { return letter }
            let key = HeadwordFolding.key(ofLetter: letter)
            // A ligature stays what it is, so that the two run side by side.
            return key.count == 1 ? key[0] : letter
        }
        isCapitalized = Self.isCapitalized(text)
    }

    /// Whether a text begins with a capital.
    static func isCapitalized(_ text: String) -> Bool {
        text.unicodeScalars.first.map { $0.isASCII ? ("A"..."Z").contains($0) : $0.properties.isUppercase } ?? false
    }

    /// The word, in lower case.
    package var text: String { string(0..<letters.count) }

    /// A part of the word, in lower case.
    package func string(_ range: Range<Int>) -> String {
        Self.string(letters[range.clamped(to: 0..<letters.count)])
    }

    /// The last letters, without accents.
    package func bareEnding(_ count: Int) -> String {
        Self.string(bare.suffix(max(count, 0)))
    }

    /// One by one: to append them all at once takes five times as long.
    private static func string(_ letters: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        for letter in letters { view.append(letter) }
        return String(view)
    }

    /// The word without its last letters.
    package func stem(without count: Int) -> String { string(0..<max(letters.count - count, 0)) }
}
