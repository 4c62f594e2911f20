public import DictionaryTranslation
public import LanguageServices

/// A dictionary in a table with columns delimited by tabs, commas or semicolons.
public struct TableSource: DictionarySource {
    /// The description of the dictionary.
    public let info: DictionaryInfo

    private let table: DictionaryTable

    /// Opens a table.
    ///
    /// - Throws: `ServiceError` if it cannot be read, has no translations column, or its languages are unknown.
    public init(path: String, options: DictionaryOptions = DictionaryOptions()) throws(ServiceError) {
        let table = try DictionaryTable(path: path)
        guard table.columns.contains(.headword), table.columns.contains(.translations) else {
            throw ServiceError(
                .invalidRequest,
                "the table '\(path)' has no translations column; its columns are "
                    + table.columnNames.joined(separator: ", "),
                remedy: "name two columns 'headword' and 'translations'"
            )
        }
        self.table = table
        info = try Self.info(table, options)
    }

    /// Reads all rows as entries, in order.
    public func read(
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void
    ) throws -> DictionaryReadReport {
        var report = DictionaryReadReport()
        let total = Double(max(1, FileSize.of(table.path)))
        let found = try table.forEachRow(progress: { progress(min(1, Double($0) / total)) }) { row in
            try report.take(Self.entry(row), entry)
        }
        report.damaged = found.damaged
        report.firstDamage = found.firstDamage
        progress(1)
        return report
    }

    // MARK: Parts

    private static func info(_ table: DictionaryTable, _ options: DictionaryOptions) throws(ServiceError)
        -> DictionaryInfo
    {
        let parts = table.path.split(separator: "/").map(String.init)
        var baseName = FileName.stem(parts.last ?? "")
        // "en-es/words.tsv" is named after its folder.
        if DictionaryDescription.languages(inName: baseName) == nil, let folder = parts.dropLast().last,
            DictionaryDescription.languages(inName: folder) != nil
        {
            baseName = folder
        }
        if let name = table.declarations["name"] { baseName = name }
        func value(_ keys: String...) -> String { keys.lazy.compactMap { table.declarations[$0] }.first ?? "" }
        return try DictionaryDescription.info(
            DictionaryDescription.Findings(
                baseName: baseName,
                title: value("title"),
                source: LanguageTag(value("from")),
                target: LanguageTag(value("to")),
                licence: value("licence", "license"),
                attribution: value("source", "attribution", "author", "copyright"),
                version: value("version", "date")
            ),
            format: table.separator == UInt8(ascii: "\t") ? .tsv : .csv,
            options
        )
    }

    /// The entry in a row; `nil` if it has no headword or no translation.
    package static func entry(_ row: DictionaryTable.Row) -> TranslationEntry? {
        let headword = row[.headword]
        guard !headword.isEmpty else { return nil }
        var entry = TranslationEntry(headword: headword)
        // Tables without column names often list several words in a cell: "house, home".
        var style = cellStyle
        style.separatesAtCommas = row.table.columnNames.isEmpty
        let list = row[.translations].withText { WordList($0, style) }
        guard !list.items.isEmpty else { return nil }
        var sense = TranslationSense(translations: list.items.map(\.word), labels: list.labels)
        if !row[.sense].isEmpty { sense.definition = row[.sense] }
        let part = row[.partOfSpeech]
        if !part.isEmpty {
            if let known = PartOfSpeech.known.first(where: { $0.rawValue == part.lowercased() }) {
                entry.partsOfSpeech = [known]
            } else {
                let label = grammar(part)
                entry.partsOfSpeech = label.partOfSpeech.map { [$0] } ?? []
                entry.genders = label.genders
                entry.labels = label.labels
            }
        }
        for gender in grammar(row[.genders], hasNeuter: true).genders where !entry.genders.contains(gender) {
            entry.genders.append(gender)
        }
        if !row[.reading].isEmpty { entry.reading = row[.reading] }
        entry.pronunciations = Self.list(row[.ipa], ",").map {
            String($0.filter { $0 != "/" && $0 != "[" && $0 != "]" })
        }
        if !row[.level].isEmpty { entry.labels.append(row[.level]) }
        entry.labels += Self.list(row[.labels], ";")
        entry.forms = Self.list(row[.forms], ";")
        entry.seeAlso = Self.list(row[.see], ";")
        entry.notes = row[.notes].isEmpty ? [] : [row[.notes]]
        for example in Self.list(row[.examples], "|") {
            let parts = example.split(separator: " = ", maxSplits: 1).map(String.init)
            sense.examples.append(TranslationExample(parts.first ?? example, translation: parts.dropFirst().first))
        }
        // Unknown columns are kept under their own names.
        for (position, name) in row.table.columnNames.enumerated() where position < row.fields.count {
            if row.table.columns[position] == nil, !row.fields[position].isEmpty {
                entry.notes.append("\(name): \(row.fields[position])")
            }
        }
        entry.senses = [sense]
        return entry
    }

    private static let cellStyle = WordList.Style(
        separatesAtCommas: false,
        separatesAtBars: true,
        hasGrammarInBraces: true,
        hasReadingsInBrackets: true
    )

    private static func grammar(_ text: String, hasNeuter: Bool = false) -> GrammarLabel {
        text.withText { GrammarLabel($0, GrammarLabel.Usage(hasNeuter: hasNeuter)) }
    }

    private static func list(_ cell: String, _ separator: Character) -> [String] {
        cell.split(separator: separator).map { $0.trimmingWhitespace() }.filter { !$0.isEmpty }
    }
}
