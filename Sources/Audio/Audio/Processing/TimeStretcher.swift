import CSonic
import LanguageServices

/// Makes speech slower or faster and keeps its pitch, by libsonic.
///
/// libsonic repeats or leaves out whole periods of the voice (PICOLA), so the sound does not move evenly: a place of the
/// input may be heard some milliseconds before or after the place that the tempo alone would give, and over a long text
/// the rounding of periods adds up. The marks must not drift, so this stage watches what libsonic consumes. It works in
/// steps, and takes one as soon as a fixed number of frames lies in its buffer. Being fed frame by frame, it shows at
/// each step exactly how much input stands behind how much output; between two steps marks are interpolated.
struct TimeStretcher: SpeechStage {
    private let channels: Int
    private let sonic: SonicStream
    private var marks = DeferredMarks()
    /// Frames given to libsonic, without and with the silence behind the end.
    private var received = 0
    private var fed = 0
    /// How many frames lie in its buffer when it takes a step; known from the first step on.
    private var required: Int?
    /// Where the step began whose output is waiting.
    private var stepInput = 0
    private var stepOutput = 0
    private var waiting: [Int16] = []

    /// - Parameter tempo: 0.1…4; below 1 the speech becomes slower.
    /// - Throws: `ServiceError.Code.unsupported` for a format in which libsonic finds no periods,
    ///   `ServiceError.Code.limitExceeded` without memory.
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
        // Silence pushes the rest through. The bound is never reached: each step takes at least one frame.
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

    /// Passes on the output that is waiting, now that it is known how far into the input it goes.
    private mutating func endStep(at input: Int, _ output: inout [StageEvent]) {
        defer { stepInput = input }
        guard !waiting.isEmpty, input > stepInput else { return }
        let (from, length, start) = (stepInput, input - stepInput, stepOutput)
        let frames = waiting.count / channels
        func place(_ frame: Int) -> Int { start + max(0, frame - from) * frames / length }
        // Behind the end of the input comes only silence.
        let end = min(input, received)
        let kept = place(end) - start
        marks.release(before: end, into: &output) { place($0) }
        if kept > 0 { output.append(.audio(Array(waiting.prefix(kept * channels)))) }
        stepOutput += kept
        waiting = []
    }
}

/// A stream of libsonic.
private final class SonicStream {
    private let stream: sonicStream
    private let channels: Int
    private var buffer: [Int16]

    /// libsonic looks for periods of 65…400 Hz; below this rate there are too few frames in one.
    private static let lowestRate = 4000

    init(format: AudioFormat, tempo: Double) throws(ServiceError) {
        guard format.sampleRate >= Self.lowestRate else {
            throw ServiceError(.unsupported, "speech at \(format.sampleRate) Hz cannot be made slower or faster")
        }
        let made = sonicCreateStream(
            Int32(truncatingIfNeeded: format.sampleRate),
            Int32(truncatingIfNeeded: format.channels)
        )
        guard let made else { throw ServiceError(.limitExceeded, "there is no memory to make speech slower or faster") }
        stream = made
        sonicSetSpeed(stream, Float(tempo))
        channels = format.channels
        buffer = [Int16](repeating: 0, count: 4096 * format.channels)
    }

    /// Gives libsonic one frame, and takes what it has made of all.
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

/// Makes speech higher or lower: it is played faster or slower, which a ``TimeStretcher`` before it has made up for.
///
/// What makes a vowel what it is moves along with the voice, so it sounds natural for some semitones only.
struct PitchShifter: SpeechStage {
    /// The pitch in steps of half a percent, which nobody hears; the change of the sample rate needs a simple ratio.
    private let ratio: (from: Int, to: Int)
    private let resampler: Resampler

    /// - Parameter pitch: 0.5…2; below 1 the speech becomes lower.
    /// - Throws: What ``Resampler`` throws.
    init(format: AudioFormat, pitch: Double) throws(ServiceError) {
        ratio = (Self.steps(pitch), Self.stepsOfOne)
        resampler = try Resampler(from: ratio.from, to: ratio.to, channels: format.channels)
    }

    /// The pitch that is really made, by which the tempo has to be made up for.
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
