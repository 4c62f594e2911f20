import LanguageServices
import Platform

/// Brings speech to a level, and its peaks below −1 dBFS.
///
/// The level is measured over the first ten seconds, which for a word or a sentence is everything; the gain found then
/// stays, so that a long text needs no more memory and its own dynamics remain. Quiet sounds are raised by at most 30 dB,
/// so that noise does not become speech; what is below the gate of ``GatedLevel`` stays as it is.
struct LoudnessLeveler: SpeechStage {
    /// The highest peak, as a magnitude: −1 dBFS, rounded down.
    static let ceiling = 29_204.0

    private static let largestGain = 30.0

    private let format: AudioFormat
    private let target: Double
    private let measured: Int
    private var beginning: [Int16] = []
    private var gain: Double?
    private var limiter: PeakLimiter

    /// - Parameter target: The level in decibels of full scale.
    init(format: AudioFormat, target: Double) {
        self.format = format
        self.target = target
        measured = format.sampleRate * 10 * format.channels
        limiter = PeakLimiter(channels: format.channels, sampleRate: format.sampleRate, ceiling: Self.ceiling)
    }

    mutating func take(_ event: StageEvent, into output: inout [StageEvent]) {
        // No frame moves, and a mark may come before its sound, so marks do not wait.
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
        // Exactly the same part is measured, however the sound is cut.
        let level = GatedLevel.measure(Array(beginning.prefix(measured)), format: format)
        gain = level.map { Decibels.gain(min(target - $0, Self.largestGain)) } ?? 1
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

/// Keeps peaks below a ceiling without clipping them: it looks ahead and turns the sound down before they come.
///
/// The gain that a frame needs is `min(1, ceiling / peak)`. Over a window of look-ahead the smallest of these is taken,
/// it recovers exponentially, and a moving average over the same window smooths it. Each value of that average is a mean
/// of gains that are small enough for its frame, so no peak is missed.
struct PeakLimiter {
    private let channels: Int
    private let ceiling: Double
    private let window: Int
    private let recovery: Double
    /// The frames that wait.
    private var delayed: [Double] = []
    /// The candidates for the smallest gain in the window: numbers of frames and gains, growing.
    private var smallest: [(frame: Int, gain: Double)] = []
    private var smallestStart = 0
    /// The gains in the moving average, as a ring.
    private var ring: [Double]
    private var sum: Double
    private var recovered = 1.0
    private var frame = 0

    /// - Parameters:
    ///   - channels: Samples per frame; all are turned down together.
    ///   - sampleRate: Frames per second.
    ///   - ceiling: The largest magnitude, in samples.
    init(channels: Int, sampleRate: Int, ceiling: Double) {
        self.channels = channels
        self.ceiling = ceiling
        window = max(1, sampleRate / 200)
        // Two thirds of the way back in 60 ms.
        recovery = min(1, 1 / (0.06 * Double(max(1, sampleRate))))
        ring = [Double](repeating: 1, count: window)
        sum = Double(window)
    }

    /// Takes whole frames of samples, which may be beyond the ceiling and beyond full scale.
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

    /// Gives the frames that wait.
    mutating func finish() -> [Int16] {
        let waiting = delayed.count
        guard waiting > 0 else { return [] }
        let rest = process([Double](repeating: 0, count: (window - 1) * channels))
        return Array(rest.prefix(waiting))
    }

    /// Moves the windows by a frame.
    private mutating func advance(_ need: Double) {
        while smallest.count > smallestStart, let last = smallest.last, last.gain >= need { smallest.removeLast() }
        smallest.append((frame, need))
        if smallest[smallestStart].frame <= frame - window { smallestStart += 1 }
        if smallestStart > 4096 {
            smallest.removeFirst(smallestStart)
            smallestStart = 0
        }
        recovered = min(smallest[smallestStart].gain, recovered + (1 - recovered) * recovery)
        let place = frame % window
        sum += recovered - ring[place]
        ring[place] = recovered
        frame += 1
    }
}
