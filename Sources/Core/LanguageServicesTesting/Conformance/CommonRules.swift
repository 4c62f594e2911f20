import LanguageServices

/// The rules for providers of every service.
enum CommonRules {
    /// A language without speakers: RFC 5646 reserves `qaa` for private use.
    static let unknownLanguage = LanguageTag("qaa")

    /// The rules about metadata, which are checked first.
    static func first<Provider>(_ service: Service) -> [ConformanceRule<Provider>] {
        [
            ConformanceRule(
                "\(service).descriptor",
                "The descriptor names the service and has a non-empty id, kind and version"
            ) { provider in
                let descriptor = try descriptor(of: provider)
                try demand(descriptor.service == service, "it names the service \(descriptor.service)")
                try demand(!BlankText.isBlank(descriptor.id.rawValue), "the id is empty")
                try demand(!BlankText.isBlank(descriptor.kind), "the kind is empty")
                try demand(!BlankText.isBlank(descriptor.version), "the version is empty")
            },
            ConformanceRule("\(service).descriptor-stable", "The descriptor never changes") {
                provider in
                let first = try descriptor(of: provider)
                let second = try descriptor(of: provider)
                try demand(first == second, "it was \(first) and then \(second)")
            },
            ConformanceRule("\(service).status", "The status has a reason if the provider is not ready") {
                provider in
                switch try await common(provider).status() {
                case .ready: break
                case .degraded(let reason, _), .unavailable(let reason, _):
                    try demand(!BlankText.isBlank(reason), "the reason is empty")
                }
            },
        ]
    }

    /// The rule about thrown errors.
    ///
    /// - Parameter ask: Sends a request in which every field is invalid.
    static func errors<Provider>(
        _ service: Service,
        _ ask: @escaping @Sendable (Provider) async throws -> Void
    ) -> ConformanceRule<Provider> {
        ConformanceRule("\(service).errors", "Every thrown error is a ServiceError") { provider in
            try await demandServiceError(from: "a completely invalid request") { try await ask(provider) }
        }
    }

    /// The rule about cancelled requests.
    static func cancellation<Provider>(
        _ service: Service,
        _ ask: @escaping @Sendable (Provider) async throws -> Void
    ) -> ConformanceRule<Provider> {
        ConformanceRule(
            "\(service).cancellation",
            "A cancelled request promptly returns its result or fails with the code cancelled"
        ) { provider in
            try await demandCancellation { try await ask(provider) }
        }
    }

    /// The rule about an answer's report.
    static func report<Provider>(
        _ service: Service,
        _ ask: @escaping @Sendable (Provider) async throws -> ServiceReport
    ) -> ConformanceRule<Provider> {
        ConformanceRule("\(service).report", "The report names the provider as the one that answered") { provider in
            try checkReport(try await ask(provider), of: provider)
        }
    }

    /// The rule about concurrent requests.
    ///
    /// - Parameters:
    ///   - different: The number of different requests; each is then repeated.
    ///   - ask: Sends the request with the given number.
    ///   - check: Compares the sequential result of a request with its concurrent result.
    static func concurrency<Provider: Sendable, Answer: Sendable>(
        _ service: Service,
        different: Int,
        _ ask: @escaping @Sendable (Provider, Int) async throws -> Answer,
        check: @escaping @Sendable (_ alone: Answer, _ found: Answer) throws -> Void
    ) -> ConformanceRule<Provider> {
        ConformanceRule("\(service).concurrency", "16 concurrent requests succeed like sequential ones") { provider in
            var alone: [Answer] = []
            for index in 0..<different { alone.append(try await ask(provider, index)) }
            try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
                for index in 0..<16 { group.addTask { (index, try await ask(provider, index)) } }
                for try await (index, found) in group { try check(alone[index % different], found) }
            }
        }
    }

    /// The rules about adversarial texts, one per text.
    ///
    /// - Parameters:
    ///   - name: The role of the text in a request, used in the names of the rules.
    ///   - demand: Returns the requirement for a text with the given description.
    ///   - ask: Sends a request with the text; it may fail with a `ServiceError`.
    static func texts<Provider>(
        _ service: Service,
        _ name: String,
        _ demand: (String) -> String,
        _ texts: [AdversarialTexts.Text] = AdversarialTexts.all,
        _ ask: @escaping @Sendable (Provider, AdversarialTexts.Text) async throws -> Void
    ) -> [ConformanceRule<Provider>] {
        texts.map { nasty in
            ConformanceRule("\(service).\(name).\(nasty.name)", demand(nasty.what)) { provider in
                try await demandServiceError(from: nasty.what) { try await ask(provider, nasty) }
            }
        }
    }

    /// The rule about shutdown, which is checked last.
    ///
    /// - Parameter request: Sends a request.
    static func last<Provider>(
        _ service: Service,
        request: @escaping @Sendable (Provider) async throws -> Void
    ) -> ConformanceRule<Provider> {
        ConformanceRule(
            "\(service).shutdown",
            "A second shutdown has no effect, and a later request succeeds or fails with unavailable"
        ) { provider in
            try await common(provider).shutdown()
            try await common(provider).shutdown()
            do {
                try await request(provider)
            } catch let error as ServiceError {
                try demand(error.code == .unavailable, "a later request failed with \(error.code): \(error)")
            }
        }
    }

    /// Whether `answering` is the provider itself or a member of its chain.
    static func isNamed<Provider>(_ answering: ProviderID, by provider: Provider) throws -> Bool {
        let descriptor = try descriptor(of: provider)
        if answering == descriptor.id { return true }
        return descriptor.kind == "chain"
            && descriptor.id.rawValue.split(separator: ",").contains { $0 == answering.rawValue }
    }

    /// Requires that a report names this provider as the one that answered.
    static func checkReport<Provider>(_ report: ServiceReport, of provider: Provider) throws {
        guard let answering = report.answeredBy else { throw Violation("the report names no provider") }
        try demand(try isNamed(answering, by: provider), "the report names '\(answering)'")
        let isNegative = report.attempts.contains { $0.duration < .zero || $0.retries < 0 }
        try demand(!isNegative, "the report has a negative duration or number of retries")
    }

    private static func common<Provider>(_ provider: Provider) throws -> any ServiceProvider {
        guard let common = provider as? any ServiceProvider else { throw Violation("it is not a provider") }
        return common
    }

    private static func descriptor<Provider>(of provider: Provider) throws -> ProviderDescriptor {
        try common(provider).descriptor
    }
}
