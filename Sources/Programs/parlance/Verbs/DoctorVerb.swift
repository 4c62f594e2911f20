import ArgumentParsing
import Audio
import EspeakSpeech
import JSON
import Language
import LanguageServices
import ServiceRegistry
import Platform
import RemoteState
import ServiceClient
import ServiceConfiguration
import Synchronization

/// `parlance doctor`: is everything there, and if not, what mends it.
struct DoctorVerb {
    let program: Program
    let arguments: ParsedArguments

    init(_ program: Program, _ arguments: ParsedArguments) {
        self.program = program
        self.arguments = arguments
    }

    func run() async throws -> ExitCode {
        var findings = [DoctorFinding(name: "parlance", state: .ok, detail: "version \(Version.text)")]
        findings += await library()
        findings += dataFolders()
        findings.append(soundFiles())
        findings.append(await tempo())
        findings += await ownVoices()
        findings.append(japanese())
        findings.append(dictionaries())
        findings += sentenceSources()
        findings.append(await queue())
        findings += await sound()
        findings.append(cache())
        findings += plugins()
        findings += try await configuration()
        try show(findings)
        return findings.contains { $0.state == .missing } ? .unavailable : .ok
    }

    private func show(_ findings: [DoctorFinding]) throws {
        if try arguments[Options.json] {
            for finding in findings {
                var members: [(String, JSONValue)] = [
                    ("name", .string(finding.name)), ("state", .string(finding.state.rawValue)),
                    ("detail", .string(finding.detail)),
                ]
                if let remedy = finding.remedy { members.append(("remedy", .string(remedy))) }
                try program.console.print(.object(members))
            }
            return
        }
        var table = Table()
        for finding in findings {
            let detail = finding.remedy.map { "\(finding.detail); \($0)" } ?? finding.detail
            table.add(finding.state.rawValue, finding.name, Console.oneLine(detail))
        }
        for line in table.lines { try program.console.print(line) }
    }

    // MARK: Findings

    private func library() async -> [DoctorFinding] {
        do {
            let engine = try await EspeakSpeech(voices: nil).engine()
            return [
                DoctorFinding(
                    name: "espeak-ng",
                    state: .ok,
                    detail: "version \(engine.version), data in \(engine.dataFolder)"
                )
            ]
        } catch {
            let error = ServiceError(error)
            return [DoctorFinding(name: "espeak-ng", state: .missing, detail: error.message, remedy: error.remedy)]
        }
    }

    private func dataFolders() -> [DoctorFinding] {
        ["Voices", "Dictionaries"].map { name in
            if let path = program.data.folder(name) { return DoctorFinding(name: name, state: .ok, detail: path) }
            return DoctorFinding(
                name: name,
                state: name == "Voices" ? .missing : .warning,
                detail: "not found in \(program.data.places.joined(separator: ", "))",
                remedy: "run 'make install', or set PARLANCE_DATA to the folder that holds \(name)"
            )
        }
    }

    private func soundFiles() -> DoctorFinding {
        let (there, missing) = (
            SoundFormat.allCases.filter(SoundLibrary.canWrite),
            SoundFormat.allCases.filter { !SoundLibrary.canWrite($0) }
        )
        func list(_ formats: [SoundFormat]) -> String { formats.map(\.name).joined(separator: ", ") }
        let lack = missing.isEmpty ? "" : ", not \(list(missing))"
        return DoctorFinding(
            name: "libsndfile",
            state: missing.isEmpty ? .ok : .warning,
            detail: "version \(SoundLibrary.version), writes \(list(there))\(lack)",
            remedy: missing.isEmpty ? nil : "install libsndfile 1.1 or later with all its encoders"
        )
    }

    /// Makes a sound slower, since libsonic tells no version.
    private func tempo() async -> DoctorFinding {
        let format = AudioFormat(sampleRate: 8000)
        let remaining = Mutex<[SpeechEvent]>([
            .audio(AudioChunk(samples: [Int16](repeating: 0, count: 800))), .format(format),
        ])
        do {
            let stream = SpeechStream { remaining.withLock { $0.popLast() } }
            let slow = try await SpeechProcessing(tempo: 0.5).apply(to: stream).collect()
            let works = (1400...1800).contains(slow.samples.count)
            return DoctorFinding(
                name: "libsonic",
                state: works ? .ok : .warning,
                detail: works ? "makes speech slower and faster" : "does not make speech slower",
                remedy: works ? nil : "install the package libsonic0 again"
            )
        } catch {
            let error = ServiceError(error)
            return DoctorFinding(name: "libsonic", state: .warning, detail: error.message, remedy: error.remedy)
        }
    }

    /// What reads Japanese; who does without it needs nothing.
    private func japanese() -> DoctorFinding {
        do {
            return DoctorFinding(name: "MeCab", state: .ok, detail: "reads Japanese: \(try MeCab().description())")
        } catch {
            return DoctorFinding(
                name: "MeCab",
                state: .ok,
                detail: "Japanese is read in kana only: \(error.message)" + (error.remedy.map { "; \($0)" } ?? "")
            )
        }
    }

    /// Where our accents are linked into the installed data, and whether all of them are.
    private func ownVoices() async -> [DoctorFinding] {
        guard let folder = program.data.folder("Voices") else { return [] }
        do {
            let (overlay, problems) = try await EspeakSpeech(voices: folder).overlay()
            var findings = problems.map { problem in
                DoctorFinding(name: "accents", state: .warning, detail: problem.message, remedy: problem.remedy)
            }
            if let overlay, problems.isEmpty {
                findings.append(DoctorFinding(name: "accents", state: .ok, detail: "linked in \(overlay.path)"))
            }
            return findings
        } catch {
            let error = ServiceError(error)
            // Without the library nothing can be linked, which has been said already.
            let state: DoctorFinding.State = error.code == .unavailable ? .warning : .missing
            return [DoctorFinding(name: "accents", state: state, detail: error.message, remedy: error.remedy)]
        }
    }

    private func sound() async -> [DoctorFinding] {
        let outputs = await program.player.availability()
        var findings = outputs.map { output in
            DoctorFinding(name: "sound: \(output.name)", state: output.isUsable ? .ok : .warning, detail: output.text)
        }
        if !outputs.contains(where: \.isUsable), let last = findings.indices.last {
            findings[last].remedy = "start PulseAudio or PipeWire to hear speech; files can be written without"
        }
        return findings
    }

    private func configuration() async throws -> [DoctorFinding] {
        let configuration = try program.configuration(arguments)
        let registry = program.host.emptyRegistry()
        let loaded = configuration.problems.isEmpty ? await registry.load(configuration.registry) : LoadResult()
        var findings = (configuration.problems + loaded.problems).map { problem in
            DoctorFinding(name: "configuration", state: .missing, detail: problem.message, remedy: problem.remedy)
        }
        if findings.isEmpty {
            let files = configuration.layers.compactMap { layer -> String? in
                switch layer.source {
                case .namedFile(let path), .userFile(let path, true), .projectFile(let path, true): path
                default: nil
                }
            }
            let detail = files.isEmpty ? "built-in, no file" : files.joined(separator: ", ")
            findings = [DoctorFinding(name: "configuration", state: .ok, detail: detail)]
        }
        if let isOffline = configuration.registry.isOffline, isOffline {
            let origin = configuration.registry.offlineOrigin.map { " (\($0))" } ?? ""
            let detail = "nothing is sent over the network\(origin)"
            findings.append(DoctorFinding(name: "offline", state: .ok, detail: detail))
        }
        if let budgets = await budgets(configuration.registry) { findings.append(budgets) }
        for service in Service.allCases {
            findings += await providers(of: service, in: registry, configuration.registry.services[service])
        }
        findings.append(await speech(registry))
        findings.append(await translation(registry, configuration.registry.services[.translation]))
        return findings
    }

    /// Whether what providers have sent can be counted, where one has a budget.
    private func budgets(_ configuration: RegistryConfiguration) async -> DoctorFinding? {
        let count = configuration.providers.count { ((try? $0.budgets()) ?? []).isEmpty == false }
        guard count > 0 else { return nil }
        do {
            let usage = program.host.usage
            _ = try await usage.usage(in: [UsagePeriod(.day, at: usage.secondsSince1970)])
            return DoctorFinding(
                name: "budgets",
                state: .ok,
                detail:
                    "of \(count == 1 ? "a provider" : "\(count) providers"), counted in \(program.data.usageFile ?? "")"
            )
        } catch {
            let error = ServiceError(error)
            return DoctorFinding(name: "budgets", state: .missing, detail: error.message, remedy: error.remedy)
        }
    }

    /// Speaks a word as the configuration says, which shows more than any look at files.
    private func speech(_ registry: ServiceRegistry) async -> DoctorFinding {
        if let finding = keepLocal(.speech, in: registry, name: "a spoken word", verb: "parlance speak one") {
            return finding
        }
        do {
            let recording = try await registry.speech().synthesize(SpeechRequest(text: "one")).collect()
            let provider = recording.report.answeredBy.map { " by \($0)" } ?? ""
            return DoctorFinding(
                name: "a spoken word",
                state: .ok,
                detail: "\(Speaker.shown(recording.duration))\(provider)"
            )
        } catch {
            let error = ServiceError(error)
            let remedy = error.code == .invalidRequest ? "install the package espeak-ng-data again" : error.remedy
            return DoctorFinding(name: "a spoken word", state: .missing, detail: error.message, remedy: remedy)
        }
    }

    // MARK: Providers

    /// Takes the services on a network out of those that are tried: to look after this machine, nothing need be sent, and
    /// nothing be paid.
    ///
    /// - Returns: That nothing can be tried, when nobody is left.
    func keepLocal(_ service: Service, in registry: ServiceRegistry, name: String, verb: String) -> DoctorFinding? {
        let inUse = registry.providersInUse(for: service)
        let remote = registry.providers(of: service).filter { $0.descriptor.locality == .network }.map(\.descriptor.id)
        let local = inUse.filter { !remote.contains($0) }
        guard local.count < inUse.count else { return nil }
        guard !local.isEmpty, (try? registry.use(local, for: service)) != nil else {
            return DoctorFinding(
                name: name,
                state: .ok,
                detail: "not tried, since that would ask a service on a network; '\(verb)' does"
            )
        }
        return nil
    }

    /// Whether the providers of a service are there.
    private func providers(
        of service: Service,
        in registry: ServiceRegistry,
        _ settings: ServiceSettings?
    ) async -> [DoctorFinding] {
        var statuses: [(descriptor: ProviderDescriptor, detail: String, status: ProviderStatus)] = []
        for provider in registry.providers(of: service) {
            let isRemote = provider.descriptor.locality == .network
            let facts: String? =
                if let directions = await directions(of: provider) { directions } else { await player(of: provider) }
            let detail = facts.map { "ready, \($0)" } ?? (isRemote ? "ready to be asked" : "ready")
            statuses.append((provider.descriptor, detail, await provider.status()))
        }
        let inUse = registry.providersInUse(for: service)
        let serves = statuses.contains { inUse.contains($0.descriptor.id) && !Self.isMissing($0.status) }
        // What nobody has asked for by name, and is no part of this package, need not be there.
        let isBuiltIn = settings?.useOrigin == ConfigurationLayer.builtInOrigin
        return statuses.map { descriptor, detail, status in
            let name = "\(service): \(descriptor.id)"
            switch status {
            case .ready:
                return DoctorFinding(name: name, state: .ok, detail: detail)
            case .degraded(let reason, let remedy):
                return DoctorFinding(name: name, state: .warning, detail: reason, remedy: remedy)
            case .unavailable(let reason, let remedy):
                let isOptional = serves && isBuiltIn && descriptor.locality != .inProcess
                return DoctorFinding(
                    name: name,
                    state: isOptional ? .ok : serves ? .warning : .missing,
                    detail: isOptional ? "optional: \(reason)" : reason,
                    remedy: remedy
                )
            }
        }
    }

    private static func isMissing(_ status: ProviderStatus) -> Bool {
        if case .unavailable = status { true } else { false }
    }
}
