import LanguageServices

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
