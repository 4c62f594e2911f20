import ArgumentParsing
import Audio
import EspeakSpeech
import Files
import LanguageServices
import Processes
import ServiceConfiguration
import Synchronization
import VoiceBuilding

/// `parlance doctor`: is everything there, and if not, what mends it.
struct DoctorVerb {
    private let program: Program
    private let arguments: ParsedArguments

    init(_ program: Program, _ arguments: ParsedArguments) {
        self.program = program
        self.arguments = arguments
    }

    /// One thing that was looked at.
    private struct Finding {
        var name: String
        var state: State
        var detail: String
        var remedy: String?

        enum State: String {
            /// It is there.
            case ok
            /// Something does not work without it, but speech to files does.
            case warning
            /// Nothing works without it.
            case missing
        }
    }

    func run() async throws -> ExitCode {
        var findings = [Finding(name: "parlance", state: .ok, detail: "version \(Version.text)")]
        findings += await library()
        findings += dataFolders()
        findings.append(soundFiles())
        findings.append(await tempo())
        findings += await ownVoices()
        findings.append(japanese())
        findings += await sound()
        findings += try await configuration()
        try show(findings)
        return findings.contains { $0.state == .missing } ? .unavailable : .ok
    }

    private func show(_ findings: [Finding]) throws {
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

    private func library() async -> [Finding] {
        do {
            let engine = try await EspeakSpeech(voices: nil).engine()
            return [
                Finding(
                    name: "espeak-ng",
                    state: .ok,
                    detail: "version \(engine.version), data in \(engine.dataFolder)"
                )
            ]
        } catch {
            let error = ServiceError(error)
            return [Finding(name: "espeak-ng", state: .missing, detail: error.message, remedy: error.remedy)]
        }
    }

    private func dataFolders() -> [Finding] {
        ["Voices", "Dictionaries"].map { name in
            if let path = program.data.folder(name) { return Finding(name: name, state: .ok, detail: path) }
            return Finding(
                name: name,
                state: name == "Voices" ? .missing : .warning,
                detail: "not found in \(program.data.places.joined(separator: ", "))",
                remedy: "run 'make install', or set PARLANCE_DATA to the folder that holds \(name)"
            )
        }
    }

    private func soundFiles() -> Finding {
        let (there, missing) = (
            SoundFormat.allCases.filter(SoundLibrary.canWrite),
            SoundFormat.allCases.filter { !SoundLibrary.canWrite($0) }
        )
        func list(_ formats: [SoundFormat]) -> String { formats.map(\.name).joined(separator: ", ") }
        let lack = missing.isEmpty ? "" : ", not \(list(missing))"
        return Finding(
            name: "libsndfile",
            state: missing.isEmpty ? .ok : .warning,
            detail: "version \(SoundLibrary.version), writes \(list(there))\(lack)",
            remedy: missing.isEmpty ? nil : "install libsndfile 1.1 or later with all its encoders"
        )
    }

    /// Makes a sound slower, since libsonic tells no version.
    private func tempo() async -> Finding {
        let format = AudioFormat(sampleRate: 8000)
        let remaining = Mutex<[SpeechEvent]>([
            .audio(AudioChunk(samples: [Int16](repeating: 0, count: 800))), .format(format),
        ])
        do {
            let stream = SpeechStream { remaining.withLock { $0.popLast() } }
            let slow = try await SpeechProcessing(tempo: 0.5).apply(to: stream).collect()
            let works = (1400...1800).contains(slow.samples.count)
            return Finding(
                name: "libsonic",
                state: works ? .ok : .warning,
                detail: works ? "makes speech slower and faster" : "does not make speech slower",
                remedy: works ? nil : "install the package libsonic0 again"
            )
        } catch {
            let error = ServiceError(error)
            return Finding(name: "libsonic", state: .warning, detail: error.message, remedy: error.remedy)
        }
    }

    /// What reads Japanese; who does without it needs nothing.
    private func japanese() -> Finding {
        if let program = ProgramSearch.find("mecab", in: program.environment["PATH"] ?? ProgramSearch.systemPath) {
            return Finding(name: "MeCab", state: .ok, detail: "reads Japanese: \(program)")
        }
        return Finding(
            name: "MeCab",
            state: .ok,
            detail:
                "not installed: Japanese is read in kana only; the packages mecab and mecab-ipadic-utf8 read all of it"
        )
    }

    /// Where our accents are linked into the installed data, and whether all of them are.
    private func ownVoices() async -> [Finding] {
        guard let folder = program.data.folder("Voices") else { return [] }
        do {
            let (overlay, problems) = try await EspeakSpeech(voices: folder).overlay()
            var findings = problems.map { problem in
                Finding(name: "accents", state: .warning, detail: problem.message, remedy: problem.remedy)
            }
            if let overlay, problems.isEmpty {
                findings.append(Finding(name: "accents", state: .ok, detail: "linked in \(overlay.path)"))
            }
            return findings
        } catch {
            let error = ServiceError(error)
            // Without the library nothing can be linked, which has been said already.
            let state: Finding.State = error.code == .unavailable ? .warning : .missing
            return [Finding(name: "accents", state: state, detail: error.message, remedy: error.remedy)]
        }
    }

    private func sound() async -> [Finding] {
        let outputs = await program.player.availability()
        var findings = outputs.map { output in
            Finding(name: "sound: \(output.name)", state: output.isUsable ? .ok : .warning, detail: output.text)
        }
        if !outputs.contains(where: \.isUsable), let last = findings.indices.last {
            findings[last].remedy = "start PulseAudio or PipeWire to hear speech; files can be written without"
        }
        return findings
    }

    private func configuration() async throws -> [Finding] {
        let configuration = try program.configuration(arguments)
        let registry = program.emptyRegistry()
        let loaded = configuration.problems.isEmpty ? await registry.load(configuration.registry) : LoadResult()
        var findings = (configuration.problems + loaded.problems).map { problem in
            Finding(name: "configuration", state: .missing, detail: problem.message, remedy: problem.remedy)
        }
        if findings.isEmpty {
            let files = configuration.layers.compactMap { layer -> String? in
                switch layer.source {
                case .namedFile(let path), .userFile(let path, true), .projectFile(let path, true): path
                default: nil
                }
            }
            let detail = files.isEmpty ? "built-in, no file" : files.joined(separator: ", ")
            findings = [Finding(name: "configuration", state: .ok, detail: detail)]
        }
        for service in Service.allCases {
            for provider in registry.providers(of: service) {
                findings.append(Self.finding(await provider.status(), of: provider.descriptor))
            }
        }
        findings.append(await speech(registry))
        await registry.shutdown()
        return findings
    }

    /// Speaks a word as the configuration says, which shows more than any look at files.
    private func speech(_ registry: ServiceRegistry) async -> Finding {
        do {
            let recording = try await registry.speech().synthesize(SpeechRequest(text: "one")).collect()
            let provider = recording.report.answeredBy.map { " by \($0)" } ?? ""
            return Finding(name: "a spoken word", state: .ok, detail: "\(Spoken.shown(recording.duration))\(provider)")
        } catch {
            let error = ServiceError(error)
            let remedy = error.code == .invalidRequest ? "install the package espeak-ng-data again" : error.remedy
            return Finding(name: "a spoken word", state: .missing, detail: error.message, remedy: remedy)
        }
    }

    private static func finding(_ status: ProviderStatus, of descriptor: ProviderDescriptor) -> Finding {
        let name = "\(descriptor.service): \(descriptor.id)"
        switch status {
        case .ready:
            return Finding(name: name, state: .ok, detail: "ready")
        case .degraded(let reason, let remedy):
            return Finding(name: name, state: .warning, detail: reason, remedy: remedy)
        case .unavailable(let reason, let remedy):
            return Finding(name: name, state: .missing, detail: reason, remedy: remedy)
        }
    }
}
