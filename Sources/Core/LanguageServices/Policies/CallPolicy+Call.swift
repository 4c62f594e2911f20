extension CallPolicy {
    /// Runs a call to a provider, and makes every failure a ``ServiceError`` that names the provider.
    ///
    /// A policy waits, so it may end with a `CancellationError`, and its own errors do not know whom they concern. When
    /// the call was made again in vain, the error's report says how often.
    func call<Value: Sendable>(
        _ provider: ProviderID,
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws(ServiceError) -> Value {
        do {
            return try await run(trace, operation)
        } catch {
            var known = ServiceError(error, provider: provider)
            if trace.retries > 0 {
                // Whoever asked the provider knows how long it took, and completes the attempt.
                var report =
                    known.report
                    ?? ServiceReport(attempts: [.init(provider: provider, error: known, duration: .zero)])
                trace.complete(&report)
                known.report = report
            }
            throw known
        }
    }

    /// Runs a step of a stream, and makes every failure a ``ServiceError`` that names the provider.
    func step<Event: Sendable>(of provider: ProviderID, _ operation: @escaping Pull<Event>) async throws -> Event? {
        do {
            return try await runStep(operation)
        } catch {
            throw ServiceError(error, provider: provider)
        }
    }
}
