/// A provider that signals an event to the user by touch, sight or sound.
public protocol FeedbackProvider: ServiceProvider {
    /// The values for request fields that are `nil`. The default implementation returns empty defaults; a wrapper
    /// returns the defaults of its upstream.
    var defaults: FeedbackDefaults { get }

    /// Starts the feedback for an event.
    ///
    /// - Returns: A handle to the feedback, which may still be playing.
    /// - Throws: ``ServiceError``; ``ServiceError/Code/unsupported`` for an event that this provider does not support.
    func play(_ request: FeedbackRequest) async throws -> FeedbackHandle
}

extension FeedbackProvider {
    /// No defaults.
    public var defaults: FeedbackDefaults { FeedbackDefaults() }
}

/// A request for feedback on an event.
public struct FeedbackRequest: Sendable, Hashable, Codable {
    /// The name of the event: `success`, `swipe-right`.
    public var event: String

    /// The progress of the gesture, 0…1; 1 for an event without progress.
    public var progress: Double

    /// A factor for all intensities, 0…1. `nil` uses the configured value.
    public var strength: Double?

    /// Creates a request.
    public init(event: String, progress: Double = 1, strength: Double? = nil) {
        self.event = event
        self.progress = progress
        self.strength = strength
    }

    /// Checks the constraints that apply to every provider.
    ///
    /// - Throws: ``ServiceError/Code/invalidRequest`` for an empty name or a number outside 0…1.
    public func validate() throws(ServiceError) {
        guard !event.isEmpty else { throw ServiceError(.invalidRequest, "the event name is empty") }
        guard (0...1).contains(progress) else {
            throw ServiceError(.invalidRequest, "the progress \(progress) is out of range", remedy: "use 0 to 1")
        }
        if let strength, !(0...1).contains(strength) {
            throw ServiceError(.invalidRequest, "the strength \(strength) is out of range", remedy: "use 0 to 1")
        }
    }
}

/// Feedback that has started.
public struct FeedbackHandle: Sendable {
    /// Which providers were tried.
    public var report: ServiceReport

    private let onStop: @Sendable () async -> Void
    private let untilEnd: @Sendable () async throws -> Void

    /// Creates a handle.
    ///
    /// - Parameters:
    ///   - report: Which providers were tried.
    ///   - onStop: Stops the feedback. It may be called more than once, and after the feedback has ended.
    ///   - untilEnd: Returns when the feedback has ended, and throws if it failed. The default returns immediately,
    ///     which suits a provider that cannot observe when the feedback ends.
    public init(
        report: ServiceReport,
        onStop: @escaping @Sendable () async -> Void = {},
        untilEnd: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.report = report
        self.untilEnd = untilEnd
        self.onStop = onStop
    }

    /// Waits until the feedback has ended, if the provider can observe that.
    ///
    /// - Throws: ``ServiceError`` if the feedback failed while it was playing. Stopping it is not a failure.
    public func waitUntilEnd() async throws { try await untilEnd() }

    /// Stops the feedback if it is still playing.
    public func stop() async { await onStop() }
}
