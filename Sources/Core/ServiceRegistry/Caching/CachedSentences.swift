public import LanguageServices
import Synchronization

/// A sentence provider whose answers are kept, so that it is asked for each word once.
///
/// A failure is not kept, except that there is no sentence for a word. When the provider cannot be reached, sentences
/// that are too old serve all the same, and the report says so.
public struct CachedSentences: ForwardingSentenceProvider {
    /// The wrapped provider.
    public let upstream: any SentenceProvider
    private let caching: ResponseCaching

    /// Puts a store before a provider, which is asked for what is not known.
    public init(upstream: any SentenceProvider, caching: ResponseCaching) {
        self.upstream = upstream
        self.caching = caching
    }

    /// The sentences that are known, or the upstream's.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        let search = try await search(for: request)
        if let known = search.fresh { return known }
        do {
            var response = try await upstream.sentences(for: request)
            await keep(response.sentences, response.report, under: search.key)
            if let last = response.report.attempts.indices.last { response.report.attempts[last].cacheHit = false }
            return response
        } catch {
            return try await old(search, after: error)
        }
    }

    /// The sentences that are known, or the upstream's as they come, which are kept when the stream has come to its end.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        let search = try await search(for: request)
        if let known = search.fresh { return SentenceStream(of: known) }
        do {
            // Whether there is a need for an old answer must be known before anything is given out.
            let primed = try await PrimedStream(upstream.sentenceStream(for: request))
            let pull = primed.pull(changing: { $0 }, step: { try await $0() })
            return keeping(pull, under: search.key)
        } catch {
            return SentenceStream(of: try await old(search, after: error))
        }
    }

    // Lessons are forwarded and not kept: the same one is hardly made twice.

    // MARK: What is known

    /// What the store knows of a request.
    private struct Search {
        let key: CacheKey
        let start: Duration
        /// An answer that is still good.
        var fresh: SentenceResponse?
        /// One that is too old.
        var old: (sentences: [ExampleSentence], notices: [String])?
    }

    /// Looks a request up.
    ///
    /// - Throws: The miss, where it is known that there are no sentences.
    private func search(for request: SentenceRequest) async throws -> Search {
        let provider = descriptor
        func checkCancellation() throws(ServiceError) {
            guard Task.isCancelled else { return }
            throw ServiceError.cancelled(provider: provider.id)
        }
        let key = CacheKey.sentences(of: request, by: Answerer(descriptor: provider, settings: caching.settings))
        var search = Search(key: key, start: caching.clock.now)
        try checkCancellation()
        guard caching.reuse == .usual, let stored = await caching.store.responses(for: [key], of: .sentences)[key]
        else {
            try checkCancellation()
            return search
        }
        try checkCancellation()
        switch StoredAnswer(stored.bytes) {
        case .sentences(let sentences, let notices):
            if stored.isStale {
                search.old = (sentences, notices)
            } else {
                search.fresh = response(sentences, notices, after: caching.clock.now - search.start)
            }
        case .miss(let error) where !stored.isStale: throw error
        default: break
        }
        return search
    }

    /// The old answer, where the provider cannot be reached.
    ///
    /// - Throws: Why there was none, where that is otherwise or nothing is known.
    private func old(_ search: Search, after error: any Error) async throws -> SentenceResponse {
        let known = ServiceError(error, provider: descriptor.id)
        if known.code == .notFound { await keep(.miss(known), under: search.key, isMiss: true) }
        guard known.code.isUnreachable, let old = search.old else { throw error }
        let notice = "'\(descriptor.id)' cannot be reached, and an old answer of it was used: \(known.message)"
        return response(old.sentences, old.notices + [notice], after: caching.clock.now - search.start)
    }

    private func keeping(_ pull: @escaping Pull<SentenceEvent>, under key: CacheKey) -> SentenceStream {
        let given = Mutex<[ExampleSentence]>([])
        return SentenceStream {
            switch try await pull() {
            case .sentence(let sentence)?:
                given.withLock { $0.append(sentence) }
                return .sentence(sentence)
            case .report(var report)?:
                await keep(given.withLock { $0 }, report, under: key)
                if let last = report.attempts.indices.last { report.attempts[last].cacheHit = false }
                return .report(report)
            case nil: return nil
            }
        }
    }

    /// Keeps sentences, unless some are missing because something broke: these may come next time.
    private func keep(_ sentences: [ExampleSentence], _ report: ServiceReport, under key: CacheKey) async {
        guard report.attempts.last?.outcome != .partlyAnswered else { return }
        await keep(.sentences(sentences, notices: report.notices), under: key, isMiss: false)
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
