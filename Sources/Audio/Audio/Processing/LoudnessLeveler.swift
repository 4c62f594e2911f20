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
        gain = level.map { pow(10, min(target - $0, Self.largestGain) / 20) } ?? 1
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
