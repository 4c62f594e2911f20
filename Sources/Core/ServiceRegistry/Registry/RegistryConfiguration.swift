public import LanguageServices

/// The configuration of a registry: the providers that exist, and those that are used.
///
/// A program can create this value directly; `ServiceConfiguration` reads it from files.
public struct RegistryConfiguration: Sendable, Hashable {
    /// The definitions of providers.
    public var providers: [ProviderDefinition]

    /// The providers and settings of each service.
    public var services: [Service: ServiceSettings]

    /// Whether offline mode is on; `nil` if not specified.
    public var isOffline: Bool?

    /// Where ``isOffline`` was set, for messages.
    public var offlineOrigin: String?

    /// The cache options; see ``CacheOptions``. A registry only checks them; the program that creates it passes the
    /// store.
    public var cache: OptionValues

    /// Problems found in settings that belong to no provider and no service. These settings are ignored.
    public var problems: [ServiceError] = []

    /// Creates a configuration.
    public init(
        providers: [ProviderDefinition] = [],
        services: [Service: ServiceSettings] = [:],
        isOffline: Bool? = nil,
        offlineOrigin: String? = nil,
        cache: OptionValues = OptionValues()
    ) {
        self.providers = providers
        self.services = services
        self.isOffline = isOffline
        self.offlineOrigin = offlineOrigin
        self.cache = cache
        self.cache.owner = CacheOptions.name
    }
}

/// The definition of a provider.
public struct ProviderDefinition: Sendable, Hashable {
    /// The name.
    public var id: ProviderID

    /// The name of its `ProviderKind`.
    public var kind: String

    /// The options of the provider.
    public var options: OptionValues

    /// Where it was defined, for messages.
    public var origin: String?

    /// Problems found when the definition was read, such as a secret that does not exist. With a problem, the provider
    /// is unavailable.
    public var problems: [ServiceError] = []

    /// Whether the user has chosen the file that contains the definition. A file that was found in the current folder
    /// may not define providers that use the network or run programs that the user has chosen.
    public var isTrusted = true

    /// Creates a definition.
    public init(id: ProviderID, kind: String, options: OptionValues = OptionValues(), origin: String? = nil) {
        self.id = id
        self.kind = kind
        self.options = options
        self.options.owner = "provider '\(id)'"
        self.origin = origin
    }
}

/// The providers and settings of a service.
public struct ServiceSettings: Sendable, Hashable {
    /// The providers to try, in order. If empty, the service is unavailable.
    public var use: [ProviderID]

    /// Where ``use`` was set, for messages.
    public var useOrigin: String?

    /// Whether the user has chosen the file that sets ``use``; see ``ProviderDefinition/isTrusted``.
    public var isUseTrusted = true

    /// Defaults for requests: accent, rate, languages. See ``ServiceOptions``.
    public var options: OptionValues

    /// The roles with their own settings.
    public var roles: [Role: RoleSettings]

    /// Problems found in these settings. With a problem, requests to the service fail, because it would otherwise work
    /// with other settings than intended.
    public var problems: [ServiceError] = []

    /// Creates settings.
    public init(
        use: [ProviderID] = [],
        useOrigin: String? = nil,
        options: OptionValues = OptionValues(),
        roles: [Role: RoleSettings] = [:]
    ) {
        self.use = use
        self.useOrigin = useOrigin
        self.options = options
        self.roles = roles
    }
}

/// The settings of one role that differ from those of its service.
public struct RoleSettings: Sendable, Hashable {
    /// The providers to try, in order; `nil` uses the service's providers.
    public var use: [ProviderID]?

    /// Where ``use`` was set, for messages.
    public var useOrigin: String?

    /// Whether the user has chosen the file that sets ``use``; see ``ProviderDefinition/isTrusted``.
    public var isUseTrusted = true

    /// Options that override the service's options.
    public var options: OptionValues

    /// Problems found in these settings. With a problem, requests in this role fail.
    public var problems: [ServiceError] = []

    /// Creates settings.
    public init(use: [ProviderID]? = nil, useOrigin: String? = nil, options: OptionValues = OptionValues()) {
        self.use = use
        self.useOrigin = useOrigin
        self.options = options
    }
}

/// The purpose for which a front end uses a provider: `narrator`, `question`.
public struct Role: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The role's name.
    public let rawValue: String

    /// Creates a role from any string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a role from a literal.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The role's name.
    public var description: String { rawValue }

    /// The default role.
    public static let standard: Role = "standard"
}

extension ProviderDefinition {
    /// The provider's budgets, daily budgets first.
    ///
    /// - Throws: `ServiceError.Code.configuration` if an option is not an integer.
    package func budgets() throws(ServiceError) -> [UsageBudget] {
        var budgets: [UsageBudget] = []
        for period in UsagePeriod.Length.allCases {
            for unit in UsageBudget.Unit.allCases {
                let name = UsageBudget(0, unit, in: period).optionName
                if let limit = try options.integer(name) { budgets.append(UsageBudget(limit, unit, in: period)) }
            }
        }
        return budgets
    }
}
