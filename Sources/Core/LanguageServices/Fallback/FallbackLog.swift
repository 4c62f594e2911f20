/// What a chain has tried so far, in vain.
struct FallbackLog: Sendable {
    private(set) var attempts: [ServiceReport.Attempt] = []
    private(set) var errors: [(provider: ProviderID, error: ServiceError)] = []

    mutating func add(_ error: ServiceError, of provider: ProviderID, after duration: Duration) {
        // A provider that is a chain itself tells whom it asked, and one under policies how often.
        var asked = error.report?.attempts ?? []
        if asked.isEmpty { asked = [ServiceReport.Attempt(provider: provider, error: error, duration: duration)] }
        if asked.count == 1, asked[0].provider == provider { asked[0].duration = duration }
        attempts += asked
        errors.append((provider, error))
    }

    /// The report of an answer that came after these attempts.
    func report(before answer: ServiceReport) -> ServiceReport {
        ServiceReport(attempts: attempts + answer.attempts, notices: answer.notices)
    }

    /// The error of a chain in which nobody answered.
    ///
    /// A request that makes no sense ends a chain and is its error. Otherwise a provider that broke tells more than one
    /// that had no answer, and the first of them was the preferred one. That somebody may have done the request is never
    /// forgotten, whoever's error it is.
    func error(service: Service) -> ServiceError {
        guard let first = errors.first, let last = errors.last else {
            return ServiceError(.unavailable, "no provider of \(service) is in use")
        }
        let isFinal = last.error.code == .invalidRequest || last.error.code == .cancelled
        var result = isFinal ? last.error : errors.first { !$0.error.code.isMiss }?.error ?? first.error
        if errors.count > 1, !isFinal {
            result.message = errors.map { "\($0.provider): \($0.error.message)" }.joined(separator: "; ")
            result.provider = nil
        }
        if errors.contains(where: \.error.mayHaveBeenDone) { result.mayHaveBeenDone = true }
        result.report = ServiceReport(attempts: attempts)
        return result
    }
}
