public import LanguageServices
import Synchronization

/// A rule under which a provider is called: how long, how often, whether again.
///
/// A policy knows nothing of the service. It is put around any provider with `applying(_:)`, and since the result is a
/// provider again, policies nest; the one applied last is the outermost. The order that the registry uses, outermost
/// first, is circuit breaker → rate limit → retry → deadline.
///
/// ```swift
/// let careful = provider
///     .applying(.deadline(.seconds(8)))
///     .applying(.retrying(3))
///     .applying(.rateLimited(60, per: .seconds(60)))
///     .applying(.circuitBroken(after: 5))
/// ```
///
/// A policy with a state (how many calls in this minute) shares it among all copies of itself.
public protocol CallPolicy: Sendable {
    /// Runs one call.
    ///
    /// - Parameters:
    ///   - trace: Takes down what the policy does, for the `ServiceReport`.
    ///   - operation: The call; a policy may run it any number of times.
    /// - Throws: What `operation` throws, or a `ServiceError` of the policy's own.
    func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value

    /// Runs one step of a stream whose first audio or sentence has reached the caller, so that the call cannot be repeated.
    ///
    /// The default runs `operation` as it is.
    func runStep<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value

    /// Whether the policy makes a call again that failed with an error.
    ///
    /// Where only some texts of a translation failed, these alone are asked for again, as long as this is so for their errors.
    /// The default is `false`.
    func repeats(after error: ServiceError) -> Bool

    /// Why no call would be let through now, which becomes the status of the provider; `nil` when calls are let through.
    ///
    /// The default is `nil`.
    var refusal: ServiceError? { get }
}

extension CallPolicy {
    /// Never.
    public func repeats(after error: ServiceError) -> Bool { false }

    /// Calls are let through.
    public var refusal: ServiceError? { nil }

    /// What the status of a provider is under the policy.
    func status(of provider: any ServiceProvider) async -> ProviderStatus {
        if let refusal { return .unavailable(reason: refusal.message, remedy: refusal.remedy) }
        return await provider.status()
    }

    /// Runs `operation` as it is.
    public func runStep<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await operation()
    }
}

extension CallPolicy {
    /// Runs a call to a provider, and makes every failure a `ServiceError` that names the provider.
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

    /// The rest of a stream whose beginning was made under the policy: each step runs under ``runStep(_:)``, and every
    /// failure is a `ServiceError` that names the provider.
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

/// Records what the policies around one call did.
public final class CallTrace: Sendable {
    private let counts = Mutex(0)
    private let pass = Mutex<RequestPass?>(nil)

    /// How many characters of the user's texts the call sends, in Unicode scalars; `nil` for a call that asks for a list of
    /// voices or languages.
    public let characters: Int?

    /// Creates an empty trace.
    ///
    /// - Parameter characters: How many characters of the user's texts the call sends; `nil` for a list.
    public init(characters: Int? = nil) { self.characters = characters }

    /// Records that the call is made again.
    public func countRetry() {
        counts.withLock { $0 += 1 }
    }

    /// How many times the call was made again.
    public var retries: Int { counts.withLock { $0 } }

    /// Adds what was recorded to the last attempt of a report.
    func complete(_ report: inout ServiceReport) {
        report.changeLast { $0.retries += retries }
    }

    /// Keeps a pass until the call's stream has ended, or until nobody reads it any more.
    func hold(_ pass: RequestPass) { self.pass.withLock { $0 = pass } }

    /// The call's stream has ended.
    func end() { pass.withLock { $0 }?.end() }

    /// The call's stream has failed.
    func end(after error: any Error) async { await pass.withLock { $0 }?.end(after: error) }
}
