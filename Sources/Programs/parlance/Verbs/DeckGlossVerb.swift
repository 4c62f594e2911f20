import ArgumentParsing
import Decks
import LanguageServices
import ServiceRegistry

/// `parlance deck gloss`: glosses a field of all notes word by word and writes the result to another field.
struct DeckGlossVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        let run = try BatchRun(invocation, .gloss)
        let registry = try await program.glossRegistry(arguments)
        let provider = try await registry.translation()
        let members = try await program.members(of: registry, .translation, arguments, .standard)
        let languages = try arguments.deckLanguages(provider)
        let deck = try run.open()
        let style = try arguments[Options.glossStyle] ?? (deck.info.hasMarkup ? .ruby : .inline)
        if style.needsMarkup, !deck.info.hasMarkup {
            throw arguments.usageError(
                "'--style \(style.rawValue)' requires HTML fields; if the fields contain HTML, add '--markup html'"
            )
        }
        let fields = try run.fields(of: deck.info)
        let batch = Batch(
            deck: deck,
            work: GlossWork(
                provider: provider,
                request: TranslationRequest(texts: [], source: languages.source, target: languages.target),
                notice: run.notices.say
            ),
            notes: FieldGloss(
                fields: try FieldTranslation(
                    info: deck.info,
                    source: fields.source,
                    target: fields.target,
                    addsTarget: fields.addsTarget,
                    overwrites: run.overwrites
                ),
                style: style
            ),
            options: run.options
        )
        return try await run.run(batch, asking: members)
    }
}

extension CommandTree {
    static let deckGloss = Command(
        "gloss",
        summary: "Write a word-by-word translation of one field to another",
        discussion: [
            """
            The target field receives the text with the meaning of each word: above the word in HTML (<ruby>), \
            otherwise in parentheses after it. Unknown words are left as they are. In all other respects, the command \
            works like 'parlance deck translate'.
            """,
            .example("parlance deck gloss deck.apkg -o deck.apkg --from de --to en --field Text --into Gloss"),
            .example("parlance deck gloss lines.tsv -o out.tsv --from de --to en --add-field Gloss"),
        ],
        options: [Options.deckFrom, Options.deckTo, Options.field, Options.into, Options.addField, Options.glossStyle]
            + Options.batch,
        positionals: [Options.deck]
    )
}

extension Options {
    static let glossStyle = Option("style", "STYLE", of: FieldGloss.Style.self)
        .help("How meanings are shown; by default as ruby in HTML, otherwise inline")
}
