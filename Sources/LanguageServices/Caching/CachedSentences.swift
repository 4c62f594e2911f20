/// A sentence provider whose answers are kept, so that it is asked for each word once.
///
/// A failure is not kept, except that there is no sentence for a word. When the provider cannot be reached, sentences
/// that are too old serve all the same, and the report says so.
public struct CachedSentences<Upstream: SentenceProvider>: SentenceProvider {
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

    /// The sentences that are known, or the upstream's.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        let start = caching.clock.now
        let provider = descriptor
        func checkCancellation() throws(ServiceError) {
            guard Task.isCancelled else { return }
            throw ServiceError(.cancelled, "the request was cancelled", provider: provider.id)
        }
        try checkCancellation()
        let key = CacheKey.sentences(of: request, by: Answerer(descriptor: provider, settings: caching.settings))
        let stored = caching.reuse == .usual ? await caching.store.responses(for: [key], of: .sentences)[key] : nil
        try checkCancellation()
        let answer = stored.flatMap { StoredAnswer($0.bytes) }
        if let stored, !stored.isStale {
            switch answer {
            case .sentences(let sentences, let notices):
                return response(sentences, notices, after: caching.clock.now - start)
            case .miss(let error): throw error
            default: break
            }
        }
        do {
            var response = try await upstream.sentences(for: request)
            await keep(.sentences(response.sentences, notices: response.report.notices), under: key, isMiss: false)
            if let last = response.report.attempts.indices.last { response.report.attempts[last].cacheHit = false }
            return response
        } catch {
            let known = ServiceError(error, provider: provider.id)
            if known.code == .notFound { await keep(.miss(known), under: key, isMiss: true) }
            guard known.code.isUnreachable, case .sentences(let sentences, let notices) = answer else { throw error }
            let notice = "'\(provider.id)' cannot be reached, and an old answer of it was used: \(known.message)"
            return response(sentences, notices + [notice], after: caching.clock.now - start)
        }
    }

    private func keep(_ answer: StoredAnswer, under key: CacheKey, isMiss: Bool) async {
        guard let bytes = answer.bytes else { return }
        let new = NewResponse(bytes: bytes, service: .sentences, provider: descriptor.id, isMiss: isMiss)
        await caching.store.store([key: new])
    }

    private func response(
        _ sentences: [ExampleSentence],
        _ notices: [String],
        after duration: Duration
    ) -> SentenceResponse {
        var report = ServiceReport.answered(by: descriptor.id, in: duration, notices: notices)
        if let last = report.attempts.indices.last {
            report.attempts[last].cacheHit = true
            report.attempts[last].cached = 1
        }
        return SentenceResponse(sentences: sentences, report: report)
    }
}
