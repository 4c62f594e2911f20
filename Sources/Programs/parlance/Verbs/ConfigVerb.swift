import ArgumentParsing
import JSON
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

/// `parlance config`: checks, shows and creates configurations.
struct ConfigVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        switch arguments.path.last {
        case "check": try await check()
        case "show": try show()
        case "path": try path()
        case "schema": try schema()
        default: try writeNew()
        }
    }

    // MARK: check

    private func check() async throws -> ExitCode {
        var configuration = try program.configuration(arguments)
        if let file = try arguments[Options.configurationFile].first {
            configuration = ConfigurationLocations(environment: program.environment, namedFile: file).load()
        }
        for note in configuration.notes { console.note(note) }
        let registry = program.host.emptyRegistry()
        let created = await registry.load(configuration.registry) + registry.creationProblems()
        let others = created.map { Self.located($0, in: configuration.registry) }
        let read = Set(configuration.problems)
        let problems = configuration.problems + others.map(\.error).filter { !read.contains($0) }
        for problem in problems {
            if isJSON { try console.print(ReportJSON.value(problem)) } else { console.complain(problem) }
        }
        guard problems.isEmpty else { return .configuration }
        let files = configuration.layers.compactMap(\.source.readFile)
        if !isJSON {
            try console.print(
                files.isEmpty
                    ? "no configuration file; the built-in defaults are valid"
                    : "\(files.joined(separator: ", ")): valid"
            )
        }
        return .ok
    }

    /// The problem with the place of its provider's definition, unless it has a place.
    private static func located(
        _ problem: ConfigurationProblem,
        in configuration: RegistryConfiguration
    ) -> ConfigurationProblem {
        guard let definition = configuration.providers.first(where: { $0.id == problem.error.provider }),
            let origin = definition.origin, let file = origin.split(separator: ":").first,
            !problem.error.message.hasPrefix(file + ":")
        else { return problem }
        var located = problem
        located.error.message = "\(origin): provider '\(definition.id)': \(problem.error.message)"
        return located
    }

    // MARK: show

    private func show() throws -> ExitCode {
        let configuration = try program.configuration(arguments)
        for problem in configuration.problems { console.complain(problem) }
        for note in configuration.notes { console.note(note) }
        let kinds = program.host.emptyRegistry().kinds
        var table = Table()
        for setting in ConfigurationListing.settings(configuration.registry, kinds: kinds) {
            table.add(setting.name, setting.value, setting.origin)
        }
        try show(ConfigurationListing.document(configuration.registry, kinds: kinds), table.lines)
        return configuration.problems.isEmpty ? .ok : .configuration
    }

    // MARK: path

    private func path() throws -> ExitCode {
        let configuration = try program.configuration(arguments)
        var table = Table()
        for layer in configuration.layers.reversed() {
            guard let entry = Self.entry(layer.source) else { continue }
            if isJSON {
                try console.print(
                    ["layer": .string(entry.layer), "path": .string(entry.path), "exists": .bool(entry.exists)]
                )
            } else {
                table.add(entry.layer, entry.path, entry.exists ? "" : "does not exist")
            }
        }
        try console.print(table.lines)
        return .ok
    }

    private static func entry(_ source: ConfigurationLayer.Source) -> (layer: String, path: String, exists: Bool)? {
        switch source {
        case .projectFile(let path, let exists): ("project", path, exists)
        case .userFile(let path, let exists): ("user", path, exists)
        case .namedFile(let path): ("named", path, WholeFile.exists(path))
        case .builtIn, .environment: nil
        }
    }

    // MARK: schema

    private func schema() throws -> ExitCode {
        try console.output(
            JSONWriter.bytes(ConfigurationSchema.schema(for: program.host.emptyRegistry().kinds), form: .pretty) + [
                0x0A
            ]
        )
        return .ok
    }

    // MARK: init

    private func writeNew() throws -> ExitCode {
        let locations = ConfigurationLocations(environment: program.environment)
        let named = try arguments[Options.newConfigurationFile].first
        let isUser = try arguments[Options.user]
        if named != nil, isUser { throw arguments.usageError("FILE and '--user' cannot be given together") }
        guard let path = named ?? (isUser ? locations.userFile : locations.projectFile) else {
            throw arguments.usageError("no home folder; give a FILE")
        }
        if WholeFile.exists(path), try !arguments[Options.force] {
            throw CommandFailure(
                ServiceError(.io, "'\(path)' already exists", remedy: "replace it with '--force'"),
                .cannotCreate
            )
        }
        try CommandFailure.creating {
            if isUser, let slash = path.lastIndex(of: "/") { try Folder.make(String(path[..<slash])) }
            try AtomicFile.write(Array(StarterConfiguration.text.utf8), to: path)
        }
        return try show(["path": .string(path)], [path])
    }
}
