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
/// for problem in await registry.load(configuration) { print(problem) }
/// let stream = try await registry.speech().synthesize(SpeechRequest(text: "Hello"))
/// ```
///
/// ``speech(_:)`` and the methods for the other services return a chain of all providers in use. The chain completes a
/// request with configured defaults, tries the providers in order, and reports its attempts. A returned chain does not
/// change; ``use(_:for:role:)`` affects chains that are returned later.
public final class ServiceRegistry: Sendable {
    private struct State {
        var kinds: [String: ProviderKind] = [:]
        var slots: [Service: [ProviderID: ProviderSlot]] = [:]
        var order: [Service: [ProviderID]] = [:]
        var settings: [Service: ServiceSettings] = [:]
        var isShutDown = false

        mutating func insert(_ slot: ProviderSlot) -> ProviderSlot? {
            let old = slots[slot.service, default: [:]].updateValue(slot, forKey: slot.id)
            if old == nil { order[slot.service, default: []].append(slot.id) }
            return old
        }
    }

    private let state = Mutex(State())
    private let factory: ProviderFactory
    let ledger = FallbackLedger()
    private let clock: ServiceClock

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
        factory = ProviderFactory(clock: clock, caching: caching, usage: usage)
        if isOffline { factory.offline.set() }
    }

    /// Whether offline mode is on, as set by the initializer or by a loaded configuration.
    ///
    /// It applies to every later call, including calls to existing providers and chains.
    public var isOffline: Bool { factory.offline.isSet }
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
        try ProviderFactory.check(provider, serves: descriptor.service)
        let slot = ProviderSlot(factory.permitted(provider))
        let isShutDown = state.withLock { state in
            guard !state.isShutDown else { return true }
            _ = state.insert(slot)
            if state.settings[descriptor.service]?.use.isEmpty ?? true {
                state.settings[descriptor.service, default: ServiceSettings()].use = [descriptor.id]
            }
            return false
        }
        if isShutDown { throw Self.gone }
    }

    /// Checks a configuration without creating providers.
    ///
    /// - Returns: All problems, including those found when the configuration was read: general ones, then those of
    ///   providers and services in configuration order.
    public func problems(in configuration: RegistryConfiguration) -> [ConfigurationProblem] {
        plan(configuration).problems
    }

    private func plan(_ configuration: RegistryConfiguration) -> LoadPlan {
        let (kinds, ready) = state.withLock { ($0.kinds, $0.slots.mapValues { Set($0.keys) }) }
        return LoadPlan(for: configuration, kinds: kinds, ready: ready)
    }

    /// Applies a configuration. Each provider is created when it is first needed.
    ///
    /// A part with a problem fails alone. A provider whose definition is invalid, or that cannot be created, is
    /// unavailable: its requests fail with the problem, so a chain continues with its next provider. Requests to a
    /// service with invalid settings fail.
    ///
    /// Providers from an earlier ``load(_:)`` remain registered unless a provider with the same service and id replaces
    /// them. Replaced providers are shut down. After ``shutdown()``, nothing is loaded.
    ///
    /// - Returns: The problems that are known without creating a provider; see ``problems(in:)`` and
    ///   ``creationProblems()``.
    @discardableResult
    public func load(_ configuration: RegistryConfiguration) async -> [ConfigurationProblem] {
        let plan = plan(configuration)
        if configuration.isOffline ?? false { factory.offline.set() }
        let slots = plan.providers.map { entry in
            ProviderSlot(entry.id, entry.service) { [factory] in await factory.provider(entry) }
        }
        let replaced = state.withLock { state -> [ProviderSlot] in
            guard !state.isShutDown else { return [] }
            for (service, settings) in plan.settings { state.settings[service] = settings }
            return slots.compactMap { state.insert($0) }
        }
        for slot in replaced { await slot.shutdown() }
        return plan.problems
    }

    /// Creates all providers that do not exist yet.
    ///
    /// - Returns: The problems of valid definitions whose providers cannot be created: a file that does not exist, a
    ///   plug-in that has changed.
    public func creationProblems() async -> [ConfigurationProblem] {
        var problems: [ConfigurationProblem] = []
        for service in Service.allCases {
            for provider in await providers(of: service) {
                guard let failed = provider as? any UnavailableProvider, failed.failure.isFromCreation else { continue }
                problems.append(ConfigurationProblem(failed.failure.error, service: service))
            }
        }
        return problems
    }
}

// MARK: - Access

extension ServiceRegistry {
    /// The speech provider for a role.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if there is no provider.
    public func speech(_ role: Role = .standard) async throws(ServiceError) -> any SpeechProvider {
        let (members, options): ([any SpeechProvider], _) = try await members(.speech, role)
        let chain = FallbackSpeech(members, policy: try policy(options), clock: clock).recording(in: ledger)
        return ConfiguredSpeech(upstream: chain, defaults: try SpeechDefaults(options))
    }

    /// The translation provider for a role.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if there is no provider.
    public func translation(_ role: Role = .standard) async throws(ServiceError) -> any TranslationProvider {
        let (members, options): ([any TranslationProvider], _) = try await members(.translation, role)
        let chain = FallbackTranslation(members, policy: try policy(options), clock: clock).recording(in: ledger)
        return ConfiguredTranslation(upstream: chain, defaults: try TranslationDefaults(options))
    }

    /// The sentence provider for a role.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if there is no provider.
    public func sentences(_ role: Role = .standard) async throws(ServiceError) -> any SentenceProvider {
        let (members, options): ([any SentenceProvider], _) = try await members(.sentences, role)
        let chain = FallbackSentences(members, policy: try policy(options), clock: clock).recording(in: ledger)
        return ConfiguredSentences(upstream: chain, defaults: try SentenceDefaults(options))
    }

    /// The feedback provider for a role.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if there is no provider.
    public func feedback(_ role: Role = .standard) async throws(ServiceError) -> any FeedbackProvider {
        let (members, options): ([any FeedbackProvider], _) = try await members(.feedback, role)
        let chain = FallbackFeedback(members, policy: try policy(options), clock: clock).recording(in: ledger)
        return ConfiguredFeedback(upstream: chain, defaults: try FeedbackDefaults(options))
    }

    /// All providers of a service, in registration order. Those that do not exist yet are created.
    public func providers(of service: Service) async -> [any ServiceProvider] {
        let slots = state.withLock { state in
            (state.order[service] ?? []).compactMap { state.slots[service]?[$0] }
        }
        var providers: [any ServiceProvider] = []
        for slot in slots {
            if let provider = await slot.provider() { providers.append(provider) }
        }
        return providers
    }

    /// The ids of the providers for a role, in the order in which they are tried.
    public func providersInUse(for service: Service, role: Role = .standard) -> [ProviderID] {
        state.withLock { state in
            let settings = state.settings[service]
            let ids = settings?.roles[role]?.use ?? settings?.use ?? []
            return ids.filter { state.slots[service]?[$0] != nil }
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
            let known = state.slots[service] ?? [:]
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

    /// Shuts down all providers concurrently, each only once. Afterwards, the registry rejects registrations and
    /// requests.
    public func shutdown() async {
        let slots = state.withLock { state in
            defer {
                state.slots = [:]
                state.order = [:]
                state.isShutDown = true
            }
            return state.slots.values.flatMap(\.values)
        }
        await withTaskGroup(of: Void.self) { group in
            for slot in slots { group.addTask { await slot.shutdown() } }
        }
    }

    private func policy(_ options: OptionValues) throws(ServiceError) -> FallbackPolicy {
        try options.boolean("strict") ?? false ? .stopAtFailure : .skipFailed
    }

    private func members<Provider>(
        _ service: Service,
        _ role: Role
    ) async throws(ServiceError) -> ([Provider], OptionValues) {
        let (slots, settings, isShutDown) = state.withLock { state in
            let settings = state.settings[service] ?? ServiceSettings()
            let use = settings.roles[role]?.use ?? settings.use
            return (use.compactMap { state.slots[service]?[$0] }, settings, state.isShutDown)
        }
        if isShutDown { throw Self.gone }
        if let problem = (settings.problems + (settings.roles[role]?.problems ?? [])).first { throw problem }
        if slots.isEmpty {
            throw ServiceError(
                .unavailable,
                "no \(service) provider is configured",
                remedy: "name one in the configuration, under \"\(service)\": { \"use\": [...] }"
            )
        }
        var members: [Provider] = []
        for slot in slots {
            guard let provider = await slot.provider() else { throw Self.gone }
            // The service of every provider was checked when it was created.
            if let member = provider as? Provider { members.append(member) }
        }
        var options = settings.options
        if let own = settings.roles[role]?.options { options.values.merge(own.values) { _, new in new } }
        return (members, options)
    }
}
