/// An element of a speech stream.
public enum SpeechEvent: Sendable, Hashable {
    /// The format of all the audio that follows, sent once as the first event.
    case format(AudioFormat)
    /// A chunk of audio.
    case audio(AudioChunk)
    /// A mark, sent before or together with its audio. Among marks of one kind, frames never decrease.
    case mark(SpeechMark)
    /// The report, sent once as the last event. A stream that fails throws instead.
    case report(ServiceReport)
}

/// Speech as it is synthesized: a format, then audio and marks, then a report.
///
/// The stream is pull-based: a provider works only when the consumer requests the next event. A slow player therefore
/// buffers only one chunk, and a dropped stream causes no further work. It can be iterated only once, by one task.
public typealias SpeechStream = ServiceStream<SpeechEvent>

extension SpeechStream {
    /// The complete output of a stream.
    public typealias Recording = SpeechRecording

    /// Reads the stream to the end.
    ///
    /// - Parameter limit: The maximum number of samples; the default is about two hours of mono audio at 22,050 Hz.
    /// - Throws: ``ServiceError``: the stream's error, ``ServiceError/Code/limitExceeded``, or
    ///   ``ServiceError/Code/protocolViolation`` if the stream ended without a format.
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
            throw ServiceError(.protocolViolation, "the speech stream ended without a format")
        }
        return Recording(format: format, samples: samples, marks: marks, report: report)
    }
}

/// The complete output of a ``SpeechStream``.
public struct SpeechRecording: Sendable, Hashable {
    /// The format of the samples.
    public var format: AudioFormat
    /// All samples.
    public var samples: [Int16]
    /// All marks, in the order of the stream.
    public var marks: [SpeechMark]
    /// Which providers were tried.
    public var report: ServiceReport

    /// The duration of the audio.
    public var duration: Duration { format.duration(ofSamples: samples.count) }
}

/// The format of the audio in a speech stream: linear PCM, signed 16-bit, native byte order, interleaved channels.
public struct AudioFormat: Sendable, Hashable, Codable {
    /// Frames per second, in hertz; espeak-ng uses 22,050.
    public var sampleRate: Int

    /// Samples per frame: 1 for mono, 2 for stereo.
    public var channels: Int

    /// Creates a format.
    public init(sampleRate: Int, channels: Int = 1) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// The duration of a number of samples, counted across all channels.
    public func duration(ofSamples samples: Int) -> Duration {
        guard sampleRate > 0, channels > 0 else { return .zero }
        let frames = samples / channels
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
        // `Duration` arithmetic uses 128 bits, so an absurd sample rate does not overflow.
        return .seconds(seconds) + .seconds(rest) / sampleRate
    }
}

/// A chunk of audio: samples in the stream's ``AudioFormat``.
public struct AudioChunk: Sendable, Hashable {
    /// The samples, with interleaved channels; full scale is −32,768…32,767.
    public var samples: [Int16]

    /// Creates a chunk.
    public init(samples: [Int16]) {
        self.samples = samples
    }
}
