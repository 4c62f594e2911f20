/// The marks that Apertium puts before words it could not translate: `*` before one that it does not know, `@` before one
/// without a translation, `#` before one without the form that is needed.
enum UnknownMarks {
    /// A translation without the marks, and the words that bore one. A sign that stands before the same word in the source is
    /// no mark.
    static func removed(from text: String, source: String) -> (text: String, unknown: [String]) {
        guard text.contains(where: { marks.contains($0) }) else { return (text, []) }
        var result = ""
        var unknown: [String] = []
        var place = text.startIndex
        while place < text.endIndex {
            let next = text.index(after: place)
            if marks.contains(text[place]) {
                let word = text[next...].prefix { $0.isLetter || $0.isNumber }
                if !word.isEmpty, !source.contains("\(text[place])\(word)") {
                    unknown.append(String(word))
                    place = next
                    continue
                }
            }
            result.append(text[place])
            place = next
        }
        return (result, unknown)
    }

    private static let marks: Set<Character> = ["*", "@", "#"]
}
