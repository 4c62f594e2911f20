public import LanguageServices

/// A text, a cue sound or a silence to play, with its timing and repetitions.
public struct Utterance: Sendable, Hashable {
    /// What is played.
    public var content: Content

    /// The id in events; `nil` lets the queue choose one.
    public var id: UtteranceID?

    /// Determines the order and which utterances it interrupts.
    public var priority: Priority

    /// The silence before it; a negative duration counts as zero.
    public var preDelay: Duration

    /// The silence after it, before the next utterance; a negative duration counts as zero.
    public var postDelay: Duration

    /// The number of repetitions and the change of rate between them.
    public var repetition: Repetition

    /// Creates an utterance.
    ///
    /// - Parameters:
    ///   - content: What is played.
    ///   - id: The id in events.
    ///   - priority: Determines the order and which utterances it interrupts.
    ///   - preDelay: The silence before it.
    ///   - postDelay: The silence after it.
    ///   - repetition: The number of repetitions and the change of rate between them.
    public init(
        _ content: Content,
        id: UtteranceID? = nil,
        priority: Priority = .message,
        preDelay: Duration = .zero,
        postDelay: Duration = .zero,
        repetition: Repetition = .once
    ) {
        self.content = content
        self.id = id
        self.priority = priority
        self.preDelay = preDelay
        self.postDelay = postDelay
        self.repetition = repetition
    }

    /// Creates an utterance that speaks a text.
    ///
    /// It requests word marks, which stopping at a word and highlighting need. A provider without word marks throws
    /// `ServiceError.Code.unsupported`; pass an empty set for such a provider.
    public init(
        _ text: String,
        language: LanguageTag? = nil,
        rate: Double? = nil,
        marks: Set<SpeechMark.Kind> = [.word],
        id: UtteranceID? = nil,
        priority: Priority = .message
    ) {
        let request = SpeechRequest(text: text, language: language, rate: rate, marks: marks)
        self.init(.speech(request), id: id, priority: priority)
    }

    /// What an utterance plays.
    public enum Content: Sendable, Hashable {
        /// A text.
        case speech(SpeechRequest)
        /// A cue sound.
        case cue(CueSound)
        /// Silence, measured by the queue's clock; pauses of the queue do not count.
        case silence(Duration)
    }

    /// The priority of an utterance.
    ///
    /// Utterances of equal priority play in the order in which they were enqueued.
    public enum Priority: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// Plays when nothing else is waiting. Any other utterance interrupts it; if it has already started, it is
        /// cancelled and does not play again.
        case background
        /// Waits for its turn. An urgent utterance interrupts it. It then plays again from the start of the interrupted
        /// repetition, after all urgent utterances and before all other messages.
        case message
        /// Interrupts messages and background utterances, and waits only for earlier urgent ones. Nothing interrupts
        /// it.
        case urgent

        /// Orders by importance.
        public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// How often an utterance plays.
    public struct Repetition: Sendable, Hashable {
        /// The total number of times it plays, clamped to 1…1000.
        public var count: Int

        /// The silence between repetitions; a negative duration counts as zero.
        public var pause: Duration

        /// The factor by which the rate changes with each repetition: with 0.8, it becomes slower each time. The rate
        /// stays within `SpeechRequest.rates`; a request without a rate counts as 1. A factor of zero or less counts as
        /// 1.
        public var rateFactor: Double

        /// Creates a repetition.
        public init(count: Int, pause: Duration = .zero, rateFactor: Double = 1) {
            self.count = count
            self.pause = pause
            self.rateFactor = rateFactor
        }

        /// Plays once.
        public static let once = Repetition(count: 1)
    }
}

extension Utterance {
    /// The number of times it plays, clamped.
    var playCount: Int { min(max(repetition.count, 1), 1000) }

    /// The request of a repetition, from 0.
    func request(_ request: SpeechRequest, repetition index: Int) -> SpeechRequest {
        let factor = repetition.rateFactor
        guard index > 0, factor > 0, factor.isFinite, factor != 1 else { return request }
        var rate = request.rate ?? 1
        let range = SpeechRequest.rates
        // The rate was invalid from the start; the provider reports it.
        guard range.contains(rate) else { return request }
        for _ in 0..<index { rate = min(max(rate * factor, range.lowerBound), range.upperBound) }
        var changed = request
        changed.rate = rate
        return changed
    }
}

/// An event of an ``UtteranceQueue``.
///
/// Every utterance starts with `queued` and ends exactly once: `finished`, `skipped`, `cancelled` or `failed`.
public enum UtteranceEvent: Sendable, Hashable {
    /// The utterance was enqueued.
    case queued(UtteranceID)

    /// Its sound or silence starts. `repetition` counts from 0; an interrupted utterance starts again.
    case started(UtteranceID, repetition: Int)

    /// The sound at a mark was written to the output; it plays within the output's latency.
    case willSpeak(UtteranceID, SpeechMark)

    /// The sound at a mark plays now, as far as the output can tell.
    case reached(UtteranceID, SpeechMark)

    /// The queue was paused. Sound that the output has buffered still plays, by default at most 150 ms with PulseAudio.
    case paused

    /// The queue was resumed.
    case resumed

    /// A more important utterance interrupted it; it will play again.
    case interrupted(UtteranceID)

    /// It has played to its end, with all repetitions. A `postDelay` follows.
    case finished(UtteranceID)

    /// It was ended by ``UtteranceQueue/skip()``.
    case skipped(UtteranceID)

    /// It was removed by ``UtteranceQueue/stop(_:)``, ``UtteranceQueue/clear()``, ``UtteranceQueue/cancel(_:)`` or the
    /// shutdown of the queue, or, for a background utterance, by a more important one.
    case cancelled(UtteranceID)

    /// Synthesis or playback failed, or was incomplete. The queue continues with the next utterance.
    case failed(UtteranceID, ServiceError)

    /// A cue of ``UtteranceQueue/play(_:)`` on its own output failed.
    case cueFailed(ServiceError)

    /// Everything has been played and nothing is waiting.
    case idle

    /// The listener was too slow, and this number of events was dropped at this point.
    case missed(Int)
}

/// The id of an utterance within its queue.
public struct UtteranceID: Sendable, Hashable, RawRepresentable, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    /// The id as a string.
    public let rawValue: String

    /// Creates an id from any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an id from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The id as a string.
    public var description: String { rawValue }
}
