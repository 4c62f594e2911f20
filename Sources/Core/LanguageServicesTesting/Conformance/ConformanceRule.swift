import LanguageServices
import ServiceRegistry

/// A rule and the check that enforces it.
struct ConformanceRule<Subject: Sendable>: Sendable {
    let id: String
    let demand: String

    /// Returns if the provider complies; throws a ``Violation`` or a ``NotApplicable``. Any other error counts as a
    /// violation.
    let check: @Sendable (Subject) async throws -> Void

    init(_ id: String, _ demand: String, _ check: @escaping @Sendable (Subject) async throws -> Void) {
        self.id = id
        self.demand = demand
        self.check = check
    }

    /// Checks the rule with a time limit in real time.
    ///
    /// A check that exceeds the limit is abandoned even if it ignores cancellation; its task then keeps running.
    func verdict(on subject: Subject, limit: Duration) async -> ConformanceReport.Verdict {
        let outcome: ConformanceReport.Outcome
        do {
            outcome = try await DeadlinePolicy(limit: limit).run(CallTrace()) { [check] in
                do {
                    try await check(subject)
                    return .passed
                } catch let violation as Violation {
                    return .failed(reason: violation.reason)
                } catch let skip as NotApplicable {
                    return .skipped(reason: skip.reason)
                } catch let error as ServiceError {
                    return .failed(reason: "it failed with \(error.code): \(error)")
                } catch {
                    return .failed(reason: "it threw \(error), which is not a ServiceError")
                }
            }
        } catch let error as ServiceError where error.code == .timedOut {
            outcome = .failed(reason: "there was no answer within \(limit)")
        } catch {
            outcome = .skipped(reason: "the check was cancelled")
        }
        return ConformanceReport.Verdict(rule: id, demand: demand, outcome: outcome)
    }
}

/// A violation of a rule.
struct Violation: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// The rule does not apply to the provider.
struct NotApplicable: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Throws a ``Violation`` unless a condition is met.
func demand(_ isKept: Bool, _ reason: @autoclosure () -> String) throws(Violation) {
    if !isKept { throw Violation(reason()) }
}

/// Requires that a call fails with one of the given codes.
func demandError(
    _ codes: Set<ServiceError.Code>,
    from what: String,
    _ call: () async throws -> Void
) async throws(Violation) {
    do {
        try await call()
    } catch let error as ServiceError {
        guard !codes.contains(error.code) else { return }
        throw Violation("\(what) failed with \(error.code): \(error)")
    } catch {
        throw Violation("\(what) threw \(error), which is not a ServiceError")
    }
    throw Violation("\(what) was accepted")
}

/// Requires that a call succeeds or fails with a `ServiceError`.
func demandServiceError(from what: String, _ call: () async throws -> Void) async throws {
    do {
        try await call()
    } catch is ServiceError {
        // The right code depends on the provider.
    } catch let violation as Violation {
        throw violation
    } catch {
        throw Violation("\(what) threw \(error), which is not a ServiceError")
    }
}

/// Requires that a cancelled call ends, either with a result or with the code `cancelled`.
///
/// The call is made twice: one call is cancelled before it starts, the other while it is running.
func demandCancellation(_ call: @escaping @Sendable () async throws -> Void) async throws(Violation) {
    for pause in [0, 1, 10] {
        let task = Task {
            if pause == 0 { withUnsafeCurrentTask { $0?.cancel() } }
            try await call()
        }
        for _ in 0..<pause { await Task.yield() }
        task.cancel()
        do {
            try await task.value
        } catch let violation as Violation {
            throw violation
        } catch let error as ServiceError {
            try demand(error.code == .cancelled, "a cancelled request failed with \(error.code): \(error)")
        } catch {
            throw Violation("a cancelled request threw \(error), which is not a ServiceError")
        }
    }
}
