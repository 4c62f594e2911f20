public import LanguageServices
import Synchronization

/// What is done to speech on its way to a listener or a file.
///
/// The steps come in the order of the properties: silence is trimmed, then tempo and pitch changed, then the loudness, and
/// silence added at last. Marks are moved to the frames at which their places are heard afterwards.
public struct SpeechProcessing: Sendable, Hashable, Codable {
    /// How much silence at the ends is taken away; `nil` leaves it.
    public var trimming: Trimming?

    /// How fast, as a multiple of the speed of the speech, with its pitch kept; 0.1…4.
    public var tempo: Double

    /// How high, as a multiple of the pitch of the speech, with its tempo kept; 0.5…2. The colour of the voice moves with
    /// it. For providers that have no pitch of their own.
    public var pitch: Double

    /// The loudness to which the speech is brought, as the level of a gated root mean square in decibels of full scale,
    /// −60…−3; `nil` leaves it, and its peaks. −18 is the usual loudness of spoken words.
    ///
    /// Peaks are kept below −1 dBFS by turning the sound down for some milliseconds around them.
    public var loudness: Double?

    /// The silence before the speech, 0…60 seconds.
    public var leadingPause: Duration

    /// The silence behind the speech, 0…60 seconds.
    public var trailingPause: Duration

    /// Creates a processing; without arguments it changes nothing.
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

    /// The tempos that can be asked for.
    public static let tempos: ClosedRange<Double> = 0.1...4

    /// The loudness that suits single words and sentences, in decibels of full scale.
    public static let defaultLoudness = -18.0

    /// Which silence is taken away.
    public struct Trimming: Sendable, Hashable, Codable {
        /// The level below which there is silence, in decibels of full scale, −96…0; every sample is looked at.
        public var threshold: Double

        /// How much silence stays at both ends, 0…10 seconds.
        public var margin: Duration

        /// Creates a trimming; what espeak-ng and recorded voices have at their ends is below −50 dB.
        public init(threshold: Double = -50, margin: Duration = .milliseconds(20)) {
            self.threshold = threshold
            self.margin = margin
        }
    }
}

extension SpeechProcessing {
    /// Checks the ranges of the properties.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for the first that is out of its range.
    public func validate() throws(ServiceError) {
        try Self.check(tempo, in: Self.tempos, "a tempo")
        try Self.check(pitch, in: SpeechRequest.pitches, "a pitch")
        if let loudness { try Self.check(loudness, in: -60 ... -3, "a loudness in dB") }
        try Self.check(leadingPause / .seconds(1), in: 0...60, "a leading pause in seconds")
        try Self.check(trailingPause / .seconds(1), in: 0...60, "a trailing pause in seconds")
        if let trimming {
            try Self.check(trimming.threshold, in: -96...0, "a threshold of silence in dB")
            try Self.check(trimming.margin / .seconds(1), in: 0...10, "a margin of silence in seconds")
        }
    }

    /// The speech as it is after all steps; each event is worked on when it is asked for.
    ///
    /// The format stays and comes first, the report comes last, and what the stream throws is thrown. Memory does not
    /// grow with the length of the speech: the loudness is measured over the first ten seconds, and at most ten seconds
    /// of silence at the end are trimmed.
    ///
    /// - Parameter stream: The speech; it is iterated by the result.
    /// - Throws: `ServiceError.Code.invalidRequest` for a property out of its range. The stream throws
    ///   `ServiceError.Code.unsupported` when tempo or pitch of speech below 4,000 Hz is to be changed,
    ///   `ServiceError.Code.unavailable` when the pitch is, and libsamplerate is not installed, and
    ///   `ServiceError.Code.protocolViolation` when `stream` does not keep the rules of a speech stream.
    public func apply(to stream: SpeechStream) throws(ServiceError) -> SpeechStream {
        try validate()
        let processed = ProcessedSpeech(stream, self)
        return SpeechStream { try await processed.next() }
    }

    /// The steps for a stream of a format, without those that would change nothing.
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

/// The events of a speech stream on their way through the steps of a ``SpeechProcessing``.
final class ProcessedSpeech: Sendable {
    private struct State {
        var stages: [any SpeechStage] = []
        var format: AudioFormat?
        var ready: [SpeechEvent] = []
        var readyStart = 0
        /// The latest frame of each kind of mark, which must not go back.
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

    /// The next event; never called by two tasks at once.
    func next() async throws -> SpeechEvent? {
        while true {
            if let event = pop() { return event }
            try Task.checkCancellation()
            // A copy pulls the same stream.
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
            guard state.format == nil else { throw violation("named its format twice") }
            do throws(ServiceError) { try format.validate() } catch { throw violation("has an impossible format") }
            state.format = format
            state.stages = try processing.stages(for: format)
            state.ready.append(.format(format))
        case .audio(let chunk):
            guard let format = state.format else { throw violation("has audio before its format") }
            guard chunk.samples.count.isMultiple(of: format.channels) else { throw violation("has half a frame") }
            if !chunk.samples.isEmpty { run(.audio(chunk.samples), from: 0, &state) }
        case .mark(let mark):
            guard state.format != nil else { throw violation("has a mark before its format") }
            guard (0...(1 << 48)).contains(mark.frame) else { throw violation("has a mark at the frame \(mark.frame)") }
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

/// What goes through a chain of stages: pieces of sound in whole frames, and marks before the sound they stand in.
enum StageEvent: Equatable {
    case audio([Int16])
    case mark(SpeechMark)
}

/// One step of the processing of speech, made for one stream.
protocol SpeechStage {
    /// Takes an event and appends what is ready to `output`, without empty pieces.
    ///
    /// The frames of the marks that go in count what went in, those that come out count what comes out.
    mutating func take(_ event: StageEvent, into output: inout [StageEvent])

    /// Gives what is left.
    mutating func finish(into output: inout [StageEvent])
}

/// Marks that wait until it is known where they go.
struct DeferredMarks {
    private var marks: [SpeechMark] = []

    /// Takes a mark. Marks are kept in the order of their frames, so that those of one kind never go back.
    mutating func hold(_ mark: SpeechMark) {
        let place = marks.lastIndex { $0.frame <= mark.frame }.map { $0 + 1 } ?? 0
        marks.insert(mark, at: place)
    }

    /// Gives the marks before `frame` with their new frames.
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
