import ArgumentParsing
import EspeakSpeech
import JSON
import LanguageServices
import ServiceClient
import ServiceConfiguration

/// `parlance voices`: lists the available voices.
struct VoicesVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        let action = try arguments[Options.voicesAction].first ?? "list"
        guard action == "list" else {
            let hasOption = try arguments[Options.language] != nil || arguments[Options.provider] != nil
            if hasOption { throw arguments.usageError("'voices \(action)' takes no language or provider") }
            let work = BundledAccentsWork(invocation: invocation)
            return action == "build" ? try await work.build() : try await work.check()
        }
        let query = VoiceQuery(language: try arguments.languageTag(Options.language))
        let voices = try await program.speech(arguments).voices(matching: query)
        if isJSON {
            for voice in voices { try console.print(VoiceJSON.value(voice)) }
        } else {
            var table = Table()
            for voice in voices {
                let languages = voice.languages.map(\.text).joined(separator: ", ")
                table.add(voice.id, languages, voice.name, voice.provider.rawValue)
            }
            try console.print(table.lines)
        }
        if voices.isEmpty, let language = query.language {
            throw ServiceError(
                .unsupported,
                "no provider has a voice for \(language)",
                remedy: "list voices with 'parlance voices'"
            )
        }
        return .ok
    }
}

/// `parlance voices build` and `parlance voices check`: builds or checks the bundled accents with the installed
/// espeak-ng.
struct BundledAccentsWork: Verb {
    let invocation: Invocation

    /// Links the accents into the installed data, unless this has already been done, and prints the folder.
    func build() async throws -> ExitCode {
        let folder = try folder()
        let definitions = try DefinitionFiles.read(folder)
        var speech = EspeakSpeech(voices: folder)
        var (built, problems) = try await speech.overlay()
        if let found = built, !found.isNew {
            let installed = try await speech.engine().dataFolder
            if try !VoiceBuilder.matchesBuild(found, definitions, dataFolder: installed) {
                VoiceBuilder.discard(found)
                await speech.shutdown()
                speech = EspeakSpeech(voices: folder)
                (built, problems) = try await speech.overlay()
            }
        }
        guard let overlay = built else {
            let problem = problems.first ?? ServiceError(.unavailable, "cannot build the voices")
            throw CommandFailure(problem, problem.code == .io ? .cannotCreate : nil)
        }
        let names = overlay.accents.flatMap(\.voices).map(\.id)
        await speech.shutdown()
        let milliseconds = overlay.duration / .milliseconds(1)
        try show(
            [
                "path": .string(overlay.path), "isNew": .bool(overlay.isNew),
                "seconds": .seconds(overlay.duration), "voices": .strings(names),
                "problems": .array(problems.map(ReportJSON.value)),
            ],
            [
                overlay.path, names.joined(separator: " "),
                overlay.isNew ? "built in \(Int(milliseconds.rounded(.up))) ms" : "already built",
            ]
        )
        if !isJSON { for problem in problems { console.complain(problem) } }
        return problems.isEmpty ? .ok : .unavailable
    }

    /// Checks all definitions with the installed data, without writing anything.
    func check() async throws -> ExitCode {
        let (accents, mistakes) = try DefinitionFiles.read(folder()).accentsAndMistakes()
        var problems = mistakes.map(\.error)
        do {
            let installed = try await EspeakSpeech(voices: nil).engine()
            problems += try OverlayContent(accents, dataFolder: installed.dataFolder).problems
        } catch {
            problems.append(ServiceError(error))
        }
        for problem in problems {
            if isJSON { try console.print(ReportJSON.value(problem)) } else { console.complain(problem) }
        }
        guard problems.isEmpty else {
            return problems.contains { $0.code == .configuration } ? .configuration : .unavailable
        }
        if !isJSON { try console.print(accents.map { "\($0.language): right, \($0.size)" }) }
        return .ok
    }

    private func folder() throws -> String {
        if let folder = program.data.folder("Voices") { return folder }
        throw ServiceError(
            .unavailable,
            "cannot find the folder Voices in \(program.data.places.joined(separator: ", "))",
            remedy: "run 'make install', or set PARLANCE_DATA to the folder that contains Voices"
        )
    }
}
