import ArgumentParsing
import Decks
import LanguageServices

extension ParsedArguments {
    /// Opens a deck with the options of the command line.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - readsSeparator: Whether `--separator` applies to this file rather than to an output file.
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

    /// Opens a required deck and prints notes about it.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read.
    func readDeck(_ path: String, notingTo console: Console? = nil, readsSeparator: Bool = true) throws -> any Deck {
        do {
            let deck = try openDeck(path, readsSeparator: readsSeparator)
            for notice in deck.info.notices { console?.note("\(path): \(notice)") }
            return deck
        } catch let error as ServiceError {
            throw CommandFailure(reading: error)
        }
    }

    /// The separator from `--separator`.
    func separator() throws -> Separator? {
        try value(of: Options.separator, expecting: "tab, comma, semicolon or pipe") { Separator(named: $0) }
    }
}

extension ParsedArguments {
    /// The languages of a deck, from the command line or the configuration.
    ///
    /// A field's language is not detected: single words are too ambiguous, and a wrong guess would be written to the
    /// deck.
    ///
    /// - Parameter provider: The translation provider with its configured languages.
    func deckLanguages(
        _ provider: any TranslationProvider
    ) throws -> (source: LanguageTag, target: LanguageTag) {
        let configured = provider.defaults
        guard let source = try languageTag(Options.deckFrom) ?? configured.source else {
            throw usageError("no source language given; add '--from TAG'")
        }
        guard let target = try languageTag(Options.deckTo) ?? configured.target else {
            throw usageError("no target language given; add '--to TAG'")
        }
        return (source, target)
    }
}

extension Options {
    static let deckFrom = Option("from", "TAG")
        .help("Language of the field, such as en, de or ja", environment: "PARLANCE_TRANSLATION_FROM")
    static let deckTo = Option("to", "TAG").help("Target language", environment: "PARLANCE_TRANSLATION_TO")
}

/// The source and target fields of the notes.
struct DeckFields {
    /// The source field, by name or number.
    let source: String

    /// The target field.
    let target: String

    /// Whether the target is a new field.
    let addsTarget: Bool

    /// Notes for the user about the choice.
    let notes: [String]

    /// Reads `--field`, `--into` and `--add-field`.
    ///
    /// By default, the first field of each note type is the source and the second is the target.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - info: The description of the deck.
    ///   - overwrites: Whether non-empty fields are overwritten.
    init(_ arguments: ParsedArguments, of info: DeckInfo, overwrites: Bool) throws {
        let field = try arguments[Options.field]
        let into = try arguments[Options.into]
        let added = try arguments[Options.addField]
        if into != nil, added != nil {
            throw arguments.usageError("'--into' and '--add-field' cannot be given together")
        }
        if let added { try Self.check(newField: added, in: info, arguments) }
        if into == nil, added == nil {
            if let field, !info.noteTypes.contains(where: { $0.index(ofField: field) != nil }) {
                let hint = ClosestMatch.hint(for: field, in: info.noteTypes.flatMap(\.fields))
                throw arguments.usageError("there is no field '\(field)'\(hint)")
            }
            guard field == nil else {
                throw arguments.usageError("no field to fill; add '--into FIELD' or '--add-field NAME'")
            }
            guard !overwrites else {
                throw arguments.usageError("'--overwrite' requires '--field' and '--into'")
            }
            guard info.noteTypes.contains(where: { $0.fields.count > 1 }) else {
                throw arguments.usageError("the notes have only one field; add another with '--add-field NAME'")
            }
        }
        source = field ?? "1"
        target = added ?? into ?? "2"
        addsTarget = added != nil
        var notes: [String] = []
        if field == nil { notes += Self.choice(into: into ?? "2", adding: added, in: info).map { [$0] } ?? [] }
        if added != nil, info.format == .apkg || info.format == .colpkg {
            notes.append(
                "a new field changes the note types: on import, Anki reports the notes as "
                    + "conflicting and skips them, unless you choose 'Merge note types'"
            )
        }
        self.notes = notes
    }

    private static func check(newField name: String, in info: DeckInfo, _ arguments: ParsedArguments) throws {
        if BlankText.isBlank(name) || name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        {
            throw arguments.usageError("'--add-field' takes the name of a field")
        }
        if info.noteTypes.contains(where: { $0.index(ofField: name) != nil }) {
            throw arguments.usageError("the field '\(name)' already exists; fill it with '--into'")
        }
    }

    /// The default source field.
    private static func choice(into target: String, adding added: String?, in info: DeckInfo) -> String? {
        let pairs = info.noteTypes.compactMap { type -> String? in
            let end = added ?? type.index(ofField: target).map { type.fields[$0] }
            guard let start = type.fields.first, let end else { return nil }
            return "'\(start)' into '\(end)'\(type.name.isEmpty ? "" : " (\(type.name))")"
        }
        guard !pairs.isEmpty else { return nil }
        let shown = pairs.prefix(5).joined(separator: ", ")
        return "no '--field' given; filling from \(shown)\(pairs.count > 5 ? " and so on" : "")"
    }
}

extension Options {
    static let field = Option("field", "NAME")
        .help("The source field, by name or number; by default the first of each note type")
    static let into = Option("into", "NAME")
        .help("The field to fill; by default the second of each note type")
    static let addField = Option("add-field", "NAME").help("Add a field and fill it")
}
