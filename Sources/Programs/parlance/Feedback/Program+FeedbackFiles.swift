import ArgumentParsing
import LanguageServices

extension Program {
    /// The verbs of `feedback` that work on files; `nil` for the others.
    func runFeedbackFiles(_ arguments: ParsedArguments) throws -> ExitCode? {
        switch arguments.path.last {
        case "convert": try FeedbackConvertVerb(self, arguments).run()
        case "lint": try FeedbackLintVerb(self, arguments).run()
        case "info": try FeedbackInfoVerb(self, arguments).run()
        default: nil
        }
    }
}
