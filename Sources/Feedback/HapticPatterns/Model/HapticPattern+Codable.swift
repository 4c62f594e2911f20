import LanguageServices

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

extension HapticCurve.Point: Codable {
    private enum CodingKeys: String, CodingKey {
        case time, value
    }

    /// Reads a control point.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try values.decode(Double.self, forKey: .time), try values.decode(Double.self, forKey: .value))
    }

    /// Writes the control point.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(time, forKey: .time)
        try values.encode(value, forKey: .value)
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
