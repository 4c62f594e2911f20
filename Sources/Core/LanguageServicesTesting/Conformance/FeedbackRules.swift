import LanguageServices

/// The rules that ``FeedbackConformance`` checks.
enum FeedbackRules {
    typealias Rule = ConformanceRule<any FeedbackProvider>

    /// The rules about what is played.
    static func answers(_ event: String) -> [Rule] {
        [
            Rule("feedback.sample", "The sample event plays") {
                _ = try await $0.play(FeedbackRequest(event: event))
            },
            CommonRules.report(.feedback) { try await $0.play(FeedbackRequest(event: event)).report },
            Rule("feedback.edges", "Progress and strength values of exactly 0 and 1 are valid") { provider in
                for edge in [0.0, 1.0, -0.0, .leastNonzeroMagnitude] {
                    _ = try await provider.play(FeedbackRequest(event: event, progress: edge))
                    _ = try await provider.play(FeedbackRequest(event: event, strength: edge))
                }
            },
            Rule("feedback.stop", "Feedback can be stopped twice, by two tasks concurrently, and after it has ended") {
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

    /// The rules about invalid requests.
    static func requests(_ event: String) -> [Rule] {
        [
            Rule("feedback.empty-event", "An empty event name is an invalid request") { provider in
                try await demandError([.invalidRequest], from: "an empty name") {
                    _ = try await provider.play(FeedbackRequest(event: ""))
                }
            },
            range("progress") { FeedbackRequest(event: event, progress: $0) },
            range("strength") { FeedbackRequest(event: event, strength: $0) },
            Rule("feedback.unknown-event", "An event that the provider does not know is unsupported") { provider in
                try await demandError([.unsupported], from: "an unknown event") {
                    _ = try await provider.play(FeedbackRequest(event: "no-such-event-qxzvkwjq"))
                }
            },
            CommonRules.errors(.feedback) {
                _ = try await $0.play(FeedbackRequest(event: "", progress: .nan, strength: .nan))
            },
        ]
    }

    private static func range(_ name: String, _ request: @escaping @Sendable (Double) -> FeedbackRequest) -> Rule {
        Rule("feedback.\(name)-range", "A \(name) value outside 0…1 is an invalid request") { provider in
            for number in [-0.1, 1.1, .nan, .infinity, -.infinity] {
                try await demandError([.invalidRequest], from: "a \(name) of \(number)") {
                    _ = try await provider.play(request(number))
                }
            }
        }
    }

    /// The rules about concurrency, cancellation and adversarial names.
    static func use(_ event: String) -> [Rule] {
        [
            CommonRules.cancellation(.feedback) { await (try $0.play(FeedbackRequest(event: event))).stop() },
            Rule("feedback.concurrency", "16 concurrent requests all play and can all be stopped") { provider in
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
            + CommonRules.texts(.feedback, "event", { "A name with \($0) either plays or fails with a ServiceError" }) {
                _ = try await $0.play(FeedbackRequest(event: $1.text))
            }
    }

    /// The rule about shutdown.
    static func end(_ event: String) -> [Rule] {
        [CommonRules.last(.feedback) { _ = try await $0.play(FeedbackRequest(event: event)) }]
    }
}
