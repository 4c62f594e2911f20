/// A translation provider whose answers are kept, so that it is asked for each text once.
///
/// Only texts that are not known are passed on, in one request and in their order, equal ones once. Alternatives are always
/// asked for, so that what is kept serves a request that wants them as well as one that does not. A failure is not kept,
/// except that a text was not found. When the provider cannot be reached, an answer that is too old serves all the same,
/// and says so.
public struct CachedTranslation<Upstream: TranslationProvider>: TranslationProvider {
    private let upstream: Upstream
    private let caching: ResponseCaching

    /// Puts a store before a provider, which is asked for what is not known.
    public init(upstream: Upstream, caching: ResponseCaching) {
        self.upstream = upstream
        self.caching = caching
    }

    /// What the upstream says of itself.
    public var descriptor: ProviderDescriptor { upstream.descriptor }
    /// The upstream's status.
    public func status() async -> ProviderStatus { await upstream.status() }
    /// Shuts the upstream down.
    public func shutdown() async { await upstream.shutdown() }
    /// The upstream's pairs.
    public func languagePairs() async throws -> [LanguagePair] { try await upstream.languagePairs() }

    /// Translates what is not known, and puts it together with what is.
    ///
    /// - Throws: What the upstream throws, when nothing at all is known.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let start = caching.clock.now
        let provider = descriptor
        if Task.isCancelled { throw Self.cancelled(provider.id) }
        var request = request
        request.wantsAlternatives = true
        var answers = TranslationAnswers(request, Answerer(descriptor: provider, settings: caching.settings))
        if caching.reuse == .usual {
            answers.take(await caching.store.responses(for: answers.differentKeys, of: .translation))
        }
        let open = answers.open
        guard !open.isEmpty || request.texts.isEmpty else {
            if Task.isCancelled { throw Self.cancelled(provider.id) }
            return answers.response(after: caching.clock.now - start)
        }
        var part = request
        part.texts = open.map { request.texts[$0.place] }
        let response: TranslationResponse
        do {
            response = try await upstream.translate(part)
            guard response.results.count == open.count else {
                throw ServiceError(
                    .protocolViolation,
                    "it gave \(response.results.count) answers to \(open.count) texts",
                    provider: provider.id
                )
            }
        } catch {
            let known = ServiceError(error, provider: provider.id)
            guard known.code != .cancelled, answers.mayServe(instead: known) else { throw error }
            return answers.response(failing: known, after: caching.clock.now - start)
        }
        await caching.store.store(answers.new(response.results))
        return answers.response(with: response)
    }

    private static func cancelled(_ provider: ProviderID) -> ServiceError {
        ServiceError(.cancelled, "the request was cancelled", provider: provider)
    }
}
