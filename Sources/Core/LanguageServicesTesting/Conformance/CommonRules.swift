import LanguageServices

/// The rules that providers of every service keep.
enum CommonRules {
    /// The language that nobody speaks: RFC 5646 keeps `qaa` for private use.
    static let unknownLanguage = LanguageTag("qaa")

    /// The rules about what a provider says of itself, which come first.
    static func first<Provider>(_ service: Service) -> [ConformanceRule<Provider>] {
        [
            ConformanceRule(
                "\(service).descriptor",
                "The descriptor names the service, and an id, a kind and a version that are not empty"
            ) { provider in
                let descriptor = try descriptor(of: provider)
                try demand(descriptor.service == service, "it names the service \(descriptor.service)")
                try demand(!BlankText.isBlank(descriptor.id.rawValue), "the id is empty")
                try demand(!BlankText.isBlank(descriptor.kind), "the kind is empty")
                try demand(!BlankText.isBlank(descriptor.version), "the version is empty")
            },
            ConformanceRule("\(service).descriptor-stable", "The descriptor is the same whenever it is read") {
                provider in
                let first = try descriptor(of: provider)
                let second = try descriptor(of: provider)
                try demand(first == second, "it was \(first) and then \(second)")
            },
            ConformanceRule("\(service).status", "The status is given, and says why when the provider is not ready") {
                provider in
                switch try await common(provider).status() {
                case .ready: break
                case .degraded(let reason, _), .unavailable(let reason, _):
                    try demand(!BlankText.isBlank(reason), "the reason is empty")
                }
            },
        ]
    }

    /// The rule about shutting down, which comes last.
    ///
    /// - Parameter request: Asks the provider for something.
    static func last<Provider>(
        _ service: Service,
        request: @escaping @Sendable (Provider) async throws -> Void
    ) -> ConformanceRule<Provider> {
        ConformanceRule(
            "\(service).shutdown",
            "Shutting down twice does no harm, and a later request works or fails with unavailable"
        ) { provider in
            try await common(provider).shutdown()
            try await common(provider).shutdown()
            do {
                try await request(provider)
            } catch let error as ServiceError {
                try demand(error.code == .unavailable, "a request after that failed with \(error.code): \(error)")
            }
        }
    }

    /// Whether `answering` is the provider itself, or one that it is a chain of.
    static func isNamed<Provider>(_ answering: ProviderID, by provider: Provider) throws -> Bool {
        let descriptor = try descriptor(of: provider)
        if answering == descriptor.id { return true }
        return descriptor.kind == "chain"
            && descriptor.id.rawValue.split(separator: ",").contains { $0 == answering.rawValue }
    }

    /// Demands that a report names the provider as the one that answered.
    static func checkReport<Provider>(_ report: ServiceReport, of provider: Provider) throws {
        guard let answering = report.answeredBy else { throw Violation("the report names nobody") }
        try demand(try isNamed(answering, by: provider), "the report names '\(answering)'")
        let isNegative = report.attempts.contains { $0.duration < .zero || $0.retries < 0 }
        try demand(!isNegative, "the report has a negative duration or number of retries")
    }

    private static func common<Provider>(_ provider: Provider) throws -> any ServiceProvider {
        guard let common = provider as? any ServiceProvider else { throw Violation("it is no provider") }
        return common
    }

    private static func descriptor<Provider>(of provider: Provider) throws -> ProviderDescriptor {
        try common(provider).descriptor
    }
}
