import LanguageServices
import Synchronization

/// A stream that has been pulled up to the first event that tells that it works.
///
/// Until then nobody has had anything of it, so a failure can still be answered by trying again or by asking another provider.
struct PrimedStream<Event: ReportedEvent>: Sendable {
    private let head: [Event]
    private let rest: Pull<Event>

    /// Pulls a stream up to its first telling event, or to its end when it has none.
    init(_ stream: ServiceStream<Event>) async throws {
        var head: [Event] = []
        while let event = try await stream.pull() {
            head.append(event)
            if event.isTelling { break }
        }
        self.head = head
        rest = stream.pull
    }

    /// The whole stream again: first what was pulled, then the rest.
    ///
    /// - Parameters:
    ///   - change: Changes the report on its way out.
    ///   - step: Runs each pull of the rest.
    func stream(
        changing change: @escaping @Sendable (inout ServiceReport) -> Void = { _ in },
        step: @escaping @Sendable (@escaping Pull<Event>) async throws -> Event? = { try await $0() }
    ) -> ServiceStream<Event> {
        let waiting = Mutex(head[...])
        return ServiceStream { [rest] in
            if let event = waiting.withLock({ $0.popFirst() }) { return event.changingReport(change) }
            return try await step(rest)?.changingReport(change)
        }
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
    /// Whether it gives the caller something to hear or read: audio, or a sentence.
    var isTelling: Bool { get }

    /// The event with another report, where it is a report.
    func changingReport(_ change: (inout ServiceReport) -> Void) -> Self
}

extension SpeechEvent: ReportedEvent {
    var isTelling: Bool { if case .audio = self { true } else { false } }

    func changingReport(_ change: (inout ServiceReport) -> Void) -> Self {
        guard case .report(var report) = self else { return self }
        change(&report)
        return .report(report)
    }
}

extension SentenceEvent: ReportedEvent {
    var isTelling: Bool { if case .sentence = self { true } else { false } }

    func changingReport(_ change: (inout ServiceReport) -> Void) -> Self {
        guard case .report(var report) = self else { return self }
        change(&report)
        return .report(report)
    }
}
