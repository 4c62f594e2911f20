/// A curve that changes a parameter of all events in a layer over time.
///
/// It corresponds to a parameter curve in Apple's AHAP format. The value is interpolated linearly between control
/// points, and remains constant after the last one until another curve for the same parameter and layer begins. A curve
/// with a single point is a dynamic parameter in AHAP. Two points at the same time form a step.
public struct HapticCurve: Sendable, Hashable {
    /// The parameter that a curve changes.
    public enum Parameter: String, Sendable, Hashable, Codable, CaseIterable {
        /// Multiplies the intensity of all events, 0…1.
        case intensity
        /// Added to the sharpness of continuous events, -1…1.
        case sharpness
        /// Added to the attack of events that begin while the curve applies, -1…1.
        case attack
        /// Added to the decay of events that begin while the curve applies, -1…1.
        case decay
        /// Added to the release of events that begin while the curve applies, -1…1.
        case release
        /// Multiplies the volume of audio events, 0…1. Like all audio parameters, it is preserved but not used.
        case audioVolume
        /// Added to the pan of audio events, -1…1.
        case audioPan
        /// Added to the pitch of audio events, -1…1.
        case audioPitch
        /// Added to the brightness of audio events, -1…1.
        case audioBrightness
        /// Added to the attack of audio events, -1…1.
        case audioAttack
        /// Added to the decay of audio events, -1…1.
        case audioDecay
        /// Added to the release of audio events, -1…1.
        case audioRelease

        /// The valid range of control points.
        public var range: ClosedRange<Double> {
            switch self {
            case .intensity, .audioVolume: 0...1
            default: -1...1
            }
        }

        /// The value that has no effect, which applies before the first curve.
        public var neutralValue: Double {
            switch self {
            case .intensity, .audioVolume: 1
            default: 0
            }
        }

        /// Whether the parameter affects haptic events.
        public var isHaptic: Bool {
            switch self {
            case .intensity, .sharpness, .attack, .decay, .release: true
            default: false
            }
        }
    }

    /// A control point.
    public struct Point: Sendable, Hashable, Codable {
        /// The time in seconds, relative to the curve's time.
        public var time: Double

        /// The value, within the parameter's range.
        public var value: Double

        /// Creates a control point.
        public init(_ time: Double, _ value: Double) {
            self.time = time
            self.value = value
        }
    }

    /// The parameter to change.
    public var parameter: Parameter

    /// The time that control points are relative to, in seconds from the start of the pattern. The curve takes effect
    /// at its first control point.
    public var time: Double

    /// The control points, in chronological order; at least one.
    public var points: [Point]

    /// The layer whose events the curve changes; see ``HapticEvent/layer``.
    public var layer: Int

    /// Creates a curve; it is validated when it becomes part of a ``HapticPattern``.
    public init(_ parameter: Parameter, at time: Double = 0, points: [Point], layer: Int = 0) {
        self.parameter = parameter
        self.time = time
        self.points = points
        self.layer = layer
    }

    /// The time at which the curve takes effect, in seconds from the start of the pattern. It is the time of the first
    /// control point.
    public var start: Double { time + (points.first?.time ?? 0) }

    /// The time of its last control point, in seconds from the start of the pattern.
    public var end: Double { time + (points.last?.time ?? 0) }
}

extension HapticCurve: Codable {
    private enum CodingKeys: String, CodingKey {
        case parameter, time, points, layer
    }

    /// Reads a curve.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(Parameter.self, forKey: .parameter),
            at: try values.decodeIfPresent(Double.self, forKey: .time) ?? 0,
            points: try values.decode([Point].self, forKey: .points),
            layer: try values.decodeIfPresent(Int.self, forKey: .layer) ?? 0
        )
    }

    /// Writes the curve.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(parameter, forKey: .parameter)
        try values.encode(time, forKey: .time)
        try values.encode(points, forKey: .points)
        if layer != 0 { try values.encode(layer, forKey: .layer) }
    }
}
