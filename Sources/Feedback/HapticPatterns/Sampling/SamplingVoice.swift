/// An event over an interval in which its envelope and controls are linear.
struct SamplingVoice {
    /// The end of the interval, in seconds; the controls may end earlier.
    let end: Double

    private let intensity: Double
    private let sharpness: Double
    private let levelStart: Double
    private let level: Double
    private let levelSlope: Double
    private let intensityPiece: ControlTrack.Piece
    private let sharpnessPiece: ControlTrack.Piece

    private static let unchanged = ControlTrack.Piece(start: 0, value: 0, slope: 0)

    /// Creates the voice for the interval around a time at which the event is active.
    init(_ sounding: SoundingEvent, at time: Double, intensity: ControlTrack.Piece, sharpness: ControlTrack.Piece) {
        self.intensity = sounding.event.intensity
        self.sharpness = sounding.event.sharpness
        intensityPiece = intensity
        sharpnessPiece = sounding.event.kind == .continuous ? sharpness : Self.unchanged
        let corners = sounding.corners
        var next = 0
        while next < corners.count, sounding.start + corners[next].time <= time { next += 1 }
        let before = next > 0 ? corners[next - 1] : HapticCurve.Point(0, 0)
        levelStart = sounding.start + before.time
        level = before.value
        if next < corners.count, corners[next].time > before.time {
            let after = corners[next]
            levelSlope = (after.value - before.value) / (after.time - before.time)
            end = min(sounding.start + after.time, sounding.end)
        } else {
            levelSlope = 0
            end = sounding.end
        }
    }

    /// The sample of the event at a time within the interval.
    func sample(at time: Double) -> HapticSample {
        let limit = limit(at: time)
        return limit.intensity > 0 ? limit : .nothing
    }

    /// The value of the event at a time within the interval or at its end, with a sharpness even at intensity 0.
    func limit(at time: Double) -> HapticSample {
        let strength =
            intensity * clamped(level + levelSlope * (time - levelStart)) * intensityPiece.value(at: time)
        return HapticSample(
            intensity: clamped(strength),
            sharpness: clamped(sharpness + sharpnessPiece.value(at: time))
        )
    }

    private func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }
}

/// An event prepared for sampling.
struct SoundingEvent: Sendable {
    let event: HapticEvent
    /// The end time in seconds.
    let end: Double
    /// The envelope; see `EventEnvelope`.
    let corners: [HapticCurve.Point]
    /// The index of the sampler's tracks for its layer.
    let track: Int

    /// The start time in seconds.
    var start: Double { event.time }

    init(_ event: HapticEvent, _ tracks: LayerTracks, track: Int) {
        let envelope = EventEnvelope(
            event,
            attack: tracks.attack.value(at: event.time),
            decay: tracks.decay.value(at: event.time),
            release: tracks.release.value(at: event.time)
        )
        self.event = event
        corners = envelope.corners
        // A decay that ends early ends the event; otherwise the exact end is kept, without rounding it again.
        let last = envelope.corners.last?.time ?? 0
        end = event.kind == .continuous && event.sustained ? event.end : min(event.end, event.time + last)
        self.track = track
    }
}

/// The haptic curves of one layer.
struct LayerTracks: Sendable {
    let intensity: ControlTrack
    let sharpness: ControlTrack
    let attack: ControlTrack
    let decay: ControlTrack
    let release: ControlTrack

    /// Creates the tracks of a layer's curves.
    init(_ curves: [HapticCurve], layer: Int) {
        intensity = ControlTrack(.intensity, of: curves, layer: layer)
        sharpness = ControlTrack(.sharpness, of: curves, layer: layer)
        attack = ControlTrack(.attack, of: curves, layer: layer)
        decay = ControlTrack(.decay, of: curves, layer: layer)
        release = ControlTrack(.release, of: curves, layer: layer)
    }
}
