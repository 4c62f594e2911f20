import Synchronization

/// A speech stream that has been pulled up to its first audio.
///
/// Until then nothing has been heard, so a failure can still be answered by trying again or by asking another provider.
struct PrimedSpeech: Sendable {
    private let head: [SpeechEvent]
    private let rest: (@Sendable () async throws -> SpeechEvent?)?

    /// Pulls `stream` up to its first audio, or to its end when it has none.
    init(_ stream: SpeechStream) async throws {
        var head: [SpeechEvent] = []
        var rest: (@Sendable () async throws -> SpeechEvent?)? = stream.pull
        while true {
            guard let event = try await stream.pull() else {
                rest = nil
                break
            }
            head.append(event)
            if case .audio = event { break }
        }
        self.head = head
        self.rest = rest
    }

    /// The whole stream again: first what was pulled, then the rest.
    ///
    /// - Parameters:
    ///   - change: Replaces an event on its way out.
    ///   - step: Runs each pull of the rest.
    func stream(
        changing change: @escaping @Sendable (SpeechEvent) -> SpeechEvent,
        step: @escaping @Sendable (@escaping @Sendable () async throws -> SpeechEvent?) async throws -> SpeechEvent?
    ) -> SpeechStream {
        let waiting = Waiting(head)
        return SpeechStream { [rest] in
            if let event = waiting.next() { return change(event) }
            guard let rest else { return nil }
            return try await step(rest).map(change)
        }
    }

    /// What was pulled and not yet passed on.
    private final class Waiting: Sendable {
        private let events: Mutex<ArraySlice<SpeechEvent>>

        init(_ events: [SpeechEvent]) { self.events = Mutex(events[...]) }

        func next() -> SpeechEvent? { events.withLock { $0.popFirst() } }
    }
}
