/// The policies that a configuration puts around a provider.
struct Policies {
    private let deadline: DeadlinePolicy?
    private let retry: RetryPolicy?
    private let rateLimit: RateLimitPolicy?
    private let breaker: CircuitBreakerPolicy?

    /// Reads the options of ``ServiceOptions/ofEveryProvider``.
    init(_ options: OptionValues, clock: ServiceClock) throws(ServiceError) {
        deadline = try options.number("deadlineSeconds").map { .deadline(.seconds($0), clock: clock) }
        retry = try options.number("attempts").map { .retrying(Int($0), clock: clock) }
        rateLimit = try options.number("requestsPerMinute").map {
            .rateLimited(Int($0), per: .seconds(60), clock: clock)
        }
        breaker = try options.number("restAfterFailures").map { .circuitBroken(after: Int($0), clock: clock) }
    }

    /// Puts the policies around a provider, the deadline innermost.
    func around(_ provider: any ServiceProvider) -> any ServiceProvider {
        var result = provider
        if let deadline { result = Self.apply(deadline, result) }
        if let retry { result = Self.apply(retry, result) }
        if let rateLimit { result = Self.apply(rateLimit, result) }
        if let breaker { result = Self.apply(breaker, result) }
        return result
    }

    private static func apply(_ policy: some CallPolicy, _ provider: any ServiceProvider) -> any ServiceProvider {
        func speech(_ provider: some SpeechProvider) -> any ServiceProvider { provider.applying(policy) }
        func translation(_ provider: some TranslationProvider) -> any ServiceProvider { provider.applying(policy) }
        func sentences(_ provider: some SentenceProvider) -> any ServiceProvider { provider.applying(policy) }
        func feedback(_ provider: some FeedbackProvider) -> any ServiceProvider { provider.applying(policy) }

        switch provider {
        case let provider as any SpeechProvider: return speech(provider)
        case let provider as any TranslationProvider: return translation(provider)
        case let provider as any SentenceProvider: return sentences(provider)
        case let provider as any FeedbackProvider: return feedback(provider)
        default: return provider
        }
    }
}
