import JSON
import LanguageServices
import ServiceClient
import ServiceRegistry

/// The methods with which a front end manages the registry: the feature `registry`.
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
        return try registry.work(parameters, role) { registry, role, _ in
            let roles = services.map { service in
                (service.rawValue, JSONValue.array(registry.roles(of: service).map { .string($0.rawValue) }))
            }
            return [
                "providers": await ProviderListing.all(registry, of: services, role: role),
                "roles": .object(roles),
            ]
        }
    }

    private func use(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        guard let service = try service(parameters) else {
            throw RequestParameters.mistake("the request has no 'service'")
        }
        guard let names = try parameters.texts("providers"), !names.isEmpty else {
            throw RequestParameters.mistake("the request has no 'providers'", "list the providers to use, in order")
        }
        guard Set(names).count == names.count else {
            throw RequestParameters.mistake("a provider is listed twice")
        }
        let ids = names.map { ProviderID(rawValue: $0) }
        return try registry.work(parameters, role) { registry, role, _ in
            try Self.checkRoom(registry, service, role)
            try registry.use(ids, for: service, role: role)
            let inUse = registry.providersInUse(for: service, role: role)
            return ["providers": .array(inUse.map { .string($0.rawValue) })]
        }
    }

    /// The maximum number of roles per service. Without a limit, a client could add roles indefinitely.
    private static let maximumRoles = 100

    private static func checkRoom(_ registry: ServiceRegistry, _ service: Service, _ role: Role) throws(ServiceError) {
        let roles = registry.roles(of: service)
        guard role == .standard || roles.contains(role) || roles.count < maximumRoles else {
            throw ServiceError(.limitExceeded, "more than \(maximumRoles) roles for \(service)")
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

/// The services and features in the answer to `initialize`.
enum ServedOffers {
    /// The number of requests per service that the server handles concurrently.
    static let concurrency = 8

    /// The features of the connection, in addition to those of the services.
    static let features: JSONValue = ["registry", "roles", "reports"]

    /// The services that have a provider.
    ///
    /// - Parameter wanted: The requested service; `nil` requests all.
    static func all(_ registry: ServiceRegistry, role: Role, wanted: Service?) async -> JSONValue {
        var offers: [JSONValue] = []
        for service in Service.allCases where wanted == nil || wanted == service {
            let inUse = registry.providersInUse(for: service, role: role)
            let serving = await registry.providers(of: service).map(\.descriptor).filter { inUse.contains($0.id) }
            guard !serving.isEmpty else { continue }
            // The languages of plug-ins and servers are not listed: `initialize` must not start a process or send a
            // request.
            let isHere = serving.allSatisfy { $0.locality == .inProcess }
            let languages = isHere ? await languages(of: service, registry, role) : []
            offers.append(offer(service, serving, languages))
        }
        return .array(offers)
    }

    private static func offer(
        _ service: Service,
        _ serving: [ProviderDescriptor],
        _ languages: [LanguageTag]
    ) -> JSONValue {
        var members: [(String, JSONValue)] = [("service", .string(service.rawValue))]
        if !languages.isEmpty { members.append(("languages", .array(languages.map { .string($0.text) }))) }
        let features = features(of: service)
        if !features.isEmpty { members.append(("features", .array(features.map { .string($0) }))) }
        members.append(("concurrency", .integer(concurrency)))
        if service == .translation { members.append(("textsPerRequest", .integer(ServedServices.maximumTexts))) }
        if let text = joined(serving.map(\.attribution), "; ") { members.append(("attribution", .string(text))) }
        if let text = joined(serving.map(\.licence), " AND ") { members.append(("licence", .string(text))) }
        if serving.contains(where: { $0.locality == .network }) { members.append(("network", true)) }
        return .object(members)
    }

    /// All features that a request can use. The providers may change while the server runs, and the members of a chain
    /// have different features. So the server declares every feature, and a provider that lacks one reports this for
    /// each request.
    private static func features(of service: Service) -> [String] {
        switch service {
        case .speech: ["rate", "pitch", "volume", "wordGap", "deterministic", "pronunciations", "marks"]
        case .sentences: ["stream"]
        case .translation, .feedback: []
        }
    }

    private static func languages(
        of service: Service,
        _ registry: ServiceRegistry,
        _ role: Role
    ) async -> [LanguageTag] {
        let all: [LanguageTag]
        switch service {
        case .speech:
            all = ((try? await registry.speech(role).voices(matching: VoiceQuery())) ?? []).flatMap(\.languages)
        case .translation:
            all = ((try? await registry.translation(role).languagePairs()) ?? []).map(\.source)
        case .sentences, .feedback: all = []
        }
        return Set(all).sorted { $0.text < $1.text }
    }

    /// The distinct texts of the providers, joined.
    private static func joined(_ texts: [String?], _ separator: String) -> String? {
        var different: [String] = []
        for text in texts.compactMap({ $0 }) where !different.contains(text) { different.append(text) }
        return different.isEmpty ? nil : different.joined(separator: separator)
    }
}
