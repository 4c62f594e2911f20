import ArgumentParsing
import Decks
import LanguageServices
import ServiceClient

/// `parlance deck sentences`: adds example sentences for the words of all notes to another field.
struct DeckSentencesVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        let run = try BatchRun(invocation, .sentences)
        guard try arguments[Options.into] != nil || arguments[Options.addField] != nil else {
            throw arguments.usageError("no field for the sentences; add '--into FIELD' or '--add-field NAME'")
        }
        let (services, registry) = try await program.sentences(arguments)
        let members = try await program.members(of: registry, .sentences, arguments, arguments.role())
        let request = try request()
        let deck = try run.open()
        let fields = try run.fields(of: deck.info)
        let style = try style(in: deck.info, target: fields.target)
        let translationField = try arguments[Options.translationInto]
        if translationField != nil, services.target == nil {
            throw arguments.usageError("'--translation-into' requires '--to TAG'")
        }
        if let name = translationField, Self.isTarget(name, fields, in: deck.info) {
            throw arguments.usageError("'--translation-into' must not name the sentence field, '\(name)'")
        }
        let batch = Batch(
            deck: deck,
            work: SentenceWork(
                provider: services.provider,
                request: request,
                translation: services.translation,
                notice: run.notices.say
            ),
            notes: try FieldSentences(
                info: deck.info,
                fields: FieldSentences.Fields(
                    word: fields.source,
                    target: fields.target,
                    addsTarget: fields.addsTarget,
                    translation: translationField,
                    partOfSpeech: try arguments[Options.partOfSpeechField],
                    sense: try arguments[Options.senseField]
                ),
                style: style,
                overwrites: run.overwrites
            ),
            options: run.options
        )
        return try await run.run(batch, asking: members)
    }

    /// Whether the translations would be written to the same field as the sentences.
    private static func isTarget(_ name: String, _ fields: DeckFields, in info: DeckInfo) -> Bool {
        if fields.addsTarget { return name == fields.target }
        return info.noteTypes.contains { type in
            let place = type.index(ofField: name)
            return place != nil && place == type.index(ofField: fields.target)
        }
    }

    /// The request for every word. A request that no provider supports ends the command early.
    private func request() throws -> SentenceRequest {
        var request = try arguments.sentenceOptions()
        request.count = try arguments[Options.deckSentenceCount] ?? 1
        request.avoiding = try arguments.avoidedSentences()
        request.targetLanguage = try arguments.languageTag(Options.sentenceTo)
        if request.worstQuality == nil { request.worstQuality = .template }
        request.word = "word"
        try request.validate()
        return request
    }

    /// The markup of the word in its sentence.
    private func style(in info: DeckInfo, target: String) throws -> FieldSentences.Style {
        let mark = try arguments[Options.mark]
        guard try !arguments[Options.cloze] else {
            if mark == .bold { throw arguments.usageError("'--cloze' and '--mark bold' cannot be given together") }
            let types = info.noteTypes.filter { $0.index(ofField: target) != nil }
            if info.format.hasMarkup, !types.contains(where: \.isCloze) {
                console.note(
                    "the note types with the field '\(target)' do not support clozes, so Anki shows '{{c1::' literally"
                )
            }
            return .cloze
        }
        if mark == .bold, !info.hasMarkup {
            throw arguments.usageError(
                "'--mark bold' requires HTML fields; if the fields contain HTML, add '--markup html'"
            )
        }
        return mark == WordMark.none ? .plain : .bold
    }
}

/// The markup of the word in its sentence.
enum WordMark: String, CaseIterable, Sendable {
    case bold
    case none
}

extension CommandTree {
    static let deckSentences = Command(
        "sentences",
        summary: "Write example sentences for the words in one field to another",
        discussion: [
            """
            The word is the first line of the field, without markup. A remark in parentheses selects a meaning: bank \
            (money). --sense-field and --pos-field read the meaning and the part of speech (noun, n., adj) from other \
            fields. Each sentence for a card is a separate line.
            """,
            """
            In HTML, the word is bold, except with --mark none or --cloze. If no sentence is found for a word, its \
            card is left unchanged and the exit code is 2. In all other respects, the command works like 'parlance \
            deck translate': it fills only empty fields, and an interrupted run resumes.
            """,
            .example("parlance deck sentences deck.apkg -o deck.apkg --language en --field Front --into Example"),
            .example(
                "parlance deck sentences words.tsv -o out.tsv --language en --field 1 --add-field Example --level A2",
                "Easy sentences in a new column."
            ),
            .example(
                "parlance deck sentences deck.apkg -o deck.apkg --language en --field Word --into Text --cloze --count 2",
                "Two clozes per card."
            ),
        ],
        options: [Options.field, Options.into, Options.addField, Options.partOfSpeechField, Options.senseField]
            + Options.sentenceOptions + [
                Options.deckSentenceCount, Options.sentenceTo, Options.translationInto, Options.cloze, Options.mark,
                Options.avoid,
            ] + Options.batch + [Options.provider, Options.strict, Options.role] + Options.caching,
        positionals: [Options.deck]
    )
}

extension Options {
    static let partOfSpeechField = Option("pos-field", "NAME").help("The field with the part of speech")
    static let senseField = Option("sense-field", "NAME")
        .help("The field with the intended meaning, such as a translation")
    static let deckSentenceCount = Option("count", short: "n", in: SentenceRequest.counts)
        .help("Maximum number of sentences per card", default: "1")
    static let translationInto = Option("translation-into", "NAME")
        .help("The field for the translations of the sentences")
    static let mark = Option("mark", "HOW", of: WordMark.self)
        .help("How the word is marked in its sentence; by default bold in HTML")
}
