public import LanguageServices

/// A checked configuration: the providers to create, the settings, and all problems found.
///
/// A problem in a part of the configuration does not affect the other parts.
struct LoadPlan {
    /// A provider that the configuration defines or uses.
    struct Entry {
        let id: ProviderID
        let service: Service
        let content: Content

        enum Content {
            case valid(ProviderDefinition, ProviderKind)
            case unavailable(ProviderFailure)
        }
    }

    private(set) var providers: [Entry] = []
    private(set) var settings: [Service: ServiceSettings] = [:]
    private(set) var problems: [ConfigurationProblem] = []

    private let configuration: RegistryConfiguration
    private let definitions: [ProviderID: ProviderDefinition]
    private let kinds: [String: ProviderKind]
    private let ready: [Service: Set<ProviderID>]
    private var ids = Set<ProviderID>()
    /// The errors of definitions whose service is unknown.
    private var errors: [ProviderID: ServiceError] = [:]

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
        problems = configuration.problems.map { ConfigurationProblem($0) }
        var cache = configuration.cache
        cache.owner = CacheOptions.name
        problems += OptionDescription.problems(with: cache, against: CacheOptions.descriptions).map {
            ConfigurationProblem($0)
        }
        for definition in configuration.providers { addProvider(definition) }
        for service in Service.allCases {
            if let settings = configuration.services[service] { addSettings(settings, of: service) }
        }
    }

    private mutating func addProvider(_ definition: ProviderDefinition) {
        let kind = kinds[definition.kind]
        guard ids.insert(definition.id).inserted else {
            let error = ServiceError(
                .configuration,
                "\(Self.prefix(definition.origin))provider '\(definition.id)' is defined twice",
                provider: definition.id,
                remedy: "rename one of them"
            )
            problems.append(ConfigurationProblem(error, service: kind?.service))
            return
        }
        let errors = problems(with: definition, kind).map { ServiceError($0, provider: definition.id) }
        problems += errors.map { ConfigurationProblem($0, service: kind?.service) }
        guard let kind else {
            self.errors[definition.id] = errors.first
            return
        }
        if let error = errors.first {
            addUnavailable(definition.id, kind.service, error, definition)
        } else {
            let content = Entry.Content.valid(definition, kind)
            providers.append(Entry(id: definition.id, service: kind.service, content: content))
        }
    }

    private func problems(with definition: ProviderDefinition, _ kind: ProviderKind?) -> [ServiceError] {
        guard let kind else {
            if !definition.problems.isEmpty { return definition.problems }
            let names = kinds.keys.sorted()
            return [
                ServiceError(
                    .configuration,
                    Self.prefix(definition.origin)
                        + "provider '\(definition.id)' has the unknown kind '\(definition.kind)'"
                        + ClosestMatch.hint(for: definition.kind, in: names),
                    remedy: "the kinds are \(names.joined(separator: ", "))"
                )
            ]
        }
        if let refusal = Self.refusal(of: kind, definition) { return [refusal] }
        // An option that could not be read would seem to be missing.
        guard definition.problems.isEmpty else { return definition.problems }
        return OptionDescription.problems(
            with: definition.options,
            against: kind.options + ServiceOptions.ofEveryProvider,
            origin: definition.origin
        ) + Policies.problems(with: definition.options)
    }

    private mutating func addUnavailable(
        _ id: ProviderID,
        _ service: Service,
        _ error: ServiceError,
        _ definition: ProviderDefinition? = nil
    ) {
        let kind = definition.flatMap { kinds[$0.kind] }
        let failure = ProviderFailure(id, service, kind: definition?.kind ?? id.rawValue, kind?.locality, error)
        providers.append(Entry(id: id, service: service, content: .unavailable(failure)))
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
        let errors = settings.problems + checkOptions(&checked.options, owner: "\(service)", known)
        checked.problems = errors
        problems += errors.map { ConfigurationProblem($0, service: service) }
        for id in settings.use { addUse(of: id, by: service, settings.useOrigin, isTrusted: settings.isUseTrusted) }
        for (role, own) in settings.roles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            var options = own.options
            let errors = own.problems + checkOptions(&options, owner: "role '\(role)' of \(service)", known)
            checked.roles[role]?.options = options
            checked.roles[role]?.problems = errors
            problems += errors.map { ConfigurationProblem($0, service: service) }
            for id in own.use ?? [] { addUse(of: id, by: service, own.useOrigin, isTrusted: own.isUseTrusted) }
        }
        self.settings[service] = checked
    }

    /// Keeps the valid options.
    ///
    /// - Returns: The problems of the others.
    private func checkOptions(
        _ options: inout OptionValues,
        owner: String,
        _ known: [OptionDescription]
    ) -> [ServiceError] {
        options.owner = owner
        let problems = OptionDescription.problems(with: options, against: known)
        options.values = options.values.filter { name, value in
            known.contains { $0.name == name && $0.problem(with: value, owner: owner) == nil }
        }
        return problems
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
        if providers.contains(where: { $0.id == id && $0.service == service }) { return }
        if let error = errors[id] { return addUnavailable(id, service, error, definitions[id]) }
        let definition = definitions[id]
        guard let kind = kinds[definition?.kind ?? id.rawValue] else {
            return addUnusable(id, service, unknownProvider(id, service, origin))
        }
        guard kind.service == service else {
            let error = ServiceError(
                .configuration,
                "\(Self.prefix(origin))\(service) cannot use '\(id)', which is a \(kind.service) provider",
                provider: id,
                remedy: "use a \(service) provider"
            )
            return addUnusable(id, service, error)
        }
        if definition == nil, !ids.contains(id) {
            var implied = ProviderDefinition(id: id, kind: kind.name, origin: origin)
            implied.isTrusted = isTrusted
            addProvider(implied)
        }
    }

    private mutating func addUnusable(_ id: ProviderID, _ service: Service, _ error: ServiceError) {
        problems.append(ConfigurationProblem(error, service: service))
        addUnavailable(id, service, error)
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
            provider: id,
            remedy: "define it under \"providers\", or use the name of a kind"
        )
    }

    private static func prefix(_ origin: String?) -> String {
        origin.map { "\($0): " } ?? ""
    }
}

/// A problem in a configuration, and the service that it affects.
public struct ConfigurationProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem, with the place of the setting and a remedy. Its provider is the one that is unavailable because of
    /// the problem, if any.
    public var error: ServiceError

    /// The affected service; `nil` if the problem affects no service, or an unknown one.
    public var service: Service?

    /// Creates a problem.
    public init(_ error: ServiceError, service: Service? = nil) {
        self.error = error
        self.service = service
    }

    /// The description of the error.
    public var description: String { error.description }
}
