public import LanguageServices

/// Something to be heard: a text, a cue sound or a silence, and when and how often.
public struct Utterance: Sendable, Hashable {
    /// What is heard.
    public var content: Content

    /// The name under which events speak of it; `nil` lets the queue choose one.
    public var id: UtteranceID?

    /// What it comes before, and what it interrupts.
    public var priority: Priority

    /// The silence before it; less than zero counts as zero.
    public var preDelay: Duration

    /// The silence after it, which the next utterance waits for; less than zero counts as zero.
    public var postDelay: Duration

    /// How often it is heard, and what changes from one time to the next.
    public var repetition: Repetition

    /// Creates an utterance.
    ///
    /// - Parameters:
    ///   - content: What is heard.
    ///   - id: The name under which events speak of it.
    ///   - priority: What it comes before, and what it interrupts.
    ///   - preDelay: The silence before it.
    ///   - postDelay: The silence after it.
    ///   - repetition: How often it is heard.
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
    /// Word marks are asked for, since stopping at a word and following the text need them; a provider that has none
    /// answers `ServiceError.Code.unsupported`, so pass it an empty set.
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

    /// What can be heard.
    public enum Content: Sendable, Hashable {
        /// A text.
        case speech(SpeechRequest)
        /// A cue sound.
        case cue(CueSound)
        /// Nothing, for a time by the queue's clock; a pause of the queue stops the count.
        case silence(Duration)
    }

    /// How important an utterance is.
    ///
    /// Utterances of one priority are heard in the order in which they were enqueued.
    public enum Priority: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// Heard when nothing else waits. Any other utterance interrupts it, and what has been heard in part is dropped
        /// then: it is cancelled, and not heard again.
        case background
        /// Waits for its turn. An urgent utterance interrupts it, and then it is heard again: from the beginning of the
        /// repetition that was interrupted, after all urgent ones and before all other messages.
        case message
        /// Interrupts messages and background, and waits only for urgent utterances before it. Nothing interrupts it.
        case urgent

        /// Orders by importance.
        public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// How often an utterance is heard.
    public struct Repetition: Sendable, Hashable {
        /// How many times it is heard in all, 1…1000; what lies outside is brought inside.
        public var count: Int

        /// The silence between two times; less than zero counts as zero.
        public var pause: Duration

        /// What the rate is multiplied by from one time to the next: 0.8 is slower each time. The rate stays within
        /// `SpeechRequest.rates`; a request without a rate counts as 1. What is not above zero counts as 1.
        public var rateFactor: Double

        /// Creates a repetition.
        public init(count: Int, pause: Duration = .zero, rateFactor: Double = 1) {
            self.count = count
            self.pause = pause
            self.rateFactor = rateFactor
        }

        /// It is heard once.
        public static let once = Repetition(count: 1)
    }
}

extension Utterance {
    /// How many times it is heard, within bounds.
    var timesHeard: Int { min(max(repetition.count, 1), 1000) }

    /// The request of one repetition, the first being 0.
    func request(_ request: SpeechRequest, repetition index: Int) -> SpeechRequest {
        let factor = repetition.rateFactor
        guard index > 0, factor > 0, factor.isFinite, factor != 1 else { return request }
        var rate = request.rate ?? 1
        let range = SpeechRequest.rates
        // Out of range already: the provider is to say so.
        guard range.contains(rate) else { return request }
        for _ in 0..<index { rate = min(max(rate * factor, range.lowerBound), range.upperBound) }
        var changed = request
        changed.rate = rate
        return changed
    }
}

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

/// The name of an utterance within its queue.
public struct UtteranceID: Sendable, Hashable, RawRepresentable, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    /// The name itself.
    public let rawValue: String

    /// Creates an id; any string will do.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an id from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The name itself.
    public var description: String { rawValue }
}
