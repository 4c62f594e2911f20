import DeckSpeech
package import LanguageServices
import Platform
package import RemoteState
package import ServiceConfiguration
package import ServiceRegistry
import Synchronization

/// Creates registries from a front end's configuration, and shuts them down at the end.
package final class ServiceHost: Sendable {
    /// The environment variables.
    package let environment: [String: String]

    /// Locates the package's data folders.
    package let data: DataLocator

    private let makeKinds: @Sendable (DataLocator) -> [ProviderKind]
    private let note: @Sendable (String) -> Void
    private let open = Mutex<[ServiceRegistry]>([])

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - data: Locates the package's data folders.
    ///   - kinds: The provider kinds that a configuration can use.
    ///   - note: Called with notices for the user.
    package init(
        environment: [String: String],
        data: DataLocator,
        kinds: @escaping @Sendable (DataLocator) -> [ProviderKind],
        note: @escaping @Sendable (String) -> Void
    ) {
        self.environment = environment
        self.data = data
        makeKinds = kinds
        self.note = note
    }

    /// The provider kinds that a configuration can use.
    package var kinds: [ProviderKind] { makeKinds(data) }

    /// The database that counts the usage of providers with a budget.
    package var usage: UsageDatabase { UsageDatabase(path: data.usageFile) }

    // MARK: Registries

    /// A registry that has all kinds and no providers.
    package func emptyRegistry(caching: ResponseCaching? = nil) -> ServiceRegistry {
        let registry = ServiceRegistry(caching: caching, usage: usage)
        open.withLock { $0.append(registry) }
        for kind in kinds { registry.register(kind) }
        return registry
    }

    /// A registry with the providers of a configuration, and the problems in the configuration.
    package func registry(
        _ configuration: RegistryConfiguration,
        caching: ResponseCaching? = nil
    ) async -> (registry: ServiceRegistry, problems: [ConfigurationProblem]) {
        let registry = emptyRegistry(caching: caching)
        return (registry, await registry.load(configuration))
    }

    /// A registry whose translation provider translates word by word, with the configured translation settings.
    package func glossRegistry(
        _ configuration: RegistryConfiguration
    ) async -> (registry: ServiceRegistry, problems: [ConfigurationProblem]) {
        var configuration = configuration
        configuration.services[.translation, default: ServiceSettings()].use = ["gloss"]
        return await registry(configuration)
    }

    /// The fallbacks in all open registries; see `ServiceRegistry.fallbackSummaries`.
    package var fallbackSummaries: [String] { open.withLock { $0.flatMap(\.fallbackSummaries) } }

    /// Shuts down a registry early.
    package func close(_ registry: ServiceRegistry) async {
        open.withLock { $0.removeAll { $0 === registry } }
        await registry.shutdown()
    }

    /// Shuts down all registries. Plug-ins must exit before the program does.
    package func shutdown() async {
        let registries = open.withLock { open in
            defer { open = [] }
            return open
        }
        for registry in registries { await registry.shutdown() }
    }

    // MARK: Response cache

    /// The cache for answers from remote services; `nil` if caching is disabled.
    ///
    /// - Parameter isRefreshing: Whether cached answers are ignored and replaced.
    package func caching(_ settings: CacheSettings, isRefreshing: Bool) -> ResponseCaching? {
        guard settings.isEnabled else { return nil }
        guard !settings.isPrivate else {
            return ResponseCaching(store: MemoryResponseStore(lifetimes: settings.lifetimes))
        }
        return answerStore(settings).map { ResponseCaching(store: $0, reuse: isRefreshing ? .refresh : .usual) }
    }

    /// The on-disk store, even if caching is disabled; `nil` if there is no folder for it.
    package func answerStore(_ settings: CacheSettings) -> DiskResponseStore? {
        guard let folder = data.cacheFolder else { return nil }
        var own = DiskResponseStore.Settings()
        own.maximumSize = settings.maximumSize
        own.lifetimes = settings.lifetimes
        return DiskResponseStore(folder: folder, settings: own) { [note] error in note(error.description) }
    }

    // MARK: Speech

    /// The settings that affect the sound of speech, as one string. When it changes, cached sounds may be outdated.
    ///
    /// - Parameters:
    ///   - role: The role for which texts are spoken.
    ///   - provider: The provider that replaces those of the role, if any.
    package func speechSettings(_ configuration: RegistryConfiguration, role: Role, provider: String?) -> String {
        let kinds = kinds
        let silent = Set(
            configuration.providers.flatMap { provider in
                provider.silentOptions(kinds).map { "providers.\(provider.id).\($0)" }
            }
        )
        let own = ConfigurationListing.settings(configuration, kinds: kinds).filter {
            $0.name.hasPrefix("speech.") || $0.name.hasPrefix("providers.") && !silent.contains($0.name)
        }
        // The contents of the files that the settings name are included, because accent definitions and lexicons may be
        // edited.
        let named = own.map(\.value).filter { $0.hasPrefix("/") } + [data.folder("Voices")].compactMap { $0 }
        let files = named.map { FileStamp.of($0) }
        // libespeak-ng reads its data from this folder.
        let espeak = environment["ESPEAK_DATA_PATH"].map { "\($0) \(FileStamp.of("\($0)/espeak-ng-data"))" } ?? ""
        let asked = "\(role) \(provider ?? "")"
        return ([asked, espeak] + own.map { "\($0.name)=\($0.value)" } + files).joined(separator: "\n")
    }
}

extension ServiceRegistry {
    /// Checks that a role exists and, if a provider is given, makes it the only provider of the role.
    ///
    /// - Throws: `ServiceError.Code.configuration` for an undefined role, `ServiceError.Code.notFound` for an unknown
    ///   provider.
    package func choose(_ provider: String?, for service: Service, role: Role) throws(ServiceError) {
        let roles = roles(of: service)
        guard role == .standard || roles.contains(role) else {
            let names = roles.map(\.rawValue)
            throw ServiceError(
                .configuration,
                "the configuration has no role '\(role)' for \(service)\(ClosestMatch.hint(for: role.rawValue, in: names))",
                remedy: names.isEmpty ? "define it under \"roles\"" : "the roles are \(names.joined(separator: ", "))"
            )
        }
        if let provider { try use([ProviderID(rawValue: provider)], for: service, role: role) }
    }
}

extension RegistryConfiguration {
    /// The options of a service in a role. The role's options override the service's options.
    package func options(of service: Service, role: Role = .standard) -> OptionValues {
        guard let settings = services[service] else { return OptionValues() }
        var options = settings.options
        if let own = settings.roles[role]?.options { options.values.merge(own.values) { _, new in new } }
        return options
    }

    /// Makes every request to a service fail if a provider fails.
    package mutating func setStrict(_ service: Service) {
        let strict = OptionValue(.boolean(true), origin: "--strict")
        services[service, default: ServiceSettings()].options.values["strict"] = strict
        for role in services[service]?.roles.keys.map({ $0 }) ?? [] {
            services[service]?.roles[role]?.options.values["strict"] = strict
        }
    }

    /// The target languages for a request that specifies none, if several are configured.
    ///
    /// - Returns: An empty array if at most one is configured, because the provider already uses that as its default.
    package func translationTargets(role: Role = .standard) -> [LanguageTag] {
        // Errors in the list have already been reported when the configuration was loaded.
        let configured = (try? options(of: .translation, role: role).languageTags("to")) ?? []
        return configured.count > 1 ? configured : []
    }
}

extension CacheSettings {
    /// The state of the cache as text.
    package var use: String {
        if !isEnabled { return "off" }
        return isPrivate ? "private: in memory, not on disk" : "on"
    }
}

extension CacheStatistics {
    /// A size in KiB or MiB for display.
    package static func shown(bytes: Int) -> String {
        if bytes < 1 << 20 { return "\((bytes + 1023) >> 10) KiB" }
        let tenths = ((bytes >> 10) * 10) >> 10
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}
