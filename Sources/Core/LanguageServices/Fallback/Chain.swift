/// The part that the chains of all services have in common: members in order, and how to ask them.
struct Chain<Member: Sendable>: Sendable {
    /// The members twice: as what they have in common, and as providers of their service.
    typealias Link = (base: any ServiceProvider, member: Member)

    let service: Service
    let links: [Link]
    let policy: FallbackPolicy
    let clock: ServiceClock

    /// A descriptor that names all members; its locality is that of the member that takes the text furthest away, and
    /// its limits are those that hold for all.
    var descriptor: ProviderDescriptor {
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
    func status() async -> ProviderStatus {
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

    func shutdown() async {
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
