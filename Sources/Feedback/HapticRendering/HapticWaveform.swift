public import HapticPatterns
public import LanguageServices

/// A pattern sampled at a constant rate, for motor drivers and measurements.
///
/// Sample `k` is taken at the centre of its interval, `(k + 0.5) / sampleRate` seconds; see `PatternSampler`.
public struct HapticWaveform: Sendable, Hashable {
    /// The sample rate in hertz.
    public let sampleRate: Double

    /// The samples, in chronological order.
    public let samples: [HapticSample]

    /// The supported sample rates, in hertz.
    public static let sampleRates: ClosedRange<Double> = 1...192_000

    /// The maximum number of samples in a waveform.
    public static let maximumSamples = 10_000_000

    /// Samples a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - sampleRate: The sample rate in hertz, within ``sampleRates``.
    /// - Throws: `ServiceError.Code.invalidRequest` for an unsupported rate, `ServiceError.Code.limitExceeded` for more
    ///   than ``maximumSamples`` samples.
    public init(_ pattern: HapticPattern, sampleRate: Double) throws(ServiceError) {
        guard Self.sampleRates.contains(sampleRate) else {
            throw ServiceError(
                .invalidRequest,
                "a waveform at \(WholeNumber.text(sampleRate)) Hz is not supported",
                remedy: "use 1 to 192000 Hz"
            )
        }
        let sampler = PatternSampler(pattern)
        guard sampler.count(rate: sampleRate) <= Self.maximumSamples else {
            throw ServiceError(
                .limitExceeded,
                "the waveform would have \(sampler.count(rate: sampleRate)) samples; the limit is \(Self.maximumSamples)",
                remedy: "use a lower rate, or trim the pattern"
            )
        }
        self.sampleRate = sampleRate
        samples = sampler.samples(rate: sampleRate)
    }

    /// The samples as motor amplitudes, one byte each: the square of the intensity (`HapticAmplitude`), 0…255.
    public func amplitudeBytes() -> [UInt8] {
        samples.map { UInt8(clamping: Int(HapticAmplitude.amplitude(ofIntensity: $0.intensity) * 255 + 0.5)) }
    }

    /// The samples as CSV with a header row: time in seconds, intensity and sharpness.
    public func csv() -> [UInt8] {
        var bytes = Array("time,intensity,sharpness\n".utf8)
        bytes.reserveCapacity(samples.count * 26)
        for (index, sample) in samples.enumerated() {
            let time = FixedDecimal.text((Double(index) + 0.5) / sampleRate, 6)
            let intensity = FixedDecimal.text(sample.intensity, 4)
            bytes += "\(time),\(intensity),\(FixedDecimal.text(sample.sharpness, 4))\n".utf8
        }
        return bytes
    }

    /// The samples as JSON: `{"sampleRate":…,"intensity":[…],"sharpness":[…]}`.
    public func json() -> [UInt8] {
        func list(_ numbers: some Sequence<Double>) -> String {
            numbers.map { FixedDecimal.text($0, 4) }.joined(separator: ",")
        }
        let rate = FixedDecimal.text(sampleRate, 6)
        let intensity = list(samples.lazy.map(\.intensity))
        let sharpness = list(samples.lazy.map(\.sharpness))
        return Array("{\"sampleRate\":\(rate),\"intensity\":[\(intensity)],\"sharpness\":[\(sharpness)]}\n".utf8)
    }
}

/// Formats numbers with a fixed number of decimals, identically on every machine.
enum FixedDecimal {
    /// A number rounded to a given number of decimals, as text.
    ///
    /// - Parameters:
    ///   - value: The number, clamped to ±9·10⁹; NaN becomes 0.
    ///   - decimals: The number of decimals, 0…6.
    ///   - trims: Whether to remove trailing zeros and a trailing point.
    static func text(_ value: Double, _ decimals: Int, trims: Bool = true) -> String {
        var unit = 1
        for _ in 0..<min(max(decimals, 0), 6) { unit *= 10 }
        let bounded = value.isNaN ? 0 : min(max(value, -9e9), 9e9)
        let count = Int(abs(bounded) * Double(unit) + 0.5)
        var fraction = unit > 1 ? String(String(unit + count % unit).dropFirst()) : ""
        if trims {
            while fraction.hasSuffix("0") { fraction.removeLast() }
        }
        let sign = bounded < 0 && count > 0 ? "-" : ""
        return sign + String(count / unit) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
