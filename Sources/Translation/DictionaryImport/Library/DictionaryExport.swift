public import DictionaryTranslation
import LanguageServices

/// Writes a dictionary as a table that ``TableSource`` reads: one line per sense, tab-separated.
enum DictionaryExport {
    static let columns = [
        "headword", "pos", "reading", "ipa", "genders", "sense", "translations", "labels", "forms", "examples", "see",
        "notes",
    ]

    /// The initial lines: the description of the dictionary, and the column names.
    static func header(_ info: DictionaryInfo) -> String {
        let facts = [
            ("name", info.name), ("title", info.title), ("from", info.source.text), ("to", info.target.text),
            ("licence", info.licence), ("source", info.attribution), ("version", info.version),
        ]
        let lines = facts.filter { !$0.1.isEmpty }.map { "# \($0.0): \(plain($0.1))\n" }
        return lines.joined() + columns.joined(separator: "\t") + "\n"
    }

    /// The lines of an entry.
    static func lines(_ entry: TranslationEntry) -> String {
        var result = ""
        for sense in entry.senses {
            let part = sense.partOfSpeech ?? entry.partsOfSpeech.first
            let fields = [
                entry.headword,
                part?.rawValue ?? "",
                entry.reading ?? "",
                list(entry.pronunciations, ","),
                entry.genders.map(\.sign).joined(separator: ", "),
                sense.definition ?? "",
                sense.translations.map(cell).joined(separator: "; "),
                list(entry.labels + sense.labels, ";"),
                list(entry.forms, ";"),
                sense.examples.map(cell).joined(separator: " | "),
                list(entry.seeAlso, ";"),
                entry.notes.joined(separator: " / "),
            ]
            result += fields.map(field).joined(separator: "\t") + "\n"
        }
        return result
    }

    // MARK: Cells

    /// `casa {f}`, `水 [みず]`, with labels in round brackets.
    private static func cell(_ word: TranslatedWord) -> String {
        var text = without(word.text, [";", "|"])
        if let reading = word.reading { text += " [\(without(reading, [";", "|", "]"]))]" }
        if !word.genders.isEmpty { text += " {\(word.genders.map(\.sign).joined(separator: ", "))}" }
        for label in word.labels { text += " (\(without(label, [";", "|", "(", ")"])))" }
        return text
    }

    private static func cell(_ example: TranslationExample) -> String {
        let text = without(example.text, ["|"])
        return example.translation.map { "\(text) = \(without($0, ["|"]))" } ?? text
    }

    private static func list(_ texts: [String], _ separator: Character) -> String {
        texts.map { without($0, [separator]) }.joined(separator: "\(separator) ")
    }

    /// A text in which the delimiters of its cell are replaced with commas.
    private static func without(_ text: String, _ separators: [Character]) -> String {
        text.contains(where: separators.contains) ? String(text.map { separators.contains($0) ? "," : $0 }) : text
    }

    private static func plain(_ text: String) -> String {
        text.unicodeScalars.contains { $0.value < 0x20 }
            ? text.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ") : text
    }

    /// A field without tabs and line breaks, quoted if it begins with a quotation mark.
    private static func field(_ text: String) -> String {
        let text = plain(text)
        guard text.utf8.first == UInt8(ascii: "\"") else { return text }
        return "\"" + text.flatMap { $0 == "\"" ? "\"\"" : String($0) } + "\""
    }
}

extension DictionaryIndex {
    /// Exports the dictionary as a table (UTF-8, tab-separated) in chunks.
    ///
    /// The columns are `headword`, `pos`, `reading`, `ipa`, `genders`, `sense`, `translations`, `labels`, `forms`,
    /// `examples`, `see` and `notes`; an entry has one line per sense. Initial lines that begin with `#` contain the
    /// description of the dictionary, its licence and its attribution.
    ///
    /// - Parameter write: Called with the next bytes.
    /// - Throws: `ServiceError.Code.io` if the index is damaged, or an error thrown by `write`.
    public func export(write: ([UInt8]) throws -> Void) throws {
        var pending = Array(DictionaryExport.header(info).utf8)
        try forEachEntry { entry in
            pending.append(contentsOf: DictionaryExport.lines(entry).utf8)
            if pending.count >= 1 << 16 {
                try write(pending)
                pending.removeAll(keepingCapacity: true)
            }
        }
        try write(pending)
    }
}
