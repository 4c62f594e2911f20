import ArgumentParsing
import FeedbackPatterns
import HapticCodecs
import HapticPatterns
import LanguageServices
import Platform
import ServiceConfiguration
import ServiceRegistry

/// A command that plays or shows feedback from a provider, or a pattern from a file.
protocol FeedbackVerb: Verb {}

extension FeedbackVerb {
    var role: Role { get throws { try arguments.role() } }

    /// The registry built from the configuration, with command-line overrides for the pattern provider.
    ///
    /// - Parameter overrides: Options for the provider of kind `patterns`, by name.
    func registry(_ overrides: [String: OptionValue.Content] = [:]) async throws -> ServiceRegistry {
        try await program.registry(for: .feedback, arguments, try role) { configuration in
            guard !overrides.isEmpty else { return }
            let values = overrides.mapValues { OptionValue($0, origin: "the command line") }
            let places = configuration.providers.indices.filter { configuration.providers[$0].kind == "patterns" }
            for place in places { configuration.providers[place].options.values.merge(values) { _, new in new } }
            if places.isEmpty {
                configuration.providers.append(
                    ProviderDefinition(id: "patterns", kind: "patterns", options: OptionValues(values))
                )
            }
        }
    }

    /// The available pattern provider, or else any pattern provider.
    func patterns(in registry: ServiceRegistry) async throws -> FeedbackPatterns? {
        let all = await registry.providers(of: .feedback).compactMap { $0 as? FeedbackPatterns }
        let inUse = try registry.providersInUse(for: .feedback, role: role)
        return all.first { inUse.contains($0.descriptor.id) } ?? all.first
    }

    /// The available pattern provider, for commands that require one.
    func servingPatterns(in registry: ServiceRegistry) async throws -> FeedbackPatterns {
        if let provider = try await patterns(in: registry) { return provider }
        let inUse = try registry.providersInUse(for: .feedback, role: role)
        for provider in await registry.providers(of: .feedback) where inUse.contains(provider.descriptor.id) {
            guard case .unavailable(let reason, let remedy) = await provider.status() else { continue }
            throw ServiceError(.configuration, reason, provider: provider.descriptor.id, remedy: remedy)
        }
        throw ServiceError(
            .unavailable,
            "no provider of kind 'patterns' is configured",
            remedy: "add 'patterns' to \"use\" in the section 'feedback'"
        )
    }

    /// The pattern given on the command line.
    ///
    /// - Throws: ``CommandFailure`` when there is no event or file with that name, or the file contains no pattern.
    func pattern(_ registry: ServiceRegistry) async throws -> (name: String, pattern: HapticPattern) {
        let name = try arguments[Options.pattern].first ?? ""
        let progress = try arguments[Options.gestureProgress] ?? 1
        let provider = try await patterns(in: registry)
        if let provider, provider.events.contains(name) {
            guard let pattern = provider.pattern(for: name, progress: progress) else {
                throw CommandFailure(
                    ServiceError(.notFound, "the theme has no pattern for '\(name)'"),
                    .noInput
                )
            }
            return (name, pattern)
        }
        // Without a provider, a name that is not a file needs the reason.
        if provider == nil, !Self.isPath(name) { _ = try await servingPatterns(in: registry) }
        return (Self.stem(name), try filePattern(name, events: provider?.events ?? []))
    }

    /// The pattern in a file; repairs are reported.
    func filePattern(_ path: String, events: [String]) throws -> HapticPattern {
        guard Self.isPath(path) else {
            let hint = ClosestMatch.hint(for: path, in: events)
            throw CommandFailure(
                ServiceError(
                    .notFound,
                    "no event or file '\(path)'\(hint)",
                    remedy: "list events with 'parlance feedback list'"
                ),
                .noInput
            )
        }
        let (name, imported) = try PatternInput.read(path, arguments, input: console.input)
        for repair in imported.repairs { console.note(PatternFindingText.note(repair, of: name)) }
        return imported.pattern
    }

    private static func isPath(_ name: String) -> Bool {
        name == "-" || name.contains("/") || name.contains(".") || WholeFile.exists(name)
    }

    /// Whether the terminal can show non-ASCII characters.
    var isUnicode: Bool { FeedbackPatterns.isUTF8 { program.environment[$0] } }

    /// The name of a file without its folder and extension.
    static func stem(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }
}
