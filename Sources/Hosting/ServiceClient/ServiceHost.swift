import DeckSpeech
package import LanguageServices
import Platform
package import RemoteState
package import ServiceConfiguration
package import ServiceRegistry
import Synchronization

/// The services of a front end: makes registries of its configuration, and shuts them down at the end.
package final class ServiceHost: Sendable {
    /// The environment variables.
    package let environment: [String: String]

    /// Where the package's data folders are looked for.
    package let data: DataLocator

    private let makeKinds: @Sendable (DataLocator) -> [ProviderKind]
    private let note: @Sendable (String) -> Void
    private let open = Mutex<[ServiceRegistry]>([])

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - data: Where the package's data folders are looked for.
    ///   - kinds: The kinds of provider that a configuration can name.
    ///   - note: Takes what the user should know although all went well.
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

    /// The kinds of provider that a configuration can name.
    package var kinds: [ProviderKind] { makeKinds(data) }

    /// Where the usage of providers with a budget is counted.
    package var usage: UsageDatabase { UsageDatabase(path: data.usageFile) }

    // MARK: Registries

    /// A registry that knows every kind and has loaded nothing.
    package func emptyRegistry(caching: ResponseCaching? = nil) -> ServiceRegistry {
        let registry = ServiceRegistry(caching: caching, usage: usage)
        open.withLock { $0.append(registry) }
        for kind in kinds { registry.register(kind) }
        return registry
    }

    /// A registry that has loaded a configuration.
    ///
    /// - Throws: ``ConfigurationFailure`` with everything that is wrong with it.
    package func registry(
        _ configuration: RegistryConfiguration,
        caching: ResponseCaching? = nil
    ) async throws(ConfigurationFailure) -> ServiceRegistry {
        let registry = emptyRegistry(caching: caching)
        let result = await registry.load(configuration)
        guard result.problems.isEmpty else {
            await close(registry)
            throw ConfigurationFailure(problems: result.problems)
        }
        return registry
    }

    /// A registry in which the provider serves that translates word by word, with what the configuration says of translation.
    ///
    /// - Throws: ``ConfigurationFailure`` with everything that is wrong with it.
    package func glossRegistry(
        _ configuration: RegistryConfiguration
    ) async throws(ConfigurationFailure) -> ServiceRegistry {
        var configuration = configuration
        configuration.services[.translation, default: ServiceSettings()].use = ["gloss"]
        return try await registry(configuration)
    }

    /// Shuts a registry down before the end.
    package func close(_ registry: ServiceRegistry) async {
        open.withLock { $0.removeAll { $0 === registry } }
        await registry.shutdown()
    }

    /// Shuts all registries down: a plug-in is to say its last word and be gone before the program is.
    package func shutdown() async {
        let registries = open.withLock { open in
            defer { open = [] }
            return open
        }
        for registry in registries { await registry.shutdown() }
    }

    // MARK: Kept answers

    /// How registries keep answers of services on a network; `nil` when they do not.
    ///
    /// - Parameter isRefreshing: Whether everything is asked for again.
    package func caching(_ settings: CacheSettings, isRefreshing: Bool) -> ResponseCaching? {
        guard settings.isEnabled else { return nil }
        guard !settings.isPrivate else {
            return ResponseCaching(store: MemoryResponseStore(lifetimes: settings.lifetimes))
        }
        return answerStore(settings).map { ResponseCaching(store: $0, reuse: isRefreshing ? .refresh : .usual) }
    }

    /// The store on the disk, whether it is used or not; `nil` when there is no folder for it.
    package func answerStore(_ settings: CacheSettings) -> DiskResponseStore? {
        guard let folder = data.cacheFolder else { return nil }
        var own = DiskResponseStore.Settings()
        own.maximumSize = settings.maximumSize
        own.lifetimes = settings.lifetimes
        return DiskResponseStore(folder: folder, settings: own) { [note] error in note(error.description) }
    }

    // MARK: Speech

    /// What a configuration says of speech, in one text: when it changes, speech may sound otherwise.
    ///
    /// - Parameters:
    ///   - role: For which role texts are spoken.
    ///   - provider: Who is asked in place of who serves the role.
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
        // What the settings lead to counts as well: accents that somebody has changed, a lexicon that has grown.
        let named = own.map(\.value).filter { $0.hasPrefix("/") } + [data.folder("Voices")].compactMap { $0 }
        let files = named.map { FileStamp.of($0) }
        // The library speaks by the data that this names.
        let espeak = environment["ESPEAK_DATA_PATH"].map { "\($0) \(FileStamp.of("\($0)/espeak-ng-data"))" } ?? ""
        let asked = "\(role) \(provider ?? "")"
        return ([asked, espeak] + own.map { "\($0.name)=\($0.value)" } + files).joined(separator: "\n")
    }
}

/// Everything that is wrong with a configuration.
package struct ConfigurationFailure: Error {
    /// The problems, in the order in which they stand in it; at least one.
    package var problems: [ServiceError]

    /// Names the problems.
    package init(problems: [ServiceError]) { self.problems = problems }
}

extension ServiceRegistry {
    /// Makes sure that a role is defined, and lets one provider alone serve it where that is asked for.
    ///
    /// - Throws: `ServiceError.Code.configuration` for a role that is not defined, `ServiceError.Code.notFound` for a provider that is
    ///   not there.
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
    /// What is set for the requests of a service in a role: the settings of the service under those of the role.
    package func options(of service: Service, role: Role = .standard) -> OptionValues {
        guard let settings = services[service] else { return OptionValues() }
        var options = settings.options
        if let own = settings.roles[role]?.options { options.values.merge(own.values) { _, new in new } }
        return options
    }

    /// The languages to translate to where a request names none: those that are configured, if they are several.
    ///
    /// - Returns: Nothing when there is at most one that is configured, which a provider is given without being told.
    package func translationTargets(role: Role = .standard) -> [LanguageTag] {
        // What is wrong with them is said when the configuration is loaded.
        let configured = (try? options(of: .translation, role: role).languageTags("to")) ?? []
        return configured.count > 1 ? configured : []
    }
}

extension CacheSettings {
    /// Whether answers are kept, in words.
    package var use: String {
        if !isEnabled { return "off" }
        return isPrivate ? "private: in memory, not on disk" : "on"
    }
}

extension CacheStatistics {
    /// A size for people.
    package static func shown(bytes: Int) -> String {
        if bytes < 1 << 20 { return "\((bytes + 1023) >> 10) KiB" }
        let tenths = ((bytes >> 10) * 10) >> 10
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}
