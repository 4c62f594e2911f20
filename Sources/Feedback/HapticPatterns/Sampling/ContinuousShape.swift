/// What the vibrations of a pattern come to, whatever their number, envelopes and curves, as straight lines.
///
/// Formats with one envelope for everything, and curves that act on everything, are written from it.
package struct ContinuousShape {
    /// A stretch in which intensity and sharpness are straight lines.
    package struct Piece {
        package var start: Double
        package var end: Double
        package var first: HapticSample
        package var last: HapticSample
    }

    /// The pieces in the order of time; between two of them there may be a gap in which nothing is felt.
    package private(set) var pieces: [Piece] = []

    /// Whether the lines are what is felt, and no bent line was made straight.
    package private(set) var isExact = true

    /// How far a line may be from a bent one; somewhat less than the thousandth that is promised, since it is looked at in three
    /// places only.
    private static let tolerance = 8e-4

    /// How short the pieces of a bent line may get, in seconds.
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

    /// Adds a stretch in which several events may be felt: one voice after the other, each while it is the strongest.
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
        for place in [0.25, 0.5, 0.75] {
            let middle = voice.limit(at: start + (end - start) * place)
            error = max(
                error,
                abs(first.intensity + (last.intensity - first.intensity) * place - middle.intensity),
                abs(first.sharpness + (last.sharpness - first.sharpness) * place - middle.sharpness)
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

    /// Lets the last piece end exactly where the next one begins, when only rounding keeps them apart.
    private mutating func join(to first: HapticSample, at start: Double) {
        guard let last = pieces.last, last.end == start else { return }
        if abs(last.last.intensity - first.intensity) < 1e-12 {
            pieces[pieces.count - 1].last.intensity = first.intensity
        }
        if abs(last.last.sharpness - first.sharpness) < 1e-12 {
            pieces[pieces.count - 1].last.sharpness = first.sharpness
        }
    }

    /// Leaves out the points that lie on the line between their neighbours.
    package static func withoutRedundant(_ points: [HapticCurve.Point]) -> [HapticCurve.Point] {
        var kept: [HapticCurve.Point] = []
        kept.reserveCapacity(points.count)
        for point in points {
            if kept.last == point { continue }
            if kept.count > 1 {
                let (before, last) = (kept[kept.count - 2], kept[kept.count - 1])
                if before.time < last.time, last.time < point.time {
                    let place = (last.time - before.time) / (point.time - before.time)
                    if abs(before.value + (point.value - before.value) * place - last.value) < 1e-12 {
                        kept.removeLast()
                    }
                }
            }
            kept.append(point)
        }
        return kept
    }

    /// The intensities of all pieces, from 0 on; a gap is a stretch at zero.
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

    /// The sharpnesses of all pieces; in a gap they go from one to the other.
    package var sharpnesses: [HapticCurve.Point] {
        Self.withoutRedundant(
            pieces.flatMap { piece -> [HapticCurve.Point] in
                [.init(piece.start, piece.first.sharpness), .init(piece.end, piece.last.sharpness)]
            }
        )
    }
}

/// The intensity of a voice over a stretch as the parabola that it is: an envelope and a control, both of them lines, multiplied.
struct VoiceBend {
    private let start: Double
    private let value: Double
    private let slope: Double
    private let curvature: Double

    /// The parabola through what a voice gives at both ends of a stretch and in its middle.
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

    /// Which of some voices is the strongest from a time on; of those that stay equal, the last.
    static func strongest(of bends: [VoiceBend], from time: Double) -> Int? {
        bends.indices.max { bends[$0].isWeaker(than: bends[$1], from: time) }
    }

    /// Two voices that meet differ in where they go from there.
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

    /// When it meets another one for the first time after a time; `nil` when it never does.
    func crossing(_ other: VoiceBend, after time: Double) -> Double? {
        let (a, b, c) = (curvature - other.curvature, slope - other.slope, value - other.value)
        var roots: [Double] = []
        if abs(a) < 1e-12 {
            if b != 0 { roots = [-c / b] }
        } else {
            let square = b * b - 4 * a * c
            guard square >= 0 else { return nil }
            // Without a difference of numbers that are nearly equal.
            let half = -0.5 * (b + (b < 0 ? -1 : 1) * square.squareRoot())
            roots = half == 0 ? [0] : [half / a, c / half]
        }
        return roots.lazy.map { start + $0 }.filter { $0 > time && $0.isFinite }.min()
    }
}
