public import LanguageServices

/// When a chain goes on to its next provider.
///
/// A miss (unsupported, not found) always goes on. A request that makes no sense and a cancelled one never do, since
/// the next provider could not help. What happens when a provider is broken is the policy's choice; either way it
/// stands in the report.
public enum FallbackPolicy: String, Sendable, Hashable, Codable {
    /// A broken provider is passed over.
    case skipFailed
    /// A broken provider ends the chain with its error.
    case stopAtBroken

    func goesOn(after error: ServiceError) -> Bool {
        switch error.code {
        case .invalidRequest, .cancelled: false
        case let code where code.isMiss: true
        default: self == .skipFailed
        }
    }
}

/// Providers of one service that are asked in order; see ``FallbackSpeech``, ``FallbackTranslation``, ``FallbackSentences``
/// and ``FallbackFeedback``.
public struct FallbackChain<Member: Sendable>: ServiceProvider {
    /// The members twice: as what they have in common, and as providers of their service.
    typealias Link = (base: any ServiceProvider, member: Member)

    let service: Service
    let links: [Link]
    let policy: FallbackPolicy
    let clock: ServiceClock

    /// A descriptor that names all members; its locality is that of the member that takes the text furthest away, and
    /// its limits are those that hold for all.
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
        var best = ProviderStatus.unavailable(reason: "no provider of \(service) is in use", remedy: nil)
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

    /// Shuts all members down.
    public func shutdown() async {
        for link in links { await link.base.shutdown() }
    }

    /// Asks the members in order until one answers.
    ///
    /// - Returns: The answer, and what was tried before it.
    func firstAnswer<Answer>(
        _ ask: (Member) async throws -> Answer
    ) async throws -> (answer: Answer, log: FallbackLog) {
        var log = FallbackLog()
        for link in links {
            do {
                return (try await attempt(link, &log, ask), log)
            } catch {
                guard policy.goesOn(after: error) else { break }
            }
        }
        throw log.error(service: service)
    }

    /// The first answer, whose report tells what was tried before it.
    func firstReported<Answer: Reported>(_ ask: (Member) async throws -> Answer) async throws -> Answer {
        var (answer, log) = try await firstAnswer(ask)
        answer.report = log.report(before: answer.report)
        return answer
    }

    /// Asks every member for a list, and puts together what those that can tell say.
    ///
    /// An empty list is an answer too: there is an error only when nobody can tell, or when the policy ends the chain.
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

    /// Asks one member; a failure is put in the log.
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

    /// A stream that came after these attempts.
    func stream<Event>(_ primed: PrimedStream<Event>) -> ServiceStream<Event> {
        primed.stream(changing: { $0 = report(before: $0) })
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
        if errors.contains(where: \.error.outcomeUnknown) { result.outcomeUnknown = true }
        result.report = ServiceReport(attempts: attempts)
        return result
    }
}
