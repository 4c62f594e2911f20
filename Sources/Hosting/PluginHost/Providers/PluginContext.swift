import JSON
public import LanguageServices

/// What the providers of all services over a plug-in share.
package struct PluginContext: Sendable {
    /// What the provider says of itself.
    package let descriptor: ProviderDescriptor
    /// Its processes.
    package let pool: PluginPool
    /// The clock for reports.
    package let clock: ServiceClock
    /// Looks whether it can be started at all, without starting it.
    package let check: @Sendable () throws(ServiceError) -> Void

    /// Puts them together.
    package init(
        descriptor: ProviderDescriptor,
        pool: PluginPool,
        clock: ServiceClock,
        check: @escaping @Sendable () throws(ServiceError) -> Void = {}
    ) {
        self.descriptor = descriptor
        self.pool = pool
        self.clock = clock
        self.check = check
    }

    var id: ProviderID { descriptor.id }

    func status() async -> ProviderStatus {
        do throws(ServiceError) {
            if let problem = await pool.problem { throw problem }
            try check()
            return .ready
        } catch {
            return .unavailable(reason: error.message, remedy: error.remedy)
        }
    }

    /// The report of an answer.
    func report(since start: Duration, retries: Int, notices: [String] = []) async -> ServiceReport {
        ServiceReport(
            attempts: [
                ServiceReport.Attempt(
                    provider: id,
                    outcome: .answered,
                    duration: max(.zero, clock.now - start),
                    retries: retries
                )
            ],
            notices: await pool.takeNotices() + notices
        )
    }

    /// An error of something that the plug-in did against the protocol and that only who reads the answer can see.
    func violation(_ text: String) -> ServiceError {
        ServiceError(
            .protocolViolation,
            "the plug-in of '\(id)' \(text)",
            provider: id,
            remedy: "tell whoever wrote it"
        )
    }

    /// Refuses a language that the plug-in has not named.
    func checkLanguage(_ language: LanguageTag?, _ offer: ServiceOffer) throws(ServiceError) {
        guard let language, !offer.mayTake(language) else { return }
        throw ServiceError(
            .unsupported,
            "the plug-in of '\(id)' has no '\(language)'",
            provider: id,
            remedy: "it has \(offer.languages.prefix(12).map(\.text).joined(separator: ", "))"
        )
    }
}

/// Feedback by a plug-in.
public struct PluginFeedback: FeedbackProvider {
    private let context: PluginContext

    /// Creates a provider; nothing is started before the first request.
    package init(_ context: PluginContext) { self.context = context }

    /// What the provider says of itself; from the plug-in's manifest.
    public var descriptor: ProviderDescriptor { context.descriptor }

    /// Ready when the plug-in may be started; it is not started for that.
    public func status() async -> ProviderStatus { await context.status() }

    /// Ends the processes.
    public func shutdown() async { await context.pool.shutdown() }

    /// Starts the feedback; returns when the plug-in says that it has begun.
    public func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        do throws(ServiceError) {
            try ServiceError.checkCancellation(provider: context.id)
            if let problem = await context.pool.problem { throw problem }
            try request.validate()
            let start = context.clock.now
            var members: [(String, JSONValue)] = [
                ("event", .string(request.event)), ("progress", .number(request.progress)),
            ]
            if let strength = request.strength { members.append(("strength", .number(strength))) }
            let params = JSONValue.object(members)
            let exchange = PluginExchange(context.pool, "feedback.play") { _ in params }
            while case .event(let frame) = try await exchange.next() {
                if case .event("started") = frame.content { break }
            }
            exchange.hasReachedCaller()
            // It goes on when nobody keeps the handle.
            exchange.detach()
            return FeedbackHandle(report: await context.report(since: start, retries: exchange.retries)) {
                exchange.abandon()
            }
        } catch {
            throw ServiceError(error, provider: context.id)
        }
    }
}
