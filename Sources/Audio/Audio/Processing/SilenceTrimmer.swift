import LanguageServices

/// Removes leading and trailing silence, except for a margin.
///
/// Trailing silence is recognised only at the end of the stream. At most ten seconds are buffered, so only the last ten
/// seconds of a longer silence are removed.
struct SilenceTrimmer: SpeechStage {
    private let channels: Int
    private let threshold: UInt16
    private let margin: Int
    private let maximumHeld: Int
    private var marks = DeferredMarks()
    /// Silence that may turn out to be leading or trailing.
    private var silence: [Int16] = []
    private var hasSound = false
    /// The number of leading frames removed, and the number of frames passed on.
    private var dropped = 0
    private var passed = 0

    /// - Parameters:
    ///   - threshold: The largest sample magnitude that is treated as silence.
    ///   - margin: The number of frames of silence to keep at each end.
    init(format: AudioFormat, threshold: UInt16, margin: Int) {
        channels = format.channels
        self.threshold = threshold
        self.margin = margin
        maximumHeld = max(margin, format.sampleRate * 10)
    }

    mutating func take(_ event: StageEvent, into output: inout [StageEvent]) {
        switch event {
        case .mark(let mark): marks.hold(mark)
        case .audio(let samples): hasSound ? advance(samples, &output) : begin(samples, &output)
        }
    }

    mutating func finish(into output: inout [StageEvent]) {
        pass(Array(silence.prefix(margin * channels)), &output)
        silence = []
        let (dropped, passed) = (dropped, passed)
        marks.release(before: .max, into: &output) { min(max(0, $0 - dropped), passed) }
    }

    private mutating func begin(_ samples: [Int16], _ output: inout [StageEvent]) {
        silence += samples
        let first = silence.firstIndex { $0.magnitude > threshold }.map { $0 / channels } ?? silence.count / channels
        let superfluous = max(0, first - margin)
        silence.removeFirst(superfluous * channels)
        dropped += superfluous
        guard silence.count / channels > first - superfluous else { return }
        hasSound = true
        let sound = silence
        silence = []
        advance(sound, &output)
    }

    private mutating func advance(_ samples: [Int16], _ output: inout [StageEvent]) {
        if let last = samples.lastIndex(where: { $0.magnitude > threshold }) {
            let end = (last / channels + 1) * channels
            pass(silence + samples[..<end], &output)
            silence = Array(samples[end...])
        } else {
            silence += samples
        }
        let surplus = silence.count / channels - maximumHeld
        if surplus > 0 {
            pass(Array(silence.prefix(surplus * channels)), &output)
            silence.removeFirst(surplus * channels)
        }
    }

    private mutating func pass(_ samples: [Int16], _ output: inout [StageEvent]) {
        guard !samples.isEmpty else { return }
        passed += samples.count / channels
        let dropped = dropped
        marks.release(before: dropped + passed, into: &output) { max(0, $0 - dropped) }
        output.append(.audio(samples))
    }
}

/// Adds silence before and after the sound.
struct SilencePadder: SpeechStage {
    private let channels: Int
    private let leading: Int
    private let trailing: Int
    private var isStarted = false

    /// - Parameters:
    ///   - leading: Frames of silence before the sound.
    ///   - trailing: Frames of silence after it.
    init(format: AudioFormat, leading: Int, trailing: Int) {
        channels = format.channels
        self.leading = leading
        self.trailing = trailing
    }

    mutating func take(_ event: StageEvent, into output: inout [StageEvent]) {
        start(&output)
        switch event {
        case .audio: output.append(event)
        case .mark(var mark):
            mark.frame += leading
            output.append(.mark(mark))
        }
    }

    mutating func finish(into output: inout [StageEvent]) {
        start(&output)
        add(trailing, &output)
    }

    private mutating func start(_ output: inout [StageEvent]) {
        guard !isStarted else { return }
        isStarted = true
        add(leading, &output)
    }

    private func add(_ frames: Int, _ output: inout [StageEvent]) {
        guard frames > 0 else { return }
        output.append(.audio([Int16](repeating: 0, count: frames * channels)))
    }
}
