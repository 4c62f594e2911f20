public import HapticPatterns
public import LanguageServices

/// A pattern as numbers at equal distances, for a motor's driver or a program that measures.
///
/// Sample `k` says what is felt in the middle of its part of time, at `(k + 0.5) / sampleRate` seconds; see
/// `PatternSampler`.
public struct HapticWaveform: Sendable, Hashable {
    /// How many samples there are in a second.
    public let sampleRate: Double

    /// What is felt, in the order of time.
    public let samples: [HapticSample]

    /// The rates that can be asked for, in hertz.
    public static let sampleRates: ClosedRange<Double> = 1...192_000

    /// The most samples that a waveform may have.
    public static let maximumSamples = 10_000_000

    /// Samples a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - sampleRate: How many samples a second, one of ``sampleRates``.
    /// - Throws: `ServiceError.Code.invalidRequest` for another rate, `ServiceError.Code.limitExceeded` for more than
    ///   ``maximumSamples``.
    public init(_ pattern: HapticPattern, sampleRate: Double) throws(ServiceError) {
        guard Self.sampleRates.contains(sampleRate) else {
            throw ServiceError(
                .invalidRequest,
                "a waveform at \(WholeNumber.text(sampleRate)) Hz cannot be made",
                remedy: "use 1 to 192000 Hz"
            )
        }
        let sampler = PatternSampler(pattern)
        guard sampler.count(rate: sampleRate) <= Self.maximumSamples else {
            throw ServiceError(
                .limitExceeded,
                "the waveform would have \(sampler.count(rate: sampleRate)) samples, and the limit is \(Self.maximumSamples)",
                remedy: "use a lower rate, or trim the pattern"
            )
        }
        self.sampleRate = sampleRate
        samples = sampler.samples(rate: sampleRate)
    }

    /// The samples as amplitudes of a motor, one byte each: the square of the intensity (`HapticAmplitude`), 0…255.
    public func amplitudeBytes() -> [UInt8] {
        samples.map { UInt8(clamping: Int(HapticAmplitude.amplitude(ofIntensity: $0.intensity) * 255 + 0.5)) }
    }

    /// The samples as a table of text: a line for each with its time in seconds, its intensity and its sharpness, with commas
    /// between them, and a line with their names before.
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

/// Numbers with a fixed count of decimals, the same on every machine.
enum FixedDecimal {
    /// A number as text, rounded to so many decimals; zeros at the end are left out when `trims` says so.
    ///
    /// - Parameters:
    ///   - value: The number; brought within ±9·10⁹, and 0 for what is none.
    ///   - decimals: How many decimals, 0…6.
    ///   - trims: Whether zeros behind the last other digit, and then the point, are left out.
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
