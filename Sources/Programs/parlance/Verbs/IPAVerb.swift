import ArgumentParsing
import JSON
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

/// `parlance ipa`: shows how texts are pronounced, in one accent or in several side by side.
struct IPAVerb: Verb {
    let invocation: Invocation
    private let request: SpeechRequest
    private var texts: InputTexts

    /// An accent and its speech request.
    private struct Column {
        var name: String
        var request: SpeechRequest
    }

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let arguments = invocation.arguments
        request = SpeechRequest(
            text: "",
            language: try arguments.languageTag(Options.accent),
            voice: try arguments[Options.voice],
            pronunciations: try arguments.pronunciations(),
            marks: [.word]
        )
        if request.voice != nil, try request.language != nil || arguments[Options.allAccents] {
            throw arguments.usageError("'--voice' cannot be given together with '--accent' or '--all'")
        }
        texts = try InputTexts(arguments, invocation.console, verb: "show")
    }

    func run() async throws -> ExitCode {
        let role = try arguments.role()
        let provider = try await program.speech(arguments, role: role)
        let columns = try await columns(of: provider)
        var texts = texts
        var tally = Tally()
        var table = Table()
        if columns.count > 1, !isJSON { table.add([""] + columns.map(\.name)) }
        while let text = try await texts.next(complainingTo: console, &tally) {
            do {
                var row: [String] = []
                var report = ServiceReport()
                for column in columns {
                    let spoken = try await ipa(of: text, provider, column.request)
                    row.append(spoken.ipa)
                    report = spoken.report
                }
                tally.countDone()
                if isJSON {
                    let ipa = zip(columns, row).map { ($0.name, JSONValue.string($1)) }
                    let members: [(String, JSONValue)] = [("text", .string(text.text)), ("ipa", .object(ipa))]
                    try console.print(.object(members + ReportJSON.members(report)))
                } else {
                    table.add([Console.oneLine(text.text)] + row)
                }
            } catch {
                let error = try Speaker.passing(error)
                console.complain(text.naming(error.description))
                if isJSON {
                    try console.print(.object([("text", .string(text.text)), ("error", ReportJSON.value(error))]))
                }
                tally.countFailed(error)
            }
            // Long lists are shown incrementally.
            if table.count == Self.rowsAtOnce { try flush(&table) }
        }
        try flush(&table)
        return try tally.exitCode()
    }

    // MARK: Helpers

    private static let rowsAtOnce = 200

    private func columns(of provider: any SpeechProvider) async throws -> [Column] {
        guard try arguments[Options.allAccents] else {
            let name = request.voice ?? request.language?.text ?? "ipa"
            return [Column(name: name, request: request)]
        }
        let language = request.language?.language ?? "en"
        let voices = try await provider.voices(matching: VoiceQuery(language: LanguageTag(language)))
        // Voices named after an accent are designed for it, so they take precedence.
        let named = voices.filter { $0.id == $0.languages.first?.text }
        var columns: [Column] = []
        for voice in named.isEmpty ? voices : named {
            guard let name = voice.languages.first?.text, !columns.contains(where: { $0.name == name }) else {
                continue
            }
            var own = request
            (own.language, own.voice) = (nil, voice.id)
            columns.append(Column(name: name, request: own))
        }
        guard !columns.isEmpty else {
            throw ServiceError(
                .unsupported,
                "no provider has a voice for \(language)",
                remedy: "list voices with 'parlance voices'"
            )
        }
        return columns
    }

    private func ipa(
        of text: InputText,
        _ provider: any SpeechProvider,
        _ request: SpeechRequest
    ) async throws -> (ipa: String, report: ServiceReport) {
        var request = request
        request.text = text.text
        var words: [String] = []
        var last = ServiceReport()
        for try await event in try await provider.synthesize(request) {
            switch event {
            case .mark(let mark) where mark.kind == .word: words += [mark.ipa].compactMap { $0 }
            case .report(let report):
                last = report
                for notice in report.notices { console.note(text.naming(notice)) }
            default: continue
            }
        }
        guard !words.isEmpty else {
            throw ServiceError(
                .providerFailed,
                "the provider returned no pronunciation for '\(text.text)'",
                remedy: "choose another with '--provider'"
            )
        }
        return (words.joined(separator: " "), last)
    }
}
