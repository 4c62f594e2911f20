/// How a quality of all events of a layer changes over time.
///
/// The meaning is that of a parameter curve in Apple's AHAP files: the value goes in straight lines from one control point
/// to the next, and stays what it is behind the last one until another curve of the same parameter and layer begins. A
/// curve with one point is what AHAP calls a dynamic parameter. Two points at one time are a step.
public struct HapticCurve: Sendable, Hashable {
    /// What a curve can change.
    public enum Parameter: String, Sendable, Hashable, Codable, CaseIterable {
        /// Multiplies the intensity of all events, 0…1.
        case intensity
        /// Is added to the sharpness of continuous events, -1…1.
        case sharpness
        /// Is added to the attack of events that begin, -1…1.
        case attack
        /// Is added to the decay of events that begin, -1…1.
        case decay
        /// Is added to the release of events that begin, -1…1.
        case release
        /// Multiplies the volume of audio events, 0…1. Like all that concerns audio it is kept and not used.
        case audioVolume
        /// Is added to the pan of audio events, -1…1.
        case audioPan
        /// Is added to the pitch of audio events, -1…1.
        case audioPitch
        /// Is added to the brightness of audio events, -1…1.
        case audioBrightness
        /// Is added to the attack of audio events, -1…1.
        case audioAttack
        /// Is added to the decay of audio events, -1…1.
        case audioDecay
        /// Is added to the release of audio events, -1…1.
        case audioRelease

        /// The values that a control point may have.
        public var range: ClosedRange<Double> {
            switch self {
            case .intensity, .audioVolume: 0...1
            default: -1...1
            }
        }

        /// The value that changes nothing, which holds before the first curve.
        public var neutralValue: Double {
            switch self {
            case .intensity, .audioVolume: 1
            default: 0
            }
        }

        /// Whether what it changes can be felt.
        public var isHaptic: Bool {
            switch self {
            case .intensity, .sharpness, .attack, .decay, .release: true
            default: false
            }
        }
    }

    /// A value at a time.
    public struct Point: Sendable, Hashable, Codable {
        /// When, in seconds from the time of the curve.
        public var time: Double

        /// The value, within the range of the parameter.
        public var value: Double

        /// Creates a control point.
        public init(_ time: Double, _ value: Double) {
            self.time = time
            self.value = value
        }
    }

    /// What changes.
    public var parameter: Parameter

    /// When the curve begins, in seconds from the start of the pattern. It takes effect at its first point.
    public var time: Double

    /// The control points, in the order of time; at least one.
    public var points: [Point]

    /// Whose events it changes; see ``HapticEvent/layer``.
    public var layer: Int

    /// Creates a curve; nothing is checked before it becomes part of a ``HapticPattern``.
    public init(_ parameter: Parameter, at time: Double = 0, points: [Point], layer: Int = 0) {
        self.parameter = parameter
        self.time = time
        self.points = points
        self.layer = layer
    }

    /// When the curve takes effect: the time of its first point, in seconds from the start of the pattern.
    public var start: Double { time + (points.first?.time ?? 0) }

    /// The time of its last point, in seconds from the start of the pattern.
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
