public import LanguageServices

/// A checked configuration: the providers to create, and all problems found.
struct LoadPlan {
    private(set) var providers: [(definition: ProviderDefinition, kind: ProviderKind)] = []
    private(set) var settings: [Service: ServiceSettings] = [:]
    private(set) var problems: [ServiceError] = []

    private let configuration: RegistryConfiguration
    private let definitions: [ProviderID: ProviderDefinition]
    private let kinds: [String: ProviderKind]
    private let ready: [Service: Set<ProviderID>]
    private var ids = Set<ProviderID>()

    /// Checks a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - kinds: The registered kinds.
    ///   - ready: The existing providers.
    init(
        for configuration: RegistryConfiguration,
        kinds: [String: ProviderKind],
        ready: [Service: Set<ProviderID>]
    ) {
        self.configuration = configuration
        definitions = Dictionary(configuration.providers.map { ($0.id, $0) }) { first, _ in first }
        self.kinds = kinds
        self.ready = ready
        var cache = configuration.cache
        cache.owner = CacheOptions.name
        problems += OptionDescription.problems(with: cache, against: CacheOptions.descriptions)
        for definition in configuration.providers { addProvider(definition) }
        for service in Service.allCases {
            if let settings = configuration.services[service] { addSettings(settings, of: service) }
        }
    }

    private mutating func addProvider(_ definition: ProviderDefinition) {
        guard ids.insert(definition.id).inserted else {
            problems.append(
                ServiceError(
                    .configuration,
                    "\(Self.prefix(definition.origin))provider '\(definition.id)' is defined twice",
                    provider: definition.id,
                    remedy: "rename one of them"
                )
            )
            return
        }
        guard let kind = kinds[definition.kind] else {
            let names = kinds.keys.sorted()
            problems.append(
                ServiceError(
                    .configuration,
                    Self.prefix(definition.origin)
                        + "provider '\(definition.id)' has the unknown kind '\(definition.kind)'"
                        + ClosestMatch.hint(for: definition.kind, in: names),
                    provider: definition.id,
                    remedy: "the kinds are \(names.joined(separator: ", "))"
                )
            )
            return
        }
        if let refusal = Self.refusal(of: kind, definition) {
            problems.append(refusal)
            return
        }
        let wrong =
            OptionDescription.problems(
                with: definition.options,
                against: kind.options + ServiceOptions.ofEveryProvider,
                origin: definition.origin
            ) + Policies.problems(with: definition.options)
        problems += wrong
        if wrong.isEmpty { providers.append((definition, kind)) }
    }

    /// Why a project configuration, found in the current folder, may not define a provider of a kind.
    private static func refusal(of kind: ProviderKind, _ definition: ProviderDefinition) -> ServiceError? {
        guard !definition.isTrusted, kind.locality == .network || kind.runsChosenPrograms else { return nil }
        return ServiceError(
            .configuration,
            "\(prefix(definition.origin))provider '\(definition.id)': a configuration in the current folder may not "
                + (kind.locality == .network ? "send texts over the network" : "start programs")
                + ", because anybody could have put it there",
            provider: definition.id,
            remedy: "define the provider in your own configuration file, or pass this file with --config"
        )
    }

    private mutating func addSettings(_ settings: ServiceSettings, of service: Service) {
        let known = ServiceOptions.descriptions(of: service)
        var checked = settings
        checked.options = checkedOptions(settings.options, owner: "\(service)", known)
        for id in settings.use { addUse(of: id, by: service, settings.useOrigin, isTrusted: settings.isUseTrusted) }
        for (role, own) in settings.roles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            checked.roles[role]?.options = checkedOptions(own.options, owner: "role '\(role)' of \(service)", known)
            for id in own.use ?? [] { addUse(of: id, by: service, own.useOrigin, isTrusted: own.isUseTrusted) }
        }
        self.settings[service] = checked
    }

    /// Returns the valid options and records the others as problems.
    private mutating func checkedOptions(
        _ options: OptionValues,
        owner: String,
        _ known: [OptionDescription]
    ) -> OptionValues {
        var checked = options
        checked.owner = owner
        problems += OptionDescription.problems(with: checked, against: known)
        checked.values = checked.values.filter { name, value in
            known.contains { $0.name == name && $0.problem(with: value, owner: owner) == nil }
        }
        return checked
    }

    /// Finds the provider that a `use` entry names. The name of a kind refers to a provider of that kind without
    /// options.
    private mutating func addUse(
        of id: ProviderID,
        by service: Service,
        _ origin: String?,
        isTrusted: Bool
    ) {
        if ready[service]?.contains(id) ?? false { return }
        let definition = definitions[id]
        guard let kind = kinds[definition?.kind ?? id.rawValue] else {
            // A definition with an unknown kind has already been recorded as a problem.
            if definition == nil { problems.append(unknownProvider(id, service, origin)) }
            return
        }
        guard kind.service == service else {
            problems.append(
                ServiceError(
                    .configuration,
                    "\(Self.prefix(origin))\(service) cannot use '\(id)', which is a \(kind.service) provider",
                    remedy: "use a \(service) provider"
                )
            )
            return
        }
        if definition == nil, !ids.contains(id) {
            var implied = ProviderDefinition(id: id, kind: kind.name, origin: origin)
            implied.isTrusted = isTrusted
            addProvider(implied)
        }
    }

    private func unknownProvider(_ id: ProviderID, _ service: Service, _ origin: String?) -> ServiceError {
        let names =
            configuration.providers.map(\.id.rawValue)
            + kinds.values.filter { $0.service == service }.map(\.name).sorted()
            + (ready[service] ?? []).map(\.rawValue).sorted()
        return ServiceError(
            .configuration,
            "\(Self.prefix(origin))\(service) uses the unknown provider '\(id)'"
                + ClosestMatch.hint(for: id.rawValue, in: names),
            remedy: "define it under \"providers\", or use the name of a kind"
        )
    }

    private static func prefix(_ origin: String?) -> String {
        origin.map { "\($0): " } ?? ""
    }
}

/// The result of loading a configuration.
///
/// A configuration with errors is loaded as far as possible; each error is listed, with a remedy.
public struct LoadResult: Sendable {
    /// The created providers, in configuration order.
    public var loaded: [ProviderDescriptor]

    /// All problems: first those found by the configuration check, then those from creating providers, each group in
    /// configuration order.
    public var problems: [ServiceError]

    /// Creates a result.
    public init(loaded: [ProviderDescriptor] = [], problems: [ServiceError] = []) {
        self.loaded = loaded
        self.problems = problems
    }
}
