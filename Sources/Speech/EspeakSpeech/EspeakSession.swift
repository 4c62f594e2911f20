import Audio
import CEspeakWorker
import LanguageServices
import Platform
import Synchronization

/// One request to the engine, which processes a text piece by piece and produces events.
///
/// Pieces are synthesised on demand. The audio for a long text is therefore never entirely in memory, and other
/// requests can use the engine between two pieces.
final class EspeakSession: Sendable {
    private struct State {
        var pieces: ArraySlice<SpeakableText.Piece>
        var waiting: ArraySlice<SpeechEvent>
        /// The number of frames emitted.
        var frames = 0
        var hasSound = false
        var isFinished = false
        var busy = Duration.zero
    }

    /// The settings for all pieces.
    struct Configuration: Sendable {
        /// The request without its text.
        let request: EspeakWorker.Request
        let dataPath: String?
        let marks: SessionMarks?
        let format: AudioFormat
        let provider: ProviderID
        let notices: [String]
        let clock: ServiceClock
    }

    private let configuration: Configuration
    private let state: Mutex<State>

    init(_ configuration: Configuration, text: SpeakableText, busy: Duration) {
        self.configuration = configuration
        state = Mutex(State(pieces: text.pieces[...], waiting: [.format(configuration.format)], busy: busy))
    }

    /// The next event, or `nil` after the report.
    func next() async throws -> SpeechEvent? {
        while true {
            let step = state.withLock { state -> Step in
                if let event = state.waiting.popFirst() { return .event(event) }
                if let piece = state.pieces.popFirst() { return .speak(piece, isLast: state.pieces.isEmpty) }
                if state.isFinished { return .event(nil) }
                state.isFinished = true
                guard state.hasSound else { return .silence }
                return .event(
                    .report(.answered(by: configuration.provider, in: state.busy, notices: configuration.notices))
                )
            }
            switch step {
            case .event(let event):
                return event
            case .silence:
                throw ServiceError(
                    .invalidRequest,
                    "the text contains nothing that can be spoken",
                    provider: configuration.provider,
                    remedy: "use a text with letters or digits"
                )
            case .speak(let piece, let isLast):
                try await speak(piece, isLast: isLast)
            }
        }
    }

    private enum Step {
        case event(SpeechEvent?)
        case speak(SpeakableText.Piece, isLast: Bool)
        case silence
    }

    private func speak(_ piece: SpeakableText.Piece, isLast: Bool) async throws {
        let start = configuration.clock.now
        var request = configuration.request
        request.text = piece.text
        if !isLast { request.flags |= ESPEAK_WORKER_END_PAUSE.rawValue }
        var utterance = try await EspeakEngine.shared.answer(request, dataPath: configuration.dataPath)
        let end = utterance.samples.lastIndex { !(-Self.audible...Self.audible).contains($0) }.map { $0 + 1 } ?? 0
        let isSilent = end == 0
        if isLast {
            // Leave 20 ms of silence at the end. The duration of the library's own trailing silence depends on what it
            // spoke before (7 to 46 ms measured), so the same word would otherwise vary in length.
            utterance.samples.removeSubrange(end...)
            utterance.samples += repeatElement(0, count: configuration.format.sampleRate / 50)
        }
        var found = try await configuration.marks?.marks(in: utterance, of: piece) ?? (marks: [], words: [])
        utterance.samples = utterance.samples.amplified(by: request.prosody.gain)
        let rate = Double(configuration.format.sampleRate)
        let gap = Int((request.prosody.wordGap / .seconds(1) * rate).rounded())
        if gap > 0 {
            let spaced = WordGap.insert(
                gap,
                before: found.words,
                follows: state.withLock { $0.hasSound },
                in: utterance.samples,
                found.marks,
                fade: configuration.format.sampleRate * 3 / 1000
            )
            (utterance.samples, found.marks) = (spaced.samples, spaced.marks)
        }
        let marks = found.marks
        let busy = configuration.clock.now - start
        state.withLock { state in
            state.busy += busy
            state.hasSound = state.hasSound || !isSilent
            // Without this check, a text that cannot be spoken would produce only silence.
            guard state.hasSound else { return }
            state.waiting =
                Self.events(utterance.samples, marks, from: state.frames, perSecond: configuration.format.sampleRate)[
                    ...
                ]
            state.frames += utterance.samples.count
        }
    }

    /// Chunks of one second, so that a player can be stopped promptly, each preceded by its marks.
    private static func events(
        _ samples: [Int16],
        _ marks: [SpeechMark],
        from frame: Int,
        perSecond length: Int
    ) -> [SpeechEvent] {
        if marks.isEmpty, samples.count <= length { return [.audio(AudioChunk(samples: samples))] }
        var events: [SpeechEvent] = []
        var marks = marks[...]
        for start in stride(from: 0, to: samples.count, by: length) {
            let end = min(start + length, samples.count)
            while var mark = marks.first, mark.frame < end || end == samples.count {
                // The trailing silence has been removed, so a mark within it is moved to the end.
                mark.frame = frame + min(mark.frame, samples.count)
                events.append(.mark(mark))
                marks = marks.dropFirst()
            }
            events.append(.audio(AudioChunk(samples: Array(samples[start..<end]))))
        }
        return events
    }

    /// The largest magnitude that is treated as silence: −66 dBFS.
    private static let audible: Int16 = 16
}

/// The prosody in the library's units.
struct EspeakProsody: Sendable, Hashable {
    /// The speed in words per minute, 80 to 440.
    var wordsPerMinute: Int32 = 175

    /// The tempo change to apply after synthesis, as a multiple of the speed; 1 for none.
    var tempo = 1.0

    /// The pitch, 0 to 100; 50 is the voice's default.
    var pitch: Int32 = 50

    /// The gain applied to all samples. With the library's volume setting, soft speech would fall below the silence
    /// threshold.
    var gain = 1.0

    /// The silence between words, before the tempo change. It is inserted here because the library's own word gap
    /// depends on the speed: a gap of 1 s becomes 0.2 to 1.5 s.
    var wordGap = Duration.zero

    /// The library's defaults.
    init() {}

    /// Converts the prosody of a valid request.
    init(_ request: SpeechRequest) {
        let rate = request.rate ?? 1
        let wanted = Double(wordsPerMinute) * rate
        let spoken = min(max(wanted, Double(Self.speeds.lowerBound)), Double(Self.speeds.upperBound))
        wordsPerMinute = Int32(spoken.rounded())
        tempo = wanted / spoken
        // The library's pitch scale is exponential: 0 is half the pitch, and 100 is double the pitch.
        if let pitch = request.pitch { self.pitch = Int32((50 + 50 * log2(pitch)).rounded()) }
        if let volume = request.volume { gain = volume }
        if let gap = request.wordGap { wordGap = gap * tempo }
    }

    /// The library's speed range. For lower values, it uses the minimum; for higher values, it compresses the audio but
    /// leaves the events where they were.
    static let speeds: ClosedRange<Int32> = 80...440
}

/// Inserts silence between words.
enum WordGap {
    /// Inserts silence before words.
    ///
    /// - Parameters:
    ///   - frames: The duration of the silence, in samples.
    ///   - words: The sample positions at which the words start, in ascending order.
    ///   - follows: Whether speech precedes these samples, in which case the first word gets a gap as well.
    ///   - samples: Mono speech. It is faded over `fade` samples at both ends of a gap, to avoid clicks.
    ///   - marks: The marks of the speech, which are shifted; a mark for a word stays with its word.
    ///   - fade: The duration of a fade (3 ms), in samples.
    static func insert(
        _ frames: Int,
        before words: [Int],
        follows: Bool = false,
        in samples: [Int16],
        _ marks: [SpeechMark],
        fade: Int
    ) -> (samples: [Int16], marks: [SpeechMark]) {
        let positions = words.filter { ($0 > 0 || follows) && $0 < samples.count }
        guard frames > 0, !positions.isEmpty else { return (samples, marks) }
        var result: [Int16] = []
        result.reserveCapacity(samples.count + frames * positions.count)
        var start = 0
        if positions[0] == 0 { result.append(contentsOf: repeatElement(0, count: frames)) }
        for end in positions + [samples.count] where end > start {
            var part = Array(samples[start..<end])
            let length = min(fade, part.count / 2)
            for index in 0..<length {
                let factor = Double(index) / Double(length)
                if start > 0 { part[index] = Int16(Double(part[index]) * factor) }
                let last = part.count - 1 - index
                if end < samples.count { part[last] = Int16(Double(part[last]) * factor) }
            }
            if start > 0 { result.append(contentsOf: repeatElement(0, count: frames)) }
            result += part
            start = end
        }
        let distinct = Array(Set(positions)).sorted()
        let moved = marks.map { mark in
            var mark = mark
            mark.frame += frames * distinct.count { $0 <= mark.frame }
            return mark
        }
        return (result, moved)
    }
}
