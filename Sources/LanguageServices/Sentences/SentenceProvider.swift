/// A provider that writes or finds example sentences.
public protocol SentenceProvider: ServiceProvider {
    /// Gives sentences for a word.
    ///
    /// - Returns: At least one sentence and at most as many as were asked for, all different, none of those that are to
    ///   be avoided.
    /// - Throws: ``ServiceError``; ``ServiceError/Code/notFound`` when there is no sentence for the word that is as it is
    ///   wished.
    func sentences(for request: SentenceRequest) async throws -> SentenceResponse
}
