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
