/// A provider that writes or finds example sentences.
public protocol SentenceProvider: ServiceProvider {
    /// Gives sentences for a word.
    ///
    /// - Returns: At least one sentence and at most as many as were asked for, all different, none of those that are to
    ///   be avoided.
    /// - Throws: ``ServiceError``; ``ServiceError/Code/notFound`` when there is no sentence for the word that is as it is
    ///   wished.
    func sentences(for request: SentenceRequest) async throws -> SentenceResponse

    /// Gives sentences for a word as they come.
    ///
    /// The same as ``sentences(for:)`` gives, in the same order; a provider that writes them one by one gives each as soon as it
    /// may be given out. Without an own implementation they come all at once.
    ///
    /// - Throws: What ``sentences(for:)`` throws, here or when the first sentence is pulled.
    func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream

    /// Writes the texts of a lesson: explanations, sentences, questions.
    ///
    /// Without an own implementation a provider writes none, and a chain asks the next one.
    ///
    /// - Returns: A lesson with at least one part; parts that were not good enough are missing.
    /// - Throws: ``ServiceError``; ``ServiceError/Code/unsupported`` when the provider writes no lessons.
    func lesson(for request: LessonRequest) async throws -> WrittenLesson
}

extension SentenceProvider {
    /// All sentences of ``sentences(for:)``, one after the other.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        SentenceStream(of: try await sentences(for: request))
    }

    /// Fails, since the provider writes no lessons.
    public func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        throw ServiceError(
            .unsupported,
            "'\(descriptor.id)' writes no lessons",
            provider: descriptor.id,
            remedy: "name a provider with a language model, of the kind 'http-sentences'"
        )
    }
}
