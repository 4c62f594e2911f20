/// A haptic event: a transient tap or a continuous vibration.
///
/// It corresponds to a haptic event in Apple's AHAP format (*Representing haptic patterns in AHAP files*).
public struct HapticEvent: Sendable, Hashable {
    /// The kind of an event.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A tap without a duration. It is drawn and sampled with the length ``HapticEvent/tapLength``.
        case transient
        /// A vibration with a duration.
        case continuous
    }

    /// The kind.
    public var kind: Kind

    /// The start time in seconds from the start of the pattern.
    public var time: Double

    /// The duration in seconds; 0 for a transient event.
    public var duration: Double

    /// The intensity, 0…1, on Apple's perceptual scale; see ``HapticAmplitude``.
    public var intensity: Double

    /// The sharpness, from 0 (dull and deep) to 1 (crisp).
    public var sharpness: Double

    /// The attack of a continuous event, 0…1; 0 is immediate. See ``EventEnvelope`` for the time in seconds.
    public var attack: Double

    /// The decay of a continuous event that is not ``sustained``, 0…1.
    public var decay: Double

    /// The release of a ``sustained`` continuous event, 0…1; 0 is immediate.
    public var release: Double

    /// Whether a continuous event stays at its level until the end of its duration rather than decaying.
    public var sustained: Bool

    /// The layer. Curves affect the events in the same layer. File formats without layers use layer 0.
    public var layer: Int

    /// The assumed length of a transient, in seconds.
    ///
    /// No platform documents the length of transients. Phone motors ring for 10 to 35 ms.
    public static let tapLength = 0.03

    /// The default sharpness of an event.
    public static let defaultSharpness = 0.5

    /// Creates an event; it is validated when it becomes part of a ``HapticPattern``.
    public init(
        _ kind: Kind,
        at time: Double,
        duration: Double = 0,
        intensity: Double = 1,
        sharpness: Double = Self.defaultSharpness,
        attack: Double = 0,
        decay: Double = 0,
        release: Double = 0,
        sustained: Bool = true,
        layer: Int = 0
    ) {
        self.kind = kind
        self.time = time
        self.duration = duration
        self.intensity = intensity
        self.sharpness = sharpness
        self.attack = attack
        self.decay = decay
        self.release = release
        self.sustained = sustained
        self.layer = layer
    }

    /// A tap.
    public static func transient(
        at time: Double,
        intensity: Double = 1,
        sharpness: Double = Self.defaultSharpness,
        layer: Int = 0
    ) -> Self {
        Self(.transient, at: time, intensity: intensity, sharpness: sharpness, layer: layer)
    }

    /// A continuous vibration at a constant level.
    public static func continuous(
        at time: Double,
        duration: Double,
        intensity: Double = 1,
        sharpness: Double = Self.defaultSharpness,
        layer: Int = 0
    ) -> Self {
        Self(.continuous, at: time, duration: duration, intensity: intensity, sharpness: sharpness, layer: layer)
    }

    /// The end time in seconds; the length of a transient is ``tapLength``.
    public var end: Double { time + (kind == .transient ? Self.tapLength : duration) }
}

/// The native JSON format, which omits default values.
extension HapticEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, time, duration, intensity, sharpness, attack, decay, release, sustained, layer
    }

    /// Reads an event. Without `kind`, an event with a duration is continuous and one without is transient.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let duration = try values.decodeIfPresent(Double.self, forKey: .duration)
        self.init(
            try values.decodeIfPresent(Kind.self, forKey: .kind) ?? (duration == nil ? .transient : .continuous),
            at: try values.decodeIfPresent(Double.self, forKey: .time) ?? 0,
            duration: duration ?? 0,
            intensity: try values.decodeIfPresent(Double.self, forKey: .intensity) ?? 1,
            sharpness: try values.decodeIfPresent(Double.self, forKey: .sharpness) ?? Self.defaultSharpness,
            attack: try values.decodeIfPresent(Double.self, forKey: .attack) ?? 0,
            decay: try values.decodeIfPresent(Double.self, forKey: .decay) ?? 0,
            release: try values.decodeIfPresent(Double.self, forKey: .release) ?? 0,
            sustained: try values.decodeIfPresent(Bool.self, forKey: .sustained) ?? true,
            layer: try values.decodeIfPresent(Int.self, forKey: .layer) ?? 0
        )
    }

    /// Writes the event.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(time, forKey: .time)
        if kind == .continuous { try values.encode(duration, forKey: .duration) }
        try values.encode(intensity, forKey: .intensity)
        try values.encode(sharpness, forKey: .sharpness)
        if attack != 0 { try values.encode(attack, forKey: .attack) }
        if decay != 0 { try values.encode(decay, forKey: .decay) }
        if release != 0 { try values.encode(release, forKey: .release) }
        if !sustained { try values.encode(sustained, forKey: .sustained) }
        if layer != 0 { try values.encode(layer, forKey: .layer) }
    }
}

/// Converts between perceived intensity and motor amplitude.
///
/// Intensities use the perceptual scale of Core Haptics; the motor amplitude is the square of the intensity. Formats
/// that store amplitudes (`.haptic`, Android, feedbackd) contain the square. The exporter of Meta's haptics SDK uses
/// the same conversion (`core/haptic_data/src/ahap.rs` writes the square root of an amplitude).
public enum HapticAmplitude {
    /// The amplitude, 0…1, for an intensity of 0…1.
    public static func amplitude(ofIntensity intensity: Double) -> Double { intensity * intensity }

    /// The intensity, 0…1, for an amplitude of 0…1.
    public static func intensity(ofAmplitude amplitude: Double) -> Double { max(amplitude, 0).squareRoot() }
}

extension Double {
    /// The number clamped to 0…1; NaN becomes 0, so an error is silent rather than loud.
    package var clampedToUnit: Double { isNaN ? 0 : Swift.min(Swift.max(self, 0), 1) }
}
