import ArgumentParsing
import Audio
import JSON
import LanguageServices
import Platform
import RemoteState
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

/// The program without the process: everything that it takes from outside is given to it, so a test can be its system.
struct Program: Sendable {
    /// What makes registries, and shuts them down when a command has come to its end.
    let host: ServiceHost

    /// Where to print and what to read.
    let console: Console

    /// What plays sound.
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

    /// Where the package's data folders are looked for.
    var data: DataLocator { host.data }

    /// Runs a command line.
    ///
    /// - Parameter arguments: The words behind the program's name.
    /// - Returns: What the program ends with.
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

    /// Says what ended the command: in one line, and for programs as an object.
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
        // Whoever reads the objects may have gone; then there is nobody to tell.
        if isJSON { try? console.print(.object([("error", ReportJSON.value(known))])) }
        return code
    }
}

extension Program {
    /// The layers of the configuration that a command line asks for.
    func configuration(_ arguments: ParsedArguments) throws -> Configuration {
        var configuration =
            ConfigurationLocations(environment: environment, namedFile: try arguments[Options.config]).load()
        if try arguments[Options.offline] {
            configuration.registry.isOffline = true
            configuration.registry.offlineOrigin = "--offline"
        }
        return configuration
    }

    /// A registry that knows every kind and has loaded the configuration.
    ///
    /// - Throws: ``CommandFailure`` when the configuration is wrong; every problem but the last is printed before.
    /// - Parameter change: Puts over the configuration what a command line says of providers.
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

    /// The speech provider that a command line asks for: the one named by `--provider`, or who serves the role.
    func speech(_ arguments: ParsedArguments, role: Role = .standard) async throws -> any SpeechProvider {
        try await registry(for: .speech, arguments, role).speech(role)
    }

    /// A registry in which the provider serves that translates word by word.
    func glossRegistry(_ arguments: ParsedArguments) async throws -> ServiceRegistry {
        let configuration = try rightConfiguration(arguments)
        return try await loaded { () throws(ConfigurationFailure) in try await host.glossRegistry(configuration) }
    }

    /// A registry in which the provider serves that `--provider` names, if it does.
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

    /// How the registry of a command keeps answers; `nil` when it does not.
    ///
    /// Only a command with ``Options/caching`` does: the others want to know what a provider says now.
    private func caching(_ arguments: ParsedArguments, _ configuration: RegistryConfiguration) throws
        -> ResponseCaching?
    {
        guard let isOff = try? arguments[Options.noCache] else { return nil }
        let isRefreshing = try arguments[Options.refresh]
        if isOff, isRefreshing {
            throw arguments.usageError("'--no-cache' and '--refresh' cannot be given together")
        }
        // A section that is wrong is complained of when the registry loads the configuration.
        guard !isOff, let settings = try? CacheSettings(configuration.cache) else { return nil }
        return host.caching(settings, isRefreshing: isRefreshing)
    }
}
