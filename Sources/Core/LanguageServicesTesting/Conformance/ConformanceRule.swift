import LanguageServices
import ServiceRegistry

/// One rule of a suite, and how to check it.
struct ConformanceRule<Subject: Sendable>: Sendable {
    let id: String
    let demand: String

    /// Returns when the rule is kept; throws a ``Violation`` or a ``NotApplicable``. Any other error breaks the rule too.
    let check: @Sendable (Subject) async throws -> Void

    init(_ id: String, _ demand: String, _ check: @escaping @Sendable (Subject) async throws -> Void) {
        self.id = id
        self.demand = demand
        self.check = check
    }

    /// Checks the rule against real time.
    ///
    /// A check that hangs is given up even when it does not react to being cancelled. Its task then stays behind, which is
    /// the price of telling the caller.
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
                    return .failed(reason: "it threw \(error), which is no ServiceError")
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

/// A rule that was broken, and by what.
struct Violation: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A rule that says nothing about this provider, and why.
struct NotApplicable: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Demands something of the provider.
func demand(_ isKept: Bool, _ reason: @autoclosure () -> String) throws(Violation) {
    if !isKept { throw Violation(reason()) }
}

/// Demands that a call fails with one of some codes.
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
        throw Violation("\(what) threw \(error), which is no ServiceError")
    }
    throw Violation("\(what) was accepted")
}

/// Demands that a call works, or fails with a `ServiceError` of any code.
func demandServiceError(from what: String, _ call: () async throws -> Void) async throws {
    do {
        try await call()
    } catch is ServiceError {
        // Which code is right depends on the provider.
    } catch let violation as Violation {
        throw violation
    } catch {
        throw Violation("\(what) threw \(error), which is no ServiceError")
    }
}

/// Demands that a call whose task is cancelled ends, with a result or with the code `cancelled`.
///
/// It is cancelled twice: before it begins, and while it runs.
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
            throw Violation("a cancelled request threw \(error), which is no ServiceError")
        }
    }
}
