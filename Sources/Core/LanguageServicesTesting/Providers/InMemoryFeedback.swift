public import LanguageServices
import Synchronization

/// A feedback provider that takes down what it was asked to play.
public final class InMemoryFeedback: InMemoryProvider, FeedbackProvider {
    /// Something that was played.
    public struct Played: Sendable, Hashable {
        /// What was asked for.
        public var request: FeedbackRequest
        /// How many times it was stopped.
        public var stops: Int
    }

    private let events: Set<String>?
    /// What its calls go through.
    public let script: CallScript
    private let entries = Mutex<[Played]>([])

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - id: The name under which it stands.
    ///   - events: The events that it knows; every other one is `ServiceError.Code.unsupported`. `nil` knows all.
    ///   - failures: What the first calls of ``play(_:)`` fail with, one each.
    ///   - delay: How long ``play(_:)`` takes, by `clock`.
    ///   - clock: The clock for delays and reports.
    public init(
        id: ProviderID = "memory",
        events: Set<String>? = ["success", "warning", "error"],
        failures: [ServiceError] = [],
        delay: Duration = .zero,
        clock: ServiceClock = .system
    ) {
        self.events = events
        script = CallScript(.feedback, id: id, failures: failures, delay: delay, clock: clock)
    }

    /// What was played, in order.
    public var played: [Played] { entries.withLock { $0 } }

    /// Takes the request down.
    public func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        let start = script.clock.now
        try await script.begin()
        try request.validate()
        if let events, !events.contains(request.event) {
            throw ServiceError(.unsupported, "there is no event '\(request.event)'", provider: descriptor.id)
        }
        let index = entries.withLock { entries in
            entries.append(Played(request: request, stops: 0))
            return entries.count - 1
        }
        return FeedbackHandle(report: .answered(by: descriptor.id, in: script.clock.now - start)) { [self] in
            entries.withLock { $0[index].stops += 1 }
        }
    }
}
