import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FallbackSpeechTests {
    private func failing(_ id: ProviderID, _ code: ServiceError.Code, _ message: String = "no") -> InMemorySpeech {
        InMemorySpeech(id: id, failures: Array(repeating: ServiceError(code, message), count: 9))
    }

    private let request = SpeechRequest(text: "one two")

    @Test(arguments: [ServiceError.Code.unsupported, .notFound], [FallbackPolicy.skipFailed, .stopAtFailure])
    func missesPassOn(code: ServiceError.Code, policy: FallbackPolicy) async throws {
        let chain = FallbackSpeech([failing("a", code), InMemorySpeech(id: "b")], policy: policy)
        let report = try await chain.synthesize(request).collect().report
        #expect(report.attempts.map(\.provider) == ["a", "b"])
        #expect(report.attempts.map(\.outcome) == [.missed, .answered])
        #expect(report.attempts.first?.code == code)
        #expect(report.answeredBy == "b")
    }

    @Test(arguments: ServiceError.Code.known.filter { !$0.isMiss && $0 != .invalidRequest && $0 != .cancelled })
    func brokenProvidersPassOnByPolicy(code: ServiceError.Code) async throws {
        let passing = FallbackSpeech([failing("a", code), InMemorySpeech(id: "b")])
        let report = try await passing.synthesize(request).collect().report
        #expect(report.attempts.map(\.outcome) == [.failed, .answered])

        let second = InMemorySpeech(id: "b")
        let stopping = FallbackSpeech([failing("a", code), second], policy: .stopAtFailure)
        let error = try await serviceError { try await stopping.synthesize(request) }
        #expect(error.code == code)
        #expect(error.provider == "a")
        #expect(error.report?.attempts.map(\.provider) == ["a"])
        #expect(second.callCount == 0)
    }

    @Test(arguments: [ServiceError.Code.invalidRequest, .cancelled])
    func requestsThatNoProviderCanAnswerAreNotPassedOn(code: ServiceError.Code) async throws {
        let second = InMemorySpeech(id: "b")
        let chain = FallbackSpeech([failing("m", .notFound), failing("a", code, "why"), second])
        let error = try await serviceError { try await chain.synthesize(request) }
        #expect(error.code == code)
        #expect(error.message == "why")
        #expect(error.report?.attempts.map(\.provider) == ["m", "a"])
        #expect(second.callCount == 0)
    }

    @Test func aFailureBeforeTheFirstAudioPassesOn() async throws {
        let broken = InMemorySpeech(id: "a", interruption: (chunks: 0, error: ServiceError(.pluginCrashed, "gone")))
        let chain = FallbackSpeech([broken, InMemorySpeech(id: "b")])
        let recording = try await chain.synthesize(request).collect()
        let alone = try await InMemorySpeech().synthesize(request).collect()
        #expect(recording.samples == alone.samples)
        #expect(recording.report.attempts.map(\.outcome) == [.failed, .answered])
    }

    @Test func aFailureInTheMiddleIsThrown() async throws {
        let broken = InMemorySpeech(id: "a", interruption: (chunks: 1, error: ServiceError(.pluginCrashed, "gone")))
        let second = InMemorySpeech(id: "b")
        let stream = try await FallbackSpeech([broken, second]).synthesize(request)
        var chunks = 0
        let error = try await serviceError {
            for try await event in stream { if case .audio = event { chunks += 1 } }
        }
        #expect(error.code == .pluginCrashed)
        #expect(chunks == 1)
        #expect(second.callCount == 0)
    }

    @Test func theMostInformativeErrorIsThrownWhenAllFail() async throws {
        let chain = FallbackSpeech([
            failing("a", .unsupported, "no such accent"), failing("b", .network, "no route"),
            failing("c", .io, "no disk"),
        ])
        let error = try await serviceError { try await chain.synthesize(request) }
        #expect(error.code == .network)
        #expect(error.message == "a: no such accent; b: no route; c: no disk")
        #expect(error.provider == nil)
        #expect(error.report?.attempts.map(\.outcome) == [.missed, .failed, .failed])
    }

    @Test func theFirstMissIsThrownWhenAllMiss() async throws {
        let chain = FallbackSpeech([failing("a", .notFound, "x"), failing("b", .unsupported, "y")])
        let error = try await serviceError { try await chain.synthesize(request) }
        #expect(error.code == .notFound)
    }

    @Test func nestedChainsReportEveryProvider() async throws {
        let inner = FallbackSpeech([failing("a", .notFound), failing("b", .network)])
        let outer = FallbackSpeech([inner, InMemorySpeech(id: "c")])
        let report = try await outer.synthesize(request).collect().report
        #expect(report.attempts.map(\.provider) == ["a", "b", "c"])
        let nobody = FallbackSpeech([inner, failing("d", .io)])
        let error = try await serviceError { try await nobody.synthesize(request) }
        #expect(error.report?.attempts.map(\.provider) == ["a", "b", "d"])
    }

    @Test func anEmptyChainIsUnavailable() async throws {
        let chain = FallbackSpeech([])
        #expect(try await serviceError { try await chain.synthesize(request) }.code == .unavailable)
        #expect(try await serviceError { try await chain.voices(matching: VoiceQuery()) }.code == .unavailable)
        guard case .unavailable = await chain.status() else { throw ServiceError(.unavailable, "wrong status") }
        await chain.shutdown()
    }

    @Test func voicesComeFromAllMembersThatListThem() async throws {
        let mute = VoicelessSpeech(id: "mute", code: .network)
        let chain = FallbackSpeech([
            InMemorySpeech(id: "a", languages: ["en"]), mute, InMemorySpeech(id: "b", languages: ["de"]),
        ])
        let voices = try await chain.voices(matching: VoiceQuery())
        #expect(voices.map(\.provider) == ["a", "b"])
        // An empty result is not an error, even if one provider could not list its voices.
        #expect(try await chain.voices(matching: VoiceQuery(language: LanguageTag("ja"))).isEmpty)
        let nobody = FallbackSpeech([mute, mute])
        #expect(try await serviceError { try await nobody.voices(matching: VoiceQuery()) }.code == .network)
    }

    @Test func anIncompleteVoiceListIsAnError() async throws {
        let members: [any SpeechProvider] = [
            InMemorySpeech(id: "a", languages: ["en"]), VoicelessSpeech(id: "mute", code: .cancelled),
        ]
        let cancelled = try await serviceError { try await FallbackSpeech(members).voices(matching: VoiceQuery()) }
        #expect(cancelled.code == .cancelled)
        let stopping = FallbackSpeech(
            [InMemorySpeech(id: "a"), VoicelessSpeech(id: "mute", code: .io)],
            policy: .stopAtFailure
        )
        #expect(try await serviceError { try await stopping.voices(matching: VoiceQuery()) }.code == .io)
    }

    @Test func anUnknownErrorIsWrapped() async throws {
        struct Foreign: Error {}
        let chain = FallbackSpeech([StreamingSpeech(id: "a") { _ in throw Foreign() }])
        let error = try await serviceError { try await chain.synthesize(request) }
        #expect(error.code == .providerFailed)
        #expect(error.provider == "a")
    }

    @Test func theDescriptorNamesAllMembers() {
        let chain = FallbackSpeech([InMemorySpeech(id: "a"), InMemorySpeech(id: "b")])
        #expect(chain.descriptor.id == "a,b")
        #expect(chain.descriptor.kind == "chain")
        #expect(chain.descriptor.service == .speech)
    }
}

/// A speech provider that cannot list its voices.
private struct VoicelessSpeech: SpeechProvider {
    let id: ProviderID
    let code: ServiceError.Code

    var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: id, kind: "voiceless", version: "1", service: .speech, locality: .network)
    }

    func voices(matching query: VoiceQuery) async throws -> [Voice] { throw ServiceError(code, "no list") }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        throw ServiceError(.unsupported, "no voice")
    }
}
