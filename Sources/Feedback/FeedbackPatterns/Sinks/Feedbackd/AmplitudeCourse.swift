import HapticPatterns

/// A pattern as amplitudes that each hold for a while: what simple interfaces to a motor take.
///
/// Time is cut into parts of 10 ms; equal parts in a row are one entry. A tap takes three parts at its full amplitude, which
/// is what a motor makes of it.
struct AmplitudeCourse: Sendable, Hashable {
    /// An amplitude, and how long it holds.
    struct Entry: Sendable, Hashable {
        /// 0…1, the square of the intensity (``HapticAmplitude``), rounded to 1/64.
        var amplitude: Double
        /// How long.
        var milliseconds: Int
    }

    /// The entries, in the order of time; pauses are entries with amplitude 0.
    let entries: [Entry]

    private static let rate = 100.0

    init(_ pattern: HapticPattern, strength: Double) {
        let parts = FeltParts(pattern)
        var levels = [Double](repeating: 0, count: min(Int(parts.duration * Self.rate) + 1, 360_001))
        var index = 0
        parts.vibration?.forEachSample(rate: Self.rate) { sample in
            if levels.indices.contains(index) { levels[index] = sample.intensity }
            index += 1
        }
        for tap in parts.taps {
            let first = Int(tap.time * Self.rate + 0.5)
            for place in first..<(first + 3) where levels.indices.contains(place) {
                levels[place] = max(levels[place], tap.intensity)
            }
        }
        var entries: [Entry] = []
        for level in levels {
            let amplitude = HapticAmplitude.amplitude(ofIntensity: level * strength.clampedToUnit)
            let rounded = Double(Int(amplitude * 64 + 0.5)) / 64
            let milliseconds = Int(1000 / Self.rate)
            if let last = entries.last, last.amplitude == rounded {
                entries[entries.count - 1].milliseconds += milliseconds
            } else {
                entries.append(Entry(amplitude: rounded, milliseconds: milliseconds))
            }
        }
        while entries.last?.amplitude == 0 { entries.removeLast() }
        self.entries = entries
    }
}
