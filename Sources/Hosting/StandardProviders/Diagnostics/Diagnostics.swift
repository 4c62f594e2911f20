package import Audio
import EspeakSpeech
import Language
import LanguageServices
import Platform
package import ServiceClient
package import ServiceConfiguration
import Synchronization

/// Checks libraries, data, sound, stored state, and the configuration and its providers, and suggests fixes.
///
/// Plug-ins are not started unless the configuration uses them, and remote services are not contacted.
package struct Diagnostics: Sendable {
    /// The result of one check.
    package struct Finding: Sendable, Hashable {
        /// What was checked.
        package var name: String

        /// The severity.
        package var severity: Severity

        /// What the check found.
        package var detail: String

        /// How to fix it, or what else can be done.
        package var remedy: String?

        /// The severity of a finding.
        package enum Severity: String, Sendable {
            /// Present, or not needed.
            case ok
            /// A feature does not work, but speech can be written to files.
            case warning
            /// Nothing works without it.
            case missing
        }

        /// Creates a finding.
        package init(_ name: String, _ severity: Severity, _ detail: String, remedy: String? = nil) {
            self.name = name
            self.severity = severity
            self.detail = detail
            self.remedy = remedy
        }

        /// Creates a finding from an error.
        init(_ name: String, _ severity: Severity, _ error: any Error) {
            let error = ServiceError(error)
            self.init(name, severity, error.message, remedy: error.remedy)
        }
    }

    let host: ServiceHost
    let configuration: Configuration
    let player: AudioPlayer

    var data: DataLocator { host.data }

    /// Prepares the checks for a front end.
    ///
    /// - Parameters:
    ///   - host: The front end's service host.
    ///   - configuration: The front end's configuration.
    ///   - player: The front end's audio player.
    package init(_ host: ServiceHost, _ configuration: Configuration, player: AudioPlayer) {
        self.host = host
        self.configuration = configuration
        self.player = player
    }

    /// Runs all checks.
    package func findings() async -> [Finding] {
        var findings = [await library()]
        findings += dataFolders()
        findings += [soundFiles(), await tempo()]
        findings += await bundledAccents()
        findings += [japanese(), dictionaries(), wordNet()]
        findings += [corpora()].compactMap { $0 }
        findings.append(await queue())
        findings += await sound()
        findings.append(cache())
        findings += plugins()
        return findings + (await services())
    }
}

// MARK: - Libraries, data and sound

extension Diagnostics {
    private func library() async -> Finding {
        do {
            let engine = try await EspeakSpeech(voices: nil).engine()
            return Finding("espeak-ng", .ok, "version \(engine.version), data in \(engine.dataFolder)")
        } catch {
            return Finding("espeak-ng", .missing, error)
        }
    }

    private func dataFolders() -> [Finding] {
        ["Voices", "Dictionaries"].map { name in
            if let path = data.folder(name) { return Finding(name, .ok, path) }
            return Finding(
                name,
                name == "Voices" ? .missing : .warning,
                "not found in \(data.places.joined(separator: ", "))",
                remedy: "run 'make install', or set PARLANCE_DATA to the folder that contains \(name)"
            )
        }
    }

    private func soundFiles() -> Finding {
        func list(_ formats: [SoundFormat]) -> String { formats.map(\.name).joined(separator: ", ") }
        let written =
            "version \(SoundLibrary.version), writes \(list(SoundFormat.allCases.filter(SoundLibrary.canWrite)))"
        let missing = SoundFormat.allCases.filter { !SoundLibrary.canWrite($0) }
        if missing.isEmpty { return Finding("libsndfile", .ok, written) }
        let remedy = "install libsndfile 1.1 or later with all its encoders"
        return Finding("libsndfile", .warning, "\(written), not \(list(missing))", remedy: remedy)
    }

    /// Slows down a sound to test libsonic, which does not report its version.
    private func tempo() async -> Finding {
        let format = AudioFormat(sampleRate: 8000)
        let remaining = Mutex<[SpeechEvent]>([
            .audio(AudioChunk(samples: [Int16](repeating: 0, count: 800))), .format(format),
        ])
        do {
            let stream = SpeechStream { remaining.withLock { $0.popLast() } }
            let slow = try await SpeechProcessing(tempo: 0.5).apply(to: stream).collect()
            if (1400...1800).contains(slow.samples.count) {
                return Finding("libsonic", .ok, "changes the speed of speech")
            }
            return Finding(
                "libsonic",
                .warning,
                "cannot change the speed of speech",
                remedy: "reinstall the package libsonic0"
            )
        } catch {
            return Finding("libsonic", .warning, error)
        }
    }

    /// The Japanese analyser, which is optional.
    private func japanese() -> Finding {
        do {
            return Finding("MeCab", .ok, "segments Japanese: \(try MeCab().description())")
        } catch {
            let remedy = error.remedy.map { "; \($0)" } ?? ""
            return Finding("MeCab", .ok, "only kana is read in Japanese text: \(error.message)\(remedy)")
        }
    }

    /// Where the bundled accents are linked into the installed data, and which of them failed.
    private func bundledAccents() async -> [Finding] {
        guard let folder = data.folder("Voices") else { return [] }
        do {
            let (overlay, problems) = try await EspeakSpeech(voices: folder).overlay()
            if let overlay, problems.isEmpty { return [Finding("accents", .ok, "linked in \(overlay.path)")] }
            return problems.map { Finding("accents", .warning, $0) }
        } catch {
            // Without the library nothing can be linked, and its absence is already reported.
            return [Finding("accents", ServiceError(error).code == .unavailable ? .warning : .missing, error)]
        }
    }

    private func sound() async -> [Finding] {
        let outputs = await player.availability()
        var findings = outputs.map { Finding("sound: \($0.name)", $0.isUsable ? .ok : .warning, $0.text) }
        if !outputs.contains(where: \.isUsable), let last = findings.indices.last {
            findings[last].remedy = "start PulseAudio or PipeWire to play speech; writing files works without it"
        }
        return findings
    }

    /// WordNet, which is optional.
    private func wordNet() -> Finding {
        let folder = "/usr/share/wordnet"
        return Finding(
            "WordNet",
            .ok,
            WholeFile.exists("\(folder)/data.noun")
                ? "English examples for a provider of kind 'wordnet': \(folder)"
                : "not installed; the package wordnet-base has English examples for a provider of kind 'wordnet'"
        )
    }
}
