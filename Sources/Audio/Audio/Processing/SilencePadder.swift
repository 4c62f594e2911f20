import LanguageServices

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
