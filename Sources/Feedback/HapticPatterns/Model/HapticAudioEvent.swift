/// A sound that belongs to a pattern, as a file named it.
///
/// Parlance plays no sounds of patterns: the reference is kept, so that a file that is read and written again has it still.
public struct HapticAudioEvent: Sendable, Hashable {
    /// What an audio event can be.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A tone that the platform makes.
        case continuous
        /// A sound file.
        case custom
    }

    /// A quality of the sound, by the name that the file gives it.
    public struct Parameter: Sendable, Hashable, Codable {
        /// The name, for example `AudioVolume`.
        public var name: String

        /// The value.
        public var value: Double

        /// Creates a parameter.
        public init(_ name: String, _ value: Double) {
            self.name = name
            self.value = value
        }
    }

    /// What it is.
    public var kind: Kind

    /// When it begins, in seconds from the start of the pattern.
    public var time: Double

    /// How long it lasts, in seconds; `nil` when the sound file says so.
    public var duration: Double?

    /// The sound file, as the pattern's file names it. It is never opened.
    public var path: String?

    /// Whether the sound begins again at its end.
    public var loops: Bool?

    /// Whether the sound fades in and out.
    public var usesVolumeEnvelope: Bool?

    /// The qualities of the sound in the order of the file.
    public var parameters: [Parameter]

    /// Creates an audio event; nothing is checked before it becomes part of a ``HapticPattern``.
    public init(
        _ kind: Kind,
        at time: Double,
        duration: Double? = nil,
        path: String? = nil,
        loops: Bool? = nil,
        usesVolumeEnvelope: Bool? = nil,
        parameters: [Parameter] = []
    ) {
        self.kind = kind
        self.time = time
        self.duration = duration
        self.path = path
        self.loops = loops
        self.usesVolumeEnvelope = usesVolumeEnvelope
        self.parameters = parameters
    }

    /// When it ends, in seconds, as far as the pattern tells.
    public var end: Double { time + (duration ?? 0) }
}

extension HapticAudioEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, time, duration, path, loops, usesVolumeEnvelope, parameters
    }

    /// Reads an audio event.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(Kind.self, forKey: .kind),
            at: try values.decodeIfPresent(Double.self, forKey: .time) ?? 0,
            duration: try values.decodeIfPresent(Double.self, forKey: .duration),
            path: try values.decodeIfPresent(String.self, forKey: .path),
            loops: try values.decodeIfPresent(Bool.self, forKey: .loops),
            usesVolumeEnvelope: try values.decodeIfPresent(Bool.self, forKey: .usesVolumeEnvelope),
            parameters: try values.decodeIfPresent([Parameter].self, forKey: .parameters) ?? []
        )
    }
}
