/// What the engine that plays feedback is doing.
public enum FeedbackEngineState: Sendable, Hashable {
    /// It waits.
    case idle
    /// It plays this.
    case running(FeedbackPlan)
    /// It was told to be quiet until it is resumed.
    case suspended
    /// Everything that could have played has broken; it tries again after a while, or when it is reset.
    case failed(reason: String)

    /// The name of the state: `running`.
    public var name: String {
        switch self {
        case .idle: "idle"
        case .running: "running"
        case .suspended: "suspended"
        case .failed: "failed"
        }
    }
}
