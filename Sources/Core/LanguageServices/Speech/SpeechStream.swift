/// One step of a speech stream.
public enum SpeechEvent: Sendable, Hashable {
    /// The form of all audio that follows; the first event, once.
    case format(AudioFormat)
    /// A piece of audio.
    case audio(AudioChunk)
    /// A place in the text, given before or with the audio in which it is heard; frames never go back within a kind.
    case mark(SpeechMark)
    /// How the speech came about; the last event, once. A stream that fails throws instead.
    case report(ServiceReport)
}

/// Speech as it is made: a format, then audio and marks, then a report.
///
/// The stream is pulled: a provider works only when the caller asks for the next event, so a slow player holds no more
/// than one piece in memory, and a stream that is dropped costs nothing more. It can be iterated once, by one task.
public typealias SpeechStream = ServiceStream<SpeechEvent>

extension SpeechStream {
    /// Everything that a stream gave, in one value.
    public typealias Recording = SpeechRecording

    /// Pulls the stream to its end and keeps everything.
    ///
    /// - Parameter limit: The largest number of samples to keep; the default is about two hours of mono at 22,050 Hz.
    /// - Throws: ``ServiceError``: what the stream threw, ``ServiceError/Code/limitExceeded``, or
    ///   ``ServiceError/Code/protocolViolation`` when the stream ended without a format.
    public func collect(limit: Int = 160_000_000) async throws -> Recording {
        var format: AudioFormat?
        var samples: [Int16] = []
        var marks: [SpeechMark] = []
        var report = ServiceReport()
        for try await event in self {
            switch event {
            case .format(let value): format = value
            case .audio(let chunk):
                guard chunk.samples.count <= limit - samples.count else {
                    throw ServiceError(.limitExceeded, "the speech is longer than \(limit) samples")
                }
                samples.append(contentsOf: chunk.samples)
            case .mark(let mark): marks.append(mark)
            case .report(let value): report = value
            }
        }
        guard let format else {
            throw ServiceError(.protocolViolation, "the speech stream ended before it named its format")
        }
        return Recording(format: format, samples: samples, marks: marks, report: report)
    }
}

/// Everything that a ``SpeechStream`` gave, in one value.
public struct SpeechRecording: Sendable, Hashable {
    /// The form of the samples.
    public var format: AudioFormat
    /// All samples.
    public var samples: [Int16]
    /// All marks, in the order of the stream.
    public var marks: [SpeechMark]
    /// How the speech came about.
    public var report: ServiceReport

    /// How long the audio lasts.
    public var duration: Duration { format.duration(ofSamples: samples.count) }
}

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
