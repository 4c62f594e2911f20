import ArgumentParsing
import JSON
import LanguageServices
import ServiceConfiguration

/// `parlance sentence`: example sentences for words.
struct SentenceVerb {
    private let program: Program
    private let console: Console
    private let arguments: ParsedArguments
    private let isJSON: Bool
    private let isCloze: Bool
    private let texts: InputTexts

    init(_ program: Program, _ arguments: ParsedArguments) throws {
        self.program = program
        self.arguments = arguments
        console = program.console
        isJSON = try arguments[Options.json]
        isCloze = try arguments[Options.cloze]
        texts = try InputTexts(
            arguments,
            console,
            verb: "show sentences for",
            texts: Options.words,
            file: Options.textFile
        )
    }

    func run() async throws -> ExitCode {
        var request = try arguments.sentenceWishes()
        request.count = try arguments[Options.sentenceCount] ?? 3
        request.romanizes = try arguments[Options.sentenceRomanize]
        request.avoiding = try arguments.avoidedSentences()
        request.targetLanguage = try arguments.languageTag(Options.sentenceTo)
        let services = try await program.sentences(arguments)
        return try await run(
            SentenceAsking(services, request, console: console),
            usualProvider: services.first
        )
    }

    private func run(_ asking: SentenceAsking, usualProvider: ProviderID?) async throws -> ExitCode {
        var texts = texts
        var tally = Tally(verb: "show sentences for")
        let isAlone = try arguments[Options.words].count == 1
        let work = OrderedWork<InputText, Result<SentenceAnswer, any Error>>(width: asking.width)
        while let batch = try await texts.nextBatch(upTo: Self.batchSize, complainingTo: console, &tally) {
            let answers = try await work.results(for: batch) { text in
                do { return .success(try await asking.answer(to: text.text)) } catch { return .failure(error) }
            }
            for (text, answer) in zip(batch, answers) {
                let result: Result<SentenceAnswer, ServiceError>
                switch answer {
                case .success(let answer): result = .success(answer)
                case .failure(let error): result = .failure(try Speaker.passing(error))
                }
                try show(text, checked(result), isAlone: isAlone, usualProvider, &tally)
            }
        }
        return try tally.exitCode()
    }

    /// How many words are asked for before the first is shown.
    private static let batchSize = 32

    /// Takes sentences out whose word cannot stand in a cloze, where clozes are wanted.
    private func checked(_ result: Result<SentenceAnswer, ServiceError>) -> Result<SentenceAnswer, ServiceError> {
        guard isCloze, case .success(var answer) = result else { return result }
        let kept = answer.sentences.indices.filter { answer.sentences[$0].cloze() != nil }
        guard !kept.isEmpty else {
            return .failure(
                ServiceError(
                    .invalidRequest,
                    "the word holds '::' or '}}', which would end the cloze",
                    remedy: "leave '--cloze' out"
                )
            )
        }
        answer.translators = Dictionary(
            uniqueKeysWithValues: kept.enumerated().compactMap { place, old in
                answer.translators[old].map { (place, $0) }
            }
        )
        answer.sentences = kept.map { answer.sentences[$0] }
        return .success(answer)
    }

    private func show(
        _ text: InputText,
        _ result: Result<SentenceAnswer, ServiceError>,
        isAlone: Bool,
        _ usualProvider: ProviderID?,
        _ tally: inout Tally
    ) throws {
        switch result {
        case .success(let answer):
            tally.countDone()
            if isJSON { return try console.print(value(text, answer)) }
            try show(text, answer, isAlone: isAlone, usualProvider)
        case .failure(let error):
            tally.countFailed(error)
            let name = text.place == nil && !isAlone ? "'\(text.text.prefix(40))': " : ""
            console.complain(text.naming(name + error.shown))
            if isJSON {
                try console.print(.object(members(text) + [("error", ReportJSON.value(error))]))
            }
        }
    }

    private func show(
        _ text: InputText,
        _ answer: SentenceAnswer,
        isAlone: Bool,
        _ usualProvider: ProviderID?
    ) throws {
        let isForPrograms = text.place != nil
        if !isAlone, !isForPrograms { try console.print(text.text) }
        for sentence in answer.sentences {
            let shown = SentenceText(
                sentence: sentence,
                isMarked: console.isOutputTerminal && program.environment["TERM"] != "dumb",
                isCloze: isCloze,
                usualProvider: usualProvider
            )
            let lines =
                isForPrograms
                ? [([Console.oneLine(text.text)] + shown.cells).joined(separator: "\t")]
                : shown.lines(indentation: isAlone ? "" : "  ")
            for line in lines { try console.output(Array((line + "\n").utf8)) }
        }
    }

    private func members(_ text: InputText) -> [(String, JSONValue)] {
        [("word", .string(text.text))] + (text.place.map { [("place", .string($0))] } ?? [])
    }

    private func value(_ text: InputText, _ answer: SentenceAnswer) -> JSONValue {
        let sentences = answer.sentences.enumerated().map { place, sentence in
            SentenceJSON.value(sentence, cloze: isCloze, translator: answer.translators[place])
        }
        return .object(
            members(text) + [("sentences", .array(sentences)), ("report", ReportJSON.value(answer.report))]
        )
    }
}
