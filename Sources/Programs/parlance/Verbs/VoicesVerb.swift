import ArgumentParsing
import JSON
import LanguageServices
import ServiceConfiguration

/// `parlance voices`: the voices that can speak.
struct VoicesVerb {
    private let program: Program
    private let arguments: ParsedArguments

    init(_ program: Program, _ arguments: ParsedArguments) {
        self.program = program
        self.arguments = arguments
    }

    func run() async throws -> ExitCode {
        let action = try arguments[Options.voicesAction].first ?? "list"
        guard action == "list" else {
            let hasOption = try arguments[Options.language] != nil || arguments[Options.provider] != nil
            if hasOption { throw arguments.usageError("'voices \(action)' takes neither a language nor a provider") }
            let work = OwnVoicesWork(program, isJSON: try arguments[Options.json])
            return action == "build" ? try await work.build() : try await work.check()
        }
        let query = VoiceQuery(language: try arguments.languageTag(Options.language))
        let voices = try await program.speech(arguments).voices(matching: query)
        if try arguments[Options.json] {
            for voice in voices { try program.console.print(Self.value(voice)) }
        } else {
            var table = Table()
            for voice in voices {
                let languages = voice.languages.map(\.text).joined(separator: ", ")
                table.add(voice.id, languages, voice.name, voice.provider.rawValue)
            }
            for line in table.lines { try program.console.print(line) }
        }
        if voices.isEmpty, let language = query.language {
            throw ServiceError(
                .unsupported,
                "no provider has a voice for \(language)",
                remedy: "'parlance voices' lists all"
            )
        }
        return .ok
    }

    /// A voice, as it stands in `--json` output.
    static func value(_ voice: Voice) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("id", .string(voice.id)),
            ("name", .string(voice.name)),
            ("languages", .array(voice.languages.map { .string($0.text) })),
            ("quality", .string(voice.quality.rawValue)),
            ("provider", .string(voice.provider.rawValue)),
        ]
        if let gender = voice.gender { members.append(("gender", .string(gender.rawValue))) }
        return .object(members)
    }
}
