import JSON
import LanguageServices
import ServiceRegistry

/// The methods by which a front end looks after the registry: the feature `registry`.
struct ServedControl {
    let registry: ServedRegistry
    let role: Role
    let wanted: Service?

    func work(_ method: String, _ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work? {
        switch method {
        case "registry.providers": try providers(parameters)
        case "registry.use": try use(parameters)
        case "registry.reload": reload
        default: nil
        }
    }

    private func providers(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        let services = try service(parameters).map { [$0] } ?? Service.allCases
        let role = try parameters.role(role)
        return { [registry] _ in
            try await registry.use { registry in
                let roles = services.map { service in
                    (service.rawValue, JSONValue.array(registry.roles(of: service).map { .string($0.rawValue) }))
                }
                return [
                    "providers": await ProviderListing.all(registry, of: services, role: role),
                    "roles": .object(roles),
                ]
            }
        }
    }

    private func use(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        guard let service = try service(parameters) else {
            throw RequestParameters.mistake("the request has no 'service'")
        }
        guard let names = try parameters.texts("providers"), !names.isEmpty else {
            throw RequestParameters.mistake("the request names no 'providers'", "name those to ask, in order")
        }
        guard Set(names).count == names.count else {
            throw RequestParameters.mistake("a provider is named twice")
        }
        let ids = names.map { ProviderID(rawValue: $0) }
        let role = try parameters.role(role)
        return { [registry] _ in
            try await registry.use { registry in
                try Self.checkRoom(registry, service, role)
                try registry.use(ids, for: service, role: role)
                let inUse = registry.providersInUse(for: service, role: role)
                return ["providers": .array(inUse.map { .string($0.rawValue) })]
            }
        }
    }

    /// How many roles a service may have; a client could name new ones for ever.
    private static let mostRoles = 100

    private static func checkRoom(_ registry: ServiceRegistry, _ service: Service, _ role: Role) throws(ServiceError) {
        let roles = registry.roles(of: service)
        guard role == .standard || roles.contains(role) || roles.count < mostRoles else {
            throw ServiceError(.limitExceeded, "there are more than \(mostRoles) roles of \(service)")
        }
    }

    private var reload: FrontEndServer.Work {
        { [registry, role, wanted] _ in
            try await registry.replace()
            return try await registry.use { registry in
                ["services": await ServedOffers.all(registry, role: role, wanted: wanted)]
            }
        }
    }

    private func service(_ parameters: RequestParameters) throws(ServiceError) -> Service? {
        try parameters.choice("service", Service.self)
    }
}
