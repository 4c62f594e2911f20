public import LanguageServices

/// What a registry needs to know: which providers there are, and which of them serve.
///
/// This is a plain value that a program may build by hand. `ServiceConfiguration` reads it from files.
public struct RegistryConfiguration: Sendable, Hashable {
    /// The providers that are set up by name.
    public var providers: [ProviderDefinition]

    /// Who serves, and with which settings.
    public var services: [Service: ServiceSettings]

    /// Whether nothing may go over the network; `nil` when nothing was said of it.
    public var isOffline: Bool?

    /// Where ``isOffline`` was set, in words for a message.
    public var offlineOrigin: String?

    /// How answers are kept; see ``CacheOptions``. A registry checks the options; who makes it gives it the store.
    public var cache: OptionValues

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

/// A provider that is set up by name.
public struct ProviderDefinition: Sendable, Hashable {
    /// The name.
    public var id: ProviderID

    /// The name of its `ProviderKind`.
    public var kind: String

    /// What is set for it.
    public var options: OptionValues

    /// Where it was set up, in words for a message.
    public var origin: String?

    /// Whether the user has chosen the file that sets it up. What merely lies in the current folder is not trusted with
    /// providers that use the network or start chosen programs.
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

/// Who serves a service, and with which settings.
public struct ServiceSettings: Sendable, Hashable {
    /// The providers to ask, in order. When it is empty, nothing serves.
    public var use: [ProviderID]

    /// Where ``use`` was set, in words for a message.
    public var useOrigin: String?

    /// Whether the user has chosen the file that set ``use``; see ``ProviderDefinition/isTrusted``.
    public var isUseTrusted = true

    /// What a request gets that leaves something open: accent, rate, languages. See ``ServiceOptions``.
    public var options: OptionValues

    /// The roles that are served otherwise than the rest.
    public var roles: [Role: RoleSettings]

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

/// What is different for one role.
public struct RoleSettings: Sendable, Hashable {
    /// The providers to ask, in order; `nil` when the role is served like the rest.
    public var use: [ProviderID]?

    /// Where ``use`` was set, in words for a message.
    public var useOrigin: String?

    /// Whether the user has chosen the file that set ``use``; see ``ProviderDefinition/isTrusted``.
    public var isUseTrusted = true

    /// Options that win over those of the service.
    public var options: OptionValues

    /// Creates settings.
    public init(use: [ProviderID]? = nil, useOrigin: String? = nil, options: OptionValues = OptionValues()) {
        self.use = use
        self.useOrigin = useOrigin
        self.options = options
    }
}

/// What a provider is used for, where a front end makes a difference: `narrator`, `question`.
public struct Role: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The role's name.
    public let rawValue: String

    /// Creates a role; every string is allowed.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a role from a literal.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The role's name.
    public var description: String { rawValue }

    /// The role of a front end that makes no difference.
    public static let standard: Role = "standard"
}

extension ProviderDefinition {
    /// The budgets that are set for the provider, those of a day first.
    ///
    /// - Throws: `ServiceError.Code.configuration` when an option holds no whole number.
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
