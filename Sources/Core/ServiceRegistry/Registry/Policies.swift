import LanguageServices

/// The configured policies around a provider, and the gate inside them.
struct Policies {
    /// The gate. For a provider that sends its own requests, the gate is applied to each request; for other providers,
    /// to each call.
    let gate: RequestGate

    /// Whether the provider sends requests itself.
    let sendsRequests: Bool
    private let deadline: DeadlinePolicy?
    private let retry: RetryPolicy?
    private let rateLimit: RateLimitPolicy?
    private let breaker: CircuitBreakerPolicy?

    /// Reads the options in ``ServiceOptions/ofEveryProvider``.
    ///
    /// - Parameters:
    ///   - definition: The provider.
    ///   - kind: Its kind.
    ///   - clock: The clock for the policies.
    ///   - usage: The usage store, for budgets.
    init(
        _ definition: ProviderDefinition,
        of kind: ProviderKind,
        clock: ServiceClock,
        usage: (any UsageStore)?
    ) throws(ServiceError) {
        let options = definition.options
        let sendsRequests = kind.locality == .network
        let requestsPerMinute = try options.integer("requestsPerMinute")
        self.sendsRequests = sendsRequests
        deadline = try options.number("deadlineSeconds").map { .deadline(.seconds($0), clock: clock) }
        retry = try Self.retry(options, clock)
        // The gate counts requests as they are sent; this policy spaces calls evenly.
        rateLimit =
            sendsRequests ? nil : requestsPerMinute.map { .rateLimited($0, per: .seconds(60), clock: clock) }
        gate = try RequestGate(
            RequestGateLimits(
                concurrentRequests: try options.integer("concurrentRequests"),
                requestsPerMinute: sendsRequests ? requestsPerMinute : nil,
                charactersPerMinute: try options.integer("charactersPerMinute"),
                budgets: try definition.budgets()
            ),
            account: definition.id,
            store: usage,
            clock: clock
        )
        let failures = try options.integer("cooldownAfterFailures")
        if let failures {
            breaker = .circuitBroken(after: failures, clock: clock)
        } else {
            // Even without a configured limit, a rejected key or an exhausted quota should stop a large batch
            // immediately.
            breaker = sendsRequests ? .circuitBroken(after: .max, clock: clock) : nil
        }
    }

    /// Problems with combinations of individually valid options.
    static func problems(with options: OptionValues) -> [ServiceError] {
        guard options.values["attempts"] == nil else { return [] }
        return ["retriesUncertain", "retryBaseSeconds", "retryMaxSeconds"].compactMap { name in
            options.values[name].map { value in
                ServiceError(
                    .configuration,
                    "\(value.origin.map { "\($0): " } ?? "")\(options.owner): "
                        + "'\(name)' has no effect without 'attempts'",
                    remedy: "set 'attempts' to 2 or more, or remove '\(name)'"
                )
            }
        }
    }

    private static func retry(_ options: OptionValues, _ clock: ServiceClock) throws(ServiceError) -> RetryPolicy? {
        guard let attempts = try options.integer("attempts") else { return nil }
        return .retrying(
            attempts,
            initialDelay: try options.number("retryBaseSeconds").map { .seconds($0) } ?? .milliseconds(500),
            maximumDelay: try options.number("retryMaxSeconds").map { .seconds($0) } ?? .seconds(30),
            retriesUncertain: try options.boolean("retriesUncertain") ?? false,
            clock: clock
        )
    }

    /// Wraps a provider in the policies, with the deadline innermost.
    func around(_ provider: any ServiceProvider) -> any ServiceProvider {
        var result = provider
        if let deadline { result = result.wrapped(in: deadline) }
        if let retry { result = result.wrapped(in: retry) }
        if !sendsRequests, gate.limits != RequestGateLimits() { result = result.wrapped(in: GatePolicy(gate: gate)) }
        if let rateLimit { result = result.wrapped(in: rateLimit) }
        if let breaker { result = result.wrapped(in: breaker) }
        return result
    }
}
