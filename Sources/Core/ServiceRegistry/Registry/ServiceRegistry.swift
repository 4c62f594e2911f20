public import LanguageServices
import Synchronization

/// Creates providers from a configuration, and gives front ends the providers to use.
///
/// There is no global registry; create one and pass it on. Register kinds and load a configuration, or register
/// providers directly:
///
/// ```swift
/// let registry = ServiceRegistry()
/// registry.register(EspeakSpeech.kind(voices: "Voices"))
/// let result = await registry.load(configuration)
/// for problem in result.problems { print(problem) }
/// let stream = try await registry.speech().synthesize(SpeechRequest(text: "Hello"))
/// ```
///
/// ``speech(_:)`` and the methods for the other services return a chain of all providers in use. The chain completes a
/// request with configured defaults, tries the providers in order, and reports its attempts. A returned chain does not
/// change; ``use(_:for:role:)`` affects chains that are returned later.
public final class ServiceRegistry: Sendable {
    private struct State {
        var kinds: [String: ProviderKind] = [:]
        var providers: [Service: [ProviderID: any ServiceProvider]] = [:]
        var order: [Service: [ProviderID]] = [:]
        var settings: [Service: ServiceSettings] = [:]
        var isShutDown = false
    }

    private let state = Mutex(State())
    /// Whether offline mode is on.
    private let offline = AtomicFlag()
    private let clock: ServiceClock
    private let caching: ResponseCaching?
    private let usage: (any UsageStore)?

    /// Creates an empty registry.
    ///
    /// - Parameters:
    ///   - clock: The clock for reports and policies.
    ///   - caching: The cache for network providers that the registry creates; `nil` disables caching.
    ///   - usage: The usage store. Without a usage store, providers with budgets are not created.
    ///   - isOffline: Whether offline mode is on regardless of the configuration. Providers with the locality
    ///     `ProviderDescriptor.Locality.network` are created, but every call fails unless its answer is cached; see
    ///     ``OfflinePolicy``.
    public init(
        clock: ServiceClock = .system,
        caching: ResponseCaching? = nil,
        usage: (any UsageStore)? = nil,
        isOffline: Bool = false
    ) {
        self.clock = clock
        self.caching = caching
        self.usage = usage
        if isOffline { offline.set() }
    }

    /// Whether offline mode is on, as set by the initializer or by a loaded configuration.
    ///
    /// It applies to every later call, including calls to existing providers and chains.
    public var isOffline: Bool { offline.isSet }
}

// MARK: - Registration

extension ServiceRegistry {
    /// Registers a kind for use in configurations. A kind with the same name is replaced.
    public func register(_ kind: ProviderKind) {
        state.withLock { $0.kinds[kind.name] = kind }
    }

    /// The registered kinds, sorted by name.
    public var kinds: [ProviderKind] {
        state.withLock { $0.kinds.values.sorted { $0.name < $1.name } }
    }

    /// Registers a provider. A provider with the same service and id is replaced, but not shut down.
    ///
    /// If no provider of its service is in use yet, the new provider is used.
    ///
    /// - Throws: `ServiceError.Code.configuration` if the provider does not conform to the protocol for the service
    ///   that its descriptor states, `ServiceError.Code.unavailable` if the registry has been shut down.
    public func register(_ provider: any ServiceProvider) throws(ServiceError) {
        let descriptor = provider.descriptor
        try Self.check(provider, serves: descriptor.service)
        let provider = permitted(provider)
        let isShutDown = state.withLock { state in
            guard !state.isShutDown else { return true }
            Self.insert(provider, &state)
            if state.settings[descriptor.service]?.use.isEmpty ?? true {
                state.settings[descriptor.service, default: ServiceSettings()].use = [descriptor.id]
            }
            return false
        }
        if isShutDown { throw Self.gone }
    }

    /// Checks a configuration without creating providers.
    ///
    /// - Returns: All problems, in configuration order.
    public func problems(in configuration: RegistryConfiguration) -> [ServiceError] {
        plan(configuration).problems
    }

    private func plan(_ configuration: RegistryConfiguration) -> LoadPlan {
        let (kinds, ready) = state.withLock { ($0.kinds, $0.providers.mapValues { Set($0.keys) }) }
        return LoadPlan(for: configuration, kinds: kinds, ready: ready)
    }

    /// Creates the providers in a configuration and applies its settings.
    ///
    /// Providers from an earlier ``load(_:)`` remain registered unless a provider with the same service and id replaces
    /// them. Replaced providers are shut down.
    ///
    /// - Returns: The created providers and all problems. A provider with an invalid option is not created; a chain
    ///   works without it as long as the chain has another member. After ``shutdown()``, nothing is created.
    public func load(_ configuration: RegistryConfiguration) async -> LoadResult {
        let plan = plan(configuration)
        if configuration.isOffline ?? false { offline.set() }
        var result = LoadResult(problems: plan.problems)
        for (definition, kind) in plan.providers {
            do {
                let provider = try await make(definition, kind)
                let (isShutDown, replaced) = state.withLock { state in
                    // The registry may have been shut down while the provider was created.
                    guard !state.isShutDown else { return (true, provider as (any ServiceProvider)?) }
                    let old = state.providers[kind.service]?[definition.id]
                    Self.insert(provider, &state)
                    return (false, old)
                }
                await replaced?.shutdown()
                if isShutDown { throw Self.gone }
                result.loaded.append(provider.descriptor)
            } catch {
                result.problems.append(ServiceError(error, provider: definition.id))
            }
        }
        state.withLock { state in
            for (service, settings) in plan.settings { state.settings[service] = settings }
        }
        return result
    }

    private func make(_ definition: ProviderDefinition, _ kind: ProviderKind) async throws -> any ServiceProvider {
        let common = Set(ServiceOptions.ofEveryProvider.map(\.name))
        var own = definition.options
        own.values = own.values.filter { !common.contains($0.key) }
        let policies = try Policies(definition, of: kind, clock: clock, usage: usage)
        if state.withLock({ $0.isShutDown }) { throw Self.gone }
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

    /// Wraps a network provider so that its calls fail in offline mode.
    private func permitted(_ provider: any ServiceProvider) -> any ServiceProvider {
        let descriptor = provider.descriptor
        guard descriptor.locality == .network else { return provider }
        return provider.wrapped(in: OfflinePolicy(provider: descriptor.id) { [offline] in offline.isSet })
    }

    private static func insert(_ provider: any ServiceProvider, _ state: inout State) {
        let descriptor = provider.descriptor
        if state.providers[descriptor.service, default: [:]].updateValue(provider, forKey: descriptor.id) == nil {
            state.order[descriptor.service, default: []].append(descriptor.id)
        }
    }

    private static func check(_ provider: any ServiceProvider, serves service: Service) throws(ServiceError) {
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

// MARK: - Access

extension ServiceRegistry {
    /// The speech provider for a role.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if there is no provider.
    public func speech(_ role: Role = .standard) throws(ServiceError) -> any SpeechProvider {
        let (members, options): ([any SpeechProvider], _) = try members(.speech, role)
        let chain = FallbackSpeech(members, clock: clock)
        return ConfiguredSpeech(upstream: chain, defaults: try SpeechDefaults(options))
    }

    /// The translation provider for a role.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if there is no provider.
    public func translation(_ role: Role = .standard) throws(ServiceError) -> any TranslationProvider {
        let (members, options): ([any TranslationProvider], _) = try members(.translation, role)
        let chain = FallbackTranslation(members, clock: clock)
        return ConfiguredTranslation(upstream: chain, defaults: try TranslationDefaults(options))
    }

    /// The sentence provider for a role.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if there is no provider.
    public func sentences(_ role: Role = .standard) throws(ServiceError) -> any SentenceProvider {
        let (members, options): ([any SentenceProvider], _) = try members(.sentences, role)
        let chain = FallbackSentences(members, clock: clock)
        return ConfiguredSentences(upstream: chain, defaults: try SentenceDefaults(options))
    }

    /// The feedback provider for a role.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if there is no provider.
    public func feedback(_ role: Role = .standard) throws(ServiceError) -> any FeedbackProvider {
        let (members, options): ([any FeedbackProvider], _) = try members(.feedback, role)
        let chain = FallbackFeedback(members, clock: clock)
        return ConfiguredFeedback(upstream: chain, defaults: try FeedbackDefaults(options))
    }

    /// All providers of a service, in registration order.
    public func providers(of service: Service) -> [any ServiceProvider] {
        state.withLock { state in
            (state.order[service] ?? []).compactMap { state.providers[service]?[$0] }
        }
    }

    /// The ids of the providers for a role, in the order in which they are tried.
    public func providersInUse(for service: Service, role: Role = .standard) -> [ProviderID] {
        state.withLock { state in
            let settings = state.settings[service]
            let ids = settings?.roles[role]?.use ?? settings?.use ?? []
            return ids.filter { state.providers[service]?[$0] != nil }
        }
    }

    /// The roles with their own settings, sorted by name.
    public func roles(of service: Service) -> [Role] {
        state.withLock { state in
            (state.settings[service]?.roles.keys).map { $0.sorted { $0.rawValue < $1.rawValue } } ?? []
        }
    }

    /// Changes the providers in use for a role.
    ///
    /// - Parameters:
    ///   - ids: The providers to try, in order.
    ///   - service: The service.
    ///   - role: The role.
    /// - Throws: `ServiceError.Code.notFound` if a provider does not exist; in that case, nothing changes.
    public func use(_ ids: [ProviderID], for service: Service, role: Role = .standard) throws(ServiceError) {
        let missing: (id: ProviderID, names: [String])? = state.withLock { state in
            let known = state.providers[service] ?? [:]
            if let id = ids.first(where: { known[$0] == nil }) { return (id, known.keys.map(\.rawValue).sorted()) }
            if role == .standard {
                state.settings[service, default: ServiceSettings()].use = ids
            } else {
                state.settings[service, default: ServiceSettings()].roles[role, default: RoleSettings()].use = ids
            }
            return nil
        }
        if let missing {
            throw ServiceError(
                .notFound,
                "there is no \(service) provider named '\(missing.id)'"
                    + ClosestMatch.hint(for: missing.id.rawValue, in: missing.names),
                remedy: missing.names.isEmpty ? nil : "use one of \(missing.names.joined(separator: ", "))"
            )
        }
    }

    private static let gone = ServiceError(.unavailable, "the registry has been shut down")

    /// Shuts down all providers concurrently, each exactly once. Afterwards, the registry rejects registrations and
    /// requests.
    public func shutdown() async {
        let providers = state.withLock { state in
            defer {
                state.providers = [:]
                state.order = [:]
                state.isShutDown = true
            }
            return state.providers.values.flatMap(\.values)
        }
        await withTaskGroup(of: Void.self) { group in
            for provider in providers { group.addTask { await provider.shutdown() } }
        }
    }

    private func members<Provider>(
        _ service: Service,
        _ role: Role
    ) throws(ServiceError) -> ([Provider], OptionValues) {
        let (members, settings, isShutDown) = state.withLock { state in
            let settings = state.settings[service] ?? ServiceSettings()
            let use = settings.roles[role]?.use ?? settings.use
            return (use.compactMap { state.providers[service]?[$0] }, settings, state.isShutDown)
        }
        if isShutDown { throw Self.gone }
        if members.isEmpty {
            throw ServiceError(
                .unavailable,
                "no \(service) provider is configured",
                remedy: "name one in the configuration, under \"\(service)\": { \"use\": [...] }"
            )
        }
        // The options were checked when they were loaded.
        var options = settings.options
        if let own = settings.roles[role]?.options { options.values.merge(own.values) { _, new in new } }
        return (members.compactMap { $0 as? Provider }, options)
    }
}
