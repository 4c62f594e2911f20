import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FallbackOthersTests {
    @Test func sentencesPassOnAndReport() async throws {
        let first = InMemorySentences(id: "a", unknown: ["water"])
        let broken = InMemorySentences(id: "b", failures: [ServiceError(.network, "down")])
        let chain = FallbackSentences([first, broken, InMemorySentences(id: "c")])
        let response = try await chain.sentences(for: SentenceRequest(word: "water"))
        #expect(response.sentences.map(\.provider) == ["c"])
        #expect(response.report.attempts.map(\.provider) == ["a", "b", "c"])
        #expect(response.report.attempts.map(\.outcome) == [.missed, .failed, .answered])
    }

    @Test func sentencesNeverPassAnInvalidRequestOn() async throws {
        let second = InMemorySentences(id: "b")
        let chain = FallbackSentences([InMemorySentences(id: "a"), second])
        let error = try await serviceError { try await chain.sentences(for: SentenceRequest(word: "\u{200B}")) }
        #expect(error.code == .invalidRequest)
        #expect(error.report?.attempts.map(\.provider) == ["a"])
        #expect(second.callCount == 0)
    }

    @Test func sentencesStopAtABrokenProviderByPolicy() async throws {
        let broken = InMemorySentences(id: "a", failures: [ServiceError(.protocolViolation, "nonsense")])
        let chain = FallbackSentences([broken, InMemorySentences(id: "b")], policy: .stopAtFailure)
        let error = try await serviceError { try await chain.sentences(for: SentenceRequest(word: "water")) }
        #expect(error.code == .protocolViolation)
        #expect(error.report?.attempts.count == 1)
    }

    @Test func feedbackPassesOnReportsAndCanBeStopped() async throws {
        let first = InMemoryFeedback(id: "a", events: [])
        let second = InMemoryFeedback(id: "b")
        let handle = try await FallbackFeedback([first, second]).play(FeedbackRequest(event: "success"))
        #expect(handle.report.attempts.map(\.provider) == ["a", "b"])
        #expect(handle.report.attempts.map(\.outcome) == [.missed, .answered])
        #expect(first.played.isEmpty)
        #expect(second.played.map(\.stops) == [0])
        await handle.stop()
        #expect(second.played.map(\.stops) == [1])
    }

    @Test func unknownFeedbackIsUnsupported() async throws {
        let chain = FallbackFeedback([InMemoryFeedback(id: "a"), InMemoryFeedback(id: "b")])
        let error = try await serviceError { try await chain.play(FeedbackRequest(event: "earthquake")) }
        #expect(error.code == .unsupported)
        #expect(error.report?.attempts.map(\.outcome) == [.missed, .missed])
        let invalid = try await serviceError { try await chain.play(FeedbackRequest(event: "", progress: .nan)) }
        #expect(invalid.code == .invalidRequest)
    }

    @Test func durationsAreReadFromTheClock() async throws {
        let clock = TestClock()
        let slow = InMemoryFeedback(
            id: "slow",
            events: [],
            delay: .seconds(3),
            clock: clock.serviceClock
        )
        let chain = FallbackFeedback([slow, InMemoryFeedback(id: "b")], clock: clock.serviceClock)
        let task = Task { try await chain.play(FeedbackRequest(event: "success")) }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(3))
        #expect(try await task.value.report.attempts.first?.duration == .seconds(3))
    }

    @Test func shutdownReachesEveryMember() async {
        let members = [InMemoryFeedback(id: "a"), InMemoryFeedback(id: "b")]
        await FallbackFeedback(members).shutdown()
        #expect(members.map(\.shutdownCount) == [1, 1])
    }

    @Test func theBestStatusOfTheMembersCounts() async {
        let down = StatusFeedback(current: .unavailable(reason: "first", remedy: nil))
        let lame = StatusFeedback(current: .degraded(reason: "lame", remedy: nil))
        #expect(await FallbackFeedback([down, down]).status() == .unavailable(reason: "first", remedy: nil))
        #expect(await FallbackFeedback([down, lame]).status() == .degraded(reason: "lame", remedy: nil))
        #expect(await FallbackFeedback([down, lame, InMemoryFeedback()]).status() == .ready)
    }

    @Test func theFurthestLocalityCounts() {
        func chain(_ localities: [ProviderDescriptor.Locality]) -> ProviderDescriptor.Locality {
            FallbackFeedback(localities.map { StatusFeedback(locality: $0) }).descriptor.locality
        }
        #expect(chain([.inProcess, .plugin, .network]) == .network)
        #expect(chain([.inProcess, .plugin]) == .plugin)
        #expect(chain([.inProcess]) == .inProcess)
    }
}

/// A feedback provider with a configurable status and locality.
private struct StatusFeedback: FeedbackProvider {
    var current = ProviderStatus.ready
    var locality = ProviderDescriptor.Locality.inProcess

    var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: "status", kind: "test", version: "1", service: .feedback, locality: locality)
    }

    func status() async -> ProviderStatus { current }
    func play(_ request: FeedbackRequest) async throws -> FeedbackHandle { FeedbackHandle(report: ServiceReport()) }
}
