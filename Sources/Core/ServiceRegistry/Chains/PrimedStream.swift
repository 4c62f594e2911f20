import LanguageServices
import Synchronization

/// A stream that has been read up to its first content event.
///
/// Until then, the consumer has received nothing, so a failure can still lead to a retry or to the next provider.
struct PrimedStream<Event: ReportedEvent>: Sendable {
    private let head: [Event]
    private let rest: Pull<Event>

    /// Reads a stream up to its first content event, or to its end if there is no such event.
    init(_ stream: ServiceStream<Event>) async throws {
        var head: [Event] = []
        while let event = try await stream.pull() {
            head.append(event)
            if event.hasContent { break }
        }
        self.head = head
        rest = stream.pull
    }

    /// The first content event; `nil` if the stream has none.
    var content: Event? { head.last.flatMap { $0.hasContent ? $0 : nil } }

    /// The complete stream: the events that were read, followed by the remaining events.
    ///
    /// - Parameters:
    ///   - change: Changes the report.
    ///   - step: Runs each pull of a remaining event.
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

/// An answer with a report.
protocol Reported: Sendable {
    var report: ServiceReport { get set }
}

extension SentenceResponse: Reported {}
extension WrittenLesson: Reported {}
extension FeedbackHandle: Reported {}

/// An event of a stream that ends with a report.
protocol ReportedEvent: Sendable {
    /// Whether the event carries content: audio or a sentence.
    var hasContent: Bool { get }

    /// The event itself or, if it is a report, the event with the report changed.
    func changingReport(_ change: (inout ServiceReport) -> Void) -> Self
}

extension SpeechEvent: ReportedEvent {
    var hasContent: Bool { if case .audio = self { true } else { false } }

    func changingReport(_ change: (inout ServiceReport) -> Void) -> Self {
        guard case .report(var report) = self else { return self }
        change(&report)
        return .report(report)
    }
}

extension SentenceEvent: ReportedEvent {
    var hasContent: Bool { if case .sentence = self { true } else { false } }

    func changingReport(_ change: (inout ServiceReport) -> Void) -> Self {
        guard case .report(var report) = self else { return self }
        change(&report)
        return .report(report)
    }
}

extension SentenceEvent {
    /// The sentence, if the event is one.
    var sentence: ExampleSentence? { if case .sentence(let sentence) = self { sentence } else { nil } }
}

extension ServiceStream {
    /// The stream without the events that do not satisfy a condition.
    func filter(_ isIncluded: @escaping @Sendable (Event) -> Bool) -> ServiceStream {
        ServiceStream { [pull] in
            while let event = try await pull() {
                if isIncluded(event) { return event }
            }
            return nil
        }
    }
}
