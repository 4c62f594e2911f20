import LanguageServices
import Synchronization

/// A stream that has been pulled up to the first event that tells that it works.
///
/// Until then nobody has had anything of it, so a failure can still be answered by trying again or by asking another provider.
struct PrimedStream<Event: Sendable>: Sendable {
    private let head: [Event]
    private let rest: Pull<Event>

    /// Pulls a stream up to its first telling event, or to its end when it has none.
    init(pulling pull: @escaping Pull<Event>, until isTelling: (Event) -> Bool) async throws {
        var head: [Event] = []
        var rest = pull
        while true {
            guard let event = try await pull() else {
                rest = { nil }
                break
            }
            head.append(event)
            if isTelling(event) { break }
        }
        self.head = head
        self.rest = rest
    }

    /// The whole stream again: first what was pulled, then the rest.
    ///
    /// - Parameters:
    ///   - change: Replaces an event on its way out.
    ///   - step: Runs each pull of the rest.
    func pull(
        changing change: @escaping @Sendable (Event) -> Event,
        step: @escaping @Sendable (@escaping Pull<Event>) async throws -> Event?
    ) -> Pull<Event> {
        let waiting = Waiting(head)
        return { [rest] in
            if let event = waiting.next() { return change(event) }
            return try await step(rest).map(change)
        }
    }

    /// What was pulled and not yet passed on.
    private final class Waiting: Sendable {
        private let events: Mutex<ArraySlice<Event>>

        init(_ events: [Event]) { self.events = Mutex(events[...]) }

        func next() -> Event? { events.withLock { $0.popFirst() } }
    }
}

/// An answer that tells how it came about.
protocol Reported: Sendable {
    var report: ServiceReport { get set }
}

extension SentenceResponse: Reported {}
extension WrittenLesson: Reported {}
extension FeedbackHandle: Reported {}

/// An event of a stream whose last event tells how it came about.
protocol ReportedEvent: Sendable {
    /// The event with another report, where it is a report.
    func changingReport(_ change: (inout ServiceReport) -> Void) -> Self
}

extension SpeechEvent: ReportedEvent {
    func changingReport(_ change: (inout ServiceReport) -> Void) -> Self {
        guard case .report(var report) = self else { return self }
        change(&report)
        return .report(report)
    }
}

extension SentenceEvent: ReportedEvent {
    func changingReport(_ change: (inout ServiceReport) -> Void) -> Self {
        guard case .report(var report) = self else { return self }
        change(&report)
        return .report(report)
    }
}

extension PrimedStream<SpeechEvent> {
    /// Pulls speech up to its first audio.
    init(_ stream: SpeechStream) async throws {
        try await self.init(pulling: stream.pull) { event in
            if case .audio = event { true } else { false }
        }
    }
}

extension PrimedStream<SentenceEvent> {
    /// Pulls sentences up to the first one.
    init(_ stream: SentenceStream) async throws {
        try await self.init(pulling: stream.pull) { event in
            if case .sentence = event { true } else { false }
        }
    }
}
