import ArgumentParsing
import FeedbackPatterns
import HapticPatterns
import HapticRendering
import JSON
import LanguageServices
import ServiceRegistry

/// `parlance feedback list` and `devices`: what can be felt, and by what.
struct FeedbackListVerb: FeedbackVerb {
    let invocation: Invocation

    /// The events of the theme.
    func list() async throws -> ExitCode {
        let registry = try await registry()
        let provider = try provider(registry)
        var table = Table()
        for event in provider.events {
            let pattern = provider.pattern(for: event, progress: 1)
            if isJSON {
                var members: [(String, JSONValue)] = [
                    ("name", .string(event)), ("followsProgress", .bool(provider.followsProgress(event))),
                ]
                if let pattern {
                    members.append(("seconds", .number(pattern.duration)))
                    members.append(("events", .integer(pattern.events.count)))
                }
                try console.print(.object(members))
                continue
            }
            let width = max(1, min(32, Int((pattern?.duration ?? 0) / 0.02 + 0.5)))
            let line = pattern.map { TerminalPlot.line($0, width: width, isUnicode: isUnicode) } ?? "nothing"
            table.add(Console.oneLine(event), provider.followsProgress(event) ? "gesture" : "", line)
        }
        for line in table.lines { try console.print(line) }
        return .ok
    }

    /// The devices of this machine, and the links of the chain of fallback.
    func devices() async throws -> ExitCode {
        let registry = try await registry()
        let provider = try provider(registry)
        let devices = EvdevDeviceList.devices()
        let capabilities = await provider.capabilities()
        if isJSON {
            for device in devices { try console.print(.object(Self.members(device))) }
            for capability in capabilities { try console.print(.object(Self.members(capability))) }
            return .ok
        }
        var table = Table()
        for device in devices {
            let state =
                device.problem.map { "\($0); \(device.remedy ?? "")" } ?? device.abilities.joined(separator: ", ")
            table.add(device.path, Console.oneLine(device.name), "\(device.effectCount) effects", state)
        }
        if table.count == 0 { try console.print("no device with force feedback") }
        for line in table.lines { try console.print(line) }
        try console.print("")
        var chain = Table()
        for capability in capabilities {
            let detail = [capability.text, capability.remedy].compactMap { $0 }.joined(separator: "; ")
            chain.add(capability.isUsable ? "ok" : "-", capability.route.description, Console.oneLine(detail))
        }
        for line in chain.lines { try console.print(line) }
        return .ok
    }

    private func provider(_ registry: ServiceRegistry) throws -> FeedbackPatterns {
        if let provider = try patterns(in: registry) { return provider }
        throw CommandFailure(
            ServiceError(
                .unavailable,
                "no provider of patterns is set up",
                remedy: "put 'patterns' into \"use\" of the service 'feedback'"
            )
        )
    }

    private static func members(_ device: FeedbackDevice) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [
            ("device", .string(device.path)), ("name", .string(device.name)),
            ("abilities", .array(device.abilities.map { .string($0) })), ("effects", .integer(device.effectCount)),
        ]
        if let problem = device.problem { members.append(("problem", .string(problem))) }
        if let remedy = device.remedy { members.append(("remedy", .string(remedy))) }
        return members
    }

    private static func members(_ capability: FeedbackCapability) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [
            ("step", .string(capability.route.step.rawValue)), ("sink", .string(capability.route.sink)),
            ("usable", .bool(capability.isUsable)), ("detail", .string(capability.text)),
        ]
        if let remedy = capability.remedy { members.append(("remedy", .string(remedy))) }
        return members
    }
}
