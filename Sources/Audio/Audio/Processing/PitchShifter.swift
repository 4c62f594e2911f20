import LanguageServices

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
