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
        for summary in host.fallbackSummaries { console.note(summary) }
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
    /// A problem in one part of the configuration does not affect the other parts. Problems of other services than
    /// `service` are noted; those of `service` appear in the results of its requests.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - service: The service that the command uses; `nil` if it uses several.
    ///   - refusesProblems: Whether to throw the first problem of the configuration instead of noting it.
    ///   - change: Applies command-line options to the configuration.
    /// - Throws: ``CommandFailure`` when a configuration file cannot be read.
    func registry(
        _ arguments: ParsedArguments,
        for service: Service? = nil,
        refusesProblems: Bool = false,
        change: (inout RegistryConfiguration) -> Void = { _ in }
    ) async throws -> ServiceRegistry {
        var configuration = try usableConfiguration(arguments)
        change(&configuration)
        let (registry, problems) = await host.registry(configuration, caching: try caching(arguments, configuration))
        if refusesProblems, let first = problems.first {
            await host.close(registry)
            throw CommandFailure(first.error, .configuration)
        }
        note(problems, except: service)
        return registry
    }

    /// The speech provider selected with `--provider`, or by role.
    func speech(_ arguments: ParsedArguments, role: Role = .standard) async throws -> any SpeechProvider {
        try await registry(for: .speech, arguments, role).speech(role)
    }

    /// A registry whose translation provider glosses word by word.
    func glossRegistry(_ arguments: ParsedArguments) async throws -> ServiceRegistry {
        let (registry, problems) = await host.glossRegistry(try usableConfiguration(arguments))
        note(problems, except: .translation)
        return registry
    }

    /// A registry that uses the provider named by `--provider`, if given.
    func registry(
        for service: Service,
        _ arguments: ParsedArguments,
        _ role: Role,
        change: (inout RegistryConfiguration) -> Void = { _ in }
    ) async throws -> ServiceRegistry {
        let isStrict = (try? arguments[Options.strict]) ?? false
        let registry = try await registry(arguments, for: service) { configuration in
            change(&configuration)
            if isStrict { configuration.setStrict(service) }
        }
        let provider = try arguments[Options.provider]
        do throws(ServiceError) {
            try registry.choose(provider, for: service, role: role)
        } catch {
            throw CommandFailure(error, error.code == .notFound ? .unavailable : nil)
        }
        return registry
    }

    private func usableConfiguration(_ arguments: ParsedArguments) throws -> RegistryConfiguration {
        let configuration = try configuration(arguments)
        if let failure = configuration.failure { throw CommandFailure(failure, .configuration) }
        for note in configuration.notes { console.note(note) }
        return configuration.registry
    }

    /// Names the first problem that does not affect a service, and the number of the others.
    private func note(_ problems: [ConfigurationProblem], except service: Service?) {
        let others = problems.filter { $0.service == nil || $0.service != service }
        guard let first = others.first else { return }
        let more = others.count - 1
        let rest = more == 1 ? "another problem" : "\(more) more problems"
        console.note(more == 0 ? first.description : "\(first); \(rest): run 'parlance config check'")
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
