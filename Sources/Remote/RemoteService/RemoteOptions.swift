package import HTTPTransport
package import LanguageServices

// Shared options of remote provider kinds.

extension OptionDescription {
    /// The required option `dialect`.
    package static func dialect<Dialect: RawRepresentable<String> & CaseIterable>(_: Dialect.Type) -> OptionDescription
    {
        OptionDescription(
            "dialect",
            .choice(Dialect.allCases.map(\.rawValue)),
            "The service, or the service whose API it implements",
            isRequired: true
        )
    }

    /// The option `url`.
    package static let url = OptionDescription(
        "url",
        .string,
        "The address of the service, if not the default"
    )

    /// The option `key`.
    package static let key = OptionDescription("key", .secret, "The API key of the service")

    /// The option `requestSeconds`.
    package static func requestSeconds(_ summary: String) -> OptionDescription {
        OptionDescription("requestSeconds", .number(0.1...3600), summary, affectsAnswers: false)
    }

    /// The options `tokensPerDay` and `tokensPerMonth`.
    ///
    /// - Parameter dialect: The only dialect that supports them; `nil` if all dialects are language models.
    package static func tokenBudgets(for dialect: String? = nil) -> [OptionDescription] {
        [("tokensPerDay", "in a day (UTC)"), ("tokensPerMonth", "in a month")].map { name, period in
            let summary = "ow many tokens the model may read and write \(period)"
            return OptionDescription(
                name,
                .integer(1...1_000_000_000_000),
                dialect.map { "\($0): h\(summary)" } ?? "H\(summary)",
                affectsAnswers: false
            )
        }
    }
}

extension ProviderKind {
    /// Creates a kind whose providers call a network service.
    ///
    /// - Parameters:
    ///   - settings: Reads the settings of a provider from its options.
    ///   - provider: Creates the provider.
    package static func remote<Settings>(
        name: String,
        service: Service,
        summary: String,
        options: [OptionDescription],
        settings: @escaping @Sendable (ProviderContext) throws -> Settings,
        provider:
            @escaping @Sendable (ProviderID, Settings, any HTTPTransport, ServiceClock, RequestGate) throws ->
            any ServiceProvider
    ) -> ProviderKind {
        ProviderKind(name: name, service: service, summary: summary, locality: .network, options: options) { context in
            try provider(context.id, settings(context), CurlTransport(), context.clock, context.gate)
        }
    }
}

extension ServiceError {
    /// The error for a dialect without a required option.
    package static func missing(
        _ option: String,
        of dialect: some RawRepresentable<String>,
        remedy: String
    ) -> ServiceError {
        ServiceError(.configuration, "the dialect '\(dialect.rawValue)' needs the option '\(option)'", remedy: remedy)
    }
}

extension ProviderContext {
    /// The value of the option `dialect`.
    package func dialect<Dialect: RawRepresentable<String>>() throws(ServiceError) -> Dialect {
        guard let dialect = try options.string("dialect").flatMap(Dialect.init(rawValue:)) else {
            throw ServiceError(.configuration, "\(options.owner) needs the option 'dialect'", provider: id)
        }
        return dialect
    }

    /// The value of the option `requestSeconds`.
    package var requestTime: Duration? {
        get throws(ServiceError) { try options.number("requestSeconds").map { .seconds($0) } }
    }

    /// The prompt in the file that an option names.
    package func prompt(_ option: String) throws(ServiceError) -> String? {
        guard let path = try options.string(option) else { return nil }
        return try CustomPrompt.read(path, for: id)
    }

    /// Rejects options that belong to another dialect.
    ///
    /// - Parameters:
    ///   - owners: The dialect of each such option, by the option's name.
    ///   - dialect: The dialect of the provider.
    package func check<Dialect: RawRepresentable<String> & Equatable>(
        _ owners: [String: Dialect],
        for dialect: Dialect
    ) throws(ServiceError) {
        for (name, owner) in owners.sorted(by: { $0.key < $1.key }) {
            guard owner != dialect, let value = options.values[name] else { continue }
            throw ServiceError(
                .configuration,
                "\(value.origin.map { "\($0): " } ?? "")'\(name)' is not an option of the dialect '\(dialect.rawValue)'",
                provider: id,
                remedy: "remove it; it applies only to the dialect '\(owner.rawValue)'"
            )
        }
    }
}
