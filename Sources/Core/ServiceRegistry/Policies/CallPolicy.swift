public import LanguageServices
import Synchronization

/// A rule for calls to a provider, such as a timeout, a rate limit or retries.
///
/// Policies do not depend on the service. `applying(_:)` wraps a provider in a policy; the result is itself a provider.
/// The last policy applied is the outermost. The registry's order, outermost first, is circuit breaker → rate limit →
/// retry → deadline.
///
/// ```swift
/// let careful = provider
///     .applying(.deadline(.seconds(8)))
///     .applying(.retrying(3))
///     .applying(.rateLimited(60, per: .seconds(60)))
///     .applying(.circuitBroken(after: 5))
/// ```
///
/// Copies of a policy share its state, such as the number of calls in the current minute.
public protocol CallPolicy: Sendable {
    /// Runs one call.
    ///
    /// - Parameters:
    ///   - trace: Records what the policy does, for the `ServiceReport`.
    ///   - operation: The call; a policy may run it any number of times.
    /// - Throws: The errors thrown by `operation`, or the policy's `ServiceError`.
    func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value

    /// Runs one step of a stream after the first audio or sentence, when the call can no longer be retried.
    ///
    /// The default implementation runs `operation` unchanged.
    func runStep<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value

    /// Whether the policy retries a call that failed with this error.
    ///
    /// If only some texts of a translation failed, only those texts are sent again. The default is `false`.
    func repeats(after error: ServiceError) -> Bool

    /// Why calls are currently rejected; `nil` if calls are allowed. The reason becomes the provider's status.
    ///
    /// The default is `nil`.
    var refusal: ServiceError? { get }
}

extension CallPolicy {
    /// `false`.
    public func repeats(after error: ServiceError) -> Bool { false }

    /// `nil`.
    public var refusal: ServiceError? { nil }

    /// The status of a provider that is wrapped in the policy.
    func status(of provider: any ServiceProvider) async -> ProviderStatus {
        if let refusal { return .unavailable(reason: refusal.message, remedy: refusal.remedy) }
        return await provider.status()
    }

    /// Runs `operation` unchanged.
    public func runStep<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await operation()
    }
}

extension CallPolicy {
    /// Calls a provider and converts every failure to a `ServiceError` with the provider's id.
    ///
    /// A policy may throw a `CancellationError` while it waits, and its own errors do not name the provider. If there
    /// were retries, the error's report contains their count.
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
                // The caller measures the duration and completes the attempt.
                var report =
                    known.report
                    ?? ServiceReport(attempts: [.init(provider: provider, error: known, duration: .zero)])
                trace.complete(&report)
                known.report = report
            }
            throw known
        }
    }

    /// The remainder of a stream that was opened under the policy. Each step runs under ``runStep(_:)``, and every
    /// failure is a `ServiceError` with the provider's id.
    func stream<Event>(
        _ primed: PrimedStream<Event>,
        of provider: ProviderID,
        _ trace: CallTrace
    ) -> ServiceStream<Event> {
        primed.stream(changing: trace.complete) { pull in
            do {
                let event = try await runStep(pull)
                if event == nil { trace.end() }
                return event
            } catch {
                await trace.end(after: error)
                throw ServiceError(error, provider: provider)
            }
        }
    }
}

/// Records the policies' actions for one call.
public final class CallTrace: Sendable {
    private let counts = Mutex(0)
    private let pass = Mutex<RequestPermit?>(nil)

    /// The number of characters in the call's texts, in Unicode scalars; `nil` for a call that lists voices or
    /// languages.
    public let characters: Int?

    /// Creates an empty trace.
    ///
    /// - Parameter characters: The number of characters in the call's texts; `nil` for a call that returns a list.
    public init(characters: Int? = nil) { self.characters = characters }

    /// Records a retry.
    public func countRetry() {
        counts.withLock { $0 += 1 }
    }

    /// The number of retries.
    public var retries: Int { counts.withLock { $0 } }

    /// Adds the recorded retries to the last attempt of a report.
    func complete(_ report: inout ServiceReport) {
        report.changeLast { $0.retries += retries }
    }

    /// Holds a permit until the call's stream has ended or is dropped.
    func hold(_ pass: RequestPermit) { self.pass.withLock { $0 = pass } }

    /// Records that the call's stream has ended.
    func end() { pass.withLock { $0 }?.end() }

    /// Records that the call's stream has failed.
    func end(after error: any Error) async { await pass.withLock { $0 }?.end(after: error) }
}
