import CSonic
import LanguageServices

/// Changes the tempo of speech at constant pitch, with libsonic.
///
/// libsonic repeats or drops whole pitch periods (PICOLA), so the output is not stretched evenly. A position may be off
/// by a few milliseconds, and over a long text the rounding errors of the periods accumulate. To keep the marks from
/// drifting, this stage tracks what libsonic consumes. libsonic works in steps, each of which starts as soon as its
/// buffer contains a fixed number of frames. Because libsonic is fed frame by frame, each step shows how much input
/// produced how much output; marks between two steps are interpolated.
struct TimeStretcher: SpeechStage {
    private let channels: Int
    private let sonic: SonicStream
    private var marks = DeferredMarks()
    /// The number of frames passed to libsonic, excluding and including the trailing silence.
    private var received = 0
    private var fed = 0
    /// The number of buffered frames that triggers a step; known after the first step.
    private var required: Int?
    /// The input frame at which the step that produced the pending output started.
    private var stepInput = 0
    private var stepOutput = 0
    private var waiting: [Int16] = []

    /// - Parameter tempo: 0.1…4; below 1, the speech becomes slower.
    /// - Throws: `ServiceError.Code.unsupported` for a sample rate too low for libsonic to find pitch periods,
    ///   `ServiceError.Code.limitExceeded` if memory is exhausted.
    init(format: AudioFormat, tempo: Double) throws(ServiceError) {
        channels = format.channels
        sonic = try SonicStream(format: format, tempo: tempo)
    }

    mutating func take(_ event: StageEvent, into output: inout [StageEvent]) {
        switch event {
        case .mark(let mark): marks.hold(mark)
        case .audio(let samples):
            received += samples.count / channels
            feed(samples, &output)
        }
    }

    mutating func finish(into output: inout [StageEvent]) {
        defer {
            let end = stepOutput
            marks.release(before: .max, into: &output) { _ in end }
        }
        guard received > 0 else { return }
        // Silence flushes libsonic's buffer. The bound is never reached: each step consumes at least one frame.
        let second = [Int16](repeating: 0, count: 64 * channels)
        for _ in 0..<10_000 where stepInput < received { feed(second, &output) }
    }

    private mutating func feed(_ samples: [Int16], _ output: inout [StageEvent]) {
        for start in stride(from: 0, to: samples.count - channels + 1, by: channels) {
            let made = sonic.feed(samples, at: start)
            fed += 1
            guard !made.isEmpty else { continue }
            if required == nil { required = fed }
            endStep(at: fed - (required ?? fed), &output)
            if stepInput >= received { return }
            waiting = made
        }
    }

    /// Emits the pending output once the input frame at its end is known.
    private mutating func endStep(at input: Int, _ output: inout [StageEvent]) {
        defer { stepInput = input }
        guard !waiting.isEmpty, input > stepInput else { return }
        let (from, length, start) = (stepInput, input - stepInput, stepOutput)
        let frames = waiting.count / channels
        func outputFrame(_ frame: Int) -> Int { start + max(0, frame - from) * frames / length }
        // After the end of the input, there is only silence.
        let end = min(input, received)
        let kept = outputFrame(end) - start
        marks.release(before: end, into: &output) { outputFrame($0) }
        if kept > 0 { output.append(.audio(Array(waiting.prefix(kept * channels)))) }
        stepOutput += kept
        waiting = []
    }
}

/// A libsonic stream.
private final class SonicStream {
    private let stream: sonicStream
    private let channels: Int
    private var buffer: [Int16]

    /// libsonic looks for pitch periods of 65…400 Hz; at lower sample rates, a period has too few frames.
    private static let minimumRate = 4000

    init(format: AudioFormat, tempo: Double) throws(ServiceError) {
        guard format.sampleRate >= Self.minimumRate else {
            throw ServiceError(.unsupported, "cannot change the tempo of speech at \(format.sampleRate) Hz")
        }
        let made = sonicCreateStream(
            Int32(truncatingIfNeeded: format.sampleRate),
            Int32(truncatingIfNeeded: format.channels)
        )
        guard let made else { throw ServiceError(.limitExceeded, "not enough memory to change the tempo of speech") }
        stream = made
        sonicSetSpeed(stream, Float(tempo))
        channels = format.channels
        buffer = [Int16](repeating: 0, count: 4096 * format.channels)
    }

    /// Passes frames to libsonic one by one and returns its output.
    func feed(_ samples: [Int16], at start: Int) -> [Int16] {
        for channel in 0..<channels { buffer[channel] = samples[start + channel] }
        sonicWriteShortToStream(stream, &buffer, 1)
        guard sonicSamplesAvailable(stream) > 0 else { return [] }
        var made: [Int16] = []
        while true {
            let frames = sonicReadShortFromStream(stream, &buffer, Int32(buffer.count / channels))
            guard frames > 0 else { return made }
            made += buffer.prefix(Int(frames) * channels)
        }
    }

    deinit { sonicDestroyStream(stream) }
}

/// Changes the pitch of speech by resampling; a ``TimeStretcher`` before it compensates for the change in tempo.
///
/// The formants shift with the pitch, so the voice sounds natural only within a few semitones.
struct PitchShifter: SpeechStage {
    /// The pitch, rounded to steps of half a percent (inaudible), because the resampler needs a simple ratio.
    private let ratio: (from: Int, to: Int)
    private let resampler: Resampler

    /// - Parameter pitch: 0.5…2; below 1, the pitch becomes lower.
    /// - Throws: The errors thrown by ``Resampler``.
    init(format: AudioFormat, pitch: Double) throws(ServiceError) {
        ratio = (Self.steps(pitch), Self.stepsOfOne)
        resampler = try Resampler(from: ratio.from, to: ratio.to, channels: format.channels)
    }

    /// The actual pitch after rounding; the change in tempo must compensate for it.
    static func exact(_ pitch: Double) -> Double { Double(steps(pitch)) / Double(stepsOfOne) }

    private static let stepsOfOne = 200

    private static func steps(_ pitch: Double) -> Int {
        WholeNumber.int((pitch * Double(stepsOfOne)).rounded()) ?? stepsOfOne
    }

    mutating func take(_ event: StageEvent, into output: inout [StageEvent]) {
        switch event {
        case .audio(let samples): give(resampler.process(samples), &output)
        case .mark(var mark):
            let (product, overflow) = mark.frame.multipliedReportingOverflow(by: ratio.to)
            mark.frame = overflow ? mark.frame : product / ratio.from
            output.append(.mark(mark))
        }
    }

    mutating func finish(into output: inout [StageEvent]) { give(resampler.finish(), &output) }

    private func give(_ samples: [Int16], _ output: inout [StageEvent]) {
        if !samples.isEmpty { output.append(.audio(samples)) }
    }
}
