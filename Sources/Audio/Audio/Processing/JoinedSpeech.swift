public import LanguageServices
import Synchronization

/// Concatenated speech.
final class JoinedSpeech: Sendable {
    private struct State {
        var current: SpeechStream.Iterator?
        var format: AudioFormat?
        /// The number of frames before the current piece, including pauses, and the number of frames so far.
        var start = 0
        var frames = 0
        var report = ServiceReport()
        var pieces = 0
        var isOver = false
    }

    private let pause: Duration
    private let nextPiece: @Sendable (Int) async throws -> SpeechStream?
    private let state = Mutex(State())

    /// - Parameter nextPiece: Returns the piece at an index, from 0, or `nil` after the last piece.
    init(pause: Duration, _ nextPiece: @escaping @Sendable (Int) async throws -> SpeechStream?) {
        self.pause = min(max(pause, .zero), .seconds(60))
        self.nextPiece = nextPiece
    }

    /// The next event; must not be called concurrently.
    func next() async throws -> SpeechEvent? {
        while true {
            try Task.checkCancellation()
            if var iterator = state.withLock({ $0.current }) {
                guard let event = try await iterator.next() else {
                    state.withLock { $0.current = nil }
                    continue
                }
                if let passed = try take(event) { return passed }
                continue
            }
            let (isOver, number) = state.withLock { ($0.isOver, $0.pieces) }
            if isOver { return nil }
            guard let piece = try await nextPiece(number) else { return try end() }
            state.withLock { state in
                state.current = piece.makeAsyncIterator()
                state.pieces += 1
            }
        }
    }

    /// The event, with its frame converted to the joined stream; `nil` if the event is not passed on.
    private func take(_ event: SpeechEvent) throws(ServiceError) -> SpeechEvent? {
        switch event {
        case .format(let format): return try begin(format)
        case .audio(let chunk):
            return state.withLock { state in
                state.frames += chunk.samples.count / max(1, state.format?.channels ?? 1)
                return event
            }
        case .mark(var mark):
            mark.frame = mark.frame.addingReportingOverflow(state.withLock { $0.start }).partialValue
            return .mark(mark)
        case .report(let report):
            state.withLock { state in
                state.report.attempts += report.attempts
                for notice in report.notices where !state.report.notices.contains(notice) {
                    state.report.notices.append(notice)
                }
            }
            return nil
        }
    }

    /// Starts a piece: the first piece with its format, later ones with a pause.
    private func begin(_ format: AudioFormat) throws(ServiceError) -> SpeechEvent? {
        try format.validate()
        let first = state.withLock { state in
            defer { if state.format == nil { state.format = format } }
            return state.format
        }
        guard let first else { return .format(format) }
        guard first == format else {
            throw ServiceError(
                .unsupported,
                "speech at \(format.sampleRate) Hz cannot be joined with speech at \(first.sampleRate) Hz",
                remedy: "use the same voice for all texts"
            )
        }
        let frames = format.frames(in: pause)
        state.withLock { state in
            state.frames += frames
            state.start = state.frames
        }
        return frames > 0 ? .audio(AudioChunk(samples: [Int16](repeating: 0, count: frames * format.channels))) : nil
    }

    private func end() throws(ServiceError) -> SpeechEvent {
        let (hasFormat, report) = state.withLock { state in
            state.isOver = true
            return (state.format != nil, state.report)
        }
        guard hasFormat else { throw ServiceError(.invalidRequest, "there is no speech to join") }
        return .report(report)
    }
}

extension SpeechStream {
    /// Joins several pieces of speech into one stream, with pauses between them.
    ///
    /// Each piece is requested when the previous one ends, so no speech is wasted when playback stops early. Mark
    /// frames count from the start of the joined stream; mark offsets refer to the text of their piece. The reports are
    /// merged and contain all attempts and notices.
    ///
    /// - Parameters:
    ///   - pause: The silence between two pieces, clamped to 0…60 seconds.
    ///   - next: Returns the next piece, or `nil` after the last one; not called concurrently.
    /// - Returns: A stream that throws the errors from `next` and from the pieces, `ServiceError.Code.unsupported` if
    ///   the format changes between pieces, and `ServiceError.Code.invalidRequest` if there is no piece.
    public static func joining(
        pause: Duration,
        _ next: @escaping @Sendable () async throws -> SpeechStream?
    ) -> SpeechStream {
        let joined = JoinedSpeech(pause: pause) { _ in try await next() }
        return SpeechStream { try await joined.next() }
    }

    /// Repeats the same speech with pauses, for listen-and-repeat practice.
    ///
    /// - Parameters:
    ///   - times: The number of repetitions, at least 1.
    ///   - pause: The silence between repetitions, 0…60 seconds.
    ///   - speak: Synthesises the repetition at this index, from 0; it can lower the rate each time.
    /// - Throws: `ServiceError.Code.invalidRequest` for fewer than 1 or more than 1,000 repetitions.
    public static func repeating(
        _ times: Int,
        pause: Duration,
        _ speak: @escaping @Sendable (Int) async throws -> SpeechStream
    ) throws(ServiceError) -> SpeechStream {
        guard (1...1000).contains(times) else {
            throw ServiceError(.invalidRequest, "cannot repeat speech \(times) times; use 1…1000")
        }
        let joined = JoinedSpeech(pause: pause) { $0 < times ? try await speak($0) : nil }
        return SpeechStream { try await joined.next() }
    }
}
