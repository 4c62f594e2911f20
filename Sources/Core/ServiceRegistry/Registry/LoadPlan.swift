public import LanguageServices

/// A configuration that has been checked: what can be made, and everything that is wrong.
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
    ///   - configuration: What was asked for.
    ///   - kinds: The kinds that can be made.
    ///   - ready: The providers that are there already.
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
                    remedy: "give one of them another name"
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
                        + "provider '\(definition.id)' is of unknown kind '\(definition.kind)'"
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

    /// Why a configuration that merely lies in the current folder may not define a provider of a kind.
    private static func refusal(of kind: ProviderKind, _ definition: ProviderDefinition) -> ServiceError? {
        guard !definition.isTrusted, kind.locality == .network || kind.runsChosenPrograms else { return nil }
        return ServiceError(
            .configuration,
            "\(prefix(definition.origin))provider '\(definition.id)': a file of the current folder may not "
                + (kind.locality == .network ? "send texts over the network" : "start programs")
                + ", since anybody could have put it there",
            provider: definition.id,
            remedy: "define the provider in your own configuration file, or name this one with --config"
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

    /// The options that are right; the others are problems.
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

    /// Finds the provider that a `use` names; the name of a kind stands for a provider of that kind without options.
    private mutating func addUse(
        of id: ProviderID,
        by service: Service,
        _ origin: String?,
        isTrusted: Bool
    ) {
        if ready[service]?.contains(id) ?? false { return }
        let definition = definitions[id]
        guard let kind = kinds[definition?.kind ?? id.rawValue] else {
            // A definition of an unknown kind has been complained of already.
            if definition == nil { problems.append(unknownProvider(id, service, origin)) }
            return
        }
        guard kind.service == service else {
            problems.append(
                ServiceError(
                    .configuration,
                    "\(Self.prefix(origin))\(service) cannot use '\(id)', which provides \(kind.service)",
                    remedy: "name a provider of \(service)"
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
            "\(Self.prefix(origin))\(service) uses '\(id)', but there is no such provider"
                + ClosestMatch.hint(for: id.rawValue, in: names),
            remedy: "define it under \"providers\", or use the name of a kind"
        )
    }

    private static func prefix(_ origin: String?) -> String {
        origin.map { "\($0): " } ?? ""
    }
}

/// What came of loading a configuration.
///
/// Loading is never all or nothing: what is right is loaded, and what is wrong stands here with its reason and remedy.
public struct LoadResult: Sendable {
    /// The providers that were made, in the order of the configuration.
    public var loaded: [ProviderDescriptor]

    /// What is wrong: first what the check of the configuration found, then what failed while providers were made, each
    /// in the order of the configuration.
    public var problems: [ServiceError]

    /// Creates a result.
    public init(loaded: [ProviderDescriptor] = [], problems: [ServiceError] = []) {
        self.loaded = loaded
        self.problems = problems
    }
}
