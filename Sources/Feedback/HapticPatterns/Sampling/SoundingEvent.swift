/// An event as the sampler needs it.
struct SoundingEvent: Sendable {
    /// When it begins to be felt, in seconds.
    let start: Double
    /// When it has ended, in seconds.
    let end: Double
    /// Its intensity.
    let intensity: Double
    /// Its sharpness.
    let sharpness: Double
    /// Whether the sharpness control acts on it.
    let isContinuous: Bool
    /// The envelope; see `EventEnvelope`.
    let corners: [HapticCurve.Point]
    /// Which of the sampler's tracks act on it.
    let place: Int

    init(_ event: HapticEvent, _ tracks: LayerTracks, place: Int) {
        let envelope = EventEnvelope(
            event,
            attack: tracks.attack.value(at: event.time),
            decay: tracks.decay.value(at: event.time),
            release: tracks.release.value(at: event.time)
        )
        start = event.time
        corners = envelope.corners
        // A fade that ends early ends the event; the end of one that does not is not to be rounded twice.
        let last = envelope.corners.last?.time ?? 0
        end = event.kind == .continuous && event.sustained ? event.end : min(event.end, event.time + last)
        intensity = event.intensity
        sharpness = event.sharpness
        isContinuous = event.kind == .continuous
        self.place = place
    }
}

/// The curves of one layer that can be felt.
struct LayerTracks: Sendable {
    let intensity: ControlTrack
    let sharpness: ControlTrack
    let attack: ControlTrack
    let decay: ControlTrack
    let release: ControlTrack

    /// The tracks of a layer's curves.
    init(_ curves: [HapticCurve]) {
        func track(_ parameter: HapticCurve.Parameter) -> ControlTrack {
            ControlTrack(curves.filter { $0.parameter == parameter }, neutral: parameter.neutralValue)
        }
        intensity = track(.intensity)
        sharpness = track(.sharpness)
        attack = track(.attack)
        decay = track(.decay)
        release = track(.release)
    }
}
