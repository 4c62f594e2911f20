/// The file formats of decks.
public enum DeckFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// Comma-separated values, or with another separator that is not a tab.
    case csv
    /// Tab-separated values.
    case tsv
    /// Anki's text export, which begins with `#` lines.
    case ankiText = "anki-text"
    /// One JSON array of objects.
    case json
    /// One JSON object a line.
    case jsonLines = "jsonl"
    /// An Anki package of decks.
    case apkg
    /// An Anki package of a whole collection.
    case colpkg

    /// The format that a file's name ends with.
    package static func named(by path: String) -> DeckFormat? {
        let name = path.lowercased()
        if name.hasSuffix(".txt") { return .ankiText }
        if name.hasSuffix(".ndjson") { return .jsonLines }
        return allCases.first { name.hasSuffix(".\($0.rawValue)") }
    }

    /// Whether fields hold HTML. Of a text file it is known only when the file says so.
    public var hasMarkup: Bool { self == .apkg || self == .colpkg }
}
