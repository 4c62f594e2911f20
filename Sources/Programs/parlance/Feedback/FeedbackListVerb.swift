import ArgumentParsing
import FeedbackPatterns
import HapticPatterns
import HapticRendering
import JSON
import LanguageServices
import ServiceRegistry

/// `parlance feedback list` and `devices`: the available events and outputs.
struct FeedbackListVerb: FeedbackVerb {
    let invocation: Invocation

    /// Lists the events of the theme.
    func list() async throws -> ExitCode {
        let registry = try await registry()
        let provider = try await servingPatterns(in: registry)
        var table = Table()
        for event in provider.events {
            let pattern = provider.pattern(for: event, progress: 1)
            if isJSON {
                try console.print(
                    .object(known: [
                        ("name", .string(event)), ("followsProgress", .bool(provider.followsProgress(event))),
                        ("seconds", pattern.map { .number($0.duration) }),
                        ("events", pattern.map { .integer($0.events.count) }),
                    ])
                )
                continue
            }
            let width = max(1, min(32, Int((pattern?.duration ?? 0) / 0.02 + 0.5)))
            let line = pattern.map { TerminalPlot.line($0, width: width, isUnicode: isUnicode) } ?? "nothing"
            table.add(Console.oneLine(event), provider.followsProgress(event) ? "gesture" : "", line)
        }
        try console.print(table.lines)
        return .ok
    }

    /// Lists the devices on this machine and the outputs in the fallback chain.
    func devices() async throws -> ExitCode {
        let registry = try await registry()
        let provider = try await servingPatterns(in: registry)
        let devices = EvdevDeviceList.devices()
        let capabilities = await provider.capabilities()
        if isJSON {
            for device in devices { try console.print(Self.value(device)) }
            for capability in capabilities { try console.print(Self.value(capability)) }
            return .ok
        }
        var table = Table()
        for device in devices {
            let state =
                device.problem.map { "\($0); \(device.remedy ?? "")" } ?? device.abilities.joined(separator: ", ")
            table.add(device.path, Console.oneLine(device.name), "\(device.effectCount) effects", state)
        }
        if table.count == 0 { try console.print("no devices with force feedback") }
        try console.print(table.lines)
        try console.print("")
        var chain = Table()
        for capability in capabilities {
            let detail = [capability.text, capability.remedy].compactMap { $0 }.joined(separator: "; ")
            chain.add(capability.isUsable ? "ok" : "-", capability.route.description, Console.oneLine(detail))
        }
        try console.print(chain.lines)
        return .ok
    }

    private static func value(_ device: FeedbackDevice) -> JSONValue {
        .object(known: [
            ("device", .string(device.path)), ("name", .string(device.name)),
            ("abilities", .strings(device.abilities)), ("effects", .integer(device.effectCount)),
            ("problem", device.problem.map(JSONValue.string)), ("remedy", device.remedy.map(JSONValue.string)),
        ])
    }

    private static func value(_ capability: FeedbackCapability) -> JSONValue {
        .object(known: [
            ("step", .string(capability.route.step.rawValue)), ("sink", .string(capability.route.sink)),
            ("usable", .bool(capability.isUsable)), ("detail", .string(capability.text)),
            ("remedy", capability.remedy.map(JSONValue.string)),
        ])
    }
}
