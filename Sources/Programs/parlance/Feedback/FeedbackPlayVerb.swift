import ArgumentParsing
import FeedbackPatterns
import HapticPatterns
import JSON
import LanguageServices
import ServiceClient
import ServiceRegistry

/// `parlance feedback play`: plays an event, or a pattern from a file.
struct FeedbackPlayVerb: FeedbackVerb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        var overrides: [String: OptionValue.Content] = [:]
        if let sink = try arguments[Options.feedbackSink] { overrides["sinks"] = .strings([sink]) }
        if let profile = try arguments[Options.feedbackProfile] { overrides["profile"] = .string(profile.rawValue) }
        let registry = try await registry(overrides)
        let name = try arguments[Options.pattern].first ?? ""
        let strength = try arguments[Options.feedbackStrength]
        let provider = try await patterns(in: registry)
        // A name without an extension is an event, for any feedback provider.
        let isFile =
            !(provider?.events.contains(name) ?? false) && (name == "-" || name.contains("/") || name.contains("."))
        for turn in 0..<(try arguments[Options.feedbackTimes] ?? 1) {
            if turn > 0 { try await ServiceClock.system.sleep(for: .milliseconds(250)) }
            let handle: FeedbackHandle
            if isFile {
                guard let provider else {
                    throw ServiceError(
                        .unavailable,
                        "no provider can play pattern files",
                        remedy: "add a provider of kind 'patterns' to the configuration"
                    )
                }
                let (name, pattern) = try await pattern(registry)
                handle = try await provider.play(pattern, name: name, strength: strength ?? 1)
            } else {
                handle = try await registry.feedback(try role).play(
                    FeedbackRequest(
                        event: name,
                        progress: try arguments[Options.gestureProgress] ?? 1,
                        strength: strength
                    )
                )
            }
            try report(handle.report)
            try await withTaskCancellationHandler {
                try await handle.waitUntilEnd()
            } onCancel: {
                Task { await handle.stop() }
            }
            try Task.checkCancellation()
        }
        return .ok
    }

    private func report(_ report: ServiceReport) throws {
        if isJSON { try console.print(ReportJSON.value(report)) }
        for notice in report.notices { console.note(notice) }
    }
}
