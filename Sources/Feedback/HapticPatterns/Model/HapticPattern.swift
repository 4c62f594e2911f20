public import LanguageServices

/// What is to be felt, as events and curves over time; a value that is checked when it is made, and never wrong after that.
///
/// Files of all formats are read into it and written from it; `PatternSampler` says how strong it is at a time.
public struct HapticPattern: Sendable, Hashable {
    /// The events, in the order of their times; those of one time in the order in which they were given.
    public let events: [HapticEvent]

    /// The curves, in the order of their times; those of one time in the order in which they were given.
    public let curves: [HapticCurve]

    /// Sounds that belong to the pattern, in the order of their times.
    public let audio: [HapticAudioEvent]

    /// What the file said beside; `nil` when it said nothing.
    public var metadata: HapticMetadata?

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - events: The events, in any order.
    ///   - curves: The curves, in any order.
    ///   - audio: Sounds that belong to the pattern, in any order.
    ///   - metadata: What is to be kept beside.
    /// - Throws: `ServiceError.Code.invalidRequest` for a number that is out of its range or none at all,
    ///   `ServiceError.Code.limitExceeded` for more than ``Limits`` allow.
    public init(
        events: [HapticEvent],
        curves: [HapticCurve] = [],
        audio: [HapticAudioEvent] = [],
        metadata: HapticMetadata? = nil
    ) throws(ServiceError) {
        try PatternCheck.check(events, curves, audio)
        self.events = Self.sorted(events) { $0.time < $1.time }
        self.curves = Self.sorted(curves) { $0.time < $1.time }
        self.audio = Self.sorted(audio) { $0.time < $1.time }
        self.metadata = metadata
        try PatternCheck.checkOverlap(self.events)
    }

    /// Parts that are known to be right and in order.
    init(
        trusting events: [HapticEvent],
        curves: [HapticCurve],
        audio: [HapticAudioEvent],
        metadata: HapticMetadata?
    ) {
        self.events = events
        self.curves = curves
        self.audio = audio
        self.metadata = metadata
    }

    /// When nothing of the pattern is felt or heard any more, in seconds; a tap counts ``HapticEvent/tapLength``.
    ///
    /// Curves do not count, since nothing is felt where there is no event.
    public var duration: Double {
        max(events.lazy.map(\.end).max() ?? 0, audio.lazy.map(\.end).max() ?? 0)
    }

    /// The layers that events or curves are in, in order.
    package var layers: [Int] {
        Set(events.map(\.layer)).union(curves.map(\.layer)).sorted()
    }

    /// The standard library's sort is stable in fact, but does not promise it.
    private static func sorted<Element>(
        _ elements: [Element],
        by precedes: (Element, Element) -> Bool
    ) -> [Element] {
        if zip(elements, elements.dropFirst()).allSatisfy({ !precedes($1, $0) }) { return elements }
        return elements.enumerated()
            .sorted { a, b in
                precedes(a.element, b.element) || (!precedes(b.element, a.element) && a.offset < b.offset)
            }
            .map(\.element)
    }
}

extension HapticPattern {
    /// How much a pattern may hold, so that whatever is done with it ends soon and within bounds of memory.
    public enum Limits {
        /// The most events.
        public static let events = 50_000

        /// The most curves.
        public static let curves = 50_000

        /// The most control points of all curves together.
        public static let points = 500_000

        /// The most sounds.
        public static let audio = 10_000

        /// The latest time at which anything may happen, in seconds: an hour.
        public static let time = 3600.0

        /// The most events that may be felt at one time.
        public static let overlap = 256

        /// The number of layers: they are 0…63.
        public static let layers = 64
    }
}
