/// A provider that lets the user feel, see or hear that something happened.
public protocol FeedbackProvider: ServiceProvider {
    /// What requests get that leave something open. Without an own implementation nothing; a wrapper forwards it.
    var defaults: FeedbackDefaults { get }

    /// Starts the feedback for an event.
    ///
    /// - Returns: A handle to the feedback, which may still be playing.
    /// - Throws: ``ServiceError``; ``ServiceError/Code/unsupported`` for an event that this provider does not know.
    func play(_ request: FeedbackRequest) async throws -> FeedbackHandle
}

extension FeedbackProvider {
    /// Nothing.
    public var defaults: FeedbackDefaults { FeedbackDefaults() }
}

/// Something that happened and is to be felt.
public struct FeedbackRequest: Sendable, Hashable, Codable {
    /// What happened, by name: `success`, `swipe-right`.
    public var event: String

    /// How far the gesture has come, 0…1; 1 for an event that has no progress.
    public var progress: Double

    /// A factor for all intensities, 0…1. `nil` leaves it to the configuration.
    public var strength: Double?

    /// Creates a request.
    public init(event: String, progress: Double = 1, strength: Double? = nil) {
        self.event = event
        self.progress = progress
        self.strength = strength
    }

    /// Checks what every provider must check.
    ///
    /// - Throws: ``ServiceError/Code/invalidRequest`` for an empty name or a number outside of 0…1.
    public func validate() throws(ServiceError) {
        guard !event.isEmpty else { throw ServiceError(.invalidRequest, "the name of the event is empty") }
        guard (0...1).contains(progress) else {
            throw ServiceError(.invalidRequest, "a progress of \(progress) is out of range", remedy: "use 0 to 1")
        }
        if let strength, !(0...1).contains(strength) {
            throw ServiceError(.invalidRequest, "a strength of \(strength) is out of range", remedy: "use 0 to 1")
        }
    }
}

/// Feedback that has been started.
public struct FeedbackHandle: Sendable {
    /// How the feedback came about.
    public var report: ServiceReport

    private let onStop: @Sendable () async -> Void
    private let untilEnd: @Sendable () async throws -> Void

    /// Creates a handle.
    ///
    /// - Parameters:
    ///   - report: How the feedback came about.
    ///   - onStop: Ends the feedback; may be called more than once, and after the feedback has ended.
    ///   - untilEnd: Returns when the feedback has ended, and throws when it broke; returns at once by default, as for a
    ///     provider that cannot tell.
    public init(
        report: ServiceReport,
        onStop: @escaping @Sendable () async -> Void = {},
        untilEnd: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.report = report
        self.untilEnd = untilEnd
        self.onStop = onStop
    }

    /// Waits until the feedback has ended, as far as the provider can tell.
    ///
    /// - Throws: ``ServiceError`` for feedback that broke in the middle. That it was stopped is no failure.
    public func waitUntilEnd() async throws { try await untilEnd() }

    /// Ends the feedback now, if it has not ended by itself.
    public func stop() async { await onStop() }
}
