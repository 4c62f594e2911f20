import LanguageServices

/// The rules of ``FeedbackConformance``.
enum FeedbackRules {
    typealias Rule = ConformanceRule<any FeedbackProvider>

    /// The rules about what is played.
    static func answers(_ event: String) -> [Rule] {
        [
            Rule("feedback.sample", "The sample plays") {
                _ = try await $0.play(FeedbackRequest(event: event))
            },
            Rule("feedback.report", "The report names the provider as the one that answered") { provider in
                try CommonRules.checkReport(
                    try await provider.play(FeedbackRequest(event: event)).report,
                    of: provider
                )
            },
            Rule("feedback.edges", "A progress and a strength of exactly 0 and 1 are right") { provider in
                for edge in [0.0, 1.0, -0.0, .leastNonzeroMagnitude] {
                    _ = try await provider.play(FeedbackRequest(event: event, progress: edge))
                    _ = try await provider.play(FeedbackRequest(event: event, strength: edge))
                }
            },
            Rule("feedback.stop", "Feedback can be stopped twice, by two tasks at once, and after its end") {
                provider in
                let handle = try await provider.play(FeedbackRequest(event: event))
                await handle.stop()
                await handle.stop()
                async let first: Void = handle.stop()
                async let second: Void = handle.stop()
                _ = await (first, second)
                do {
                    _ = try await provider.play(FeedbackRequest(event: event))
                } catch {
                    throw Violation("the next feedback failed: \(error)")
                }
            },
        ]
    }

    /// The rules about requests that must be refused.
    static func requests(_ event: String) -> [Rule] {
        [
            Rule("feedback.empty-event", "An empty name of an event is an invalid request") { provider in
                try await demandError([.invalidRequest], from: "an empty name") {
                    _ = try await provider.play(FeedbackRequest(event: ""))
                }
            },
            Rule("feedback.progress-range", "A progress outside of 0…1 is an invalid request") { provider in
                for progress in [-0.1, 1.1, .nan, .infinity, -.infinity] {
                    try await demandError([.invalidRequest], from: "a progress of \(progress)") {
                        _ = try await provider.play(FeedbackRequest(event: event, progress: progress))
                    }
                }
            },
            Rule("feedback.strength-range", "A strength outside of 0…1 is an invalid request") { provider in
                for strength in [-0.1, 1.1, .nan, .infinity, -.infinity] {
                    try await demandError([.invalidRequest], from: "a strength of \(strength)") {
                        _ = try await provider.play(FeedbackRequest(event: event, strength: strength))
                    }
                }
            },
            Rule("feedback.unknown-event", "An event that the provider does not know is unsupported") { provider in
                try await demandError([.unsupported], from: "an unknown event") {
                    _ = try await provider.play(FeedbackRequest(event: "no-such-event-qxzvkwjq"))
                }
            },
            Rule("feedback.errors", "What is thrown is a ServiceError and nothing else") { provider in
                try await demandServiceError(from: "a request with everything wrong") {
                    _ = try await provider.play(FeedbackRequest(event: "", progress: .nan, strength: .nan))
                }
            },
        ]
    }

    /// The rules about many tasks, and tasks that give up, and names that break careless providers.
    static func use(_ event: String) -> [Rule] {
        [
            Rule("feedback.cancellation", "A cancelled request ends promptly, with the code cancelled or its result") {
                provider in
                try await demandCancellation { await (try provider.play(FeedbackRequest(event: event))).stop() }
            },
            Rule("feedback.concurrency", "16 requests at once all play, and can all be stopped") { provider in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in 0..<16 {
                        group.addTask {
                            let request = FeedbackRequest(event: event, progress: Double(index) / 16)
                            await (try provider.play(request)).stop()
                        }
                    }
                    try await group.waitForAll()
                }
            },
        ]
            + NastyTexts.all.map { nasty in
                Rule("feedback.event.\(nasty.name)", "The name may hold \(nasty.what): it plays, or a ServiceError") {
                    provider in
                    try await demandServiceError(from: nasty.what) {
                        _ = try await provider.play(FeedbackRequest(event: nasty.text))
                    }
                }
            }
    }

    /// The rule about the end.
    static func end(_ event: String) -> [Rule] {
        [CommonRules.last(.feedback) { _ = try await $0.play(FeedbackRequest(event: event)) }]
    }
}
