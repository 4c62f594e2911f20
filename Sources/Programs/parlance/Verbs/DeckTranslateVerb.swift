import ArgumentParsing
import Decks
import LanguageServices
import ServiceRegistry

/// `parlance deck translate`: translates a field of all notes into another field.
struct DeckTranslateVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        let loosestMatch = try arguments[Options.deckMatch]
        var action = BatchAction.translate
        if loosestMatch != .gloss { action.searchFurther = "'--match gloss' accepts guesses" }
        let run = try BatchRun(invocation, action)
        let role = try arguments.role()
        let registry = try await program.registry(for: .translation, arguments, role)
        let provider = try await registry.translation(role)
        let members = try await program.members(of: registry, .translation, arguments, role)
        let languages = try arguments.deckLanguages(provider)
        let deck = try run.open()
        let fields = try run.fields(of: deck.info)
        let batch = try BatchTranslation.batch(
            deck: deck,
            provider: provider,
            request: TranslationRequest(
                texts: [],
                source: languages.source,
                target: languages.target,
                partOfSpeech: try arguments.partOfSpeech(),
                loosestMatch: loosestMatch ?? .gloss,
                romanizes: try arguments[Options.romanize]
            ),
            source: fields.source,
            target: fields.target,
            addsTarget: fields.addsTarget,
            overwrites: run.overwrites,
            // Guesses are only written to a deck on request.
            refusesGuesses: loosestMatch == nil,
            options: run.options,
            notice: run.notices.say
        )
        return try await run.run(batch, asking: members)
    }
}

extension CommandTree {
    static let deckTranslate = Command(
        "translate",
        summary: "Translate a field of all notes into another field",
        discussion: [
            """
            Only empty fields are filled; the rest of the deck is left unchanged. Each distinct text is translated \
            once. An interrupted run resumes when you repeat the command: its results are stored next to the output in \
            '.NAME.parlance-journal' until the deck is complete. If a note cannot be translated, it is left unchanged \
            and the exit code is 2.
            """,
            """
            Guesses are not written to a deck. A translation must come from a dictionary entry, possibly for another \
            form of the word, or from machine translation. Otherwise the text fails, and the error shows the guess. \
            --match gloss also accepts spelling guesses and word-by-word translations; the summary counts them, and \
            --report lists them. Any other value of --match is the loosest match to accept.
            """,
            .example(
                "parlance deck translate words.tsv -o out.tsv --from en --to es",
                "Fill the second column from the first."
            ),
            .example("parlance deck translate deck.apkg -o deck.apkg --from en --to es --field Front --into Back"),
            .example(
                "parlance deck translate deck.apkg --from en --to es --dry-run",
                "Show what would be done, and the cost."
            ),
        ],
        options: [Options.deckFrom, Options.deckTo, Options.field, Options.into, Options.addField] + Options.batch + [
            Options.partOfSpeech, Options.deckMatch, Options.romanize, Options.provider, Options.strict, Options.role,
        ] + Options.caching,
        positionals: [Options.deck]
    )
}

extension Options {
    static let deckMatch = Option("match", "STEP", of: TranslationMatch.Step.self)
        .help("Loosest match to accept; by default anything except guesses")
}
