public import LanguageServices
import Synchronization

/// A feedback provider that records its requests.
public final class InMemoryFeedback: InMemoryProvider, FeedbackProvider {
    /// A recorded request.
    public struct Played: Sendable, Hashable {
        /// The request.
        public var request: FeedbackRequest
        /// The number of calls to `stop()`.
        public var stops: Int
    }

    private let events: Set<String>?
    /// Controls and counts the calls.
    public let script: CallScript
    private let entries = Mutex<[Played]>([])

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - id: The provider's id.
    ///   - events: The supported events; others result in `ServiceError.Code.unsupported`. `nil` supports all.
    ///   - failures: The errors thrown by the first calls to ``play(_:)``, one per call.
    ///   - delay: The duration of ``play(_:)`` on `clock`.
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

    /// The recorded requests, in order.
    public var played: [Played] { entries.withLock { $0 } }

    /// Records the request.
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
