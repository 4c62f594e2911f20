import ArgumentParsing
import Decks
import JSON
import LanguageServices
import ServiceClient
import ServiceConfiguration

/// `parlance deck`: works with card decks in files.
struct DeckVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        switch arguments.path.last {
        case "convert": try convert()
        case "check": try check()
        case "merge": try merge()
        default: try info()
        }
    }

    // MARK: Subcommands

    private func info() throws -> ExitCode {
        try forEachDeck { path, deck in
            let info = deck.info
            for notice in info.notices { console.note("\(path): \(notice)") }
            if isJSON { return try console.print(Self.value(path, info)) }
            var table = Table()
            table.add("file", path)
            table.add("format", info.format.rawValue)
            if let count = info.noteCount { table.add("notes", "\(count)") }
            if !info.decks.isEmpty { table.add("decks", info.decks.joined(separator: ", ")) }
            for type in info.noteTypes {
                let name = type.name.isEmpty ? "fields" : "type \(type.name)\(type.isCloze ? " (cloze)" : "")"
                table.add(name, type.fields.joined(separator: ", "))
            }
            if info.mediaCount > 0 { table.add("media", "\(info.mediaCount) files") }
            table.add("markup", info.hasMarkup ? "HTML" : "plain text")
            for line in table.lines { try console.print(Console.oneLine(line)) }
        }
    }

    /// Reads an entire deck and reports problems.
    private func check() throws -> ExitCode {
        try forEachDeck { path, deck in
            let check = try DeckCheck(deck)
            let (count, findings) = (check.notes, check.findings)
            try show(
                ["file": .string(path), "notes": .integer(count), "findings": .strings(findings)],
                ["\(path): \(count) notes\(findings.isEmpty ? ", nothing wrong" : "")"] + findings.map { "  \($0)" }
            )
        }
    }

    private func convert() throws -> ExitCode {
        let deck = try arguments.readDeck(try arguments[Options.deck].first ?? "", readsSeparator: false)
        guard let path = try arguments[Options.deckOutput] else {
            throw arguments.usageError("no output file given; add '--output FILE'")
        }
        let format = try arguments[Options.deckFormat] ?? DeckFormat.named(by: path)
        guard let format else {
            throw arguments.usageError("the name '\(path)' has no known extension; add '--format'")
        }
        guard format != .apkg, format != .colpkg else {
            throw arguments.usageError("an Anki package cannot be created from another format")
        }
        let outcome = try DeckConversion(to: format, separator: try arguments.separator()).write(deck, to: path)
        for notice in outcome.notices { console.note(notice) }
        return try show(
            ["file": .string(path), "notes": .integer(outcome.notes), "notices": .strings(outcome.notices)],
            ["\(path)  \(outcome.notes) notes"]
        )
    }

    /// Merges parts that were processed by separate runs.
    private func merge() throws -> ExitCode {
        guard let output = try arguments[Options.deckOutput] else {
            throw arguments.usageError("no output file given; add '--output FILE'")
        }
        let paths = try arguments[Options.decks]
        guard let path = paths.first, paths.count > 1 else {
            throw arguments.usageError("give the original deck, and then its changed copies")
        }
        var merge = try DeckMerge(arguments.readDeck(path), path: path)
        for part in paths.dropFirst() { try merge.add(arguments.readDeck(part), path: part) }
        let count = try merge.write(to: output)
        return try show(
            ["file": .string(output), "changed": .integer(count)],
            ["\(output)  \(count) notes changed"]
        )
    }

    // MARK: Helpers

    private func forEachDeck(_ body: (String, any Deck) throws -> Void) throws -> ExitCode {
        let paths = try arguments[Options.decks]
        guard !paths.isEmpty else { throw arguments.usageError("no deck given; add a FILE") }
        var tally = Tally(verb: "read")
        for path in paths {
            do {
                try body(path, try arguments.openDeck(path))
                tally.countDone()
            } catch {
                if error is ClosedPipe || error is CommandFailure || error is UsageError { throw error }
                let known = ServiceError(error)
                console.complain(known)
                if isJSON {
                    try console.print(.object([("file", .string(path)), ("error", ReportJSON.value(known))]))
                }
                tally.countFailed(CommandFailure(reading: known).exitCode)
            }
        }
        return try tally.exitCode()
    }

    private static func value(_ path: String, _ info: DeckInfo) -> JSONValue {
        let types = info.noteTypes.map { type -> JSONValue in
            ["name": .string(type.name), "fields": .strings(type.fields), "isCloze": .bool(type.isCloze)]
        }
        return .object(known: [
            ("file", .string(path)), ("format", .string(info.format.rawValue)),
            ("notes", info.noteCount.map(JSONValue.integer)), ("decks", .strings(info.decks)),
            ("noteTypes", .array(types)), ("media", .integer(info.mediaCount)), ("hasMarkup", .bool(info.hasMarkup)),
            ("notices", info.notices.isEmpty ? nil : .strings(info.notices)),
        ])
    }
}

extension CommandTree {
    static let deck = Command(
        "deck",
        summary:
            "Translate, speak, fill, inspect, check and convert card decks",
        discussion: [
            """
            A deck is a table (CSV, TSV), an Anki text export, JSON, JSON lines, or an Anki package (.apkg, .colpkg). \
            The input is changed only if you also name it as the output.
            """,
            .example("parlance deck translate words.tsv -o out.tsv --from en --to es", "Fill the second column."),
            .example("parlance deck info spanish.apkg", "Note types, fields, decks and media."),
            .example("parlance deck convert spanish.apkg -o spanish.tsv"),
        ],
        subcommands: [
            deckTranslate, deckSpeak, deckGloss, deckSentences,
            Command(
                "info",
                summary: "Show the format, note types and fields of a deck",
                options: [Options.separator, Options.deckHeader, Options.deckMarkup],
                positionals: [Options.decks]
            ),
            Command(
                "check",
                summary: "Read a whole deck, and report problems",
                options: [Options.separator, Options.deckHeader, Options.deckMarkup],
                positionals: [Options.decks]
            ),
            Command(
                "merge",
                summary: "Merge the parts of a text deck written by runs with --shard",
                discussion: [
                    """
                    The first FILE is the original deck; the others are copies with changes in different notes. To \
                    merge packages, import them into Anki one after the other.
                    """,
                    .example("parlance deck merge words.tsv part1.tsv part2.tsv -o out.tsv"),
                ],
                options: [Options.deckOutput, Options.separator, Options.deckHeader, Options.deckMarkup],
                positionals: [Options.decks]
            ),
            Command(
                "convert",
                summary: "Convert the notes of a deck to another text format",
                discussion: [
                    """
                    The extension of the output selects the format: .csv, .tsv, .txt (Anki text), .json or .jsonl. \
                    Losses are reported.
                    """
                ],
                options: [
                    Options.deckOutput, Options.deckFormat, Options.separator, Options.deckHeader, Options.deckMarkup,
                ],
                positionals: [Options.deck]
            ),
        ]
    )
}

extension Options {
    static let separator = Option("separator", "NAME")
        .help("Column delimiter: tab, comma, semicolon or pipe; with 'convert', for the output")
    static let deckHeader = Option("header", "WHICH", of: HeaderRow.self)
        .help("Whether the first row of a table contains column names; detected by default")
    static let deckMarkup = Option("markup", "KIND", choices: ["html", "plain"])
        .help("Whether the fields of a text file contain HTML; detected by default")
    static let deckFormat = Option("format", "FORMAT", of: DeckFormat.self)
        .help("Output format; by default from the file extension")
    static let deckOutput = Option.file("output", short: "o").help("The file to write")
    static let decks = Positional("FILE", .repeated, completion: .file).help("Decks")
    static let deck = Positional("FILE", completion: .file).help("The deck")
}
