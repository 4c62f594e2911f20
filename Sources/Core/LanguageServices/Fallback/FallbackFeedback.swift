/// Feedback providers asked in order, until one plays.
public struct FallbackFeedback: FeedbackProvider {
    private let chain: Chain<any FeedbackProvider>

    /// Creates a chain.
    public init(
        _ members: [any FeedbackProvider],
        policy: FallbackPolicy = .passBroken,
        clock: ServiceClock = .system
    ) {
        chain = Chain(service: .feedback, links: members.map { ($0, $0) }, policy: policy, clock: clock)
    }

    /// A descriptor that names all members.
    public var descriptor: ProviderDescriptor { chain.descriptor }
    /// The best status among the members.
    public func status() async -> ProviderStatus { await chain.status() }
    /// Shuts every member down.
    public func shutdown() async { await chain.shutdown() }

    /// The feedback of the first member that can play it.
    public func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        var (handle, log) = try await chain.firstAnswer { try await $0.play(request) }
        handle.report = log.report(before: handle.report)
        return handle
    }
}
