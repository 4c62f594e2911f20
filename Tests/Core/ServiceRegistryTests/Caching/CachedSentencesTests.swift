import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite("Cached sentences")
struct CachedSentencesTests {
    private let request = SentenceRequest(word: "water", language: LanguageTag("en"))

    private static let response = SentenceResponse(
        sentences: [ExampleSentence(text: "Drink water.", wordRanges: [6..<11], provider: "recorded")],
        report: .answered(by: "recorded", in: .seconds(1), notices: ["a notice"])
    )

    @Test("cached sentences are reused and returned unchanged")
    func whole() async throws {
        let upstream = RecordedSentences { _ in Self.response }
        let provider = upstream.cached(in: MemoryResponseStore())
        for hit in [false, true] {
            let response = try await provider.sentences(for: request)
            #expect(response.sentences == Self.response.sentences)
            #expect(response.report.notices == ["a notice"])
            #expect(response.report.attempts.map(\.cacheHit) == [hit])
        }
        #expect(upstream.asked.value == 1)
        var other = request
        other.seed = 1
        _ = try await provider.sentences(for: other)
        #expect(upstream.asked.value == 2)
    }

    @Test("cached sentences are used for a week, and longer if the provider cannot be reached")
    func stale() async throws {
        let clock = TestClock()
        let code = Shared<ServiceError.Code?>(nil)
        let upstream = RecordedSentences { _ in
            if let code = code.value { throw ServiceError.trial(code) }
            return Self.response
        }
        let provider = upstream.cached(in: MemoryResponseStore(clock: clock.serviceClock))
        _ = try await provider.sentences(for: request)
        clock.advance(by: .seconds(7 * 86_400))
        code.change { $0 = .network }
        let old = try await provider.sentences(for: request)
        #expect(old.sentences == Self.response.sentences && old.report.notices.count == 2)
        code.change { $0 = .providerFailed }
        #expect(try await serviceError { try await provider.sentences(for: request) }.code == .providerFailed)
        #expect(upstream.asked.value == 3)
    }

    @Test("a miss is cached for an hour, but a failure is not")
    func failures() async throws {
        let clock = TestClock()
        let code = Shared(ServiceError.Code.rateLimited)
        let upstream = RecordedSentences { _ in throw ServiceError.trial(code.value) }
        let provider = upstream.cached(in: MemoryResponseStore(clock: clock.serviceClock))
        for _ in 0..<2 { _ = try await serviceError { try await provider.sentences(for: request) } }
        #expect(upstream.asked.value == 2)
        code.change { $0 = .notFound }
        for _ in 0..<3 {
            #expect(try await serviceError { try await provider.sentences(for: request) }.code == .notFound)
        }
        #expect(upstream.asked.value == 3)
        clock.advance(by: .seconds(3600))
        _ = try await serviceError { try await provider.sentences(for: request) }
        #expect(upstream.asked.value == 4)
    }
}
