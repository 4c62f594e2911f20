/// The taps of a pattern with the strength that their curves give them, for formats whose taps know no curves.
struct Taps {
    /// The taps that are felt, in order; they need no curves any more.
    private(set) var events: [HapticEvent] = []

    /// How many have a strength that changes while they are felt, and have the first of it now.
    private(set) var changed = 0

    init(_ pattern: HapticPattern) {
        var tracks: [Int: ControlTrack] = [:]
        for event in pattern.events where event.kind == .transient {
            let track =
                tracks[event.layer]
                ?? ControlTrack(
                    pattern.curves.filter { $0.layer == event.layer && $0.parameter == .intensity },
                    neutral: 1
                )
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
