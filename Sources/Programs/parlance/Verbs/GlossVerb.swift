import ArgumentParsing
import Decks
import JSON
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

/// `parlance gloss`: prints a text with the translation of each word below it.
struct GlossVerb: Verb {
    let invocation: Invocation
    private let request: TranslationRequest
    private let input: FilterInput

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let arguments = invocation.arguments
        request = TranslationRequest(
            texts: [],
            source: try arguments.languageTag(Options.from),
            target: try arguments.languageTag(Options.to),
            romanizes: try arguments[Options.romanize]
        )
        let isFilter = try arguments.isFilter(excluding: [Options.json])
        input = try FilterInput(invocation, isFilter: isFilter, verb: "gloss", answer: "gloss")
    }

    func run() async throws -> ExitCode {
        let provider = try await program.glossRegistry(arguments).translation()
        switch input {
        case .items(let filter):
            let asking = TranslationRunner(provider, request, notice: console.note)
            return try await filter.run { try await asking.answers(to: $0.map(\.text), in: request.target) }
        case .texts(let texts): return try await run(texts, provider)
        }
    }

    private func run(_ texts: InputTexts, _ provider: any TranslationProvider) async throws -> ExitCode {
        var texts = texts
        var tally = Tally(verb: "gloss")
        while let batch = try await texts.nextBatch(upTo: 50, complainingTo: console, &tally) {
            guard !batch.isEmpty else { continue }
            var request = request
            request.texts = batch.map(\.text)
            let response = try await provider.translate(request)
            for notice in response.report.notices { console.note(notice) }
            for (text, result) in zip(batch, response.results) {
                switch result {
                case .success(let translation):
                    tally.countDone()
                    for note in translation.notes { console.note(text.naming(note)) }
                    try show(text, translation)
                case .failure(let error):
                    tally.countFailed(error)
                    console.complain(text.naming(error.description))
                    if isJSON {
                        try console.print(.object([("text", .string(text.text)), ("error", ReportJSON.value(error))]))
                    }
                }
            }
        }
        return try tally.exitCode()
    }

    private func show(_ text: InputText, _ translation: Translation) throws {
        try show(
            .object([("text", .string(text.text))] + TranslationJSON.members(translation)),
            InterlinearText(translation, of: text.text, width: console.width).lines
        )
    }
}
