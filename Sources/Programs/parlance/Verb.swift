import ArgumentParsing
import JSON

/// A command line, and the program that runs it.
struct Invocation: Sendable {
    let program: Program
    let arguments: ParsedArguments
    /// Whether the output is JSON.
    let isJSON: Bool

    var console: Console { program.console }

    init(_ program: Program, _ arguments: ParsedArguments) throws {
        self.program = program
        self.arguments = arguments
        isJSON = try arguments[Options.json]
    }

    /// Runs the command.
    func run() async throws -> ExitCode {
        switch arguments.path.dropFirst().first {
        case "speak": try await SpeakVerb(self).run()
        case "ipa": try await IPAVerb(self).run()
        case "translate": try await TranslateVerb(self).run()
        case "gloss": try await GlossVerb(self).run()
        case "sentence": try await runSentence()
        case "dictionary": try await DictionaryVerb(self).run()
        case "feedback": try await runFeedback()
        case "deck": try await runDeck()
        case "queue": try await QueueVerb(self).run()
        case "voices": try await VoicesVerb(invocation: self).run()
        case "providers": try await ProvidersVerb(invocation: self).run()
        case "plugin": try await PluginVerb(self).run()
        case "cache": try CacheVerb(self).run()
        case "data": try await DataVerb(self).run()
        case "config": try await ConfigVerb(invocation: self).run()
        case "serve": try await ServeVerb(invocation: self).run()
        case "doctor": try await DoctorVerb(invocation: self).run()
        case "completions": try CompletionsVerb(invocation: self).run()
        default: throw CommandFailure.notImplemented(arguments.path)
        }
    }

    private func runSentence() async throws -> ExitCode {
        switch arguments.path.last {
        case "quiz": try await QuizVerb(invocation: self).run()
        case "lesson": try await LessonVerb(invocation: self).run()
        default: try await SentenceVerb(self).run()
        }
    }

    private func runDeck() async throws -> ExitCode {
        switch arguments.path.last {
        case "translate": try await DeckTranslateVerb(invocation: self).run()
        case "speak": try await DeckSpeakVerb(invocation: self).run()
        case "gloss": try await DeckGlossVerb(invocation: self).run()
        case "sentences": try await DeckSentencesVerb(invocation: self).run()
        default: try await DeckVerb(invocation: self).run()
        }
    }

    private func runFeedback() async throws -> ExitCode {
        switch arguments.path.last {
        case "convert": try FeedbackConvertVerb(self).run()
        case "lint": try FeedbackLintVerb(self).run()
        case "info": try FeedbackInfoVerb(invocation: self).run()
        case "play": try await FeedbackPlayVerb(invocation: self).run()
        case "show": try await FeedbackShowVerb(self).run()
        case "list": try await FeedbackListVerb(invocation: self).list()
        case "devices": try await FeedbackListVerb(invocation: self).devices()
        default: try await FeedbackTryVerb(self).run()
        }
    }
}

/// A command, or a part of one.
protocol Verb {
    var invocation: Invocation { get }
}

extension Verb {
    var program: Program { invocation.program }
    var console: Console { invocation.console }
    var arguments: ParsedArguments { invocation.arguments }
    var isJSON: Bool { invocation.isJSON }

    /// With `--json`, prints a value, otherwise lines of text.
    ///
    /// - Returns: 0, as the exit code of a command that only prints.
    @discardableResult
    func show(
        _ value: @autoclosure () throws -> JSONValue,
        _ lines: @autoclosure () throws -> [String]
    ) throws -> ExitCode {
        if isJSON { try console.print(value()) } else { try console.print(lines()) }
        return .ok
    }

    /// Prints the rows collected so far and empties the table, so long lists appear incrementally.
    func flush(_ table: inout Table) throws {
        try console.print(table.lines)
        table = Table()
    }
}
