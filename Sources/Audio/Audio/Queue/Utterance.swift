public import LanguageServices

/// A text, a cue sound or a silence to play, with its timing and repetitions.
public struct Utterance: Sendable, Hashable {
    /// What is played.
    public var content: Content

    /// The id used in events; `nil` lets the queue choose one.
    public var id: UtteranceID?

    /// Determines its position in the queue and which utterances it interrupts.
    public var priority: Priority

    /// The silence before the utterance; a negative duration is treated as zero.
    public var preDelay: Duration

    /// The silence between this utterance and the next; a negative duration is treated as zero.
    public var postDelay: Duration

    /// The number of repetitions and the change of rate between them.
    public var repetition: Repetition

    /// Creates an utterance.
    ///
    /// - Parameters:
    ///   - content: What is played.
    ///   - id: The id used in events.
    ///   - priority: Determines its position in the queue and which utterances it interrupts.
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
    /// It requests word marks, which are needed for stopping at a word and for highlighting. A provider without word
    /// marks throws `ServiceError.Code.unsupported`; for such a provider, pass an empty set.
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
        /// Silence, measured by the queue's clock, excluding the time during which the queue is paused.
        case silence(Duration)
    }

    /// The priority of an utterance.
    ///
    /// Utterances with equal priority play in the order in which they were enqueued.
    public enum Priority: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// Plays when nothing else is waiting. Any other utterance interrupts it; if it has already started, it is
        /// cancelled and does not play again.
        case background
        /// Waits for its turn. If an urgent utterance interrupts it, it later plays again from the start of the
        /// interrupted repetition, after all urgent utterances and before all other messages.
        case message
        /// Interrupts messages and background utterances, and waits only for earlier urgent ones. Nothing interrupts
        /// it.
        case urgent

        /// Whether `a` is less important than `b`.
        public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// How many times an utterance plays, and how the repetitions differ.
    public struct Repetition: Sendable, Hashable {
        /// The total number of times the utterance plays, clamped to 1…1000.
        public var count: Int

        /// The silence between repetitions; a negative duration is treated as zero.
        public var pause: Duration

        /// The factor by which the rate changes with each repetition; with 0.8, the speech becomes slower each time.
        /// The rate stays within `SpeechRequest.rates`. A missing rate is treated as 1, and so is a factor of zero or
        /// less.
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

    /// The request for a repetition, counted from 0.
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

/// An event reported by an ``UtteranceQueue``.
///
/// Every utterance starts with `queued` and ends exactly once: `finished`, `skipped`, `cancelled` or `failed`.
public enum UtteranceEvent: Sendable, Hashable {
    /// The utterance was enqueued.
    case queued(UtteranceID)

    /// The utterance's sound or silence starts. `repetition` counts from 0; an interrupted utterance starts again.
    case started(UtteranceID, repetition: Int)

    /// The sound at a mark was written to the output and will play within the output's latency.
    case willSpeak(UtteranceID, SpeechMark)

    /// The sound at a mark plays now, as far as the output can tell.
    case reached(UtteranceID, SpeechMark)

    /// The queue was paused. Sound that the output has already buffered still plays: at most 150 ms by default with
    /// PulseAudio.
    case paused

    /// The queue was resumed.
    case resumed

    /// An utterance with a higher priority interrupted it; it will play again.
    case interrupted(UtteranceID)

    /// It has played to the end, including all repetitions. Its `postDelay` follows.
    case finished(UtteranceID)

    /// It was ended by ``UtteranceQueue/skip()``.
    case skipped(UtteranceID)

    /// It was removed by ``UtteranceQueue/stop(_:)``, ``UtteranceQueue/clear()``, ``UtteranceQueue/cancel(_:)`` or by
    /// shutting down the queue; a background utterance is also removed when another utterance interrupts it.
    case cancelled(UtteranceID)

    /// Synthesis or playback failed, or was incomplete. The queue continues with the next utterance.
    case failed(UtteranceID, ServiceError)

    /// A cue that ``UtteranceQueue/play(_:)`` played on a separate output failed.
    case cueFailed(ServiceError)

    /// Everything has been played and nothing is waiting.
    case idle

    /// The listener was too slow, so this many events were dropped at this point.
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
