import ArgumentParsing
import FrontEndServer
import JSON
import LanguageServices
import RemoteState
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

/// `parlance providers`: lists the providers and the services that use them.
struct ProvidersVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        if try arguments[Options.kinds] { return try listKinds() }
        let usage = UsageListing(invocation: invocation)
        if let account = try arguments[Options.resetUsage] { return try await usage.reset(account) }
        if try arguments[Options.usage] { return try await usage.list() }
        let registry = try await program.registry(arguments)
        var table = Table()
        for service in Service.allCases {
            let inUse = registry.providersInUse(for: service)
            for provider in await registry.providers(of: service) {
                let descriptor = provider.descriptor
                let status = await provider.status()
                let rank = inUse.firstIndex(of: descriptor.id).map { $0 + 1 }
                if isJSON {
                    try console.print(ProviderListing.value(descriptor, status, rank: rank))
                } else {
                    let use = rank.map { inUse.count == 1 ? "in use" : "in use (\($0))" } ?? "not in use"
                    table.add(service.rawValue, descriptor.id.rawValue, descriptor.kind, use, Self.shown(status))
                }
            }
        }
        try console.print(table.lines)
        return .ok
    }

    private func listKinds() throws -> ExitCode {
        for kind in program.host.emptyRegistry().kinds {
            let options = kind.options + ServiceOptions.ofEveryProvider
            var table = Table()
            for option in options { table.add("  \(option.name)", option.summary) }
            try show(
                [
                    "kind": .string(kind.name), "service": .string(kind.service.rawValue),
                    "summary": .string(kind.summary),
                    "options": .array(options.map { ["name": .string($0.name), "summary": .string($0.summary)] }),
                ],
                ["\(kind.name) (\(kind.service)): \(kind.summary)"] + table.lines
            )
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

/// `parlance providers --usage`: shows the usage of providers that have a budget, and what remains.
struct UsageListing: Verb {
    let invocation: Invocation

    // MARK: Listing

    func list() async throws -> ExitCode {
        let usage = program.host.usage
        let budgets = try budgets()
        let now = usage.secondsSince1970
        let periods = UsagePeriod.Length.allCases.map { UsagePeriod($0, at: now) }
        let records = try await usage.usage(in: periods)
        var accounts = budgets.map(\.account)
        for record in records where !accounts.contains(record.account) { accounts.append(record.account) }
        let hasTokens =
            records.contains { $0.usage.tokens > 0 }
            || budgets.contains { $0.budgets.contains { $0.unit == .tokens } }
        var table = Table()
        for account in accounts {
            for period in periods {
                let used = records.first { $0.account == account && $0.period == period.text }?.usage ?? Usage()
                let own = (budgets.first { $0.account == account }?.budgets ?? []).filter { $0.period == period.length }
                if own.isEmpty, used == Usage() { continue }
                if isJSON {
                    try console.print(Self.value(account, period, used, own))
                } else {
                    table.add(
                        account.rawValue,
                        period.text,
                        Self.shown(used, .requests, own),
                        Self.shown(used, .characters, own),
                        hasTokens ? Self.shown(used, .tokens, own) : "",
                        "resets at \(period.renewal)"
                    )
                }
            }
        }
        try console.print(table.lines)
        return .ok
    }

    private static func shown(_ used: Usage, _ unit: UsageBudget.Unit, _ budgets: [UsageBudget]) -> String {
        guard let budget = budgets.first(where: { $0.unit == unit }) else { return unit.counted(used[unit]) }
        return "\(used[unit]) of \(unit.counted(budget.limit)), \(max(0, budget.limit - used[unit])) left"
    }

    private static func value(
        _ account: ProviderID,
        _ period: UsagePeriod,
        _ used: Usage,
        _ budgets: [UsageBudget]
    ) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("provider", .string(account.rawValue)), ("period", .string(period.text)),
        ]
        for unit in UsageBudget.Unit.allCases {
            members.append((unit.rawValue, .integer(used[unit])))
            guard let budget = budgets.first(where: { $0.unit == unit }) else { continue }
            members.append((budget.optionName, .integer(budget.limit)))
        }
        members.append(("beginsAnew", .string(period.renewal)))
        return .object(members)
    }

    // MARK: Resetting

    func reset(_ name: String) async throws -> ExitCode {
        let account = name == "all" ? nil : ProviderID(rawValue: name)
        let wasCounted = try await program.host.usage.reset(account)
        if let account, !wasCounted {
            let known = try budgets().map(\.account.rawValue)
            guard known.contains(account.rawValue) else {
                throw ServiceError(
                    .notFound,
                    "no usage recorded for '\(account)'\(ClosestMatch.hint(for: account.rawValue, in: known))",
                    remedy: "list usage with 'parlance providers --usage'"
                )
            }
        }
        return try show(
            ["provider": .string(name), "wasCounted": .bool(wasCounted)],
            [wasCounted ? "\(name): reset" : "\(name): no usage recorded"]
        )
    }

    /// The configured providers that have budgets.
    private func budgets() throws -> [(account: ProviderID, budgets: [UsageBudget])] {
        let configuration = try program.configuration(arguments)
        for problem in configuration.problems { console.complain(problem) }
        return try configuration.registry.providers.compactMap { definition in
            let budgets = try definition.budgets()
            return budgets.isEmpty ? nil : (definition.id, budgets)
        }
    }
}
