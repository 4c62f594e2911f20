import ArgumentParsing
import LanguageServices

extension Program {
    /// The verbs of `feedback` that play and show; `nil` for those that work on files.
    func runFeedbackPlaying(_ arguments: ParsedArguments) async throws -> ExitCode? {
        switch arguments.path.last {
        case "play": try await FeedbackPlayVerb(self, arguments).run()
        case "show": try await FeedbackShowVerb(self, arguments).run()
        case "list": try await FeedbackListVerb(self, arguments).list()
        case "devices": try await FeedbackListVerb(self, arguments).devices()
        case "try": try await FeedbackTryVerb(self, arguments).run()
        default: nil
        }
    }
}
