import Synchronization

/// How far a stored utterance has been given out.
final class SpeechPosition: Sendable {
    private enum Step {
        case format, sound, over
    }

    private struct State {
        var step = Step.format
        var mark = 0
        var sample = 0
    }

    private let state = Mutex(State())

    /// The next event; `nil` after the report.
    func next(of speech: StoredSpeech, _ report: ServiceReport) -> SpeechEvent? {
        state.withLock { state in
            switch state.step {
            case .format:
                state.step = .sound
                return .format(speech.description.format)
            case .sound:
                if let event = Self.sound(of: speech, &state) { return event }
                state.step = .over
                return .report(report)
            case .over: return nil
            }
        }
    }

    private static func sound(of speech: StoredSpeech, _ state: inout State) -> SpeechEvent? {
        let end = min(speech.samples.count, state.sample + speech.pieceSize)
        let marks = speech.description.marks
        // A mark belongs before the piece in which its place is, and the last ones behind all samples.
        if state.mark < marks.count, speech.description.places[state.mark] < end || end == state.sample {
            defer { state.mark += 1 }
            return .mark(marks[state.mark])
        }
        guard end > state.sample else { return nil }
        defer { state.sample = end }
        return .audio(AudioChunk(samples: Array(speech.samples[state.sample..<end])))
    }
}
