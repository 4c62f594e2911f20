import JSON
package import LanguageServices

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
