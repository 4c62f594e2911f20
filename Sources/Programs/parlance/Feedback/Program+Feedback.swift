import ArgumentParsing
import LanguageServices

extension Program {
    /// The verbs of `feedback`.
    func runFeedbackVerb(_ arguments: ParsedArguments) async throws -> ExitCode {
        if let code = try runFeedbackFiles(arguments) { return code }
        return try await runFeedbackPlaying(arguments) ?? .usage
    }
}
