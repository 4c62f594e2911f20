/// An event over a stretch of time in which its envelope and its controls are straight lines.
struct SamplingVoice {
    /// Until when the lines hold, in seconds; the controls may end before.
    let end: Double

    private let intensity: Double
    private let sharpness: Double
    private let levelStart: Double
    private let level: Double
    private let levelSlope: Double
    private let intensityPiece: ControlTrack.Piece
    private let sharpnessPiece: ControlTrack.Piece

    private static let unchanged = ControlTrack.Piece(start: 0, value: 0, slope: 0)

    /// The stretch around a time, at which the event is felt.
    init(_ event: SoundingEvent, at time: Double, intensity: ControlTrack.Piece, sharpness: ControlTrack.Piece) {
        self.intensity = event.intensity
        self.sharpness = event.sharpness
        intensityPiece = intensity
        sharpnessPiece = event.isContinuous ? sharpness : Self.unchanged
        let corners = event.corners
        var next = 0
        while next < corners.count, event.start + corners[next].time <= time { next += 1 }
        let before = next > 0 ? corners[next - 1] : HapticCurve.Point(0, 0)
        levelStart = event.start + before.time
        level = before.value
        if next < corners.count, corners[next].time > before.time {
            let after = corners[next]
            levelSlope = (after.value - before.value) / (after.time - before.time)
            end = min(event.start + after.time, event.end)
        } else {
            levelSlope = 0
            end = event.end
        }
    }

    /// What the event gives at a time within the stretch.
    func sample(at time: Double) -> HapticSample {
        let limit = limit(at: time)
        return limit.intensity > 0 ? limit : .nothing
    }

    /// What the event comes to at a time within the stretch or at its end, with a sharpness also where nothing is felt.
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
