/// An audio event in a pattern, as it appears in the file.
///
/// Parlance does not play audio events. They are kept so that reading and rewriting a file preserves them.
public struct HapticAudioEvent: Sendable, Hashable {
    /// The kind of an audio event.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A tone synthesised by the platform.
        case continuous
        /// A sound file.
        case custom
    }

    /// A parameter of the sound, under the name used in the file.
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

    /// The kind.
    public var kind: Kind

    /// The start time in seconds from the start of the pattern.
    public var time: Double

    /// The duration in seconds; `nil` plays the whole sound file.
    public var duration: Double?

    /// The path of the sound file, as given in the pattern's file. The sound file is never opened.
    public var path: String?

    /// Whether the sound is looped.
    public var loops: Bool?

    /// Whether the sound fades in and out.
    public var usesVolumeEnvelope: Bool?

    /// The parameters of the sound, in file order.
    public var parameters: [Parameter]

    /// Creates an audio event; it is validated when it becomes part of a ``HapticPattern``.
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

    /// The end time in seconds; the start time if the duration is not known.
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
