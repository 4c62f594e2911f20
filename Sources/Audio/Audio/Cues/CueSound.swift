import LanguageServices

/// A short sound that says something without words: right, wrong, done.
///
/// It is made of notes, so it is the same on every machine and can be had at any sample rate. Every partial above 0.45 of
/// the sample rate is left out, so nothing folds back.
public struct CueSound: Sendable, Hashable {
    /// What is heard, at most 64 notes; more are left out.
    public var notes: [Note]

    /// Creates a cue of your own.
    public init(notes: [Note]) {
        self.notes = notes
    }

    /// One note: a tone with some overtones that begins softly and dies away.
    ///
    /// Its loudness rises linearly for 10 ms, falls to 5 % at its end, and takes its last 10 ms to reach nothing.
    public struct Note: Sendable, Hashable {
        /// The pitch, in hertz; 20…20,000, what lies outside is not heard.
        public var frequency: Double

        /// When it begins, in seconds from the start of the cue; 0…5.
        public var start: Double

        /// How long it lasts, in seconds; 0.02…3.
        public var duration: Double

        /// How loud it is beside the other notes; 0…1.
        public var loudness: Double

        /// How loud the overtones are beside the tone itself: the second partial first; each 0…1, at most 8.
        public var overtones: [Double]

        /// Creates a note; what lies outside its range is brought inside.
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

    /// The answer is right: two quick rising notes, E5 (659.26 Hz) and A5 (880 Hz); 0.34 s.
    public static let correct = CueSound(notes: [
        Note(frequency: 659.26, start: 0, duration: 0.14, loudness: 0.9),
        Note(frequency: 880, start: 0.09, duration: 0.25),
    ])

    /// The answer is wrong: two low falling notes, A3 (220 Hz) and F3 (174.61 Hz), not sharp; 0.46 s.
    public static let incorrect = CueSound(notes: [
        Note(frequency: 220, start: 0, duration: 0.2, loudness: 0.9, overtones: [0.4, 0.15]),
        Note(frequency: 174.61, start: 0.16, duration: 0.3, overtones: [0.4, 0.15]),
    ])

    /// The lesson is done: a rising C major chord, C5, E5, G5 and C6 (523.25, 659.26, 783.99, 1046.5 Hz); 0.75 s.
    public static let complete = CueSound(notes: [
        Note(frequency: 523.25, start: 0, duration: 0.25, loudness: 0.8),
        Note(frequency: 659.26, start: 0.1, duration: 0.25, loudness: 0.85),
        Note(frequency: 783.99, start: 0.2, duration: 0.25, loudness: 0.9),
        Note(frequency: 1046.5, start: 0.3, duration: 0.45),
    ])

    /// The highest value that a sample of a cue can have, of 1 for full scale: −9 dB.
    public static let peak = 0.355
}

extension CueSound {
    /// The sound as mono samples.
    ///
    /// The samples depend on the notes and the rate and on nothing else. None is larger than ``peak``.
    ///
    /// - Parameter sampleRate: Frames per second, in hertz; brought within 1…768,000.
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
        // By the bound and not by the real peak: the attack then stays below the straight line to `peak`, for which a
        // mixer makes room.
        let highest = bound.max() ?? 0
        guard highest > 0 else { return [Int16](repeating: 0, count: count) }
        let scale = Self.peak * 32_767 / highest
        return sum.map { Int16(($0 * scale).rounded()) }
    }
}

/// A note at a sample rate.
private struct NoteVoice {
    let start: Int
    let end: Int
    /// The sum of what the partials can reach.
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

    /// The loudness at a frame of the note.
    func envelope(at frame: Int) -> Double {
        let length = Double(end - start)
        let position = Double(frame)
        let rise = min(1, position / attack)
        let release = min(1, (length - position) / attack)
        // Halves, as a decay does, but without a mathematics library: 1/(1+x)² falls to 5 % at x = 3.5.
        let fall = 1 + 3.5 * position / length
        return loudness * rise * release / (fall * fall)
    }

    func wave(at frame: Int) -> Double {
        partials.reduce(0) { $0 + $1.loudness * Sine.value(turns: $1.turnsPerFrame * Double(frame)) }
    }
}
