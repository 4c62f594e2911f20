import LanguageServices
import Platform

/// Sounds with known properties.
enum Signals {
    /// A sine of `frames` frames, identical on all channels.
    static func sine(
        _ frequency: Double,
        frames: Int,
        amplitude: Double = 12_000,
        format: AudioFormat = AudioFormat(sampleRate: 22_050)
    ) -> [Int16] {
        (0..<frames).flatMap { frame in
            let value = amplitude * sin(2 * .pi * frequency * Double(frame) / Double(format.sampleRate))
            return [Int16](repeating: Int16(max(-32_768, min(32_767, value.rounded()))), count: format.channels)
        }
    }

    /// A vowel-like sound: harmonics of 120 Hz, modulated three times per second.
    static func vowel(seconds: Double, format: AudioFormat = AudioFormat(sampleRate: 22_050)) -> [Int16] {
        (0..<Int(seconds * Double(format.sampleRate))).flatMap { frame in
            let time = Double(frame) / Double(format.sampleRate)
            let swell = 0.55 - 0.45 * cos(2 * .pi * 3 * time)
            var value = 0.0
            for harmonic in 1...12 {
                value += sin(2 * .pi * 120 * Double(harmonic) * time + Double(harmonic * harmonic)) / Double(harmonic)
            }
            return [Int16](repeating: Int16(6000 * swell * value), count: format.channels)
        }
    }

    /// Reproducible white noise.
    static func noise(frames: Int, amplitude: Double) -> [Int16] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<frames).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(amplitude * (Double(state >> 40) / Double(1 << 23) - 1))
        }
    }

    /// The normalised correlation at the best shift of at most `reach` frames.
    static func correlation(_ a: [Int16], _ b: [Int16], reach: Int = 30) -> Double {
        let count = min(a.count, b.count) - 2 * reach
        guard count > 0 else { return 0 }
        var best = 0.0
        for shift in -reach...reach {
            var product = 0.0
            var energyA = 0.0
            var energyB = 0.0
            for index in reach..<(reach + count) {
                let x = Double(a[index])
                let y = Double(b[index + shift])
                product += x * y
                energyA += x * x
                energyB += y * y
            }
            if energyA > 0, energyB > 0 { best = max(best, product / (energyA * energyB).squareRoot()) }
        }
        return best
    }

    /// The root mean square, in decibels below full scale.
    static func level(_ samples: some Collection<Int16>) -> Double {
        let energy = samples.reduce(0) { $0 + Double($1) * Double($1) }
        return 10 * log10(energy / Double(max(1, samples.count)) / (32_768 * 32_768))
    }

    /// The largest sample, in decibels below full scale.
    static func peak(_ samples: some Collection<Int16>) -> Double {
        20 * log10(Double(samples.lazy.map(\.magnitude).max() ?? 0) / 32_768)
    }
}
