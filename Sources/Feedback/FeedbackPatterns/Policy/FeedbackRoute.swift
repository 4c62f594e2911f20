/// One link of the chain of fallback: a step, and the sink that does it.
public struct FeedbackRoute: Sendable, Hashable, Codable, CustomStringConvertible {
    /// What kind of feedback it is.
    public var step: FeedbackStep

    /// The name of the sink that does it: `evdev`.
    public var sink: String

    /// Creates a route.
    public init(_ step: FeedbackStep, _ sink: String) {
        self.step = step
        self.sink = sink
    }

    /// The route as reports show it: `rich (evdev)`.
    public var description: String { "\(step.rawValue) (\(sink))" }
}
