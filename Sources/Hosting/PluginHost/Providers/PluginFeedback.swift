import JSON
public import LanguageServices

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
