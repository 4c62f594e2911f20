/// Points that end no sentence.
enum Abbreviations {
    /// Whether a stretch that ICU takes for a sentence ends with an initial or a title, so that the sentence goes on.
    static func end(_ sentence: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let end = sentence.lastIndex(where: { !$0.properties.isWhitespace }), sentence[end] == "." else {
            return false
        }
        // A paragraph ends whatever stands in it.
        guard !sentence[end...].contains(where: { "\n\r\u{2028}\u{2029}".unicodeScalars.contains($0) }) else {
            return false
        }
        var start = end
        while start > sentence.startIndex, sentence[start - 1].properties.isAlphabetic { start -= 1 }
        let word = sentence[start..<end]
        guard let first = word.first else { return false }
        // Of "the letter X." and "J. S. Bach" the second is the more frequent by far.
        if word.count == 1 { return first.properties.isUppercase && first != "I" }
        guard word.count <= 4 else { return false }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: word)
        return titles.contains(String(text))
    }

    /// Titles that stand before a name, in languages of Latin script.
    private static let titles: Set<String> = [
        "Dr", "Mr", "Mrs", "Ms", "Prof", "St", "Rev", "Fr", "Hr", "Sr", "Sra", "Srta", "Mme", "Mlle", "Dott", "Ing",
        "Capt",
        "Col", "Gen", "Lt", "Sgt", "Hon", "vs", "No", "Nr",
    ]
}
