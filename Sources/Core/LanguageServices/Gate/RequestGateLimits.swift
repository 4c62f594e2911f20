/// What the user allows a provider to send.
public struct RequestGateLimits: Sendable, Hashable {
    /// How many requests may be under way at once; `nil` for the provider's own measure.
    public var concurrentRequests: Int?

    /// How many requests may start in any minute.
    public var requestsPerMinute: Int?

    /// How many characters may be sent in any minute.
    ///
    /// A request with more than that is sent nevertheless, when nothing has been sent for a minute.
    public var charactersPerMinute: Int?

    /// How much may be sent in a day or a month.
    public var budgets: [UsageBudget]

    /// Creates limits; what is `nil` is not limited.
    public init(
        concurrentRequests: Int? = nil,
        requestsPerMinute: Int? = nil,
        charactersPerMinute: Int? = nil,
        budgets: [UsageBudget] = []
    ) {
        self.concurrentRequests = concurrentRequests
        self.requestsPerMinute = requestsPerMinute
        self.charactersPerMinute = charactersPerMinute
        self.budgets = budgets
    }

    /// Whether tokens are limited, so that a request should say how many it is likely to take, and then how many it took.
    public var limitsTokens: Bool { budgets.contains { $0.unit == .tokens } }

    /// How many characters of several texts a request should send at the most, so that it keeps within every limit; `nil` when
    /// there is no such limit.
    public var charactersTogether: Int? {
        (budgets.filter { $0.unit == .characters }.map(\.limit) + [charactersPerMinute].compactMap { $0 }).min()
    }
}
