import LanguageServices
import Platform

/// The level of speech without its pauses: a gated root mean square.
///
/// The gates are those of ITU-R BS.1770-4 (annex 1): the mean square is taken of overlapping blocks; blocks below an
/// absolute gate do not count, then blocks more than 10 dB below the mean of the others do not. Different from there,
/// blocks have 100 ms instead of 400 (a word may be shorter than one of those), there is no frequency weighting, and the
/// absolute gate is at −60 dB. So a word alone, the same word between pauses, and a text of such words have one level.
enum GatedLevel {
    /// Below this level, in decibels of full scale, there is only silence.
    static let absoluteGate = -60.0

    private static let relativeGate = -10.0

    /// The level in decibels of full scale (a full-scale square has 0 dB, a sine −3.01); `nil` for silence.
    static func measure(_ samples: [Int16], format: AudioFormat) -> Double? {
        // Blocks of four hops overlap by three quarters.
        let hop = max(1, format.sampleRate / 40) * format.channels
        let hops = stride(from: 0, to: samples.count, by: hop).map { start in
            samples[start..<min(start + hop, samples.count)].reduce(0.0) { $0 + Double($1) * Double($1) }
        }
        let fullScale = 32_768.0 * 32_768
        var blocks: [Double] = []
        if samples.count < 4 * hop {
            if !samples.isEmpty { blocks = [hops.reduce(0, +) / Double(samples.count) / fullScale] }
        } else {
            for start in 0...(samples.count / hop - 4) {
                blocks.append(hops[start..<(start + 4)].reduce(0, +) / Double(4 * hop) / fullScale)
            }
        }
        let audible = blocks.filter { $0 > power(absoluteGate) }
        guard let mean = mean(audible) else { return nil }
        // At least the loudest block is above its own mean.
        return self.mean(audible.filter { $0 >= mean * power(relativeGate) }).map { 10 * log10($0) }
    }

    /// A level in decibels as a part of full scale, squared.
    private static func power(_ decibels: Double) -> Double { pow(10, decibels / 10) }

    private static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
}
