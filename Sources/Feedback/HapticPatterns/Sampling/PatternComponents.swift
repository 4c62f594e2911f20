/// A pattern taken apart into what is drawn and played in different ways: its taps, and its vibration.
package struct PatternComponents: Sendable {
    /// The taps that can be felt, in the order of time, with the intensity that the curves give them.
    package let taps: [HapticEvent]

    /// What lasts; `nil` when there is nothing that does.
    package let vibration: PatternSampler?

    /// When nothing is felt any more, in seconds.
    package let duration: Double

    /// Takes a pattern apart.
    package init(_ pattern: HapticPattern) {
        taps = WeightedTransients(pattern).events
        let lasting = pattern.events.filter { $0.kind == .continuous }
        // What is part of a pattern is one by itself, so this does not fail.
        vibration =
            lasting.isEmpty
            ? nil : (try? HapticPattern(events: lasting, curves: pattern.curves)).map { PatternSampler($0) }
        duration = pattern.events.lazy.map(\.end).max() ?? 0
    }
}

/// The taps of a pattern with the strength that their curves give them, for formats whose taps know no curves.
package struct WeightedTransients {
    /// The taps that are felt, in order; they need no curves any more.
    package private(set) var events: [HapticEvent] = []

    /// How many have a strength that changes while they are felt, and have the first of it now.
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
