public import LanguageServices

/// What happens in an ``UtteranceQueue``.
///
/// Every utterance is `queued` first. It ends exactly once: `finished`, `skipped`, `cancelled` or `failed`.
public enum UtteranceEvent: Sendable, Hashable {
    /// The queue has taken it.
    case queued(UtteranceID)

    /// Its sound begins to be heard, or its silence begins. `repetition` counts from 0; an utterance that was interrupted
    /// starts again.
    case started(UtteranceID, repetition: Int)

    /// The output takes the part of the sound in which a mark lies; it is going to be heard within the output's latency.
    case willSpeak(UtteranceID, SpeechMark)

    /// The place of a mark is heard now, as well as the output can tell.
    case reached(UtteranceID, SpeechMark)

    /// The queue holds. What the output has taken already is still heard: at most 150 ms with PulseAudio.
    case paused

    /// The queue goes on.
    case resumed

    /// It was cut off by a more important one, and will be heard again.
    case interrupted(UtteranceID)

    /// It has been heard to its end, all repetitions included. A `postDelay` comes after that.
    case finished(UtteranceID)

    /// ``UtteranceQueue/skip()`` has ended it.
    case skipped(UtteranceID)

    /// It was taken away: by ``UtteranceQueue/stop(_:)``, ``UtteranceQueue/clear()``, ``UtteranceQueue/cancel(_:)``, the end
    /// of the queue, or, for a background utterance, by one that is more important.
    case cancelled(UtteranceID)

    /// It could not be spoken or played, or not to its end. The queue goes on with the next one.
    case failed(UtteranceID, ServiceError)

    /// A cue that was played beside the queue by ``UtteranceQueue/play(_:)`` could not be heard.
    case cueFailed(ServiceError)

    /// Everything has been heard, and nothing waits.
    case idle

    /// The listener was too slow, and so many events were dropped here.
    case missed(Int)
}
