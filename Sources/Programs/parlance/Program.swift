import ArgumentParsing
import Audio
import JSON
import LanguageServices
import Platform
import RemoteState
import ServiceConfiguration
import ServiceRegistry

/// The program without the process: everything that it takes from outside is given to it, so a test can be its system.
struct Program: Sendable {
    /// The environment variables.
    let environment: [String: String]

    /// Where the package's data folders are looked for.
    let data: DataLocator

    /// The kinds of provider that a configuration can ask for.
    let kinds: @Sendable (DataLocator) -> [ProviderKind]

    /// Where to print and what to read.
    let console: Console

    /// What plays sound.
    var player = AudioPlayer()

    /// What is shut down when a command has come to its end.
    private let registries = OpenRegistries()

    init(
        environment: [String: String],
        data: DataLocator,
        kinds: @escaping @Sendable (DataLocator) -> [ProviderKind],
        console: Console,
        player: AudioPlayer = AudioPlayer()
    ) {
        self.environment = environment
        self.data = data
        self.kinds = kinds
        self.console = console
        self.player = player
    }

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
            code = try await runVerb(arguments)
        } catch {
            code = end(with: error, isJSON: (try? arguments[Options.json]) ?? false)
        }
        await registries.shutdown()
        return code
    }

    /// Says what ended the command: in one line, and for programs as an object.
    private func end(with error: any Error, isJSON: Bool) -> ExitCode {
        let known: ServiceError
        let code: ExitCode
        var tellsProgress = false
        switch error {
        case is ClosedPipe:
            return .closedPipe
        case let error as UsageError:
            console.complain(error.description)
            return .usage
        case let failure as CommandFailure:
            (known, code, tellsProgress) = (failure.error, failure.exitCode, failure.tellsProgress)
        default:
            known = ServiceError(error)
            code = ExitCode(known.code)
        }
        let isInterruption = known.code == .cancelled && !tellsProgress
        console.complain(isInterruption ? ServiceError(.cancelled, "interrupted") : known)
        // Whoever reads the objects may have gone; then there is nobody to tell.
        if isJSON { try? console.print(.object([("error", ReportJSON.value(known))])) }
        return code
    }

    private func runVerb(_ arguments: ParsedArguments) async throws -> ExitCode {
        switch arguments.path.dropFirst().first {
        case "speak": try await SpeakVerb(self, arguments).run()
        case "ipa": try await IPAVerb(self, arguments).run()
        case "translate": try await TranslateVerb(self, arguments).run()
        case "gloss": try await GlossVerb(self, arguments).run()
        case "sentence": try await runSentenceVerb(arguments)
        case "dictionary": try await DictionaryVerb(self, arguments).run()
        case "feedback": try await runFeedbackVerb(arguments)
        case "deck": try await runDeckVerb(arguments)
        case "queue": try await QueueVerb(self, arguments).run()
        case "voices": try await VoicesVerb(self, arguments).run()
        case "providers": try await ProvidersVerb(self, arguments).run()
        case "plugin": try await PluginVerb(self, arguments).run()
        case "cache": try CacheVerb(self, arguments).run()
        case "config": try await ConfigVerb(self, arguments).run()
        case "serve": try await ServeVerb(self, arguments).run()
        case "doctor": try await DoctorVerb(self, arguments).run()
        default: try CompletionsVerb(self, arguments).run()
        }
    }

    private func runSentenceVerb(_ arguments: ParsedArguments) async throws -> ExitCode {
        switch arguments.path.last {
        case "quiz": try await QuizVerb(self, arguments).run()
        case "lesson": try await LessonVerb(self, arguments).run()
        default: try await SentenceVerb(self, arguments).run()
        }
    }

    private func runDeckVerb(_ arguments: ParsedArguments) async throws -> ExitCode {
        switch arguments.path.last {
        case "translate": try await DeckTranslateVerb(self, arguments).run()
        case "speak": try await DeckSpeakVerb(self, arguments).run()
        case "gloss": try await DeckGlossVerb(self, arguments).run()
        case "sentences": try await DeckSentencesVerb(self, arguments).run()
        default: try await DeckVerb(self, arguments).run()
        }
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

    /// Where the usage of providers with a budget is counted.
    var usage: UsageDatabase { UsageDatabase(path: data.usageFile) }

    /// A registry that knows every kind and has loaded the configuration.
    ///
    /// - Throws: ``CommandFailure`` when the configuration is wrong; every problem but the last is printed before.
    /// - Parameter change: Puts over the configuration what a command line says of providers.
    func registry(
        _ arguments: ParsedArguments,
        change: (inout RegistryConfiguration) -> Void = { _ in }
    ) async throws -> ServiceRegistry {
        var configuration = try configuration(arguments)
        guard configuration.problems.isEmpty else { throw failure(configuration.problems) }
        change(&configuration.registry)
        let registry = emptyRegistry(caching: try caching(arguments, configuration.registry))
        let result = await registry.load(configuration.registry)
        guard result.problems.isEmpty else {
            await close(registry)
            throw failure(result.problems)
        }
        return registry
    }

    /// Shuts a registry down before the command ends.
    func close(_ registry: ServiceRegistry) async { await registries.shutdown(registry) }

    /// A registry that knows every kind; it is shut down at the end of the command.
    func emptyRegistry(caching: ResponseCaching? = nil) -> ServiceRegistry {
        let registry = ServiceRegistry(caching: caching, usage: usage)
        registries.keep(registry)
        for kind in kinds(data) { registry.register(kind) }
        return registry
    }

    /// The speech provider that a command line asks for: the one named by `--provider`, or who serves the role.
    func speech(_ arguments: ParsedArguments, role: Role = .standard) async throws -> any SpeechProvider {
        try await registry(for: .speech, arguments, role).speech(role)
    }

    /// The translation provider that a command line asks for: the one named by `--provider`, or who serves the role.
    func translation(_ arguments: ParsedArguments, role: Role = .standard) async throws -> any TranslationProvider {
        try await registry(for: .translation, arguments, role).translation(role)
    }

    /// The provider that translates word by word, with what the configuration says of translation.
    func gloss(_ arguments: ParsedArguments) async throws -> any TranslationProvider {
        try await glossRegistry(arguments).translation()
    }

    /// A registry in which the provider serves that translates word by word.
    func glossRegistry(_ arguments: ParsedArguments) async throws -> ServiceRegistry {
        let registry = emptyRegistry()
        let configuration = try configuration(arguments)
        guard configuration.problems.isEmpty else { throw failure(configuration.problems) }
        var settings = configuration.registry
        settings.services[.translation, default: ServiceSettings()].use = ["gloss"]
        let result = await registry.load(settings)
        guard result.problems.isEmpty else { throw failure(result.problems) }
        return registry
    }

    /// A registry in which the provider serves that `--provider` names, if it does.
    func registry(
        for service: Service,
        _ arguments: ParsedArguments,
        _ role: Role,
        change: (inout RegistryConfiguration) -> Void = { _ in }
    ) async throws -> ServiceRegistry {
        let registry = try await registry(arguments, change: change)
        let roles = registry.roles(of: service)
        guard role == .standard || roles.contains(role) else {
            let names = roles.map(\.rawValue)
            let hint = ClosestMatch.hint(for: role.rawValue, in: names)
            throw CommandFailure(
                ServiceError(
                    .configuration,
                    "the configuration has no role '\(role)' of \(service)\(hint)",
                    remedy: names.isEmpty
                        ? "define it under \"roles\"" : "the roles are \(names.joined(separator: ", "))"
                )
            )
        }
        if let name = try arguments[Options.provider] {
            do {
                try registry.use([ProviderID(rawValue: name)], for: service, role: role)
            } catch {
                throw CommandFailure(error, error.code == .notFound ? .unavailable : nil)
            }
        }
        return registry
    }

    /// What the configuration says of speech, in one text: when it changes, speech may sound otherwise.
    func speechSettings(_ arguments: ParsedArguments, role: Role) throws -> String {
        let kinds = kinds(data)
        let configuration = try configuration(arguments).registry
        let silent = Set(
            configuration.providers.flatMap { provider in
                provider.silentOptions(kinds).map { "providers.\(provider.id).\($0)" }
            }
        )
        let settings = ConfigurationListing.settings(configuration, kinds: kinds)
        let own = settings.filter {
            $0.name.hasPrefix("speech.") || $0.name.hasPrefix("providers.") && !silent.contains($0.name)
        }
        let asked = "\(role) \(try arguments[Options.provider] ?? "")"
        // What the settings lead to counts as well: accents that somebody has changed, a lexicon that has grown.
        let named = own.map(\.value).filter { $0.hasPrefix("/") } + [data.folder("Voices")].compactMap { $0 }
        let files = named.map { FileStamp.of($0) }
        // The library speaks by the data that this names.
        let espeak = environment["ESPEAK_DATA_PATH"].map { "\($0) \(FileStamp.of("\($0)/espeak-ng-data"))" } ?? ""
        return ([asked, espeak] + own.map { "\($0.name)=\($0.value)" } + files).joined(separator: "\n")
    }

    private func failure(_ problems: [ServiceError]) -> CommandFailure {
        for problem in problems.dropLast() { console.complain(problem) }
        return CommandFailure(
            problems.last ?? ServiceError(.configuration, "the configuration is wrong"),
            .configuration
        )
    }
}
