import JSON
import LanguageServices
import ServiceRegistry

/// The methods of feedback.
struct ServedFeedback {
    let registry: ServedRegistry
    let role: Role

    func work(_ method: String, _ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work? {
        guard method == "feedback.play" else { return nil }
        let request = FeedbackRequest(
            event: try parameters.demandedText("event"),
            progress: try parameters.number("progress") ?? 1,
            strength: try parameters.number("strength")
        )
        try request.validate()
        let role = try parameters.role(role)
        return { [registry] answer in
            try await registry.use { registry in
                let handle = try await registry.feedback(role).play(request)
                do {
                    try await answer.send("started")
                    try await handle.waitUntilEnd()
                    try Task.checkCancellation()
                } catch {
                    // Nobody wants to feel it any more, or it has failed; to stop it twice does no harm.
                    await handle.stop()
                    throw error
                }
                return ReportMembers.result(handle.report)
            }
        }
    }
}
