import LanguageServices
import Platform

/// Normalises the loudness of speech and limits its peaks to −1 dBFS.
///
/// The level is measured over the first ten seconds, which covers any word or sentence. The resulting gain is constant,
/// so memory use is bounded and the dynamics of a long text are preserved. The gain is at most 30 dB, so that noise is
/// not raised to speech level. Sound below the gate of ``GatedLevel`` is unchanged.
struct LoudnessLeveler: SpeechStage {
    /// The peak limit as a sample magnitude: −1 dBFS, rounded down.
    static let ceiling = 29_204.0

    private static let maximumGain = 30.0

    private let format: AudioFormat
    private let target: Double
    private let measured: Int
    private var beginning: [Int16] = []
    private var gain: Double?
    private var limiter: PeakLimiter

    /// - Parameter target: The level in decibels relative to full scale.
    init(format: AudioFormat, target: Double) {
        self.format = format
        self.target = target
        measured = format.sampleRate * 10 * format.channels
        limiter = PeakLimiter(channels: format.channels, sampleRate: format.sampleRate, ceiling: Self.ceiling)
    }

    mutating func take(_ event: StageEvent, into output: inout [StageEvent]) {
        // Frame positions do not change, and a mark may precede its sound, so marks pass through immediately.
        guard case .audio(let samples) = event else {
            output.append(event)
            return
        }
        guard gain == nil else {
            level(samples, &output)
            return
        }
        beginning += samples
        if beginning.count >= measured { decide(&output) }
    }

    mutating func finish(into output: inout [StageEvent]) {
        if gain == nil { decide(&output) }
        append(limiter.finish(), &output)
    }

    private mutating func decide(_ output: inout [StageEvent]) {
        // Always measures the same frames, regardless of how the sound is split.
        let level = GatedLevel.measure(Array(beginning.prefix(measured)), format: format)
        gain = level.map { Decibels.gain(min(target - $0, Self.maximumGain)) } ?? 1
        let samples = beginning
        beginning = []
        self.level(samples, &output)
    }

    private mutating func level(_ samples: [Int16], _ output: inout [StageEvent]) {
        let gain = gain ?? 1
        append(limiter.process(samples.map { Double($0) * gain }), &output)
    }

    private func append(_ samples: [Int16], _ output: inout [StageEvent]) {
        if !samples.isEmpty { output.append(.audio(samples)) }
    }
}

/// The level of speech without its pauses: a gated root mean square (RMS).
///
/// The gating follows ITU-R BS.1770-4 (annex 1). The level is the mean square of overlapping blocks; blocks below an
/// absolute gate are excluded first, then those more than 10 dB below the mean of the remaining blocks. There are three
/// differences: blocks last 100 ms instead of 400 ms because a word may be shorter than that, there is no frequency
/// weighting, and the absolute gate is at −60 dB. A single word, the same word between pauses, and a text made of such
/// words therefore have the same level.
enum GatedLevel {
    /// The level below which sound is treated as silence, in decibels relative to full scale.
    static let absoluteGate = -60.0

    private static let relativeGate = -10.0

    /// The level in decibels relative to full scale (a full-scale square wave is 0 dB, a sine −3.01 dB); `nil` for
    /// silence.
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
        // The loudest block is never below the mean, so at least one block remains.
        return self.mean(audible.filter { $0 >= mean * power(relativeGate) }).map { 10 * log10($0) }
    }

    /// The power, relative to full scale, of a level in decibels.
    private static func power(_ decibels: Double) -> Double { pow(10, decibels / 10) }

    private static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
}

/// A look-ahead limiter: it lowers the gain before a peak, so peaks stay below a ceiling without clipping.
///
/// Each frame needs the gain `min(1, ceiling / peak)`. The limiter takes the minimum over the look-ahead window,
/// recovers exponentially, and smooths the result with a moving average over the same window. Every gain in the average
/// is low enough for the frame, so no peak exceeds the ceiling.
struct PeakLimiter {
    private let channels: Int
    private let ceiling: Double
    private let window: Int
    private let recovery: Double
    /// The samples in the look-ahead buffer.
    private var delayed: [Double] = []
    /// Candidates for the minimum gain in the window (frame index and gain), in increasing order of gain.
    private var smallest: [(frame: Int, gain: Double)] = []
    private var smallestHead = 0
    /// The gains of the moving average, as a ring buffer.
    private var ring: [Double]
    private var sum: Double
    private var recovered = 1.0
    private var frame = 0

    /// - Parameters:
    ///   - channels: Samples per frame; all channels get the same gain.
    ///   - sampleRate: Frames per second.
    ///   - ceiling: The largest sample magnitude.
    init(channels: Int, sampleRate: Int, ceiling: Double) {
        self.channels = channels
        self.ceiling = ceiling
        window = max(1, sampleRate / 200)
        // Recovers by about two thirds in 60 ms.
        recovery = min(1, 1 / (0.06 * Double(max(1, sampleRate))))
        ring = [Double](repeating: 1, count: window)
        sum = Double(window)
    }

    /// Processes whole frames. Their samples may exceed the ceiling and full scale.
    mutating func process(_ samples: [Double]) -> [Int16] {
        var output: [Int16] = []
        output.reserveCapacity(samples.count)
        delayed += samples
        var start = delayed.count - samples.count
        var next = 0
        while start + channels <= delayed.count {
            var peak = 0.0
            for channel in 0..<channels { peak = max(peak, abs(delayed[start + channel])) }
            start += channels
            advance(peak > ceiling ? ceiling / peak : 1)
            guard frame >= window else { continue }
            let gain = sum / Double(window)
            for channel in 0..<channels {
                let value = (delayed[next + channel] * gain).rounded()
                output.append(Int16(max(-ceiling, min(ceiling, value))))
            }
            next += channels
        }
        delayed.removeFirst(next)
        return output
    }

    /// Returns the buffered frames.
    mutating func finish() -> [Int16] {
        let waiting = delayed.count
        guard waiting > 0 else { return [] }
        let remainder = process([Double](repeating: 0, count: (window - 1) * channels))
        return Array(remainder.prefix(waiting))
    }

    /// Advances the windows by one frame.
    private mutating func advance(_ need: Double) {
        while smallest.count > smallestHead, let last = smallest.last, last.gain >= need { smallest.removeLast() }
        smallest.append((frame, need))
        if smallest[smallestHead].frame <= frame - window { smallestHead += 1 }
        if smallestHead > 4096 {
            smallest.removeFirst(smallestHead)
            smallestHead = 0
        }
        recovered = min(smallest[smallestHead].gain, recovered + (1 - recovered) * recovery)
        let slot = frame % window
        sum += recovered - ring[slot]
        ring[slot] = recovered
        frame += 1
    }
}
