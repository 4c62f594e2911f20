import Platform

/// The low-pass filter of a change of sample rate, cut into its phases.
///
/// An output sample at the place `c + p/L` between the input samples `c` and `c + 1` is `Σ x[c + k] · h(k − p/L)`, with
/// the windowed sinc `h(t) = f · sinc(f·t) · w(t/R)`. `w` is a Kaiser window (β = 9, about −90 dB in the stop band), `R`
/// its half width, `f` the cut-off as a part of the input's bandwidth. See J. O. Smith, "Digital Audio Resampling", and
/// J. F. Kaiser, "Nonrecursive digital filter design using the I₀-sinh window function" (1974). Each phase is scaled to
/// a sum of 1, so that silence and offset stay exact.
struct ResamplingKernel {
    /// How many input samples make one output sample.
    let taps: Int

    /// How many places an output sample can have between two input samples: `L`.
    let phases: Int

    private let bandwidth: Double
    private let halfWidth: Double
    /// The rows of the usual ratios; rows of unusual ones are made when they are asked for.
    private var rows: [Float] = []

    /// - Parameters:
    ///   - phases: `L` of the ratio `L/M` in lowest terms.
    ///   - step: `M` of the ratio.
    init(phases: Int, step: Int) {
        self.phases = phases
        // Downwards the filter has to be as much longer as its band is narrower.
        let ratio = min(1, Double(phases) / Double(step))
        let zeroCrossings = 48.0
        let rollOff = 0.945
        halfWidth = (zeroCrossings / ratio).rounded(.up)
        bandwidth = ratio * rollOff
        taps = 2 * Int(halfWidth)
        if phases <= Self.mostKept / taps {
            rows.reserveCapacity(phases * taps)
            for phase in 0..<phases { rows += makeRow(phase) }
        }
    }

    /// Hands the coefficients of a phase to `body`; the first belongs to the input sample `c − taps/2 + 1`.
    func withRow<Result>(_ phase: Int, _ body: (UnsafeBufferPointer<Float>) -> Result) -> Result {
        if rows.isEmpty { return makeRow(phase).withUnsafeBufferPointer(body) }
        return rows.withUnsafeBufferPointer { rows in
            body(UnsafeBufferPointer(rebasing: rows[(phase * taps)..<((phase + 1) * taps)]))
        }
    }

    /// At most a megabyte of coefficients is kept.
    private static let mostKept = 262_144

    private func makeRow(_ phase: Int) -> [Float] {
        let fraction = Double(phase) / Double(phases)
        let row = (0..<taps).map { index in
            coefficient(Double(index + 1) - halfWidth - fraction)
        }
        let sum = row.reduce(0, +)
        return row.map { Float($0 / sum) }
    }

    private func coefficient(_ time: Double) -> Double {
        let place = time / halfWidth
        guard abs(place) < 1 else { return 0 }
        let angle = Double.pi * bandwidth * time
        let sinc = angle == 0 ? 1 : sin(angle) / angle
        return bandwidth * sinc * Self.bessel(9 * (1 - place * place).squareRoot()) / Self.bessel(9)
    }

    /// The modified Bessel function I₀, by its power series.
    private static func bessel(_ x: Double) -> Double {
        var sum = 1.0
        var term = 1.0
        for index in 1..<40 {
            term *= (x / 2 / Double(index)) * (x / 2 / Double(index))
            sum += term
            if term < sum * 1e-12 { break }
        }
        return sum
    }
}
