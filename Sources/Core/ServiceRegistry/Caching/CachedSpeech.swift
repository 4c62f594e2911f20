import LanguageServices
import Synchronization

/// A speech provider with a cache. See `cached(in:reuse:)`.
struct CachedSpeech: ForwardingSpeechProvider {
    let upstream: any SpeechProvider
    let caching: ResponseCaching

    /// Returns the cached utterance, or the one from the upstream, which is stored when its stream has ended.
    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let start = caching.clock.now
        let provider = descriptor
        func known(_ speech: StoredSpeech, _ notices: [String] = []) -> SpeechStream {
            let all = speech.description.notices + notices
            return speech.stream(endingWith: caching.report(of: provider, since: start, all))
        }
        let key = CacheKey.speech(of: request, by: CacheScope(descriptor: provider, settings: caching.settings))
        var old: StoredSpeech?
        if case (.speech(let speech), let isStale)? = try await caching.answer(to: key, of: provider) {
            guard isStale else { return known(speech) }
            old = speech
        }
        do {
            let stream = try await upstream.synthesize(request)
            // The stream must have produced audio before the expired utterance can be discarded.
            return keeping(old == nil ? stream : try await PrimedStream(stream).stream(), under: key)
        } catch {
            let (old, notice) = try await caching.oldAnswer(old, after: error, under: key, of: provider)
            return known(old, [notice])
        }
    }

    private func keeping(_ stream: SpeechStream, under key: CacheKey) -> SpeechStream {
        let take = SpeechCapture()
        return SpeechStream {
            guard let event = try await stream.pull() else { return nil }
            guard case .report(var report) = event else {
                take.add(event)
                return event
            }
            if let speech = take.end(with: report.notices) {
                await caching.keep(.speech(speech), under: key, of: descriptor)
            }
            report.noteCache(isHit: false)
            return .report(report)
        }
    }
}

/// Collects an utterance for the cache.
private final class SpeechCapture: Sendable {
    private enum State {
        case empty
        case taking(StoredSpeech)
        /// The utterance is too large or is not valid speech.
        case refused
    }

    private let state = Mutex(State.empty)

    func add(_ event: SpeechEvent) {
        state.withLock { state in
            switch (state, event) {
            case (.empty, .format(let format)): state = .taking(StoredSpeech(format: format))
            case (.taking(var speech), .audio(let chunk)):
                // Release the only other reference, so appending does not copy the samples.
                state = .refused
                guard chunk.samples.count * 2 <= StoredSpeech.maximumSize - speech.size else { return }
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

    /// The complete utterance; `nil` if it cannot be stored.
    func end(with notices: [String]) -> StoredSpeech? {
        state.withLock { state in
            guard case .taking(var speech) = state, speech.size > 0 else { return nil }
            state = .refused
            speech.end(with: notices)
            return speech
        }
    }
}
