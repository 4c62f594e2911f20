import ArgumentParsing
import Decks

extension ParsedArguments {
    /// Opens a deck as the command line describes it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - readsSeparator: Whether `--separator` is about this file, and not about one that is written.
    func openDeck(_ path: String, readsSeparator: Bool = true) throws -> any Deck {
        let markup = try self[Options.deckMarkup]
        return try DeckOpening.open(
            path: path,
            options: DeckOpening.Options(
                separator: readsSeparator ? try separator() : nil,
                header: try self[Options.deckHeader] ?? .detect,
                hasMarkup: markup.map { $0 == "html" }
            )
        )
    }

    /// What `--separator` names.
    func separator() throws -> Separator? {
        try value(of: Options.separator, expecting: "tab, comma, semicolon or pipe") { Separator(named: $0) }
    }
}

extension DeckFormat {
    /// The format that a file's name ends with.
    static func named(by path: String) -> DeckFormat? {
        let name = path.lowercased()
        if name.hasSuffix(".txt") { return .ankiText }
        if name.hasSuffix(".ndjson") { return .jsonLines }
        return allCases.first { name.hasSuffix(".\($0.rawValue)") }
    }
}
