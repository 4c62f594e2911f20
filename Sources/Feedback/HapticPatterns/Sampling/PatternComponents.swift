/// A pattern split into transients and vibration, because these are drawn and played differently.
package struct PatternComponents: Sendable {
    /// The perceptible transients, in chronological order, with the intensity that results from the curves.
    package let taps: [HapticEvent]

    /// The continuous part; `nil` if there is none.
    package let vibration: PatternSampler?

    /// The end time in seconds.
    package let duration: Double

    /// Splits a pattern.
    package init(_ pattern: HapticPattern) {
        taps = WeightedTransients(pattern).events
        let lasting = pattern.events.filter { $0.kind == .continuous }
        // This cannot fail, because a part of a valid pattern is valid.
        vibration =
            lasting.isEmpty
            ? nil : (try? HapticPattern(events: lasting, curves: pattern.curves)).map { PatternSampler($0) }
        duration = pattern.events.lazy.map(\.end).max() ?? 0
    }
}

/// The transients of a pattern with their curves applied, for formats whose transients are not affected by curves.
package struct WeightedTransients {
    /// The perceptible transients, in order, with curves applied.
    package private(set) var events: [HapticEvent] = []

    /// The number of transients whose intensity changes while they play; they keep the initial value.
    package private(set) var changed = 0

    package init(_ pattern: HapticPattern) {
        var tracks: [Int: ControlTrack] = [:]
        for event in pattern.events where event.kind == .transient {
            let track = tracks[event.layer] ?? ControlTrack(.intensity, of: pattern.curves, layer: event.layer)
            tracks[event.layer] = track
            var event = event
            let values = track.points(from: event.time, to: event.end, in: 0...1)
            let factor = values.first?.value ?? 1
            if values.contains(where: { $0.value != factor }) { changed += 1 }
            event.intensity *= factor
            if event.intensity > 0 { events.append(event) }
        }
    }
}
