import HTTPTransport
import LanguageServices
import LanguageServicesTesting
import RemoteSpeech
import ServiceRegistry
import TestSupport
import Testing

/// The user's limits, which apply to each request.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct GateTests {
    private let server: SpeechServices

    init() throws { server = try SpeechServices() }

    private func provider(
        _ how: String = "",
        _ limits: RequestGateLimits,
        clock: ServiceClock = .system
    ) throws -> RemoteSpeech {
        var settings = RemoteSpeechSettings(dialect: .openai, url: server.address(.openai, how))
        settings.voices = [VoiceDescription(id: "nova", languages: [LanguageTag("en-US")].compactMap { $0 })]
        settings.textLimit = 20
        return try RemoteSpeech(
            id: "remote",
            settings: settings,
            clock: clock,
            gate: RequestGate(limits, account: "remote", clock: clock)
        )
    }

    @Test func theProviderSaysHowManyRequestsItTakes() throws {
        let limits = RequestGateLimits(concurrentRequests: 2)
        #expect(try provider("", limits).descriptor.requestLimits?.concurrency == 2)
    }

    @Test func aRequestIsUnderWayUntilItsSoundHasBeenTaken() async throws {
        let provider = try provider("piece=500", RequestGateLimits(concurrentRequests: 1))
        let request = SpeechRequest(text: "one", voice: "nova")
        do {
            var first = try await provider.synthesize(request).makeAsyncIterator()
            #expect(try await first.next() != nil)
            let second = Task { try await provider.synthesize(request).collect() }
            try await Task.sleep(for: .milliseconds(200))
            #expect(try await server.log(.openai, "piece=500").count == 1, "the first request is still in progress")
            while try await first.next() != nil {}
            #expect(try await second.value.samples.count > 0)
        }
        // A dropped stream releases its permit, like a stream that is read to the end.
        do {
            var dropped = try await provider.synthesize(request).makeAsyncIterator()
            #expect(try await dropped.next() != nil)
        }
        #expect(try await provider.synthesize(request).collect().samples.count > 0)
        // A rejected request also releases its permit.
        let broken = try self.provider("status=503", RequestGateLimits(concurrentRequests: 1))
        for _ in 0..<3 { #expect(await broken.failure(request)?.code == .unavailable) }
    }

    @Test func eachPartIsARequestWithItsCharacters() async throws {
        let clock = TestClock()
        let provider = try provider(
            "",
            RequestGateLimits(requestsPerMinute: 2),
            clock: clock.serviceClock
        )
        let speech = Task {
            try await provider.synthesize(
                SpeechRequest(text: "This is one. This is two. This is three.", voice: "nova")
            ).collect()
        }
        try await clock.waitForSleepers(count: 1)
        #expect(try await server.log(.openai).count == 2)
        clock.advance(by: .seconds(60))
        #expect(try await speech.value.samples.count > 0)
        #expect(try await server.log(.openai).count == 3)
    }
}
