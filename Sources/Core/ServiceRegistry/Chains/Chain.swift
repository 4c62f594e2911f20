public import LanguageServices

/// Determines when a chain continues with its next provider.
///
/// It always continues after a miss (unsupported, not found), and never after an invalid or cancelled request. For
/// other failures, the policy decides. The report contains all failures.
public enum FallbackPolicy: String, Sendable, Hashable, Codable {
    /// Continue after a failure.
    case skipFailed
    /// Stop at a failure and throw its error.
    case stopAtFailure

    func goesOn(after error: ServiceError) -> Bool {
        switch error.code {
        case .invalidRequest, .cancelled: false
        case let code where code.isMiss: true
        default: self == .skipFailed
        }
    }
}

/// Providers of one service that are tried in order; see ``FallbackSpeech``, ``FallbackTranslation``,
/// ``FallbackSentences`` and ``FallbackFeedback``.
public struct FallbackChain<Member: Sendable>: ServiceProvider {
    /// A member, as its service type and as a ``ServiceProvider``.
    typealias Link = (base: any ServiceProvider, member: Member)

    let service: Service
    let links: [Link]
    let policy: FallbackPolicy
    let clock: ServiceClock
    /// Where a registry counts failures.
    var ledger: FallbackLedger?

    /// The chain's descriptor. Its locality is that of the most remote member, and its limits are within the limits of
    /// every member.
    public var descriptor: ProviderDescriptor {
        let members = links.map(\.base.descriptor)
        let localities = members.map(\.locality)
        let limits = members.compactMap(\.requestLimits)
        return ProviderDescriptor(
            id: ProviderID(rawValue: members.map(\.id.rawValue).joined(separator: ",")),
            kind: "chain",
            version: members.map(\.version).joined(separator: ","),
            service: service,
            locality: localities.contains(.network) ? .network : localities.contains(.plugin) ? .plugin : .inProcess,
            requestLimits: limits.isEmpty ? nil : limits.reduce(RequestLimits()) { $0.combined(with: $1) }
        )
    }

    /// The best status among the members.
    public func status() async -> ProviderStatus {
        var best = ProviderStatus.unavailable(reason: "no \(service) provider is configured", remedy: nil)
        for (index, link) in links.enumerated() {
            switch await link.base.status() {
            case .ready: return .ready
            case .degraded(let reason, let remedy):
                if case .unavailable = best { best = .degraded(reason: reason, remedy: remedy) }
            case .unavailable(let reason, let remedy):
                if index == 0 { best = .unavailable(reason: reason, remedy: remedy) }
            }
        }
        return best
    }

    /// Shuts down all members.
    public func shutdown() async {
        for link in links { await link.base.shutdown() }
    }

    /// The chain, which counts its failures in a ledger.
    func recording(in ledger: FallbackLedger) -> Self {
        var chain = self
        chain.ledger = ledger
        return chain
    }

    /// Tries the members in order until one answers.
    ///
    /// - Parameters:
    ///   - isLastResort: Whether an answer is returned only if no other member has a better one.
    ///   - ask: Requests the answer from a member. An empty answer must be thrown as a miss.
    /// - Returns: The answer, and the failed attempts before it.
    func firstAnswer<Answer>(
        isLastResort: (Answer) -> Bool = { _ in false },
        _ ask: (Member) async throws -> Answer
    ) async throws -> (answer: Answer, log: FallbackLog) {
        var log = FallbackLog()
        var lastResort: (answer: Answer, provider: ProviderID)?
        for (index, link) in links.enumerated() {
            let provider = link.base.descriptor.id
            do {
                let answer = try await attempt(link, &log, ask)
                guard isLastResort(answer), lastResort != nil || index < links.count - 1 else {
                    ledger?.record(log.errors.map(\.error), service, answer: provider)
                    return (answer, log)
                }
                if lastResort == nil { lastResort = (answer, provider) }
                let weak = ServiceError(.notFound, "its answer is only a last resort", provider: provider)
                log.add(weak, of: provider, after: .zero)
            } catch {
                guard policy.goesOn(after: error) else { break }
            }
        }
        ledger?.record(log.errors.map(\.error), service, answer: lastResort?.provider)
        if let lastResort { return (lastResort.answer, log.removing(lastResort.provider)) }
        throw log.error(service: service)
    }

    /// The first answer, with the failed attempts in its report.
    func firstReported<Answer: Reported>(
        isLastResort: (Answer) -> Bool = { _ in false },
        _ ask: (Member) async throws -> Answer
    ) async throws -> Answer {
        var (answer, log) = try await firstAnswer(isLastResort: isLastResort, ask)
        answer.report = log.report(before: answer.report)
        return answer
    }

    /// Concatenates the lists from all members.
    ///
    /// An empty list is a valid answer. An error is thrown only if every member fails, or if the policy stops the
    /// chain.
    func allAnswers<Element>(_ ask: (Member) async throws -> [Element]) async throws -> [Element] {
        var log = FallbackLog()
        var all: [Element] = []
        for link in links {
            do {
                all += try await attempt(link, &log, ask)
            } catch {
                guard policy.goesOn(after: error) else { throw log.error(service: service) }
            }
        }
        if log.errors.count == links.count { throw log.error(service: service) }
        return all
    }

    /// Tries one member, and logs the failure if there is one.
    func attempt<Answer>(
        _ link: Link,
        _ log: inout FallbackLog,
        _ ask: (Member) async throws -> Answer
    ) async throws(ServiceError) -> Answer {
        let start = clock.now
        do {
            return try await ask(link.member)
        } catch {
            let id = link.base.descriptor.id
            let known = ServiceError(error, provider: id)
            log.add(known, of: id, after: clock.now - start)
            throw known
        }
    }
}

/// The failed attempts of a chain.
struct FallbackLog: Sendable {
    private(set) var attempts: [ServiceReport.Attempt] = []
    private(set) var errors: [(provider: ProviderID, error: ServiceError)] = []

    mutating func add(_ error: ServiceError, of provider: ProviderID, after duration: Duration) {
        // A nested chain reports its own attempts, and a provider wrapped in policies reports its retries.
        var asked = error.report?.attempts ?? []
        if asked.isEmpty { asked = [ServiceReport.Attempt(provider: provider, error: error, duration: duration)] }
        if asked.count == 1, asked[0].provider == provider { asked[0].duration = duration }
        attempts += asked
        errors.append((provider, error))
    }

    /// The log without the attempts of a provider whose answer is returned after all.
    func removing(_ provider: ProviderID) -> FallbackLog {
        FallbackLog(
            attempts: attempts.filter { $0.provider != provider },
            errors: errors.filter { $0.provider != provider }
        )
    }

    /// The report for an answer that followed these attempts.
    func report(before answer: ServiceReport) -> ServiceReport {
        ServiceReport(attempts: attempts + answer.attempts, notices: answer.notices)
    }

    /// The stream that followed these attempts, which are added to its report.
    func stream<Event>(_ primed: PrimedStream<Event>) -> ServiceStream<Event> {
        primed.stream(changing: { $0 = report(before: $0) })
    }

    /// The error for a request that no member answered.
    ///
    /// An invalid request ends the chain with its error. Otherwise a failure takes precedence over a miss, and an
    /// earlier provider over a later one. `outcomeUnknown` is set if it is set in any of the errors.
    func error(service: Service) -> ServiceError {
        guard let first = errors.first, let last = errors.last else {
            return ServiceError(.unavailable, "no \(service) provider is configured")
        }
        let isFinal = last.error.code == .invalidRequest || last.error.code == .cancelled
        var result = isFinal ? last.error : errors.first { !$0.error.code.isMiss }?.error ?? first.error
        if errors.count > 1, !isFinal {
            result.message = errors.map { "\($0.provider): \($0.error.message)" }.joined(separator: "; ")
            result.provider = nil
        }
        if errors.contains(where: \.error.outcomeUnknown) { result.outcomeUnknown = true }
        result.report = ServiceReport(attempts: attempts)
        return result
    }
}
