public import HapticPatterns
public import LanguageServices

/// Renders a pattern as sound, for listening without a haptic device and for driving a voice coil.
///
/// - Vibration is a sine wave at 80 Hz (dull) to 230 Hz (sharp), the frequency range of motors in phones and
///   controllers. Its amplitude is the square of the intensity (`HapticAmplitude`).
/// - A transient is a decaying burst of the same sine wave: 36 ms if dull, 12 ms if sharp, as in Meta's haptics SDK
///   (`core/renderer/src/android_waveform.rs`).
/// - To avoid clicks, the amplitude and pitch of the vibration are smoothed by two filters of 2.5 ms each, and bursts
///   begin and end at 0.
///
/// The samples depend only on the pattern and the rate.
public enum HapticSound {
    /// The supported sample rates, in hertz.
    public static let sampleRates = 4_000...192_000

    /// The maximum length, in samples.
    public static let maximumSamples = 30_000_000

    /// The frequency for a sharpness, in hertz.
    public static func frequency(ofSharpness sharpness: Double) -> Double {
        80 + 150 * min(max(sharpness, 0), 1)
    }

    /// The sound of a pattern, in mono.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - sampleRate: The sample rate in hertz, within ``sampleRates``.
    ///   - strength: A factor for the intensities, 0…1.
    /// - Returns: The samples, which end ``tail`` seconds after the pattern.
    /// - Throws: `ServiceError.Code.invalidRequest` for an unsupported rate, `ServiceError.Code.limitExceeded` for more
    ///   than ``maximumSamples`` samples.
    public static func samples(
        of pattern: HapticPattern,
        sampleRate: Int = 44_100,
        strength: Double = 1
    ) throws(ServiceError) -> [Int16] {
        let drive = try drive(of: pattern, sampleRate: sampleRate, strength: strength)
        return drive.map { Int16(clamping: Int(($0 * 32_767) + ($0 < 0 ? -0.5 : 0.5))) }
    }

    /// How long the sound continues after the pattern, in seconds.
    public static let tail = 0.03

    /// The sound as numbers in −1…1: the drive signal for a voice coil.
    ///
    /// - Throws: The same errors as ``samples(of:sampleRate:strength:)``.
    public static func drive(
        of pattern: HapticPattern,
        sampleRate: Int = 44_100,
        strength: Double = 1
    ) throws(ServiceError) -> [Float] {
        guard sampleRates.contains(sampleRate) else {
            throw ServiceError(
                .invalidRequest,
                "a pattern cannot be rendered as sound at \(sampleRate) Hz",
                remedy: "use \(sampleRates.lowerBound) to \(sampleRates.upperBound) Hz"
            )
        }
        let parts = PatternComponents(pattern)
        let rate = Double(sampleRate)
        let count = Int((parts.duration + tail) * rate) + 1
        guard count <= maximumSamples else {
            throw ServiceError(
                .limitExceeded,
                "the pattern is \(FixedDecimal.text(parts.duration, 1)) s long, too long for a sound at \(sampleRate) Hz",
                remedy: "use a lower rate, or trim the pattern"
            )
        }
        var result = [Float](repeating: 0, count: count)
        let factor = strength.clampedToUnit
        if let vibration = parts.vibration { add(vibration, to: &result, rate, factor) }
        for tap in parts.taps { add(tap, to: &result, rate, factor) }
        // Loud passages are attenuated as a whole because clipping would be audible.
        let peak = result.reduce(Float(0)) { max($0, abs($1)) }
        if peak > highest {
            for index in result.indices { result[index] *= highest / peak }
        }
        return result
    }

    private static let highest: Float = 0.97
    private static let vibrationLevel = 0.45
    private static let tapLevel = 0.7

    private static func add(
        _ vibration: PatternSampler,
        to result: inout [Float],
        _ rate: Double,
        _ factor: Double
    ) {
        var voice = VibrationVoice(rate: rate, factor: factor)
        vibration.forEachSample(rate: rate) { voice.step($0, &result) }
        // Stops after a fixed number of samples, because the level only approaches 0.
        let end = result.count
        while voice.index < end {
            let rest = Double(end - voice.index) / (tail * rate)
            if rest < 1 { voice.level.second *= min(1, rest * 1.02) }
            voice.step(.nothing, &result)
        }
    }

    /// The oscillator of a vibration. A value type, because a closure with captured state is four times slower.
    private struct VibrationVoice {
        let rate: Double
        let factor: Double
        /// The smoothing factor per sample.
        let pace: Double
        var level = (first: 0.0, second: 0.0)
        var pitch = (first: frequency(ofSharpness: 0.5), second: frequency(ofSharpness: 0.5))
        var phase = 0.0
        var index = 0
        var hasBegun = false

        init(rate: Double, factor: Double) {
            self.rate = rate
            self.factor = factor
            pace = 1 / (1 + 0.0025 * rate)
        }

        mutating func step(_ sample: HapticSample, _ result: inout [Float]) {
            guard index < result.count else { return }
            let target = HapticAmplitude.amplitude(ofIntensity: sample.intensity * factor) * vibrationLevel
            // After an event, the pitch stays constant while the level fades.
            if sample.intensity > 0 {
                let frequency = frequency(ofSharpness: sample.sharpness)
                if !hasBegun { pitch = (frequency, frequency) }
                hasBegun = true
                pitch.first += pace * (frequency - pitch.first)
            }
            level.first += pace * (target - level.first)
            level.second += pace * (level.first - level.second)
            pitch.second += pace * (pitch.first - pitch.second)
            if level.second > 1e-6 {
                result[index] += Float(level.second * Sine.value(turns: phase))
                phase += pitch.second / rate
                if phase >= 1 { phase -= 1 }
            } else if sample.intensity == 0 {
                // The next vibration begins at its own pitch, at a zero crossing.
                phase = 0
                hasBegun = false
            }
            index += 1
        }
    }

    private static func add(_ tap: HapticEvent, to result: inout [Float], _ rate: Double, _ factor: Double) {
        let length = 0.036 - 0.024 * tap.sharpness
        let turns = frequency(ofSharpness: tap.sharpness) / rate
        let level = HapticAmplitude.amplitude(ofIntensity: tap.intensity * factor) * tapLevel
        let start = Int(tap.time * rate)
        let count = Int(length * rate)
        let rise = max(1, 0.001 * rate)
        guard count > 0 else { return }
        for offset in 0..<count where start + offset < result.count {
            let left = 1 - Double(offset) / Double(count)
            let begin = min(1, Double(offset) / rise)
            let envelope = begin * begin * (3 - 2 * begin) * left * left
            result[start + offset] += Float(level * envelope * Sine.value(turns: turns * Double(offset)))
        }
    }
}
