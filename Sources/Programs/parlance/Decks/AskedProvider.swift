import ArgumentParsing
import JSON
import LanguageServices
import ServiceRegistry
import ServiceConfiguration

/// A provider that a batch would ask, as it is told before anybody is asked.
struct AskedProvider: Sendable {
    /// Who it is.
    var descriptor: ProviderDescriptor
    /// How it is.
    var status: ProviderStatus
    /// What it charges, where the configuration says so.
    var price: ServicePrice?

    /// Where the texts go.
    var place: String {
        switch descriptor.locality {
        case .inProcess, .plugin: "on this machine"
        case .network: "over the network"
        }
    }

    /// In words.
    var line: String {
        switch status {
        case .ready: "\(descriptor.id) (\(place))"
        case .degraded(let reason, _): "\(descriptor.id) (\(place); \(reason))"
        case .unavailable(let reason, _): "\(descriptor.id) (not there: \(reason))"
        }
    }

    /// As `--json` has it.
    ///
    /// - Parameter characters: How many characters it would be asked for, at most.
    func value(characters: Int) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("provider", .string(descriptor.id.rawValue)), ("kind", .string(descriptor.kind)),
            ("locality", .string(descriptor.locality.rawValue)),
        ]
        switch status {
        case .ready: members.append(("status", "ready"))
        case .degraded(let reason, _): members += [("status", "degraded"), ("reason", .string(reason))]
        case .unavailable(let reason, _): members += [("status", "unavailable"), ("reason", .string(reason))]
        }
        if let price {
            members.append(
                (
                    "cost",
                    [
                        "amount": .number(price.cost(ofCharacters: characters)), "currency": .string(price.currency),
                        "perMillionCharacters": .number(price.perMillionCharacters),
                    ]
                )
            )
        }
        return .object(members)
    }
}

extension Program {
    /// The chain that a command line asks for, and who is in it.
    func speechChain(
        _ arguments: ParsedArguments,
        role: Role = .standard
    ) async throws -> (provider: any SpeechProvider, members: [AskedProvider]) {
        let registry = try await registry(for: .speech, arguments, role)
        return (try registry.speech(role), try await members(of: registry, .speech, arguments, role))
    }

    /// The chain that a command line asks for, and who is in it.
    func translationChain(
        _ arguments: ParsedArguments,
        role: Role = .standard
    ) async throws -> (provider: any TranslationProvider, members: [AskedProvider]) {
        let registry = try await registry(for: .translation, arguments, role)
        return (try registry.translation(role), try await members(of: registry, .translation, arguments, role))
    }

    /// The chain that translates word by word, and who is in it.
    func glossChain(
        _ arguments: ParsedArguments
    ) async throws -> (provider: any TranslationProvider, members: [AskedProvider]) {
        let registry = try await glossRegistry(arguments)
        return (try registry.translation(), try await members(of: registry, .translation, arguments, .standard))
    }

    func members(
        of registry: ServiceRegistry,
        _ service: Service,
        _ arguments: ParsedArguments,
        _ role: Role
    ) async throws -> [AskedProvider] {
        let definitions = try configuration(arguments).registry.providers
        let providers = registry.providers(of: service)
        var members: [AskedProvider] = []
        for id in registry.providersInUse(for: service, role: role) {
            guard let provider = providers.first(where: { $0.descriptor.id == id }) else { continue }
            members.append(
                AskedProvider(
                    descriptor: provider.descriptor,
                    status: await provider.status(),
                    price: try definitions.first { $0.id == id }?.options.price("price")
                )
            )
        }
        return members
    }
}
