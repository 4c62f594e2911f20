import LanguageServices

extension WordDefinition {
    /// Reads a list of words: a word, its phonemes and when they hold, a line for each.
    ///
    /// - Throws: `ServiceError.Code.configuration` with file, line and column.
    static func read(_ bytes: [UInt8], path: String) throws(ServiceError) -> [WordDefinition] {
        var words: [WordDefinition] = []
        var lines: [Key: Int] = [:]
        for line in try DefinitionText(bytes, path: path).lines {
            let word = line.words[0]
            guard isWord(word.text) else {
                throw line.problem(
                    "'\(word.text)' is not a word of 1 to 40 lower-case letters a to z",
                    at: word,
                    remedy: "write it in lower case; an apostrophe may stand between the letters, and é is one"
                )
            }
            guard let phonemes = line.values.first else {
                throw line.problem("'\(word.text)' has no phonemes", remedy: "write 'bath b'aaT'")
            }
            let flags = try flags(line)
            guard phonemes.text.utf8.count <= 100, phonemes.text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw line.problem("this cannot be phonemes", at: phonemes, remedy: "use espeak-ng's names of phonemes")
            }
            let definition = WordDefinition(
                word: word.text,
                phonemes: phonemes.text,
                flags: flags,
                place: DefinitionPlace(line, phonemes)
            )
            let key = Key(word: word.text, conditions: definition.conditions)
            if let first = lines.updateValue(line.number, forKey: key) {
                throw line.problem("'\(word.text)' stands in line \(first) already", at: word)
            }
            guard words.count < mostWords else { throw line.problem("there are more than \(mostWords) words") }
            words.append(definition)
        }
        return words
    }

    private struct Key: Hashable {
        var word: String
        var conditions: Set<WordFlag>
    }

    private static func flags(_ line: DefinitionText.Line) throws(ServiceError) -> [WordFlag] {
        var result: [WordFlag] = []
        for word in line.values.dropFirst() {
            let names = WordFlag.allCases.map(\.rawValue)
            guard let flag = WordFlag(rawValue: word.text) else {
                throw line.problem(
                    "'\(word.text)' does not say when a word is said so\(ClosestMatch.hint(for: word.text, in: names))",
                    at: word,
                    remedy: "write the phonemes without spaces; behind them may stand \(names.joined(separator: ", "))"
                )
            }
            guard !result.contains(flag) else { throw line.problem("'\(word.text)' stands here twice", at: word) }
            result.append(flag)
        }
        return result
    }

    private static func isWord(_ text: String) -> Bool {
        guard (1...40).contains(text.utf8.count) else { return false }
        if text.hasPrefix("_") {
            return (1...2).contains(text.utf8.count - 1) && text.utf8.dropFirst().allSatisfy(isDigit)
        }
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        return parts.count <= mostTogether && parts.allSatisfy(isPlain)
    }

    private static func isPlain(_ part: Substring) -> Bool {
        !part.isEmpty && part.first != "'"
            && part.unicodeScalars.allSatisfy {
                (0x61...0x7A).contains($0.value) || "'áâèéê".unicodeScalars.contains($0)
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static let mostWords = 20_000

    /// How many words may be said together.
    private static let mostTogether = 4
}
