import LanguageServices

/// Creates a registry's providers, each with its policies and cache.
struct ProviderFactory: Sendable {
    let clock: ServiceClock
    let caching: ResponseCaching?
    let usage: (any UsageStore)?

    /// Whether offline mode is on.
    let offline = AtomicFlag()

    /// The provider of an entry; if it cannot be created, a provider that fails every request with the reason.
    func provider(_ entry: LoadPlan.Entry) async -> any ServiceProvider {
        switch entry.content {
        case .unavailable(let failure): return failure.provider
        case .valid(let definition, let kind):
            do {
                return try await make(definition, kind)
            } catch {
                let error = ServiceError(error, provider: definition.id)
                var failure = ProviderFailure(definition.id, kind.service, kind: kind.name, kind.locality, error)
                failure.isFromCreation = true
                return failure.provider
            }
        }
    }

    private func make(_ definition: ProviderDefinition, _ kind: ProviderKind) async throws -> any ServiceProvider {
        let common = Set(ServiceOptions.ofEveryProvider.map(\.name))
        var own = definition.options
        own.values = own.values.filter { !common.contains($0.key) }
        let policies = try Policies(definition, of: kind, clock: clock, usage: usage)
        let context = ProviderContext(
            id: definition.id,
            options: own,
            clock: clock,
            gate: policies.sendsRequests ? policies.gate : .open
        )
        let provider = try await kind.make(context)
        do {
            try Self.check(provider, serves: kind.service)
            guard provider.descriptor.id == definition.id else {
                throw ServiceError(
                    .configuration,
                    "the kind '\(kind.name)' created the provider '\(provider.descriptor.id)' for '\(definition.id)'"
                )
            }
            let isNetwork = provider.descriptor.locality == .network
            guard !isNetwork || kind.locality == .network || kind.runsChosenPrograms else {
                throw ServiceError(
                    .configuration,
                    "'\(definition.id)' uses the network, but its kind '\(kind.name)' does not declare that"
                )
            }
        } catch {
            await provider.shutdown()
            throw error
        }
        let governed = permitted(policies.around(provider))
        let settings = own.answerAffectingTexts(kind.options)
        return caching?.around(governed, settings: settings, clock: clock) ?? governed
    }

    /// Wraps a network provider to make its calls fail in offline mode.
    func permitted(_ provider: any ServiceProvider) -> any ServiceProvider {
        let descriptor = provider.descriptor
        guard descriptor.locality == .network else { return provider }
        return provider.wrapped(in: OfflinePolicy(provider: descriptor.id) { [offline] in offline.isSet })
    }

    static func check(_ provider: any ServiceProvider, serves service: Service) throws(ServiceError) {
        let conforms =
            switch service {
            case .speech: provider is any SpeechProvider
            case .translation: provider is any TranslationProvider
            case .sentences: provider is any SentenceProvider
            case .feedback: provider is any FeedbackProvider
            }
        guard conforms, provider.descriptor.service == service else {
            throw ServiceError(
                .configuration,
                "'\(provider.descriptor.id)' is not a \(service) provider",
                provider: provider.descriptor.id
            )
        }
    }
}
