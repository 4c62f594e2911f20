public import Decks
public import LanguageServices

/// Generates speech for fields in all notes in a deck.
///
/// ```swift
/// let speech = try DeckSpeech(deck, fields: [SpokenField("Front")], provider: provider, folder: folder)
/// let summary = try await speech.batch.run(output: "spoken.apkg")
/// ```
public struct DeckSpeech: Sendable {
    /// The batch work on texts.
    public let work: SpeechWork

    /// The batch work on notes.
    public let notes: FieldSpeech

    /// The batch that runs the work.
    public let batch: Batch

    /// Creates the batch.
    ///
    /// - Parameters:
    ///   - deck: The deck.
    ///   - fields: The fields to speak and their destinations.
    ///   - newFields: Fields to add to all note types; they may be destinations.
    ///   - overwrites: Whether to replace sounds that Parlance did not generate.
    ///   - provider: The speech provider.
    ///   - style: The voice and sound settings.
    ///   - folder: The folder for the sound files; it is not created yet.
    ///   - languages: The languages of voices, which are written into the file metadata.
    ///   - options: The options of the batch. Each text is a separate request; by default 16 requests run concurrently,
    ///     so that neither the provider nor the disk is idle.
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
