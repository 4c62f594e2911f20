import ArgumentParsing
import FrontEndServer
import JSON
import LanguageServices
import ServiceClient
import ServiceRegistry
import ServiceConfiguration

/// `parlance providers`: who is there, and who serves.
struct ProvidersVerb {
    private let program: Program
    private let arguments: ParsedArguments

    init(_ program: Program, _ arguments: ParsedArguments) {
        self.program = program
        self.arguments = arguments
    }

    func run() async throws -> ExitCode {
        if try arguments[Options.kinds] { return try listKinds() }
        let usage = UsageListing(program, arguments)
        if let account = try arguments[Options.resetUsage] { return try await usage.reset(account) }
        if try arguments[Options.usage] { return try await usage.list() }
        let registry = try await program.registry(arguments)
        var table = Table()
        for service in Service.allCases {
            let inUse = registry.providersInUse(for: service)
            for provider in registry.providers(of: service) {
                let descriptor = provider.descriptor
                let status = await provider.status()
                let rank = inUse.firstIndex(of: descriptor.id).map { $0 + 1 }
                if try arguments[Options.json] {
                    try program.console.print(ProviderListing.value(descriptor, status, rank: rank))
                } else {
                    let use = rank.map { inUse.count == 1 ? "in use" : "in use (\($0))" } ?? "not in use"
                    table.add(service.rawValue, descriptor.id.rawValue, descriptor.kind, use, Self.shown(status))
                }
            }
        }
        for line in table.lines { try program.console.print(line) }
        return .ok
    }

    private func listKinds() throws -> ExitCode {
        for kind in program.host.emptyRegistry().kinds {
            let options = kind.options + ServiceOptions.ofEveryProvider
            if try arguments[Options.json] {
                try program.console.print(
                    [
                        "kind": .string(kind.name), "service": .string(kind.service.rawValue),
                        "summary": .string(kind.summary),
                        "options": .array(options.map { ["name": .string($0.name), "summary": .string($0.summary)] }),
                    ]
                )
            } else {
                try program.console.print("\(kind.name) (\(kind.service)): \(kind.summary)")
                var table = Table()
                for option in options { table.add("  \(option.name)", option.summary) }
                for line in table.lines { try program.console.print(line) }
            }
        }
        return .ok
    }

    private static func shown(_ status: ProviderStatus) -> String {
        switch status {
        case .ready: "ready"
        case .degraded(let reason, _): "degraded: \(reason)"
        case .unavailable(let reason, _): "unavailable: \(reason)"
        }
    }
}
