/// Mixes cues over speech.
///
/// While a cue plays, speech is attenuated by ``speechGain`` (−4 dB). The gain drops within 10 ms before the cue
/// becomes audible and recovers within 10 ms after it ends. A cue peaks at `CueSound.peak` (−9 dB), so a single cue
/// over full-scale speech does not clip: 0.63 + 0.355 < 1. Simultaneous cues are summed and clipped at full scale.
/// Samples without a cue are unchanged.
struct CueMixer: Sendable {
    /// The gain of speech while a cue plays.
    static let speechGain = 0.63

    private struct Voice {
        let samples: [Int16]
        var position = 0
    }

    private let sampleRate: Int
    private let channels: Int
    private var voices: [Voice] = []
    private var gain = 1.0

    /// - Parameters:
    ///   - sampleRate: Frames per second, in hertz.
    ///   - channels: Samples per frame.
    init(sampleRate: Int, channels: Int) {
        self.sampleRate = max(1, sampleRate)
        self.channels = max(1, channels)
    }

    /// Whether a cue is still playing.
    var isSounding: Bool { !voices.isEmpty }

    /// Starts a cue at the next frame.
    mutating func add(_ cue: CueSound) {
        let samples = cue.samples(sampleRate: sampleRate)
        if !samples.isEmpty { voices.append(Voice(samples: samples)) }
    }

    /// Mixes the active cues into speech.
    ///
    /// - Parameters:
    ///   - samples: Speech, channels interleaved.
    ///   - channel: The channel of the first sample.
    mutating func mix(_ samples: [Int16], from channel: Int = 0) -> [Int16] {
        guard isSounding || gain < 1 else { return samples }
        var result = samples
        let step = (1 - Self.speechGain) / max(1, Double(sampleRate) / 100)
        var cue = current
        for index in result.indices {
            result[index] = Int16(nearest: Double(samples[index]) * gain + cue)
            if (channel + index + 1) % channels == 0 {
                advance()
                gain = isSounding ? max(Self.speechGain, gain - step) : min(1, gain + step)
                cue = current
            }
        }
        return result
    }

    /// The rest of the active cues' audio, without speech, in whole frames.
    mutating func remainder(limit: Int) -> [Int16] {
        let frames = min(limit, voices.map { $0.samples.count - $0.position }.max() ?? 0)
        return mix([Int16](repeating: 0, count: frames * channels))
    }

    private var current: Double {
        voices.reduce(0) { $0 + Double($1.samples[$1.position]) }
    }

    private mutating func advance() {
        for index in voices.indices { voices[index].position += 1 }
        voices.removeAll { $0.position >= $0.samples.count }
    }
}
