public import LanguageServices

/// A haptic pattern of events and curves over time, validated on creation.
///
/// All file formats are converted to and from it; `PatternSampler` returns its intensity at any time.
public struct HapticPattern: Sendable, Hashable {
    /// The events, in chronological order; events at the same time keep their original order.
    public let events: [HapticEvent]

    /// The curves, in chronological order; curves at the same time keep their original order.
    public let curves: [HapticCurve]

    /// The audio events of the pattern, in chronological order.
    public let audio: [HapticAudioEvent]

    /// The file's metadata; `nil` if it has none.
    public var metadata: HapticMetadata?

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - events: The events, in any order.
    ///   - curves: The curves, in any order.
    ///   - audio: The audio events, in any order.
    ///   - metadata: Metadata to keep with the pattern.
    /// - Throws: `ServiceError.Code.invalidRequest` for a number that is out of range or NaN,
    ///   `ServiceError.Code.limitExceeded` when ``Limits`` are exceeded.
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

    /// Creates a pattern from parts that are known to be valid and sorted.
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

    /// The time in seconds at which the last haptic or audio event ends; a transient has the length
    /// ``HapticEvent/tapLength``.
    ///
    /// Curves are disregarded because they have no effect without events.
    public var duration: Double {
        max(events.lazy.map(\.end).max() ?? 0, audio.lazy.map(\.end).max() ?? 0)
    }

    /// The layers of events and curves, sorted.
    package var layers: [Int] {
        Set(events.map(\.layer)).union(curves.map(\.layer)).sorted()
    }
}

extension HapticPattern {
    /// Limits for a pattern, which bound the time and memory of all operations.
    public enum Limits {
        /// The maximum number of events.
        public static let events = 50_000

        /// The maximum number of curves.
        public static let curves = 50_000

        /// The maximum number of control points in all curves combined.
        public static let points = 500_000

        /// The maximum number of audio events.
        public static let audio = 10_000

        /// The latest time of any event, in seconds: one hour.
        public static let time = 3600.0

        /// The maximum number of simultaneous events.
        public static let overlap = 256

        /// The number of layers, 0…63.
        public static let layers = 64
    }
}

extension HapticPattern: Codable {
    private enum CodingKeys: String, CodingKey {
        case events, curves, audio, metadata
    }

    /// Reads a pattern.
    ///
    /// - Throws: `ServiceError` for an invalid pattern, `DecodingError` for an invalid structure.
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

/// Validates the parts of a pattern.
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
            let subject = "audio event \(index + 1)"
            try checkTime(event.time, "time", subject)
            if let duration = event.duration {
                try checkTime(duration, "duration", subject)
                try checkTime(event.end, "end", subject)
            }
            for parameter in event.parameters where !parameter.value.isFinite {
                throw ServiceError(
                    .invalidRequest,
                    "\(subject): \(parameter.name) is \(parameter.value), which is not a number"
                )
            }
        }
    }

    /// Checks the number of simultaneous events; the events are sorted.
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
                    "more than \(limit) events overlap, at \(number(event.time)) s",
                    remedy: "remove overlapping events"
                )
            }
        }
    }

    private static func check(_ event: HapticEvent, _ subject: String) throws(ServiceError) {
        try checkTime(event.time, "time", subject)
        switch event.kind {
        case .transient:
            guard event.duration == 0 else {
                throw ServiceError(
                    .invalidRequest,
                    "\(subject): a transient event cannot have a duration, but has \(number(event.duration)) s",
                    remedy: "remove the duration, or make the event continuous"
                )
            }
        case .continuous:
            try checkTime(event.duration, "duration", subject)
            guard event.duration > 0 else {
                throw ServiceError(
                    .invalidRequest,
                    "\(subject): a continuous event needs a duration above 0 s",
                    remedy: "give it a duration, or make the event transient"
                )
            }
            try checkTime(event.end, "end", subject)
        }
        try check(event.intensity, in: 0...1, "intensity", subject)
        try check(event.sharpness, in: 0...1, "sharpness", subject)
        try check(event.attack, in: 0...1, "attack", subject)
        try check(event.decay, in: 0...1, "decay", subject)
        try check(event.release, in: 0...1, "release", subject)
        try checkLayer(event.layer, subject)
    }

    private static func check(_ curve: HapticCurve, _ subject: String) throws(ServiceError) {
        try checkTime(curve.time, "time", subject)
        try checkLayer(curve.layer, subject)
        guard !curve.points.isEmpty else {
            throw ServiceError(.invalidRequest, "\(subject): no control points", remedy: "add at least one")
        }
        var last = 0.0
        for (index, point) in curve.points.enumerated() {
            // The message is interpolated only if there is an error, because a pattern may have very many control
            // points.
            guard point.time.isFinite, point.time >= last, curve.time + point.time <= HapticPattern.Limits.time else {
                let subject = "control point \(index + 1) of \(subject)"
                try checkTime(point.time, "time", subject)
                try checkTime(curve.time + point.time, "time in the pattern", subject)
                throw ServiceError(
                    .invalidRequest,
                    "\(subject): its time \(number(point.time)) s is before that of the previous control point",
                    remedy: "sort control points by time"
                )
            }
            last = point.time
            if !curve.parameter.range.contains(point.value) {
                try check(point.value, in: curve.parameter.range, "value", "control point \(index + 1) of \(subject)")
            }
        }
    }

    private static func checkLayer(_ layer: Int, _ subject: String) throws(ServiceError) {
        guard (0..<HapticPattern.Limits.layers).contains(layer) else {
            throw ServiceError(
                .limitExceeded,
                "\(subject): there is no layer \(layer)",
                remedy: "use 0 to \(HapticPattern.Limits.layers - 1)"
            )
        }
    }

    private static func checkCount(_ count: Int, _ limit: Int, _ what: String) throws(ServiceError) {
        guard count > limit else { return }
        throw ServiceError(.limitExceeded, "the pattern has \(count) \(what); the limit is \(limit)")
    }

    private static func checkTime(_ time: Double, _ name: String, _ subject: String) throws(ServiceError) {
        try check(time, in: 0...HapticPattern.Limits.time, name, subject)
    }

    private static func check(
        _ value: Double,
        in range: ClosedRange<Double>,
        _ name: String,
        _ subject: String
    ) throws(ServiceError) {
        guard !range.contains(value) else { return }
        throw ServiceError(
            .invalidRequest,
            "\(subject): the \(name) \(number(value)) is out of range",
            remedy: "use \(number(range.lowerBound)) to \(number(range.upperBound))"
        )
    }

    private static func number(_ value: Double) -> String { WholeNumber.text(value) }
}
