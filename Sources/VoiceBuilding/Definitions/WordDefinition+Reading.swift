import LanguageServices

extension WordDefinition {
    /// Reads a list of words: a word and its phonemes a line.
    ///
    /// - Throws: `ServiceError.Code.configuration` with file, line and column.
    static func read(_ bytes: [UInt8], path: String) throws(ServiceError) -> [WordDefinition] {
        var words: [WordDefinition] = []
        var lines: [String: Int] = [:]
        for line in try DefinitionText(bytes, path: path).lines {
            let word = line.words[0]
            guard isWord(word.text) else {
                throw line.problem(
                    "'\(word.text)' is not a word of 1 to 40 lower-case letters a to z",
                    at: word,
                    remedy: "write it in lower case; an apostrophe may stand between the letters"
                )
            }
            guard let phonemes = line.values.first else {
                throw line.problem("'\(word.text)' has no phonemes", remedy: "write 'bath b'aaT'")
            }
            if let more = line.values.dropFirst().first {
                throw line.problem("a word has one pronunciation", at: more, remedy: "write it without spaces")
            }
            guard phonemes.text.utf8.count <= 100, phonemes.text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw line.problem("this cannot be phonemes", at: phonemes, remedy: "use espeak-ng's names of phonemes")
            }
            if let first = lines.updateValue(line.number, forKey: word.text) {
                throw line.problem("'\(word.text)' stands in line \(first) already", at: word)
            }
            guard words.count < mostWords else { throw line.problem("there are more than \(mostWords) words") }
            words.append(
                WordDefinition(word: word.text, phonemes: phonemes.text, place: DefinitionPlace(line, phonemes))
            )
        }
        return words
    }

    private static func isWord(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x27 }
            && text.utf8.first != 0x27
    }

    private static let mostWords = 20_000
}
