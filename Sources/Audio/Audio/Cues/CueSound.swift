import LanguageServices

/// A short sound that gives feedback without words, such as for a correct or an incorrect answer.
///
/// It is synthesised from notes, so it is identical on every machine and available at any sample rate. Partials above
/// 0.45 times the sample rate are omitted to prevent aliasing.
public struct CueSound: Sendable, Hashable {
    /// The notes, at most 64; any further ones are ignored.
    public var notes: [Note]

    /// Creates a custom cue.
    public init(notes: [Note]) {
        self.notes = notes
    }

    /// A tone with overtones, a soft attack and a decay.
    ///
    /// Its amplitude rises linearly for 10 ms, decays to 5 % by its end, and fades to zero over its last 10 ms.
    public struct Note: Sendable, Hashable {
        /// The pitch in hertz, 20…20,000. Other pitches are silent.
        public var frequency: Double

        /// The start, in seconds from the start of the cue; 0…5.
        public var start: Double

        /// The duration in seconds; 0.02…3.
        public var duration: Double

        /// The amplitude relative to the other notes; 0…1.
        public var loudness: Double

        /// The amplitudes of the overtones relative to the fundamental, starting with the second partial; at most 8,
        /// each 0…1.
        public var overtones: [Double]

        /// Creates a note; values outside their ranges are clamped.
        public init(
            frequency: Double,
            start: Double,
            duration: Double,
            loudness: Double = 1,
            overtones: [Double] = [0.25, 0.08]
        ) {
            self.frequency = frequency
            self.start = start
            self.duration = duration
            self.loudness = loudness
            self.overtones = overtones
        }
    }

    /// A correct answer: two quick rising notes, E5 (659.26 Hz) and A5 (880 Hz); 0.34 s.
    public static let correct = CueSound(notes: [
        Note(frequency: 659.26, start: 0, duration: 0.14, loudness: 0.9),
        Note(frequency: 880, start: 0.09, duration: 0.25),
    ])

    /// An incorrect answer: two soft, low, falling notes, A3 (220 Hz) and F3 (174.61 Hz); 0.46 s.
    public static let incorrect = CueSound(notes: [
        Note(frequency: 220, start: 0, duration: 0.2, loudness: 0.9, overtones: [0.4, 0.15]),
        Note(frequency: 174.61, start: 0.16, duration: 0.3, overtones: [0.4, 0.15]),
    ])

    /// The completion of a lesson: a rising C major chord, C5, E5, G5 and C6 (523.25, 659.26, 783.99, 1046.5 Hz); 0.75
    /// s.
    public static let complete = CueSound(notes: [
        Note(frequency: 523.25, start: 0, duration: 0.25, loudness: 0.8),
        Note(frequency: 659.26, start: 0.1, duration: 0.25, loudness: 0.85),
        Note(frequency: 783.99, start: 0.2, duration: 0.25, loudness: 0.9),
        Note(frequency: 1046.5, start: 0.3, duration: 0.45),
    ])

    /// The peak amplitude of a cue relative to full scale: −9 dB.
    public static let peak = 0.355
}

extension CueSound {
    /// Renders the cue as mono samples.
    ///
    /// The samples depend only on the notes and the rate. None exceeds ``peak``.
    ///
    /// - Parameter sampleRate: Frames per second, in hertz; clamped to 1…768,000.
    public func samples(sampleRate: Int) -> [Int16] {
        let rate = Double(min(max(sampleRate, 1), 768_000))
        let voices = notes.prefix(64).compactMap { NoteVoice($0, rate: rate) }
        let count = voices.map(\.end).max() ?? 0
        var sum = [Double](repeating: 0, count: count)
        var bound = [Double](repeating: 0, count: count)
        for voice in voices {
            for frame in voice.start..<voice.end {
                let envelope = voice.envelope(at: frame - voice.start)
                sum[frame] += envelope * voice.wave(at: frame - voice.start)
                bound[frame] += envelope * voice.highest
            }
        }
        // Normalised by the upper bound, not by the actual peak, so that the attack stays below the linear ramp to
        // `peak`, for which a mixer leaves headroom.
        let highest = bound.max() ?? 0
        guard highest > 0 else { return [Int16](repeating: 0, count: count) }
        let scale = Self.peak * 32_767 / highest
        return sum.map { Int16(($0 * scale).rounded()) }
    }
}

/// A note rendered at a given sample rate.
private struct NoteVoice {
    let start: Int
    let end: Int
    /// The upper bound of the sum of the partials.
    let highest: Double

    private let partials: [(turnsPerFrame: Double, loudness: Double)]
    private let loudness: Double
    private let attack: Double

    init?(_ note: CueSound.Note, rate: Double) {
        guard (20...20_000).contains(note.frequency), note.loudness > 0 else { return nil }
        let begin = note.start.isFinite ? min(max(note.start, 0), 5) : 0
        let length = note.duration.isFinite ? min(max(note.duration, 0.02), 3) : 0.02
        start = Int(begin * rate)
        end = start + max(1, Int(length * rate))
        loudness = min(note.loudness, 1)
        attack = max(1, rate / 100)
        let all = [1] + note.overtones.prefix(8).map { $0.isFinite ? min(max($0, 0), 1) : 0 }
        partials = all.enumerated().compactMap { index, loudness in
            let frequency = note.frequency * Double(index + 1)
            return frequency < 0.45 * rate && loudness > 0 ? (frequency / rate, loudness) : nil
        }
        highest = partials.reduce(0) { $0 + $1.loudness }
    }

    /// The note's amplitude at a frame.
    func envelope(at frame: Int) -> Double {
        let length = Double(end - start)
        let position = Double(frame)
        let rise = min(1, position / attack)
        let release = min(1, (length - position) / attack)
        // Approximates an exponential decay without a maths library: 1/(1+x)² falls to 5 % at x = 3.5.
        let fall = 1 + 3.5 * position / length
        return loudness * rise * release / (fall * fall)
    }

    func wave(at frame: Int) -> Double {
        partials.reduce(0) { $0 + $1.loudness * Sine.value(turns: $1.turnsPerFrame * Double(frame)) }
    }
}
