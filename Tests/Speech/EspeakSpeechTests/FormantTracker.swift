import Platform

/// Finds formants by linear prediction, using Burg's method at half the sample rate and the roots of the resulting
/// polynomial.
///
/// Sources: Burg 1967, Maximum Entropy Spectral Analysis; Markel and Gray 1976, Linear Prediction of Speech, chapter 7;
/// Kerner 1966 for the roots.
struct FormantTracker {
    /// 11,025 Hz, so that five formants of a male voice are below the Nyquist frequency.
    private let samples: [Double]
    private let rate = 11_025.0
    private let order: Int

    /// Takes a sound at 22,050 Hz.
    ///
    /// - Parameters:
    ///   - sound: The samples.
    ///   - order: Two per formant below 5,500 Hz, plus two for a male voice. The harmonics of a female voice are so far
    ///     apart that they would be detected as formants with a higher order.
    init(_ sound: [Int16], order: Int = 12) {
        self.order = order
        // A short low-pass filter, applied before every other sample is dropped.
        let taps = [-0.03, 0, 0.28, 0.5, 0.28, 0, -0.03]
        samples = stride(from: 3, to: max(3, sound.count - 3), by: 2).map { middle in
            taps.indices.reduce(0) { $0 + taps[$1] * Double(sound[middle + $1 - 3]) }
        }
    }

    /// The vowel: the longest segment with loud low frequencies, in samples.
    ///
    /// Voiceless consonants and pauses have almost no energy at these frequencies, so test words should have them on
    /// both sides of the vowel.
    var vowel: Range<Int> {
        let frame = 110
        let levels = stride(from: 0, to: samples.count - frame, by: frame).map { start -> Double in
            // The moving average retains frequencies below 1 kHz.
            var sum = 0.0
            for index in (start + 8)..<(start + frame) {
                let low = samples[(index - 8)...index].reduce(0, +) / 9
                sum += low * low
            }
            return sum
        }
        let threshold = (levels.max() ?? 0) * 0.06
        var best = 0..<0
        var start: Int?
        for (index, level) in (levels + [0]).enumerated() {
            if level > threshold, index < levels.count {
                start = start ?? index
            } else if let begin = start {
                if index - begin > best.count { best = begin..<index }
                start = nil
            }
        }
        return best.lowerBound * frame..<best.upperBound * frame
    }

    /// The first three formants at a fraction of the vowel's duration. Each is the median of five measurements, 5 ms
    /// apart.
    func formants(at fraction: Double) -> [Double] {
        let vowel = vowel
        let middle = vowel.lowerBound + Int(Double(vowel.count) * fraction)
        let looks = (-2...2).map { formants(around: middle + $0 * 55) }.filter { $0.count >= 3 }
        guard !looks.isEmpty else { return [0, 0, 0] }
        return (0..<3).map { number in
            let values = looks.map { $0[number] }.sorted()
            return values[values.count / 2]
        }
    }

    private func formants(around middle: Int) -> [Double] {
        let half = 140
        guard middle - half - 1 >= 0, middle + half < samples.count else { return [] }
        // Pre-emphasis compensates for the voice's spectral fall of about 6 dB per octave; the window fades at both
        // ends.
        let window = (0..<(2 * half)).map { index -> Double in
            let position = middle - half + index
            let shape = 0.54 - 0.46 * cos(2 * .pi * Double(index) / Double(2 * half - 1))
            return (samples[position] - 0.97 * samples[position - 1]) * shape
        }
        return Self.roots(of: Self.burg(window, order: order)).compactMap { root -> Double? in
            guard root.y > 0 else { return nil }
            let frequency = atan2(root.y, root.x) * rate / (2 * .pi)
            let bandwidth = -log(root.x * root.x + root.y * root.y) * rate / (2 * .pi)
            return frequency > 150 && frequency < 5200 && bandwidth < 700 ? frequency : nil
        }.sorted()
    }

    /// The coefficients of the prediction filter, the first of which is 1.
    private static func burg(_ signal: [Double], order: Int) -> [Double] {
        var forward = signal
        var backward = signal
        var filter = [1.0]
        for step in 1...order {
            var top = 0.0
            var bottom = 1e-9
            for index in step..<signal.count {
                top += forward[index] * backward[index - 1]
                bottom += forward[index] * forward[index] + backward[index - 1] * backward[index - 1]
            }
            let reflection = -2 * top / bottom
            let padded = filter + [0]
            filter = padded.indices.map { padded[$0] + reflection * padded[step - $0] }
            for index in stride(from: signal.count - 1, through: step, by: -1) {
                let (ahead, behind) = (forward[index], backward[index - 1])
                forward[index] = ahead + reflection * behind
                backward[index] = behind + reflection * ahead
            }
        }
        return filter
    }

    /// All roots of a polynomial whose first coefficient is 1, found simultaneously.
    private static func roots(of polynomial: [Double]) -> [SIMD2<Double>] {
        func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
            SIMD2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
        }
        func quotient(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
            let size = max(b.x * b.x + b.y * b.y, 1e-30)
            return product(a, SIMD2(b.x, -b.y)) / size
        }
        let count = polynomial.count - 1
        var roots = (0..<count).map { index -> SIMD2<Double> in
            let angle = 2 * .pi * (Double(index) + 0.3) / Double(count)
            return SIMD2(0.9 * cos(angle), 0.9 * sin(angle))
        }
        for _ in 0..<200 {
            var change = 0.0
            for index in roots.indices {
                var value = SIMD2(polynomial[0], 0)
                for coefficient in polynomial.dropFirst() {
                    value = product(value, roots[index]) + SIMD2(coefficient, 0)
                }
                var others = SIMD2(1.0, 0)
                for other in roots.indices where other != index {
                    others = product(others, roots[index] - roots[other])
                }
                let step = quotient(value, others)
                roots[index] -= step
                change = max(change, abs(step.x) + abs(step.y))
            }
            if change < 1e-10 { break }
        }
        return roots
    }
}
