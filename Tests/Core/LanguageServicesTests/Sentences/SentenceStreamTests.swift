import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

/// Sentences that arrive one by one, through every wrapper of a provider.
@Suite("Sentence streams", .timeLimit(.minutes(10)))
struct SentenceStreamTests {
    private let request = SentenceRequest(word: "water", language: LanguageTag("en"), count: 3)

    /// A provider that returns the given events, one per call.
    private struct Scripted: SentenceProvider {
        let id: ProviderID
        let calls = Shared(0)
        let pulls = Shared(0)
        var events: @Sendable (Int) -> [Result<SentenceEvent, ServiceError>]

        var descriptor: ProviderDescriptor {
            ProviderDescriptor(id: id, kind: "http-scripted", version: "1", service: .sentences, locality: .network)
        }

        func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
            try await sentenceStream(for: request).collect()
        }

        func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
            let rest = Shared(
                events(
                    calls.change {
                        $0 += 1; return $0
                    }
                )[...]
            )
            return SentenceStream {
                pulls.change { $0 += 1 }
                return try rest.change { $0.popFirst() }?.get()
            }
        }
    }

    private static func sentence(_ text: String, by id: ProviderID = "a") -> Result<SentenceEvent, ServiceError> {
        .success(.sentence(ExampleSentence(text: text, wordRanges: [0..<5], provider: id)))
    }

    private static func report(by id: ProviderID = "a") -> Result<SentenceEvent, ServiceError> {
        .success(.report(.answered(by: id, in: .seconds(1))))
    }

    private static let whole = [sentence("Water is wet."), sentence("Water is cold."), report()]

    @Test func aProviderWithoutAStreamGivesWhatItHas() async throws {
        let provider = InMemorySentences()
        let response = try await provider.sentenceStream(for: request).collect()
        #expect(response.sentences == (try await provider.sentences(for: request)).sentences)
        #expect(response.sentences.count == 3 && response.report.answeredBy == "memory")
    }

    @Test func streamsArePulledOnDemand() async throws {
        let provider = Scripted(id: "a") { _ in Self.whole }
        var events = try await provider.sentenceStream(for: request).makeAsyncIterator()
        #expect(provider.pulls.value == 0)
        _ = try await events.next()
        #expect(provider.pulls.value == 1)
    }

    @Test func aFailureBeforeTheFirstSentenceGoesToTheNextProvider() async throws {
        let broken = Scripted(id: "a") { _ in [.failure(ServiceError(.network, "down"))] }
        let second = Scripted(id: "b") { _ in [Self.sentence("Water is wet.", by: "b"), Self.report(by: "b")] }
        let response = try await FallbackSentences([broken, second]).sentenceStream(for: request).collect()
        #expect(response.sentences.map(\.provider) == ["b"])
        #expect(response.report.attempts.map(\.outcome) == [.failed, .answered])
    }

    @Test func aFailureAfterASentenceIsThrown() async throws {
        let broken = Scripted(id: "a") { _ in
            [Self.sentence("Water is wet."), .failure(ServiceError(.network, "down"))]
        }
        let second = Scripted(id: "b") { _ in Self.whole }
        var events = try await FallbackSentences([broken, second]).sentenceStream(for: request).makeAsyncIterator()
        guard case .sentence? = try await events.next() else {
            Issue.record("there was no sentence")
            return
        }
        #expect(try await serviceError { try await events.next() }.code == .network)
        #expect(try await events.next() == nil)
        #expect(second.calls.value == 0)
    }

    @Test func aCallThatFailsBeforeTheFirstSentenceIsRetried() async throws {
        let provider = Scripted(id: "a") { call in
            call == 1 ? [.failure(ServiceError(.network, "down"))] : Self.whole
        }
        let clock = TestClock()
        let governed = provider.applying(.retrying(2, clock: clock.serviceClock))
        let task = Task { try await governed.sentenceStream(for: request).collect() }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(1))
        let response = try await task.value
        #expect(response.sentences.count == 2)
        #expect(response.report.attempts.map(\.retries) == [1])
    }

    @Test func aStepThatFailsNamesTheProvider() async throws {
        let provider = Scripted(id: "a") { _ in
            [Self.sentence("Water is wet."), .failure(ServiceError(.network, "down"))]
        }
        var events = try await provider.applying(.deadline(.seconds(60))).sentenceStream(for: request)
            .makeAsyncIterator()
        _ = try await events.next()
        #expect(try await serviceError { try await events.next() }.provider == "a")
    }

    @Test func aCompleteStreamIsStored() async throws {
        let provider = Scripted(id: "a") { _ in Self.whole }
        let cached = provider.cached(in: MemoryResponseStore())
        var events = try await cached.sentenceStream(for: request).makeAsyncIterator()
        _ = try await events.next()
        // The stream was dropped halfway, so the request is repeated.
        let first = try await cached.sentenceStream(for: request).collect()
        #expect(provider.calls.value == 2)
        let second = try await cached.sentenceStream(for: request).collect()
        let third = try await cached.sentences(for: request)
        #expect(provider.calls.value == 2)
        #expect(first.sentences == second.sentences && second.sentences == third.sentences)
        #expect([first, second, third].map(\.report.attempts.last?.cacheHit) == [false, true, true])
    }

    @Test func incompleteStreamsAreNotStored() async throws {
        let provider = Scripted(id: "a") { _ in
            var report = ServiceReport.answered(by: "a", in: .seconds(1))
            report.attempts[0].outcome = .partlyAnswered
            return [Self.sentence("Water is wet."), .success(.report(report))]
        }
        let cached = provider.cached(in: MemoryResponseStore())
        for _ in 0..<2 {
            #expect(try await cached.sentenceStream(for: request).collect().sentences.count == 1)
            #expect(try await cached.sentences(for: request).sentences.count == 1)
        }
        #expect(provider.calls.value == 4)
    }

    @Test func anOldStreamServesWhenTheProviderCannotBeReached() async throws {
        let clock = TestClock()
        let provider = Scripted(id: "a") { call in
            call == 1 ? Self.whole : [.failure(ServiceError(.network, "down"))]
        }
        let cached = provider.cached(in: MemoryResponseStore(clock: clock.serviceClock))
        let first = try await cached.sentenceStream(for: request).collect()
        clock.advance(by: .seconds(8 * 86_400))
        let old = try await cached.sentenceStream(for: request).collect()
        #expect(old.sentences == first.sentences)
        #expect(old.report.notices.count == 1)
    }

    @Test func collectLimitsTheNumberOfSentences() async throws {
        let stream = SentenceStream { try Self.sentence("Water is wet.").get() }
        #expect(try await serviceError { try await stream.collect() }.code == .protocolViolation)
    }
}
