public import Decks
public import LanguageServices

/// Speaks fields of all notes of a deck.
///
/// ```swift
/// let speech = try DeckSpeech(deck, fields: [SpokenField("Front")], provider: provider, folder: folder)
/// let summary = try await speech.batch.run(output: "spoken.apkg")
/// ```
public struct DeckSpeech: Sendable {
    /// What is done with texts.
    public let work: SpeechWork

    /// What is done with notes.
    public let notes: FieldSpeech

    /// The batch that does it.
    public let batch: Batch

    /// Creates the batch.
    ///
    /// - Parameters:
    ///   - deck: The deck.
    ///   - fields: What is spoken, and where it goes.
    ///   - newFields: Fields that are added to all note types; they may be destinations.
    ///   - overwrites: Whether sounds are replaced that are not ours.
    ///   - provider: Who speaks.
    ///   - style: How.
    ///   - folder: Where the files go; it is not made yet.
    ///   - languages: The languages of voices, for the files to say.
    ///   - options: How it is done. Each text has a request of its own, and 16 are under way at a time unless something
    ///     else is said, so that neither voices nor the disk wait for each other.
    /// - Throws: `ServiceError.Code.invalidRequest` when the deck does not have the fields.
    public init(
        _ deck: any Deck,
        fields: [SpokenField],
        newFields: [String] = [],
        overwrites: Bool = false,
        provider: any SpeechProvider,
        style: SpeechStyle = SpeechStyle(),
        folder: SoundFolder,
        languages: [String: LanguageTag] = [:],
        options: BatchOptions = BatchOptions()
    ) throws(ServiceError) {
        notes = try FieldSpeech(
            deck: deck,
            fields: fields,
            newFields: newFields,
            overwrites: overwrites,
            provider: provider,
            style: style,
            folder: folder
        )
        work = SpeechWork(
            provider: provider,
            style: style,
            folder: folder,
            present: deck.mediaNames,
            languages: languages
        )
        var options = options
        options.concurrency = options.concurrency ?? 16
        batch = Batch(deck: deck, work: work, notes: notes, options: options)
    }
}
