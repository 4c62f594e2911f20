/// One thing that is felt: a tap, or a vibration that lasts.
///
/// The meaning is that of a haptic event in Apple's AHAP files (*Representing haptic patterns in AHAP files*).
public struct HapticEvent: Sendable, Hashable {
    /// What an event can be.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A tap. It has no length of its own; it is drawn and sampled as ``HapticEvent/tapLength`` long.
        case transient
        /// A vibration with a length.
        case continuous
    }

    /// What the event is.
    public var kind: Kind

    /// When it begins, in seconds from the start of the pattern.
    public var time: Double

    /// How long it lasts, in seconds; 0 for a transient event.
    public var duration: Double

    /// How strong it is, 0…1, on Apple's scale, which follows what is felt; see ``HapticAmplitude``.
    public var intensity: Double

    /// What it feels like, from 0, dull and deep, to 1, crisp.
    public var sharpness: Double

    /// How slowly a continuous event begins, 0…1; 0 is at once. See ``EventEnvelope`` for seconds.
    public var attack: Double

    /// How slowly a continuous event that is not ``sustained`` fades, 0…1.
    public var decay: Double

    /// How slowly a ``sustained`` continuous event ends, 0…1; 0 is at once.
    public var release: Double

    /// Whether a continuous event goes on to the end of its duration, and does not fade by itself.
    public var sustained: Bool

    /// Which curves act on the event: those of the same layer. A file format without layers has layer 0 only.
    public var layer: Int

    /// How long a tap is felt, in seconds, by our convention.
    ///
    /// No platform tells the length of its taps. The motors of phones ring for 10 to 35 ms.
    public static let tapLength = 0.03

    /// The sharpness of an event whose file gives none.
    public static let defaultSharpness = 0.5

    /// Creates an event; nothing is checked before it becomes part of a ``HapticPattern``.
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

    /// A vibration at a constant level.
    public static func continuous(
        at time: Double,
        duration: Double,
        intensity: Double = 1,
        sharpness: Double = Self.defaultSharpness,
        layer: Int = 0
    ) -> Self {
        Self(.continuous, at: time, duration: duration, intensity: intensity, sharpness: sharpness, layer: layer)
    }

    /// When nothing of the event is felt any more, in seconds.
    public var end: Double { time + (kind == .transient ? Self.tapLength : duration) }
}

/// The form of our own: what has its usual value is left out.
extension HapticEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, time, duration, intensity, sharpness, attack, decay, release, sustained, layer
    }

    /// Reads an event. Without `kind`, one with a duration is continuous and one without is transient.
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

/// How strongly a motor moves for what is felt.
///
/// Intensities are on the scale of Core Haptics, which is made for what is felt: the motor moves with the square of it.
/// Formats that hold amplitudes (`.haptic`, Android, feedbackd) have the square. That is how the exporter of Meta's haptics
/// SDK converts as well (`core/haptic_data/src/ahap.rs` writes the root of an amplitude).
public enum HapticAmplitude {
    /// The amplitude 0…1 of an intensity 0…1.
    public static func amplitude(ofIntensity intensity: Double) -> Double { intensity * intensity }

    /// The intensity 0…1 of an amplitude 0…1.
    public static func intensity(ofAmplitude amplitude: Double) -> Double { max(amplitude, 0).squareRoot() }
}

extension Double {
    /// The number brought within 0…1; NaN is 0, so that a mistake is silent and not loud.
    package var clampedToUnit: Double { isNaN ? 0 : Swift.min(Swift.max(self, 0), 1) }
}
