/// The combined vibration of a pattern as straight lines, with overlapping events, envelopes and curves resolved. It is
/// used for formats with a single envelope, or with curves that affect all events.
package struct ContinuousShape {
    /// An interval in which intensity and sharpness are linear.
    package struct Piece {
        package var start: Double
        package var end: Double
        package var first: HapticSample
        package var last: HapticSample
    }

    /// The pieces in chronological order; there may be silent gaps between them.
    package private(set) var pieces: [Piece] = []

    /// Whether the lines are exact, with no approximated curves.
    package private(set) var isExact = true

    /// The maximum deviation of a line from a curve; slightly below the guaranteed 0.001, since only three points are
    /// checked.
    private static let tolerance = 8e-4

    /// The minimum length of a piece of an approximated curve, in seconds.
    private static let shortest = 1e-6

    /// The shape of all continuous events.
    package init(_ pattern: HapticPattern) {
        let events = pattern.events.filter { $0.kind == .continuous }
        guard let first = events.first else { return }
        let sampler = PatternSampler(trusting: events, curves: pattern.curves)
        var walk = SamplingWalk(sampler)
        var time = first.time
        while time < sampler.duration {
            let (voices, end) = walk.stretch(from: time)
            guard end > time, end.isFinite else { break }
            if !voices.isEmpty { append(voices, from: time, to: min(end, sampler.duration)) }
            time = end
        }
    }

    /// Appends an interval in which several events may overlap: the strongest voice at each moment.
    private mutating func append(_ voices: [SamplingVoice], from start: Double, to end: Double) {
        let bends = voices.map { VoiceBend($0, from: start, to: end) }
        var time = start
        while time < end, let strongest = VoiceBend.strongest(of: bends, from: time) {
            let next = bends.lazy.compactMap { $0.crossing(bends[strongest], after: time + Self.shortest) }.min() ?? end
            append(voices[strongest], from: time, to: min(next, end))
            time = next
        }
    }

    private mutating func append(_ voice: SamplingVoice, from start: Double, to end: Double) {
        let first = voice.limit(at: start)
        let last = voice.limit(at: end)
        var error = 0.0
        for fraction in [0.25, 0.5, 0.75] {
            let middle = voice.limit(at: start + (end - start) * fraction)
            error = max(
                error,
                abs(first.intensity + (last.intensity - first.intensity) * fraction - middle.intensity),
                abs(first.sharpness + (last.sharpness - first.sharpness) * fraction - middle.sharpness)
            )
        }
        if error > 1e-9 { isExact = false }
        guard error > Self.tolerance, end - start > Self.shortest else {
            join(to: first, at: start)
            pieces.append(Piece(start: start, end: end, first: first, last: last))
            return
        }
        let middle = start + (end - start) / 2
        append(voice, from: start, to: middle)
        append(voice, from: middle, to: end)
    }

    /// Extends the last piece to the start of the next one if only rounding errors separate them.
    private mutating func join(to first: HapticSample, at start: Double) {
        guard let last = pieces.last, last.end == start else { return }
        if abs(last.last.intensity - first.intensity) < 1e-12 {
            pieces[pieces.count - 1].last.intensity = first.intensity
        }
        if abs(last.last.sharpness - first.sharpness) < 1e-12 {
            pieces[pieces.count - 1].last.sharpness = first.sharpness
        }
    }

    /// Removes points that lie on the line between their neighbours.
    package static func withoutRedundant(_ points: [HapticCurve.Point]) -> [HapticCurve.Point] {
        var kept: [HapticCurve.Point] = []
        kept.reserveCapacity(points.count)
        for point in points {
            if kept.last == point { continue }
            if kept.count > 1 {
                let (before, last) = (kept[kept.count - 2], kept[kept.count - 1])
                if before.time < last.time, last.time < point.time {
                    let fraction = (last.time - before.time) / (point.time - before.time)
                    if abs(before.value + (point.value - before.value) * fraction - last.value) < 1e-12 {
                        kept.removeLast()
                    }
                }
            }
            kept.append(point)
        }
        return kept
    }

    /// The intensities of all pieces, starting at time 0; gaps have intensity 0.
    package var intensities: [HapticCurve.Point] {
        var points: [HapticCurve.Point] = []
        var end = 0.0
        for piece in pieces {
            if piece.start > end { points += [.init(end, 0), .init(piece.start, 0)] }
            points += [.init(piece.start, piece.first.intensity), .init(piece.end, piece.last.intensity)]
            end = piece.end
        }
        return Self.withoutRedundant(points)
    }

    /// The sharpnesses of all pieces, interpolated across gaps.
    package var sharpnesses: [HapticCurve.Point] {
        Self.withoutRedundant(
            pieces.flatMap { piece -> [HapticCurve.Point] in
                [.init(piece.start, piece.first.sharpness), .init(piece.end, piece.last.sharpness)]
            }
        )
    }
}

/// The intensity of a voice over an interval as a parabola, the product of a linear envelope and a linear control.
struct VoiceBend {
    private let start: Double
    private let value: Double
    private let slope: Double
    private let curvature: Double

    /// The parabola through the values of a voice at both ends and the middle of an interval.
    init(_ voice: SamplingVoice, from start: Double, to end: Double) {
        let length = end - start
        let (first, middle, last) = (
            voice.limit(at: start).intensity, voice.limit(at: start + length / 2).intensity,
            voice.limit(at: end).intensity
        )
        self.start = start
        value = first
        slope = length > 0 ? (4 * middle - 3 * first - last) / length : 0
        curvature = length > 0 ? 2 * (first + last - 2 * middle) / (length * length) : 0
    }

    /// The voice that is strongest from a time on; among equal voices, the last one.
    static func strongest(of bends: [VoiceBend], from time: Double) -> Int? {
        bends.indices.max { bends[$0].isWeaker(than: bends[$1], from: time) }
    }

    /// Voices that are equal at this time are compared by their values after it.
    private func isWeaker(than other: VoiceBend, from time: Double) -> Bool {
        let (a, b) = (at(time), other.at(time))
        if abs(a.value - b.value) > 1e-9 { return a.value < b.value }
        if abs(a.slope - b.slope) > 1e-9 { return a.slope < b.slope }
        return curvature <= other.curvature
    }

    private func at(_ time: Double) -> (value: Double, slope: Double) {
        let passed = time - start
        return (value + (slope + curvature * passed) * passed, slope + 2 * curvature * passed)
    }

    /// The first time after the given one at which two voices cross; `nil` if there is none.
    func crossing(_ other: VoiceBend, after time: Double) -> Double? {
        let (a, b, c) = (curvature - other.curvature, slope - other.slope, value - other.value)
        var roots: [Double] = []
        if abs(a) < 1e-12 {
            if b != 0 { roots = [-c / b] }
        } else {
            let square = b * b - 4 * a * c
            guard square >= 0 else { return nil }
            // Avoids subtracting nearly equal numbers.
            let half = -0.5 * (b + (b < 0 ? -1 : 1) * square.squareRoot())
            roots = half == 0 ? [0] : [half / a, c / half]
        }
        return roots.lazy.map { start + $0 }.filter { $0 > time && $0.isFinite }.min()
    }
}
