import LanguageServices
import Synchronization

/// A sentence provider with a cache. See `cached(in:reuse:)`.
struct CachedSentences: ForwardingSentenceProvider {
    let upstream: any SentenceProvider
    let caching: ResponseCaching

    /// Returns the cached sentences, or those from the upstream.
    func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        let search = try await search(for: request)
        if let known = search.fresh { return known }
        do {
            var response = try await upstream.sentences(for: request)
            await keep(response.sentences, response.report, under: search.key)
            response.report.noteCache(isHit: false)
            return response
        } catch {
            return try await old(search, after: error)
        }
    }

    /// Streams the cached sentences, or those from the upstream, which are stored when the stream has ended.
    func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        let search = try await search(for: request)
        if let known = search.fresh { return SentenceStream(of: known) }
        do {
            // The stream must have produced a sentence before the expired answer can be discarded.
            let primed = try await PrimedStream(upstream.sentenceStream(for: request))
            return keeping(primed.stream(), under: search.key)
        } catch {
            return SentenceStream(of: try await old(search, after: error))
        }
    }

    // Lessons are forwarded without caching, since the same request rarely occurs twice.

    // MARK: Lookup

    /// The result of a cache lookup.
    private struct Search {
        let key: CacheKey
        let start: Duration
        /// An answer that has not expired.
        var fresh: SentenceResponse?
        /// An expired answer.
        var old: (sentences: [ExampleSentence], notices: [String])?
    }

    /// Looks up a request.
    ///
    /// - Throws: The cached error if the cache contains a miss, which means that there are no sentences.
    private func search(for request: SentenceRequest) async throws -> Search {
        let provider = descriptor
        let key = CacheKey.sentences(of: request, by: CacheScope(descriptor: provider, settings: caching.settings))
        var search = Search(key: key, start: caching.clock.now)
        if case (.sentences(let sentences, let notices), let isStale)? = try await caching.answer(to: key, of: provider)
        {
            if isStale {
                search.old = (sentences, notices)
            } else {
                search.fresh = response(sentences, notices, since: search.start)
            }
        }
        return search
    }

    /// The expired answer, if the provider cannot be reached.
    private func old(_ search: Search, after error: any Error) async throws -> SentenceResponse {
        let (old, notice) = try await caching.oldAnswer(search.old, after: error, under: search.key, of: descriptor)
        return response(old.sentences, old.notices + [notice], since: search.start)
    }

    private func keeping(_ stream: SentenceStream, under key: CacheKey) -> SentenceStream {
        let given = Mutex<[ExampleSentence]>([])
        return SentenceStream {
            switch try await stream.pull() {
            case .sentence(let sentence)?:
                given.withLock { $0.append(sentence) }
                return .sentence(sentence)
            case .report(var report)?:
                await keep(given.withLock { $0 }, report, under: key)
                report.noteCache(isHit: false)
                return .report(report)
            case nil: return nil
            }
        }
    }

    /// Stores sentences, unless a failure made them incomplete.
    private func keep(_ sentences: [ExampleSentence], _ report: ServiceReport, under key: CacheKey) async {
        guard report.attempts.last?.outcome != .partlyAnswered else { return }
        await caching.keep(.sentences(sentences, notices: report.notices), under: key, of: descriptor)
    }

    private func response(
        _ sentences: [ExampleSentence],
        _ notices: [String],
        since start: Duration
    ) -> SentenceResponse {
        SentenceResponse(sentences: sentences, report: caching.report(of: descriptor, since: start, notices))
    }
}
