package import LanguageServices
package import ServiceRegistry

/// What a registry can create from a configuration.
package struct LoadResult: Sendable {
    /// The providers that could be created: those that the configuration defines, in its order, then the others.
    package var loaded: [ProviderDescriptor] = []

    /// The problems in the configuration, then those from creating providers.
    package var problems: [ServiceError] = []
}

extension ServiceRegistry {
    /// Loads a configuration and creates all its providers.
    package func loadAll(_ configuration: RegistryConfiguration) async -> LoadResult {
        let found = await load(configuration) + creationProblems()
        var created: [ProviderDescriptor] = []
        for service in Service.allCases { created += await providers(of: service).map(\.descriptor) }
        created.removeAll { one in found.contains { $0.service == one.service && $0.error.provider == one.id } }
        var ids: [ProviderID] = []
        for definition in configuration.providers where !ids.contains(definition.id) { ids.append(definition.id) }
        let defined = ids.flatMap { id in created.filter { $0.id == id } }
        return LoadResult(
            loaded: defined + created.filter { !ids.contains($0.id) },
            problems: found.map(\.error)
        )
    }
}
