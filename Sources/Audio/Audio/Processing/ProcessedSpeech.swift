import LanguageServices
import Synchronization

/// The events of a speech stream on their way through the steps of a ``SpeechProcessing``.
final class ProcessedSpeech: Sendable {
    private struct State {
        var stages: [any SpeechStage] = []
        var format: AudioFormat?
        var ready: [SpeechEvent] = []
        var readyStart = 0
        /// The latest frame of each kind of mark, which must not go back.
        var latest: [SpeechMark.Kind: Int] = [:]
        var hasReported = false
    }

    private let processing: SpeechProcessing
    private let iterator: SpeechStream.Iterator
    private let state = Mutex(State())

    init(_ stream: SpeechStream, _ processing: SpeechProcessing) {
        iterator = stream.makeAsyncIterator()
        self.processing = processing
    }

    /// The next event; never called by two tasks at once.
    func next() async throws -> SpeechEvent? {
        while true {
            if let event = pop() { return event }
            try Task.checkCancellation()
            // A copy pulls the same stream.
            var iterator = iterator
            let event = try await iterator.next()
            let result: Result<Void, ServiceError> = state.withLock { [processing] state in
                do throws(ServiceError) {
                    try Self.take(event, &state, processing)
                    return .success(())
                } catch { return .failure(error) }
            }
            try result.get()
            if event == nil { return pop() }
        }
    }

    private func pop() -> SpeechEvent? {
        state.withLock { state in
            guard state.readyStart < state.ready.count else {
                state.ready.removeAll(keepingCapacity: true)
                state.readyStart = 0
                return nil
            }
            defer { state.readyStart += 1 }
            return state.ready[state.readyStart]
        }
    }

    private static func take(
        _ event: SpeechEvent?,
        _ state: inout State,
        _ processing: SpeechProcessing
    ) throws(ServiceError) {
        switch event {
        case .format(let format):
            guard state.format == nil else { throw violation("named its format twice") }
            do throws(ServiceError) { try format.validate() } catch { throw violation("has an impossible format") }
            state.format = format
            state.stages = try processing.stages(for: format)
            state.ready.append(.format(format))
        case .audio(let chunk):
            guard let format = state.format else { throw violation("has audio before its format") }
            guard chunk.samples.count.isMultiple(of: format.channels) else { throw violation("has half a frame") }
            if !chunk.samples.isEmpty { run(.audio(chunk.samples), from: 0, &state) }
        case .mark(let mark):
            guard state.format != nil else { throw violation("has a mark before its format") }
            guard (0...(1 << 48)).contains(mark.frame) else { throw violation("has a mark at the frame \(mark.frame)") }
            run(.mark(mark), from: 0, &state)
        case .report(let report):
            guard !state.hasReported else { throw violation("has two reports") }
            state.hasReported = true
            finish(&state)
            state.ready.append(.report(report))
        case nil:
            if !state.hasReported { finish(&state) }
        }
    }

    private static func finish(_ state: inout State) {
        for index in state.stages.indices {
            var output: [StageEvent] = []
            state.stages[index].finish(into: &output)
            for event in output { run(event, from: index + 1, &state) }
        }
    }

    private static func run(_ event: StageEvent, from first: Int, _ state: inout State) {
        var events = [event]
        for index in state.stages.indices.dropFirst(first) {
            var output: [StageEvent] = []
            for event in events { state.stages[index].take(event, into: &output) }
            events = output
        }
        for event in events {
            switch event {
            case .audio(let samples): state.ready.append(.audio(AudioChunk(samples: samples)))
            case .mark(var mark):
                mark.frame = max(mark.frame, state.latest[mark.kind] ?? 0)
                state.latest[mark.kind] = mark.frame
                state.ready.append(.mark(mark))
            }
        }
    }

    private static func violation(_ what: String) -> ServiceError {
        ServiceError(.protocolViolation, "the speech stream \(what)")
    }
}
