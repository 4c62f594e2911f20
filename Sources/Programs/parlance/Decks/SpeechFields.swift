import ArgumentParsing
import DeckSpeech
import Decks
import LanguageServices

/// The fields to speak, their languages and voices, and the target fields, from the command line.
struct SpeechFields {
    /// The fields to speak.
    let fields: [SpokenField]

    /// The fields to add.
    let newFields: [String]

    /// Notes for the user about the choice.
    let notes: [String]

    /// Reads `--field`, `--voice`, `--into` and `--add-field`.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - info: The description of the deck.
    ///   - accent: The language of fields without an explicit one.
    init(_ arguments: ParsedArguments, of info: DeckInfo, accent: LanguageTag?) throws {
        let named = try arguments[Options.spokenFields]
        let voices = try arguments[Options.fieldVoices]
        var into = try arguments[Options.soundsInto]
        newFields = try arguments[Options.soundFields]
        if into.isEmpty { into = newFields }
        let count = max(named.count, 1)
        for (option, values) in [("--into", into), ("--voice", voices)] where !values.isEmpty && values.count != count {
            let name = option == "--into" && into == newFields ? "--add-field" : option
            throw arguments.usageError(
                "'\(name)' is given \(Self.times(values.count)) for \(count) field\(count == 1 ? "" : "s"); give it once for "
                    + "each '--field', in the same order"
            )
        }
        if newFields.contains(where: { !into.contains($0) }) {
            throw arguments.usageError("'--into' does not name any field from '--add-field'")
        }
        for name in newFields where Self.holds(name, info) || newFields.count(where: { $0 == name }) > 1 {
            throw arguments.usageError("the field '\(name)' already exists; fill it with '--into'")
        }
        if !voices.isEmpty, accent != nil {
            throw arguments.usageError("'--accent' and '--voice' cannot be given together; the voice sets the accent")
        }
        var fields: [SpokenField] = []
        for (place, text) in (named.isEmpty ? ["1"] : named).enumerated() {
            let (name, language) = try Self.parts(text, info, arguments)
            var voice = FieldVoice(language: language ?? accent)
            if voices.indices.contains(place) {
                guard language == nil else {
                    throw arguments.usageError("'\(text)' names a language, but '--voice' already sets one")
                }
                voice = FieldVoice(voice: voices[place])
            }
            fields.append(SpokenField(name, into: into.indices.contains(place) ? into[place] : nil, voice: voice))
        }
        self.fields = fields
        var notes: [String] = []
        if named.isEmpty {
            let first = Set(info.noteTypes.compactMap(\.fields.first))
            let only = first.count == 1 ? first.first : nil
            let names = only.map { "the field '\($0)'" } ?? "the first field of each note type"
            notes.append("\(names) is spoken; select another with '--field'")
        }
        if !newFields.isEmpty, info.format.hasMarkup {
            notes.append(
                "a new field changes the note types: on import, Anki reports the notes as conflicting, unless "
                    + "you choose 'Merge note types'"
            )
        }
        self.notes = notes
    }

    /// Splits a name from the optional language after it.
    private static func parts(
        _ text: String,
        _ info: DeckInfo,
        _ arguments: ParsedArguments
    ) throws -> (name: String, language: LanguageTag?) {
        // A field name may contain an equals sign.
        guard !holds(text, info), let sign = text.lastIndex(of: "=") else { return (text, nil) }
        let tag = String(text[text.index(after: sign)...])
        guard let language = LanguageTag(tag) else {
            throw arguments.usageError(
                "'--field' takes a NAME, or a NAME=TAG with a language such as en-GB, not \(VisibleText.quoted(text))"
            )
        }
        return (String(text[..<sign]), language)
    }

    private static func holds(_ field: String, _ info: DeckInfo) -> Bool {
        info.noteTypes.contains { $0.index(ofField: field) != nil }
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
