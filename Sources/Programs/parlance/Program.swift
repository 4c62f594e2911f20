import ArgumentParsing
import Audio
import JSON
import LanguageServices
import Platform
import RemoteState
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

/// The program, independent of its process. All external input is injected, so tests can replace the system.
struct Program: Sendable {
    /// Creates registries, and shuts them down when a command ends.
    let host: ServiceHost

    /// The console for output and input.
    let console: Console

    /// Plays sound.
    let player: AudioPlayer

    init(
        environment: [String: String],
        data: DataLocator,
        kinds: @escaping @Sendable (DataLocator) -> [ProviderKind],
        console: Console,
        player: AudioPlayer = AudioPlayer()
    ) {
        host = ServiceHost(environment: environment, data: data, kinds: kinds, note: console.note)
        self.console = console
        self.player = player
    }

    /// The environment variables.
    var environment: [String: String] { host.environment }

    /// Finds the package's data folders.
    var data: DataLocator { host.data }

    /// Runs a command line.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The exit code.
    func run(_ arguments: [String]) async -> ExitCode {
        do {
            switch try ArgumentParser(root: CommandTree.root).parse(arguments) {
            case .help(let path):
                try console.output(Array(HelpText(path, of: CommandTree.root, width: console.width).text.utf8))
                return .ok
            case .version:
                try console.print("parlance \(Version.text)")
                return .ok
            case .run(let arguments):
                return await run(arguments)
            }
        } catch {
            return end(with: error, isJSON: false)
        }
    }

    private func run(_ arguments: ParsedArguments) async -> ExitCode {
        let code: ExitCode
        do {
            code = try await Invocation(self, arguments).run()
        } catch {
            code = end(with: error, isJSON: (try? arguments[Options.json]) ?? false)
        }
        await host.shutdown()
        return code
    }

    /// Reports the error that ended the command: on one line and, with `--json`, also as an object.
    private func end(with error: any Error, isJSON: Bool) -> ExitCode {
        let known: ServiceError
        let code: ExitCode
        var reportsProgress = false
        switch error {
        case is ClosedPipe:
            return .closedPipe
        case let error as UsageError:
            console.complain(error.description)
            return .usage
        case let failure as CommandFailure:
            (known, code, reportsProgress) = (failure.error, failure.exitCode, failure.reportsProgress)
        default:
            known = ServiceError(error)
            code = ExitCode(known.code)
        }
        let isInterruption = known.code == .cancelled && !reportsProgress
        console.complain(isInterruption ? ServiceError(.cancelled, "interrupted") : known)
        // The reader of the objects may have exited; this error is then ignored.
        if isJSON { try? console.print(.object([("error", ReportJSON.value(known))])) }
        return code
    }
}

extension Program {
    /// The configuration layers that the command line selects.
    func configuration(_ arguments: ParsedArguments) throws -> Configuration {
        var configuration =
            ConfigurationLocations(environment: environment, namedFile: try arguments[Options.config]).load()
        if try arguments[Options.offline] {
            configuration.registry.isOffline = true
            configuration.registry.offlineOrigin = "--offline"
        }
        return configuration
    }

    /// Creates a registry with every provider kind, and loads the configuration.
    ///
    /// - Throws: ``CommandFailure`` when the configuration is invalid; all problems except the last are printed first.
    /// - Parameter change: Applies command-line options to the configuration.
    func registry(
        _ arguments: ParsedArguments,
        change: (inout RegistryConfiguration) -> Void = { _ in }
    ) async throws -> ServiceRegistry {
        var configuration = try rightConfiguration(arguments)
        change(&configuration)
        let caching = try caching(arguments, configuration)
        return try await loaded { () throws(ConfigurationFailure) in
            try await host.registry(configuration, caching: caching)
        }
    }

    /// The speech provider selected with `--provider`, or by role.
    func speech(_ arguments: ParsedArguments, role: Role = .standard) async throws -> any SpeechProvider {
        try await registry(for: .speech, arguments, role).speech(role)
    }

    /// A registry whose translation provider glosses word by word.
    func glossRegistry(_ arguments: ParsedArguments) async throws -> ServiceRegistry {
        let configuration = try rightConfiguration(arguments)
        return try await loaded { () throws(ConfigurationFailure) in try await host.glossRegistry(configuration) }
    }

    /// A registry that uses the provider named by `--provider`, if given.
    func registry(
        for service: Service,
        _ arguments: ParsedArguments,
        _ role: Role,
        change: (inout RegistryConfiguration) -> Void = { _ in }
    ) async throws -> ServiceRegistry {
        let registry = try await registry(arguments, change: change)
        let provider = try arguments[Options.provider]
        do throws(ServiceError) {
            try registry.choose(provider, for: service, role: role)
        } catch {
            throw CommandFailure(error, error.code == .notFound ? .unavailable : nil)
        }
        return registry
    }

    private func rightConfiguration(_ arguments: ParsedArguments) throws -> RegistryConfiguration {
        let configuration = try configuration(arguments)
        guard configuration.problems.isEmpty else {
            throw failure(ConfigurationFailure(problems: configuration.problems))
        }
        for note in configuration.notes { console.note(note) }
        return configuration.registry
    }

    private func loaded(_ load: () async throws(ConfigurationFailure) -> ServiceRegistry) async throws
        -> ServiceRegistry
    {
        do throws(ConfigurationFailure) { return try await load() } catch { throw failure(error) }
    }

    private func failure(_ failure: ConfigurationFailure) -> CommandFailure {
        for problem in failure.problems.dropLast() { console.complain(problem) }
        return CommandFailure(
            failure.problems.last ?? ServiceError(.configuration, "invalid configuration"),
            .configuration
        )
    }

    /// The response cache of a command's registry, or `nil`.
    ///
    /// Only commands with ``Options/caching`` use it; other commands need the provider's current answers.
    private func caching(_ arguments: ParsedArguments, _ configuration: RegistryConfiguration) throws
        -> ResponseCaching?
    {
        guard let isOff = try? arguments[Options.noCache] else { return nil }
        let isRefreshing = try arguments[Options.refresh]
        if isOff, isRefreshing {
            throw arguments.usageError("'--no-cache' and '--refresh' cannot be given together")
        }
        // An error in this section is reported when the registry loads the configuration.
        guard !isOff, let settings = try? CacheSettings(configuration.cache) else { return nil }
        return host.caching(settings, isRefreshing: isRefreshing)
    }
}
