import Audio
import CEspeakWorker
import LanguageServices
import Platform
import Synchronization

/// One request on its way through the engine: pieces of text in, events out.
///
/// The pieces are spoken when they are asked for. A long text therefore never stands in memory as audio, and between
/// two pieces other requests have their turn at the engine.
final class EspeakSession: Sendable {
    private struct State {
        var pieces: ArraySlice<SpeakableText.Piece>
        var waiting: ArraySlice<SpeechEvent>
        /// How many frames have been given.
        var frames = 0
        var hasSound = false
        var isFinished = false
        var busy = Duration.zero
    }

    /// What stays the same for all pieces.
    struct Order: Sendable {
        /// Without its text.
        let request: EspeakWorker.Request
        let dataPath: String?
        let marks: SessionMarks?
        let format: AudioFormat
        let provider: ProviderID
        let notices: [String]
        let clock: ServiceClock
    }

    private let order: Order
    private let state: Mutex<State>

    init(_ order: Order, text: SpeakableText, busy: Duration) {
        self.order = order
        state = Mutex(State(pieces: text.pieces[...], waiting: [.format(order.format)], busy: busy))
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
                return .event(.report(.answered(by: order.provider, in: state.busy, notices: order.notices)))
            }
            switch step {
            case .event(let event):
                return event
            case .silence:
                throw ServiceError(
                    .invalidRequest,
                    "there is nothing in the text that can be spoken",
                    provider: order.provider,
                    remedy: "give a text with letters or digits"
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
        let start = order.clock.now
        var request = order.request
        request.text = piece.text
        if !isLast { request.flags |= ESPEAK_WORKER_END_PAUSE.rawValue }
        var utterance = try await EspeakEngine.shared.answer(request, dataPath: order.dataPath)
        let end = utterance.samples.lastIndex { !(-Self.audible...Self.audible).contains($0) }.map { $0 + 1 } ?? 0
        let isSilent = end == 0
        if isLast {
            // 20 ms of silence at the end. How long the library is silent behind a text depends on what it spoke before (7
            // to 46 ms were measured), so the same word would have another length each time.
            utterance.samples.removeSubrange(end...)
            utterance.samples += repeatElement(0, count: order.format.sampleRate / 50)
        }
        var found = try await order.marks?.marks(in: utterance, of: piece) ?? (marks: [], words: [])
        utterance.samples = utterance.samples.amplified(by: request.prosody.gain)
        let rate = Double(order.format.sampleRate)
        let gap = Int((request.prosody.wordGap / .seconds(1) * rate).rounded())
        if gap > 0 {
            let spaced = WordGap.insert(
                gap,
                before: found.words,
                follows: state.withLock { $0.hasSound },
                in: utterance.samples,
                found.marks,
                fade: order.format.sampleRate * 3 / 1000
            )
            (utterance.samples, found.marks) = (spaced.samples, spaced.marks)
        }
        let marks = found.marks
        let busy = order.clock.now - start
        state.withLock { state in
            state.busy += busy
            state.hasSound = state.hasSound || !isSilent
            // Silence before the first sound would be all that is heard of a text that cannot be spoken.
            guard state.hasSound else { return }
            state.waiting =
                Self.events(utterance.samples, marks, from: state.frames, perSecond: order.format.sampleRate)[...]
            state.frames += utterance.samples.count
        }
    }

    /// Pieces of one second, so that a player can be stopped soon, each with its marks before it.
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
                // The silence behind the last sound has been cut, and a mark in it with it.
                mark.frame = frame + min(mark.frame, samples.count)
                events.append(.mark(mark))
                marks = marks.dropFirst()
            }
            events.append(.audio(AudioChunk(samples: Array(samples[start..<end]))))
        }
        return events
    }

    /// What is not louder than this cannot be heard: −66 dB of full scale.
    private static let audible: Int16 = 16
}

/// How the library speaks, in its own units.
struct EspeakProsody: Sendable, Hashable {
    /// The speed, 80 to 440.
    var wordsPerMinute: Int32 = 175

    /// By what the speech is to be stretched afterwards, as a multiple of its speed; 1 leaves it.
    var tempo = 1.0

    /// The pitch, 0 to 100; 50 is the voice's own.
    var pitch: Int32 = 50

    /// A factor for all samples. The library's own volume would make soft speech silence for who looks for its end.
    var gain = 1.0

    /// The silence between words, before the speech is stretched. The library's own gap depends on the speed in a way that
    /// nobody would expect: 1 s becomes 0.2 to 1.5 s.
    var wordGap = Duration.zero

    /// The library's own values.
    init() {}

    /// What a request asks for; the request must be valid.
    init(_ request: SpeechRequest) {
        let rate = request.rate ?? 1
        let wanted = Double(wordsPerMinute) * rate
        let spoken = min(max(wanted, Double(Self.speeds.lowerBound)), Double(Self.speeds.upperBound))
        wordsPerMinute = Int32(spoken.rounded())
        tempo = wanted / spoken
        // The library's table goes from half the pitch at 0 to double at 100, in equal ratios.
        if let pitch = request.pitch { self.pitch = Int32((50 + 50 * log2(pitch)).rounded()) }
        if let volume = request.volume { gain = volume }
        if let gap = request.wordGap { wordGap = gap * tempo }
    }

    /// How fast the library goes by itself. It takes every lower number for the lowest, and above the highest it squeezes
    /// its audio, but not the moments of its events.
    static let speeds: ClosedRange<Int32> = 80...440
}

/// Silence between words.
enum WordGap {
    /// Puts silence before words.
    ///
    /// - Parameters:
    ///   - frames: How much, in samples.
    ///   - words: Where it goes, in ascending order.
    ///   - follows: Whether speech goes before these samples, so that their first word has a gap as well.
    ///   - samples: The speech, of one channel; the ends at each gap are faded over `fade` samples, so that nothing clicks.
    ///   - marks: The marks of the speech, which are moved; one at a word stays with its word.
    ///   - fade: 3 ms, in samples.
    static func insert(
        _ frames: Int,
        before words: [Int],
        follows: Bool = false,
        in samples: [Int16],
        _ marks: [SpeechMark],
        fade: Int
    ) -> (samples: [Int16], marks: [SpeechMark]) {
        let places = words.filter { ($0 > 0 || follows) && $0 < samples.count }
        guard frames > 0, !places.isEmpty else { return (samples, marks) }
        var result: [Int16] = []
        result.reserveCapacity(samples.count + frames * places.count)
        var start = 0
        if places[0] == 0 { result.append(contentsOf: repeatElement(0, count: frames)) }
        for end in places + [samples.count] where end > start {
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
        let distinct = Array(Set(places)).sorted()
        let moved = marks.map { mark in
            var mark = mark
            mark.frame += frames * distinct.count { $0 <= mark.frame }
            return mark
        }
        return (result, moved)
    }
}
