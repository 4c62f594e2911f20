/// A provider that turns text into audio.
public protocol SpeechProvider: ServiceProvider {
    /// The voices that a query asks for, ordered: best quality first, then by language, then by name.
    ///
    /// - Throws: ``ServiceError`` when the list cannot be had. No match is an empty list, not an error.
    func voices(matching query: VoiceQuery) async throws -> [Voice]

    /// Speaks a text.
    ///
    /// - Returns: A stream that is pulled; see ``SpeechStream``.
    /// - Throws: ``ServiceError``: ``ServiceError/Code/invalidRequest`` for a request that nobody could speak,
    ///   ``ServiceError/Code/unsupported`` for a language, voice, rate or mark that this provider does not have.
    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream
}
