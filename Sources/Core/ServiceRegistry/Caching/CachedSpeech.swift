public import LanguageServices
import Synchronization

/// A speech provider whose utterances are kept, so that it is asked for each once.
///
/// An utterance is kept when its stream has come to its end: all samples as they came, format and marks. One that failed,
/// that was not heard to its end, or that is larger than 8 MiB is not kept. A failure is not kept, except that the
/// provider has no answer.
public struct CachedSpeech: ForwardingSpeechProvider {
    /// The wrapped provider.
    public let upstream: any SpeechProvider
    private let caching: ResponseCaching

    /// Puts a store before a provider, which is asked for what is not known.
    public init(upstream: any SpeechProvider, caching: ResponseCaching) {
        self.upstream = upstream
        self.caching = caching
    }

    /// The utterance that is known, or the upstream's, which is kept when it has come to its end.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let start = caching.clock.now
        let provider = descriptor
        func checkCancellation() throws(ServiceError) {
            guard Task.isCancelled else { return }
            throw ServiceError.cancelled(provider: provider.id)
        }
        try checkCancellation()
        let key = CacheKey.speech(of: request, by: Answerer(descriptor: provider, settings: caching.settings))
        let stored = caching.reuse == .usual ? await caching.store.responses(for: [key], of: .speech)[key] : nil
        try checkCancellation()
        var old: StoredSpeech?
        switch stored.flatMap({ StoredAnswer($0.bytes) }) {
        case .speech(let speech):
            if stored?.isStale == false { return known(speech, after: caching.clock.now - start) }
            old = speech
        case .miss(let error) where stored?.isStale == false: throw error
        default: break
        }
        do {
            let stream = try await upstream.synthesize(request)
            guard old != nil else { return keeping(stream, under: key) }
            // Whether there is a need for the old one must be known before anything is heard.
            let primed = try await PrimedStream(stream)
            return keeping(
                SpeechStream(pulling: primed.pull(changing: { $0 }, step: { try await $0() })),
                under: key
            )
        } catch {
            let known = ServiceError(error, provider: provider.id)
            if known.code == .notFound { await keep(.miss(known), under: key, isMiss: true) }
            guard known.code.isUnreachable, let old else { throw error }
            let notice = "'\(provider.id)' cannot be reached, and an old answer of it was used: \(known.message)"
            return self.known(old, notice: notice, after: caching.clock.now - start)
        }
    }

    private func known(_ speech: StoredSpeech, notice: String? = nil, after duration: Duration) -> SpeechStream {
        let notices = speech.description.notices + [notice].compactMap { $0 }
        var report = ServiceReport.answered(by: descriptor.id, in: duration, notices: notices)
        if let last = report.attempts.indices.last {
            report.attempts[last].cacheHit = true
            report.attempts[last].cached = 1
        }
        return speech.stream(endingWith: report)
    }

    private func keeping(_ stream: SpeechStream, under key: CacheKey) -> SpeechStream {
        let take = SpeechTake()
        return SpeechStream {
            guard let event = try await stream.pull() else { return nil }
            guard case .report(var report) = event else {
                take.add(event)
                return event
            }
            if let speech = take.end(with: report.notices) { await keep(.speech(speech), under: key, isMiss: false) }
            if let last = report.attempts.indices.last { report.attempts[last].cacheHit = false }
            return .report(report)
        }
    }

    private func keep(_ answer: StoredAnswer, under key: CacheKey, isMiss: Bool) async {
        guard let bytes = answer.bytes else { return }
        let new = NewResponse(bytes: bytes, service: .speech, provider: descriptor.id, isMiss: isMiss)
        await caching.store.store([key: new])
    }
}

/// What has been heard of an utterance that is to be kept.
private final class SpeechTake: Sendable {
    private enum State {
        case empty
        case taking(StoredSpeech)
        /// It is too large, or no speech.
        case refused
    }

    private let state = Mutex(State.empty)

    func add(_ event: SpeechEvent) {
        state.withLock { state in
            switch (state, event) {
            case (.empty, .format(let format)): state = .taking(StoredSpeech(format: format))
            case (.taking(var speech), .audio(let chunk)):
                // Given up for a moment, so that the samples are not copied.
                state = .refused
                guard chunk.samples.count * 2 <= StoredSpeech.largestSize - speech.size else { return }
                speech.add(chunk)
                state = .taking(speech)
            case (.taking(var speech), .mark(let mark)):
                state = .refused
                speech.add(mark)
                state = .taking(speech)
            case (.refused, _): break
            default: state = .refused
            }
        }
    }

    /// The whole utterance; `nil` when it cannot be kept.
    func end(with notices: [String]) -> StoredSpeech? {
        state.withLock { state in
            guard case .taking(var speech) = state, speech.size > 0 else { return nil }
            state = .refused
            speech.end(with: notices)
            return speech
        }
    }
}
