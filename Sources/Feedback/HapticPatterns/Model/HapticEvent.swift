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
