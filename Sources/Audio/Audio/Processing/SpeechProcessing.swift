public import LanguageServices
import Synchronization

/// Audio processing applied to speech before it is played or written.
///
/// The steps run in the order in which the properties are declared: trim silence, change tempo and pitch, adjust
/// loudness, add silence. Marks are moved to the corresponding output frames.
public struct SpeechProcessing: Sendable, Hashable, Codable {
    /// How leading and trailing silence is removed; `nil` keeps it.
    public var trimming: Trimming?

    /// The playback speed as a multiple of the original speed, at constant pitch; 0.1…4.
    public var tempo: Double

    /// The pitch as a multiple of the original pitch, at constant tempo; 0.5…2. The formants shift with it. Intended
    /// for providers without pitch control.
    public var pitch: Double

    /// The target loudness: a gated RMS level in dBFS, −60…−3; `nil` leaves the loudness and the peaks unchanged. −18
    /// is typical for spoken words.
    ///
    /// Peaks are limited to −1 dBFS by reducing the gain for a few milliseconds around them.
    public var loudness: Double?

    /// The silence before the speech, 0…60 seconds.
    public var leadingPause: Duration

    /// The silence after the speech, 0…60 seconds.
    public var trailingPause: Duration

    /// Creates audio processing settings; the defaults change nothing.
    public init(
        trimming: Trimming? = nil,
        tempo: Double = 1,
        pitch: Double = 1,
        loudness: Double? = nil,
        leadingPause: Duration = .zero,
        trailingPause: Duration = .zero
    ) {
        self.trimming = trimming
        self.tempo = tempo
        self.pitch = pitch
        self.loudness = loudness
        self.leadingPause = leadingPause
        self.trailingPause = trailingPause
    }

    /// The valid tempos.
    public static let tempos: ClosedRange<Double> = 0.1...4

    /// The default loudness for words and sentences, in dBFS.
    public static let defaultLoudness = -18.0

    /// Which silence is removed.
    public struct Trimming: Sendable, Hashable, Codable {
        /// The silence threshold in dBFS, −96…0; a frame is silent if none of its samples exceeds it.
        public var threshold: Double

        /// The silence kept at each end, 0…10 seconds.
        public var margin: Duration

        /// Creates trimming settings. With espeak-ng and recorded voices, the noise at the start and end is below −50
        /// dB.
        public init(threshold: Double = -50, margin: Duration = .milliseconds(20)) {
            self.threshold = threshold
            self.margin = margin
        }
    }
}

extension SpeechProcessing {
    /// Validates the ranges of the properties.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for the first property out of range.
    public func validate() throws(ServiceError) {
        try Self.check(tempo, in: Self.tempos, "a tempo")
        try Self.check(pitch, in: SpeechRequest.pitches, "a pitch")
        if let loudness { try Self.check(loudness, in: -60 ... -3, "a loudness in dB") }
        try Self.check(leadingPause / .seconds(1), in: 0...60, "a leading pause in seconds")
        try Self.check(trailingPause / .seconds(1), in: 0...60, "a trailing pause in seconds")
        if let trimming {
            try Self.check(trimming.threshold, in: -96...0, "a silence threshold in dB")
            try Self.check(trimming.margin / .seconds(1), in: 0...10, "a silence margin in seconds")
        }
    }

    /// Applies all steps to a speech stream, whose events are processed on demand.
    ///
    /// The format comes first and does not change, the report comes last, and errors from the stream are rethrown.
    /// Memory use does not grow with the length of the speech: the loudness is measured over the first ten seconds, and
    /// at most ten seconds of trailing silence are trimmed.
    ///
    /// - Parameter stream: The speech; it is consumed by the returned stream.
    /// - Throws: `ServiceError.Code.invalidRequest` for a property out of range. The stream throws
    ///   `ServiceError.Code.unsupported` for a tempo or pitch change at a sample rate below 4,000 Hz,
    ///   `ServiceError.Code.unavailable` for a pitch change if libsamplerate is missing, and
    ///   `ServiceError.Code.protocolViolation` if `stream` violates the rules of a speech stream.
    public func apply(to stream: SpeechStream) throws(ServiceError) -> SpeechStream {
        try validate()
        let processed = ProcessedSpeech(stream, self)
        return SpeechStream { try await processed.next() }
    }

    /// The steps for a stream in a given format, omitting those that change nothing.
    func stages(for format: AudioFormat) throws(ServiceError) -> [any SpeechStage] {
        var stages: [any SpeechStage] = []
        if let trimming {
            let threshold = UInt16(Decibels.magnitude(trimming.threshold))
            let margin = format.frames(in: trimming.margin)
            stages.append(SilenceTrimmer(format: format, threshold: threshold, margin: margin))
        }
        let exactPitch = PitchShifter.exact(pitch)
        let stretch = tempo / exactPitch
        if stretch != 1 { stages.append(try TimeStretcher(format: format, tempo: stretch)) }
        if exactPitch != 1 { stages.append(try PitchShifter(format: format, pitch: pitch)) }
        if let loudness { stages.append(LoudnessLeveler(format: format, target: loudness)) }
        let leading = format.frames(in: leadingPause)
        let trailing = format.frames(in: trailingPause)
        if leading > 0 || trailing > 0 {
            stages.append(SilencePadder(format: format, leading: leading, trailing: trailing))
        }
        return stages
    }

    private static func check(
        _ value: Double,
        in range: ClosedRange<Double>,
        _ what: String
    ) throws(ServiceError) {
        guard range.contains(value) else {
            let (low, high) = (WholeNumber.text(range.lowerBound), WholeNumber.text(range.upperBound))
            throw ServiceError(.invalidRequest, "\(what) of \(WholeNumber.text(value)) is outside \(low)…\(high)")
        }
    }
}

/// A speech stream that passes through the steps of ``SpeechProcessing``.
final class ProcessedSpeech: Sendable {
    private struct State {
        var stages: [any SpeechStage] = []
        var format: AudioFormat?
        var ready: [SpeechEvent] = []
        var readyStart = 0
        /// The latest frame for each kind of mark; frames must not decrease.
        var latest: [SpeechMark.Kind: Int] = [:]
        var hasReported = false
    }

    private let processing: SpeechProcessing
    private let iterator: SpeechStream.Iterator
    private let state = Mutex(State())

    init(_ stream: SpeechStream, _ processing: SpeechProcessing) {
        iterator = stream.makeAsyncIterator()
        self.processing = processing
    }

    /// The next event; must not be called concurrently.
    func next() async throws -> SpeechEvent? {
        while true {
            if let event = pop() { return event }
            try Task.checkCancellation()
            // A copy of the iterator advances the same stream.
            var iterator = iterator
            let event = try await iterator.next()
            try state.withLock { (state) throws(ServiceError) in try Self.take(event, &state, processing) }
            if event == nil { return pop() }
        }
    }

    private func pop() -> SpeechEvent? {
        state.withLock { state in
            guard state.readyStart < state.ready.count else {
                state.ready.removeAll(keepingCapacity: true)
                state.readyStart = 0
                return nil
            }
            defer { state.readyStart += 1 }
            return state.ready[state.readyStart]
        }
    }

    private static func take(
        _ event: SpeechEvent?,
        _ state: inout State,
        _ processing: SpeechProcessing
    ) throws(ServiceError) {
        switch event {
        case .format(let format):
            guard state.format == nil else { throw violation("has two formats") }
            do throws(ServiceError) { try format.validate() } catch { throw violation("has an invalid format") }
            state.format = format
            state.stages = try processing.stages(for: format)
            state.ready.append(.format(format))
        case .audio(let chunk):
            guard let format = state.format else { throw violation("has audio before its format") }
            guard chunk.samples.count.isMultiple(of: format.channels) else {
                throw violation("has an incomplete frame")
            }
            if !chunk.samples.isEmpty { run(.audio(chunk.samples), from: 0, &state) }
        case .mark(let mark):
            guard state.format != nil else { throw violation("has a mark before its format") }
            guard (0...(1 << 48)).contains(mark.frame) else {
                throw violation("has a mark at frame \(mark.frame), which is out of range")
            }
            run(.mark(mark), from: 0, &state)
        case .report(let report):
            guard !state.hasReported else { throw violation("has two reports") }
            state.hasReported = true
            finish(&state)
            state.ready.append(.report(report))
        case nil:
            if !state.hasReported { finish(&state) }
        }
    }

    private static func finish(_ state: inout State) {
        for index in state.stages.indices {
            var output: [StageEvent] = []
            state.stages[index].finish(into: &output)
            for event in output { run(event, from: index + 1, &state) }
        }
    }

    private static func run(_ event: StageEvent, from first: Int, _ state: inout State) {
        var events = [event]
        for index in state.stages.indices.dropFirst(first) {
            var output: [StageEvent] = []
            for event in events { state.stages[index].take(event, into: &output) }
            events = output
        }
        for event in events {
            switch event {
            case .audio(let samples): state.ready.append(.audio(AudioChunk(samples: samples)))
            case .mark(var mark):
                mark.frame = max(mark.frame, state.latest[mark.kind] ?? 0)
                state.latest[mark.kind] = mark.frame
                state.ready.append(.mark(mark))
            }
        }
    }

    private static func violation(_ what: String) -> ServiceError {
        ServiceError(.protocolViolation, "the speech stream \(what)")
    }
}

/// An element in a processing chain: sound in whole frames, or a mark, which precedes the sound that contains it.
enum StageEvent: Equatable {
    case audio([Int16])
    case mark(SpeechMark)
}

/// One step of speech processing, for one stream.
protocol SpeechStage {
    /// Processes an event and appends the available output to `output`; empty chunks are omitted.
    ///
    /// The frames of input marks refer to this stage's input, those of output marks to its output.
    mutating func take(_ event: StageEvent, into output: inout [StageEvent])

    /// Appends the remaining output.
    mutating func finish(into output: inout [StageEvent])
}

/// Marks whose output frame is not known yet.
struct DeferredMarks {
    private var marks: [SpeechMark] = []

    /// Stores a mark. Marks are sorted by frame, so the frames of marks of the same kind never decrease.
    mutating func hold(_ mark: SpeechMark) {
        let insertionIndex = marks.lastIndex { $0.frame <= mark.frame }.map { $0 + 1 } ?? 0
        marks.insert(mark, at: insertionIndex)
    }

    /// Emits the marks before `frame`, with their frames mapped to the output.
    mutating func release(before frame: Int, into output: inout [StageEvent], at newFrame: (Int) -> Int) {
        let ready = marks.prefix { $0.frame < frame }
        guard !ready.isEmpty else { return }
        for var mark in ready {
            mark.frame = newFrame(mark.frame)
            output.append(.mark(mark))
        }
        marks.removeFirst(ready.count)
    }
}
