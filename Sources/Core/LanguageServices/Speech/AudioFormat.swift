/// The form of the samples in a speech stream: linear PCM, signed 16 bit, native byte order, channels interleaved.
public struct AudioFormat: Sendable, Hashable, Codable {
    /// Frames per second, in hertz; espeak-ng gives 22,050.
    public var sampleRate: Int

    /// Samples per frame: 1 for mono, 2 for stereo.
    public var channels: Int

    /// Creates a format.
    public init(sampleRate: Int, channels: Int = 1) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// How long `samples` samples (all channels counted) last.
    public func duration(ofSamples samples: Int) -> Duration {
        guard sampleRate > 0, channels > 0 else { return .zero }
        let frames = samples / channels
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
        // Divided as a duration, which has 128 bits: a hostile sample rate must not overflow.
        return .seconds(seconds) + .seconds(rest) / sampleRate
    }
}

/// A piece of audio: samples in the stream's ``AudioFormat``.
public struct AudioChunk: Sendable, Hashable {
    /// The samples, channels interleaved; −32,768…32,767 is full scale.
    public var samples: [Int16]

    /// Creates a piece of audio.
    public init(samples: [Int16]) {
        self.samples = samples
    }
}
