import LanguageServices

/// Takes away the silence before and behind the sound, except for a margin.
///
/// Silence at the end is known as such only at the end. At most ten seconds of it are kept waiting, so of a longer one
/// the last ten seconds are taken away.
struct SilenceTrimmer: SpeechStage {
    private let channels: Int
    private let threshold: UInt16
    private let margin: Int
    private let mostHeld: Int
    private var marks = DeferredMarks()
    /// Silence that may turn out to be at the beginning or at the end.
    private var silence: [Int16] = []
    private var hasSound = false
    /// Frames that were taken away at the beginning, and frames that were passed on.
    private var dropped = 0
    private var passed = 0

    /// - Parameters:
    ///   - threshold: The largest magnitude of a sample that counts as silence.
    ///   - margin: How many frames of silence stay at both ends.
    init(format: AudioFormat, threshold: UInt16, margin: Int) {
        channels = format.channels
        self.threshold = threshold
        self.margin = margin
        mostHeld = max(margin, format.sampleRate * 10)
    }

    mutating func take(_ event: StageEvent, into output: inout [StageEvent]) {
        switch event {
        case .mark(let mark): marks.hold(mark)
        case .audio(let samples): hasSound ? goOn(samples, &output) : begin(samples, &output)
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
        goOn(sound, &output)
    }

    private mutating func goOn(_ samples: [Int16], _ output: inout [StageEvent]) {
        if let last = samples.lastIndex(where: { $0.magnitude > threshold }) {
            let end = (last / channels + 1) * channels
            pass(silence + samples[..<end], &output)
            silence = Array(samples[end...])
        } else {
            silence += samples
        }
        let surplus = silence.count / channels - mostHeld
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

/// Puts silence before and behind the sound.
struct SilencePadder: SpeechStage {
    private let channels: Int
    private let leading: Int
    private let trailing: Int
    private var isStarted = false

    /// - Parameters:
    ///   - leading: Frames of silence before the sound.
    ///   - trailing: Frames of silence behind it.
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
