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
        self.events = events.sorted { $0.time < $1.time }
        self.curves = curves.sorted { $0.time < $1.time }
        self.audio = audio.sorted { $0.time < $1.time }
        self.metadata = metadata
        try PatternCheck.checkOverlap(self.events)
    }

    /// Parts that are known to be right and in order.
    init(
        trusting events: [HapticEvent],
        curves: [HapticCurve] = [],
        audio: [HapticAudioEvent] = [],
        metadata: HapticMetadata? = nil
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

extension HapticPattern: Codable {
    private enum CodingKeys: String, CodingKey {
        case events, curves, audio, metadata
    }

    /// Reads a pattern.
    ///
    /// - Throws: `ServiceError` for what is no pattern, `DecodingError` for what has not its form.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            events: try values.decodeIfPresent([HapticEvent].self, forKey: .events) ?? [],
            curves: try values.decodeIfPresent([HapticCurve].self, forKey: .curves) ?? [],
            audio: try values.decodeIfPresent([HapticAudioEvent].self, forKey: .audio) ?? [],
            metadata: try values.decodeIfPresent(HapticMetadata.self, forKey: .metadata)
        )
    }

    /// Writes the pattern.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(events, forKey: .events)
        if !curves.isEmpty { try values.encode(curves, forKey: .curves) }
        if !audio.isEmpty { try values.encode(audio, forKey: .audio) }
        try values.encodeIfPresent(metadata, forKey: .metadata)
    }
}

/// What must be true of the parts of a pattern.
enum PatternCheck {
    /// Checks every number and every count.
    static func check(
        _ events: [HapticEvent],
        _ curves: [HapticCurve],
        _ audio: [HapticAudioEvent]
    ) throws(ServiceError) {
        try checkCount(events.count, HapticPattern.Limits.events, "events")
        try checkCount(curves.count, HapticPattern.Limits.curves, "curves")
        try checkCount(audio.count, HapticPattern.Limits.audio, "audio events")
        for (index, event) in events.enumerated() { try check(event, "event \(index + 1)") }
        var points = 0
        for (index, curve) in curves.enumerated() {
            points += curve.points.count
            try checkCount(points, HapticPattern.Limits.points, "control points")
            try check(curve, "curve \(index + 1)")
        }
        for (index, event) in audio.enumerated() {
            let place = "audio event \(index + 1)"
            try checkTime(event.time, "time", place)
            if let duration = event.duration {
                try checkTime(duration, "duration", place)
                try checkTime(event.end, "end", place)
            }
            for parameter in event.parameters where !parameter.value.isFinite {
                throw ServiceError(
                    .invalidRequest,
                    "\(place): \(parameter.name) is \(parameter.value), which is no number"
                )
            }
        }
    }

    /// Checks how many events are felt at one time; the events are in order.
    static func checkOverlap(_ events: [HapticEvent]) throws(ServiceError) {
        let limit = HapticPattern.Limits.overlap
        guard events.count > limit else { return }
        let ends = events.map(\.end).sorted()
        var ended = 0
        for (index, event) in events.enumerated() {
            while ended < ends.count, ends[ended] <= event.time { ended += 1 }
            guard index + 1 - ended <= limit else {
                throw ServiceError(
                    .limitExceeded,
                    "more than \(limit) events are felt at one time, at \(number(event.time)) s",
                    remedy: "leave out events that lie over each other"
                )
            }
        }
    }

    private static func check(_ event: HapticEvent, _ place: String) throws(ServiceError) {
        try checkTime(event.time, "time", place)
        switch event.kind {
        case .transient:
            guard event.duration == 0 else {
                throw ServiceError(
                    .invalidRequest,
                    "\(place): a transient event has no duration, and \(number(event.duration)) s are given",
                    remedy: "leave the duration out, or make the event continuous"
                )
            }
        case .continuous:
            try checkTime(event.duration, "duration", place)
            guard event.duration > 0 else {
                throw ServiceError(
                    .invalidRequest,
                    "\(place): a continuous event needs a duration above 0 s",
                    remedy: "give it a duration, or make the event transient"
                )
            }
            try checkTime(event.end, "end", place)
        }
        try check(event.intensity, in: 0...1, "intensity", place)
        try check(event.sharpness, in: 0...1, "sharpness", place)
        try check(event.attack, in: 0...1, "attack", place)
        try check(event.decay, in: 0...1, "decay", place)
        try check(event.release, in: 0...1, "release", place)
        try checkLayer(event.layer, place)
    }

    private static func check(_ curve: HapticCurve, _ place: String) throws(ServiceError) {
        try checkTime(curve.time, "time", place)
        try checkLayer(curve.layer, place)
        guard !curve.points.isEmpty else {
            throw ServiceError(.invalidRequest, "\(place): it has no control points", remedy: "give it at least one")
        }
        var last = 0.0
        for (index, point) in curve.points.enumerated() {
            // Interpolated only when something is wrong: most of a pattern are control points.
            guard point.time.isFinite, point.time >= last, curve.time + point.time <= HapticPattern.Limits.time else {
                let place = "control point \(index + 1) of \(place)"
                try checkTime(point.time, "time", place)
                try checkTime(curve.time + point.time, "time in the pattern", place)
                throw ServiceError(
                    .invalidRequest,
                    "\(place): its time \(number(point.time)) s lies before that of the one before it",
                    remedy: "put control points in the order of time"
                )
            }
            last = point.time
            if !curve.parameter.range.contains(point.value) {
                try check(point.value, in: curve.parameter.range, "value", "control point \(index + 1) of \(place)")
            }
        }
    }

    private static func checkLayer(_ layer: Int, _ place: String) throws(ServiceError) {
        guard (0..<HapticPattern.Limits.layers).contains(layer) else {
            throw ServiceError(
                .limitExceeded,
                "\(place): there is no layer \(layer)",
                remedy: "use 0 to \(HapticPattern.Limits.layers - 1)"
            )
        }
    }

    private static func checkCount(_ count: Int, _ limit: Int, _ what: String) throws(ServiceError) {
        guard count > limit else { return }
        throw ServiceError(.limitExceeded, "the pattern has \(count) \(what), and the limit is \(limit)")
    }

    private static func checkTime(_ time: Double, _ name: String, _ place: String) throws(ServiceError) {
        try check(time, in: 0...HapticPattern.Limits.time, name, place)
    }

    private static func check(
        _ value: Double,
        in range: ClosedRange<Double>,
        _ name: String,
        _ place: String
    ) throws(ServiceError) {
        guard !range.contains(value) else { return }
        throw ServiceError(
            .invalidRequest,
            "\(place): the \(name) \(number(value)) is out of range",
            remedy: "use \(number(range.lowerBound)) to \(number(range.upperBound))"
        )
    }

    private static func number(_ value: Double) -> String { WholeNumber.text(value) }
}
