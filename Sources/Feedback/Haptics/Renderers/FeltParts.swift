import LanguageServices

/// A pattern taken apart into what is drawn and played in different ways: its taps, and its vibration.
struct FeltParts: Sendable {
    /// A tap as it is felt, with what the curves make of it.
    struct Tap: Sendable, Hashable {
        /// When, in seconds.
        var time: Double
        /// 0…1.
        var intensity: Double
        /// 0…1.
        var sharpness: Double
    }

    /// The taps that can be felt, in the order of time.
    let taps: [Tap]

    /// What lasts; `nil` when there is nothing that does.
    let vibration: PatternSampler?

    /// When nothing is felt any more, in seconds.
    let duration: Double

    /// Takes a pattern apart.
    init(_ pattern: HapticPattern) {
        var tracks: [Int: ControlTrack] = [:]
        var taps: [Tap] = []
        for event in pattern.events where event.kind == .transient {
            let track =
                tracks[event.layer]
                ?? ControlTrack(
                    pattern.curves.filter { $0.layer == event.layer && $0.parameter == .intensity },
                    neutral: HapticCurve.Parameter.intensity.neutralValue
                )
            tracks[event.layer] = track
            let intensity = min(max(event.intensity * track.value(at: event.time), 0), 1)
            if intensity > 0 {
                taps.append(Tap(time: event.time, intensity: intensity, sharpness: event.sharpness))
            }
        }
        self.taps = taps
        let lasting = pattern.events.filter { $0.kind == .continuous }
        // What is part of a pattern is one by itself, so this does not fail.
        vibration =
            lasting.isEmpty
            ? nil : (try? HapticPattern(events: lasting, curves: pattern.curves)).map { PatternSampler($0) }
        duration = pattern.events.lazy.map(\.end).max() ?? 0
    }
}
