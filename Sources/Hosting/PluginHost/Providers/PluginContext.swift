import JSON
package import LanguageServices

/// The state shared by the plug-in providers of all services.
package struct PluginContext: Sendable {
    /// The provider's descriptor.
    package let descriptor: ProviderDescriptor
    /// The plug-in's processes.
    package let pool: PluginPool
    /// The clock for reports.
    package let clock: ServiceClock
    /// Checks whether the plug-in can be started, without starting it.
    package let check: @Sendable () throws(ServiceError) -> Void

    /// Creates a context.
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

    /// The report on a streamed answer.
    func report(of exchange: PluginExchange, notices: [String] = []) async -> ServiceReport {
        await report(exchange.busy, retries: exchange.retries, notices: notices)
    }

    /// The report on an answer.
    func report(_ duration: Duration, retries: Int, notices: [String] = []) async -> ServiceReport {
        ServiceReport(
            attempts: [
                ServiceReport.Attempt(
                    provider: id,
                    outcome: .answered,
                    duration: max(.zero, duration),
                    retries: retries
                )
            ],
            notices: await pool.takeNotices() + notices
        )
    }

    /// The error for a protocol violation that is detectable only in the contents of an answer.
    func violation(_ text: String) -> ServiceError {
        ServiceError(
            .protocolViolation,
            "the plug-in of '\(id)' \(text)",
            provider: id,
            remedy: "report this to its author"
        )
    }

    /// Refuses a language that the plug-in does not list.
    func checkLanguage(_ language: LanguageTag?, _ offer: ServiceOffer) throws(ServiceError) {
        guard let language, !offer.mayTake(language) else { return }
        throw ServiceError(
            .unsupported,
            "the plug-in of '\(id)' does not support '\(language)'",
            provider: id,
            remedy: "it supports \(offer.languages.prefix(12).map(\.text).joined(separator: ", "))"
        )
    }
}

/// A provider of one service that uses a plug-in. No process is started before the first request.
package protocol PluginProvider: ServiceProvider {
    /// The state that the providers of all services share.
    var context: PluginContext { get }
}

extension PluginProvider {
    /// The provider's descriptor, created from the plug-in's manifest.
    package var descriptor: ProviderDescriptor { context.descriptor }

    /// Ready if the plug-in may be started. Checking does not start it.
    package func status() async -> ProviderStatus {
        do throws(ServiceError) {
            if let problem = await context.pool.problem { throw problem }
            try context.check()
            return .ready
        } catch {
            return .unavailable(reason: error.message, remedy: error.remedy)
        }
    }

    /// Stops the processes.
    package func shutdown() async { await context.pool.shutdown() }

    /// Runs a request unless it is cancelled or the plug-in is unavailable. Errors are attributed to this provider.
    func perform<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
        do {
            try ServiceError.checkCancellation(provider: context.id)
            if let problem = await context.pool.problem { throw problem }
            return try await body()
        } catch {
            throw ServiceError(error, provider: context.id)
        }
    }
}

extension SpeechRequest {
    /// Refuses a text that exceeds the maximum length.
    func checkLength() throws(ServiceError) {
        guard text.unicodeScalars.count > 100_000 else { return }
        throw ServiceError(
            .limitExceeded,
            "the text has more than 100000 characters",
            remedy: "split it, for example into one paragraph per line"
        )
    }
}

/// Feedback from a plug-in.
package struct PluginFeedback: PluginProvider, FeedbackProvider {
    /// The state that the providers of all services share.
    package let context: PluginContext

    /// Creates a provider.
    package init(_ context: PluginContext) { self.context = context }

    /// Plays feedback. Returns when the plug-in reports that it has started.
    package func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        try await perform {
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
            exchange.wasDelivered()
            // Playback continues after the handle is released.
            exchange.detach()
            return FeedbackHandle(report: await context.report(context.clock.now - start, retries: exchange.retries)) {
                exchange.abandon()
            }
        }
    }
}
