import ArgumentParsing
import Decks
import LanguageServices
import ServiceRegistry

/// `parlance deck translate`: a field of all notes, translated into another.
struct DeckTranslateVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        let loosestMatch = try arguments[Options.deckMatch]
        var action = BatchAction.translate
        if loosestMatch != .gloss { action.searchFurther = "guesses are taken with '--match gloss'" }
        let run = try BatchRun(invocation, action)
        let role = try arguments.role()
        let registry = try await program.registry(for: .translation, arguments, role)
        let provider = try registry.translation(role)
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
            // A guess is not written into a deck unless it is asked for.
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
            Only empty fields are filled, and all else in the deck stays as it is. Each different text is asked for \
            once. A run that was ended in any way goes on where it was when the same command is given again; its \
            answers are kept beside the output in '.NAME.parlance-journal' until the deck is done. A note that cannot \
            be translated is left as it was, and the program ends with 2.
            """,
            """
            No guess is written into a deck: a text is translated that is in a dictionary, be it as a form of another \
            word, or that a provider translates as a sentence. Else it fails, and the guess is named. --match gloss \
            takes guesses by close spelling and word by word; the summary says how many there were, and --report \
            which. Any other step is a limit: what is found by a later one, or by none, is not taken.
            """,
            .example(
                "parlance deck translate words.tsv -o out.tsv --from en --to es",
                "The first column into the second."
            ),
            .example("parlance deck translate deck.apkg -o deck.apkg --from en --to es --field Front --into Back"),
            .example(
                "parlance deck translate deck.apkg --from en --to es --dry-run",
                "What it would do, and its cost."
            ),
        ],
        options: [Options.deckFrom, Options.deckTo, Options.field, Options.into, Options.addField] + Options.batch + [
            Options.partOfSpeech, Options.deckMatch, Options.romanize, Options.provider, Options.role,
        ] + Options.caching,
        positionals: [Options.deck]
    )
}

extension Options {
    static let deckMatch = Option("match", "STEP", of: TranslationMatch.Step.self)
        .help("How far the search may go from the text as it is; without it, whatever is no guess")
}
