import Language
import LanguageServices

/// Reads files with one sentence per line.
struct SentenceTable {
    let format: CorpusFormat
    /// The language of the requested sentences.
    let language: LanguageTag
    /// Which of the two texts in a line is the sentence, 0 or 1.
    let column: Int

    /// A cache: for each language code, whether it denotes ``language``. Tatoeba's exports have 400 codes on millions
    /// of lines.
    private(set) var codes: [String: Bool] = [:]

    /// The sentence in a line; `nil` if it is not in the requested language.
    mutating func sentence(of line: CorpusText.Line) -> FoundSentence? {
        guard !line.isCutOff, !line.isContinued else { return nil }
        let cells = line.text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        switch format {
        case .text: return nil
        case .tatoeba:
            guard cells.count >= 3, isWanted(cells[1]) else { return nil }
            let author = cells.count > 3 ? Self.author(cells[3]) : ""
            return FoundSentence(text: cells[2], location: "#\(cells[0])\(author)")
        case .tatoebaPairs:
            guard cells.count >= 4 else { return nil }
            let position = 2 * column
            return FoundSentence(
                text: cells[position + 1],
                translation: cells[3 - position],
                location: "#\(cells[position])"
            )
        case .pairs:
            guard cells.count >= 2 else { return nil }
            return FoundSentence(
                text: cells[column],
                translation: cells[1 - column],
                location: cells.count > 2 ? attribution(cells[2]) ?? "line \(line.number)" : "line \(line.number)"
            )
        case .numbered:
            guard cells.count >= 2 else { return nil }
            return FoundSentence(text: cells[1], location: "#\(cells[0])")
        }
    }

    private mutating func isWanted(_ code: String) -> Bool {
        if let known = codes[code] { return known }
        // Tatoeba uses *eng* where the tag is *en*.
        let isSame =
            code == language.language
            || TextLanguage.canonical(code) == TextLanguage.canonical(language.language)
        if codes.count < 10_000 { codes[code] = isSame }
        return isSame
    }

    private static func author(_ cell: String) -> String {
        cell.isEmpty || cell == "\\N" || cell.utf8.count > 60 ? "" : " (\(cell))"
    }

    /// The number and author of a sentence in an attribution as used by manythings.org: `CC-BY 2.0 (France)
    /// Attribution: tatoeba.org #2877272 (CM) & #1158250 (Wuzzy)`.
    private func attribution(_ cell: String) -> String? {
        let parts = cell.split(separator: "#").dropFirst()
        guard cell.contains("tatoeba"), parts.count == 2, let part = column == 0 ? parts.first : parts.last else {
            return nil
        }
        let text = part.replacing(" & ").trimmingWhitespace()
        return text.utf8.count <= 100 ? "#\(text)" : nil
    }
}

extension Substring {
    /// The text without the given suffix.
    fileprivate func replacing(_ ending: String) -> Substring { hasSuffix(ending) ? dropLast(ending.count) : self }
}
