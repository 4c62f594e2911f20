import ArgumentParsing
import Audio
import DeckSpeech
import Decks
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

/// `parlance deck speak`: adds speech for fields to all notes.
struct DeckSpeakVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        let run = try BatchRun(invocation, .speak)
        let request = try arguments.speechRequest()
        try arguments.checkSpeechTreatment()
        let role = try arguments.role()
        let registry = try await program.registry(for: .speech, arguments, role)
        let provider = try await registry.speech(role)
        let members = try await program.members(of: registry, .speech, arguments, role)
        let deck = try run.open()
        let fields = try SpeechFields(arguments, of: deck.info, accent: request.language)
        for note in fields.notes { console.note(note) }
        let folder = try SoundFolder(
            for: deck.info.format,
            output: Folder.realPath(of: run.output ?? run.path),
            named: try arguments[Options.mediaDirectory]
        )
        let languages = try await languages(of: fields.fields, provider)
        let definitions = try program.configuration(arguments).registry.providers.filter { definition in
            members.contains { $0.descriptor.id == definition.id }
        }
        let revision = SpeechRevision(
            definitions,
            kinds: program.host.kinds,
            accents: program.data.folder("Voices")
        )
        let usual = provider.defaults.language
        var revisions: [FieldVoice: String] = [:]
        for voice in fields.fields.map(\.voice) {
            revisions[voice] = revision.text(for: voice.voice.map { languages[$0] } ?? voice.language ?? usual)
        }
        let speech = try DeckSpeech(
            deck,
            fields: fields.fields,
            newFields: fields.newFields,
            overwrites: run.overwrites,
            provider: provider,
            style: SpeechStyle(
                request: request,
                postprocessing: try arguments.speechPostprocessing(for: provider),
                format: try arguments[Options.soundFormat] ?? .mp3,
                revisions: revisions
            ),
            folder: folder,
            languages: languages,
            options: run.options
        )
        for notice in speech.notes.notices { console.note(notice) }
        return try await run.run(speech.batch, asking: members) { summary in
            for notice in speech.work.notices { console.note(notice) }
            if !folder.isTemporary, summary.notesChanged > 0 {
                console.note("the audio files are in '\(folder.path)'; copy them into Anki's folder 'collection.media'")
            }
        }
    }

    /// The languages of the given voices, for the files' metadata tags.
    private func languages(
        of fields: [SpokenField],
        _ provider: any SpeechProvider
    ) async throws -> [String: LanguageTag] {
        guard fields.contains(where: { $0.voice.voice != nil }) else { return [:] }
        let voices = (try? await provider.voices(matching: VoiceQuery())) ?? []
        return Dictionary(voices.compactMap { voice in voice.languages.first.map { (voice.id, $0) } }) { first, _ in
            first
        }
    }
}

extension CommandTree {
    static let deckSpeak = Command(
        "speak",
        summary: "Speak fields of all notes, and add the sounds to the notes",
        discussion: [
            """
            Each --field is spoken in the language after its name. The sound is added at the end of that field, or to \
            the field given with the corresponding --into. Markup, sounds and formulas are not spoken; a cloze is \
            spoken as its inner text. Each distinct text is spoken once. An interrupted run resumes when you repeat \
            the command.
            """,
            """
            A sound is named after its text and a hash of everything that affects it. A field that already has this \
            sound is skipped; an older generated sound is replaced. Fields with other sounds are left unchanged; \
            --overwrite replaces those sounds.
            """,
            """
            For an Anki package, the sounds are stored in the package. For a text deck, they are stored in the folder \
            given with --media-dir, or in NAME.media next to the output.
            """,
            .example("parlance deck speak deck.apkg -o spoken.apkg --field Front=en-GB --field Back=es"),
            .example(
                "parlance deck speak words.tsv -o out.tsv --field 1=en-US --into 3 --media-dir sounds",
                "Speak the first column, and add the sounds to the third."
            ),
            .example(
                "parlance deck speak deck.apkg -o deck.apkg --field Front=en-GB --field Front=en-US --loudness -18",
                "Two accents with the same loudness; changes the deck in place."
            ),
        ],
        options: [
            Options.spokenFields, Options.soundsInto, Options.soundFields, Options.accent, Options.fieldVoices,
            Options.soundFormat, Options.mediaDirectory,
        ] + Options.batch + Options.speaking + [Options.provider, Options.strict, Options.role] + Options.caching,
        positionals: [Options.deck]
    )
}

extension Options {
    static let spokenFields = Option("field", "NAME[=TAG]").repeated
        .help("A field to speak, with its accent or language; by default the first")
    static let soundsInto = Option("into", "FIELD").repeated
        .help("The field for the sound; one per --field, in the same order")
    static let soundFields = Option("add-field", "NAME").repeated
        .help("Add a field for the sound; one per --field, in the same order")
    static let fieldVoices = Option("voice", "ID").repeated
        .help("Voice ID from 'parlance voices'; one per --field, in the same order")
    static let soundFormat = Option("format", "FORMAT", of: SoundFormat.self)
        .help("Sound format", default: SoundFormat.mp3.rawValue)
    static let mediaDirectory = Option("media-dir", "DIR", completion: .directory)
        .help("Folder for the sounds of a text deck")
}
