import ArgumentParsing
import Audio
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

/// `parlance speak`: plays texts or writes them to files.
struct SpeakVerb: Verb {
    let invocation: Invocation
    private let destination: Destination
    private let request: SpeechRequest
    private let role: Role
    private let texts: InputTexts
    private let timeline: Timeline
    private let kind: SoundFormat

    private enum Destination {
        case player
        case file(String)
        case output
        case folder(String)
    }

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let arguments = invocation.arguments
        let console = invocation.console
        role = try arguments.role()
        var request = try arguments.speechRequest()
        request.voice = try arguments[Options.voice]
        try arguments.checkSpeechTreatment()
        if request.language != nil, request.voice != nil {
            throw arguments.usageError("'--accent' and '--voice' cannot be given together; the voice sets the accent")
        }
        destination = try Self.destination(arguments, console)
        kind = try Self.kind(arguments, destination)
        if case .folder = destination, try arguments[Options.srt] != nil || arguments[Options.vtt] != nil {
            throw arguments.usageError("subtitles require '--output', not '--output-dir'")
        }
        if try arguments[Options.overwrite], try arguments[Options.outputDirectory] == nil {
            throw arguments.usageError("'--overwrite' requires '--output-dir'; '--output' always replaces its file")
        }
        if try arguments[Options.highlight] {
            guard case .player = destination, console.isOutputTerminal, !invocation.isJSON else {
                throw arguments.usageError("'--highlight' requires playback on a terminal")
            }
            guard try [Options.marks, Options.srt, Options.vtt].allSatisfy({ try arguments[$0] == nil }) else {
                throw arguments.usageError("'--highlight' cannot be given together with '--marks' or subtitles")
            }
        }
        let isOutputFree = if case .output = destination { false } else { !invocation.isJSON }
        timeline = try Self.timeline(arguments, console, isOutputFree: isOutputFree)
        request.marks = timeline.kinds
        self.request = request
        texts = try InputTexts(arguments, console, verb: "speak")
    }

    private static func destination(_ arguments: ParsedArguments, _ console: Console) throws -> Destination {
        let file = try arguments[Options.output]
        let folder = try arguments[Options.outputDirectory]
        guard file == nil || folder == nil else {
            throw arguments.usageError("'--output' and '--output-dir' cannot be given together")
        }
        if let folder { return .folder(folder) }
        guard let file else { return .player }
        if file == "-" || file == "/dev/stdout" {
            guard try !arguments[Options.json] else {
                throw arguments.usageError("'--json' and '--output -' cannot be given together")
            }
            guard !console.isOutputTerminal else {
                throw arguments.usageError("'--output -' would write audio to the terminal; redirect or pipe it")
            }
            return .output
        }
        return .file(file)
    }

    /// The file format, from `--format` or the file name.
    private static func kind(_ arguments: ParsedArguments, _ destination: Destination) throws -> SoundFormat {
        let wanted = try arguments[Options.format]
        switch destination {
        case .player:
            guard wanted == nil else {
                throw arguments.usageError("'--format' requires '--output' or '--output-dir'")
            }
            return .wav
        case .output, .folder: return wanted ?? .wav
        case .file(let path):
            if let wanted, let named = SoundFormat.named(by: path), named != wanted {
                throw arguments.usageError(
                    "'--format \(wanted.rawValue)' does not match the file extension for \(named.name)"
                )
            }
            if let wanted { return wanted }
            do throws(ServiceError) {
                return try SoundFormat(path: path)
            } catch {
                throw arguments.usageError(error.description)
            }
        }
    }

    private static func timeline(
        _ arguments: ParsedArguments,
        _ console: Console,
        isOutputFree: Bool
    ) throws -> Timeline {
        var timeline = Timeline()
        let all = try [Options.output, Options.marks, Options.srt, Options.vtt].compactMap { try arguments[$0] }
        let paths = all.filter { $0 != "-" && !$0.hasPrefix("/dev/") }
        let files = paths.map(Folder.realPath(of:))
        guard Set(files).count == files.count else {
            throw arguments.usageError("two outputs have the same file name")
        }
        var isTaken = !isOutputFree
        // Standard output is written directly, not replaced like a file.
        func isOutput(_ path: String, _ name: String) throws -> Bool {
            guard ["-", "/dev/stdout", "/dev/fd/1"].contains(path) else { return false }
            guard !isTaken else {
                throw arguments.usageError("'--\(name) \(path)' and another output both use standard output")
            }
            isTaken = true
            return true
        }
        if let path = try arguments[Options.marks] {
            timeline.marks =
                try isOutput(path, "marks")
                ? MarksFile(output: console.output) : CommandFailure.creating { try MarksFile(path: path) }
        }
        for (option, format) in [(Options.srt, SubtitleFormat.srt), (Options.vtt, .vtt)] {
            guard let path = try arguments[option] else { continue }
            let output = try isOutput(path, format.rawValue) ? console.output : nil
            timeline.subtitles.append(
                try CommandFailure.creating { try SubtitleFile(format, path: path, output: output) }
            )
        }
        return timeline
    }

    func run() async throws -> ExitCode {
        let registry = try await program.registry(for: .speech, arguments, role)
        let provider = try await registry.speech(role)
        let queue = try await queue(for: provider, registry)
        let postprocessing = try arguments.speechPostprocessing(for: provider)
        let files = SpeechFileWriter(
            ProcessedSpeechSource(provider, postprocessing, consumesQuotaAtStart: queue != nil),
            target: SoundTarget(kind: kind, language: await language(of: provider)),
            queue: queue
        )
        var speaker = Speaker(files, request, console: console, isJSON: isJSON)
        speaker.timeline = timeline
        speaker.listsFiles = !timeline.usesStandardOutput
        switch destination {
        case .player:
            return try await arguments[Options.highlight]
                ? speaker.playHighlighted(texts, player: program.player) : speaker.play(texts, player: program.player)
        case .file(let path):
            return queue == nil
                ? try await speaker.write(texts, to: path) : try await speaker.writeOrQueue(texts, to: path)
        case .output: return try await speaker.writeToOutput(texts)
        case .folder(let path):
            return try await speaker.write(
                texts,
                into: path,
                overwrites: try arguments[Options.overwrite],
                settings: program.host.speechSettings(
                    try program.configuration(arguments).registry,
                    role: role,
                    provider: try arguments[Options.provider]
                )
            )
        }
    }

    /// The queue for requests to send later. Only file output can be queued, and only if each file is a single request.
    private func queue(for provider: any SpeechProvider, _ registry: ServiceRegistry) async throws -> OfflineQueue? {
        if let obstacle = try obstacleToQueueing() {
            if try arguments[Options.queue] { throw arguments.usageError(obstacle) }
            return nil
        }
        return try await program.queue(provider.defaults.isQueueing, .speech, registry, arguments)
    }

    /// Why speech cannot be queued.
    private func obstacleToQueueing() throws -> String? {
        switch destination {
        case .player, .output: return "'--queue' requires '--output' or '--output-dir'"
        case .file:
            let words = try arguments[Options.texts]
            guard words.count == 1, words != ["-"], try arguments[Options.file] == nil else {
                return "'--queue' with '--output' takes one TEXT; use '--output-dir' for several"
            }
        case .folder: break
        }
        guard try [Options.marks, Options.srt, Options.vtt].allSatisfy({ try arguments[$0] == nil }) else {
            return "'--queue' cannot be given together with '--marks' or subtitles"
        }
        guard try arguments[Options.times] ?? 1 == 1 else {
            return "'--queue' cannot be given together with '--repeat'"
        }
        return nil
    }

    /// The language of the speech, for the files' metadata tags; `nil` if it is known only to the provider.
    private func language(of provider: any SpeechProvider) async -> LanguageTag? {
        if case .player = destination { return nil }
        guard let voice = request.voice else {
            return request.language ?? provider.defaults.language
        }
        let voices = try? await provider.voices(matching: VoiceQuery())
        return voices?.first { $0.id == voice }?.languages.first
    }
}
