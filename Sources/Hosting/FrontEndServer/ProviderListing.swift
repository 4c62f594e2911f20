package import JSON
package import LanguageServices
package import ServiceRegistry

/// The providers of a registry as other programs read about them.
package enum ProviderListing {
    /// One provider.
    ///
    /// - Parameter rank: When it is asked, from 1; `nil` when it does not serve.
    package static func value(_ descriptor: ProviderDescriptor, _ status: ProviderStatus, rank: Int?) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("service", .string(descriptor.service.rawValue)),
            ("provider", .string(descriptor.id.rawValue)),
            ("kind", .string(descriptor.kind)),
            ("version", .string(descriptor.version)),
            ("locality", .string(descriptor.locality.rawValue)),
            ("rank", rank.map { .integer($0) } ?? .null),
        ]
        switch status {
        case .ready:
            members.append(("status", "ready"))
        case .degraded(let reason, let remedy):
            members += [("status", "degraded"), ("reason", .string(reason))]
            if let remedy { members.append(("remedy", .string(remedy))) }
        case .unavailable(let reason, let remedy):
            members += [("status", "unavailable"), ("reason", .string(reason))]
            if let remedy { members.append(("remedy", .string(remedy))) }
        }
        if let attribution = descriptor.attribution { members.append(("attribution", .string(attribution))) }
        if let licence = descriptor.licence { members.append(("licence", .string(licence))) }
        return .object(members)
    }

    /// All providers of some services, with their ranks for a role.
    package static func all(
        _ registry: ServiceRegistry,
        of services: [Service] = Service.allCases,
        role: Role = .standard
    ) async -> JSONValue {
        var list: [JSONValue] = []
        for service in services {
            let inUse = registry.providersInUse(for: service, role: role)
            for provider in registry.providers(of: service) {
                let rank = inUse.firstIndex(of: provider.descriptor.id).map { $0 + 1 }
                list.append(value(provider.descriptor, await provider.status(), rank: rank))
            }
        }
        return .array(list)
    }
}
