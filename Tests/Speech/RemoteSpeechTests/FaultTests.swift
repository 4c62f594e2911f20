import LanguageServices
import RemoteSpeech
import ServiceRegistry
import TestSupport
import Testing

/// The error for each kind of server failure, in every dialect.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct FaultTests {
    private let server: SpeechServices

    init() throws { server = try SpeechServices() }

    @Test(arguments: [
        ("401", ServiceError.Code.unauthorized), ("403", .unauthorized), ("402", .quotaExceeded),
        ("456", .quotaExceeded), ("404", .protocolViolation), ("405", .protocolViolation), ("410", .protocolViolation),
        ("408", .unavailable), ("429", .rateLimited), ("529", .rateLimited), ("418", .providerFailed),
        ("500", .unavailable), ("502", .unavailable), ("503", .unavailable), ("504", .unavailable),
        ("304", .protocolViolation), ("413", .limitExceeded), ("204", .protocolViolation),
    ])
    func aStatusIsItsError(_ status: String, _ code: ServiceError.Code) async throws {
        for dialect in RemoteSpeechDialect.allCases {
            let error = try #require(await server.provider(dialect, "status=\(status)").failure())
            #expect(error.code == code, "\(dialect): \(error)")
            #expect(error.provider == "remote")
            #expect(error.message.contains("http://127.0.0.1:\(server.port)"), "\(error)")
            #expect(!error.message.contains("dialect="), "\(error)")
        }
    }

    @Test func aServerSaysHowLongToWait() async throws {
        for dialect in RemoteSpeechDialect.allCases {
            for status in [429, 503] {
                let error = await (try server.provider(dialect, "status=\(status),retry=7")).failure()
                #expect(error?.retryAfter == .seconds(7), "\(dialect): \(String(describing: error))")
            }
        }
    }

    @Test(arguments: [
        (RemoteSpeechDialect.openai, "429", "insufficient", ServiceError.Code.quotaExceeded, "quota"),
        (.openai, "429", "rate", .rateLimited, "Slow down"),
        (.openai, "404", "model", .configuration, "does not exist"),
        (.openai, "422", "checked", .unsupported, "less than 4"), (.openai, "400", "model", .configuration, "model"),
        (.elevenlabs, "401", "quota", .quotaExceeded, "your quota of 10000"),
        (.elevenlabs, "404", "voice", .unsupported, "not found"), (.elevenlabs, "400", "long", .limitExceeded, "of 10"),
        (.elevenlabs, "429", "busy", .rateLimited, "busy"), (.elevenlabs, "403", "plan", .unsupported, "plan"),
        (.openai, "400", "lines", .providerFailed, "first second [31mred long"),
    ])
    func aServiceTellsMoreThanAStatus(
        _ dialect: RemoteSpeechDialect,
        _ status: String,
        _ body: String,
        _ code: ServiceError.Code,
        _ words: String
    ) async throws {
        let error = try #require(await server.provider(dialect, "status=\(status),body=\(body)").failure())
        #expect(error.code == code, "\(error)")
        #expect(error.message.contains(words), "\(error)")
        #expect(error.message.count < 400)
        #expect(!error.outcomeUnknown, "a rejected request is not charged")
    }

    @Test func theKeyIsShownNowhere() async throws {
        let key = SpeechServices.key.reveal()
        for dialect in RemoteSpeechDialect.allCases {
            for how in ["status=401,body=key", "status=401,body=key,both", "needkey=other,both", "status=500,body=key"]
            {
                let error = try #require(await server.provider(dialect, how).failure())
                let shown = "\(error) \(error.message) \(error.underlying ?? "") \(String(reflecting: error))"
                #expect(!shown.contains(key) && !shown.contains("k-S3cret"), "\(shown)")
            }
            let provider = try server.provider(dialect)
            #expect(!"\(provider.descriptor) \(String(reflecting: provider))".contains("k-S3cret"))
        }
    }

    @Test func theKeyGoesNowhereElse() async throws {
        let other = try SpeechServices()
        for dialect in RemoteSpeechDialect.allCases {
            let target = "http:||localhost:\(server.port)|v1"
            let error = try #require(await server.provider(dialect, "redirect=\(target)").failure())
            #expect(error.code == .protocolViolation, "\(error)")
            #expect(error.message.contains("nothing was sent there"), "\(error)")
            #expect(try await other.log(dialect).isEmpty)
        }
    }

    @Test func nobodyAtHomeIsAnErrorOfTheNetwork() async throws {
        for dialect in RemoteSpeechDialect.allCases {
            var settings = RemoteSpeechSettings(dialect: dialect, url: "http://127.0.0.1:9/v1")
            settings.requestTime = .seconds(5)
            let provider = try RemoteSpeech(settings: settings)
            let error = await provider.failure()
            #expect(error?.code == .network, "\(String(describing: error))")
            await #expect(throws: ServiceError.self) { try await provider.voices(matching: VoiceQuery()) }
        }
    }

    @Test func aServerThatDoesNotAnswerIsGivenUp() async throws {
        for dialect in RemoteSpeechDialect.allCases {
            let provider = try server.provider(dialect, "ms=20000") {
                $0.requestTime = .seconds(8)
                $0.voices = [VoiceDescription(id: "nova", languages: [LanguageTag("en-US")].compactMap { $0 })]
            }
            let error = await provider.failure()
            #expect(error?.code == .timedOut, "\(String(describing: error))")
            #expect(error?.outcomeUnknown == true, "\(String(describing: error))")
        }
    }

    @Test func aFailureInALaterPartIsAnErrorOfTheStream() async throws {
        let provider = try server.provider(.openai, "after=1,status=503") { $0.textLimit = 20 }
        var samples = 0
        var error: ServiceError?
        do {
            let request = SpeechRequest(text: "This is one. And this is another.", language: LanguageTag("en-US"))
            for try await event in try await provider.synthesize(request) {
                if case .audio(let chunk) = event { samples += chunk.samples.count }
                if case .report = event { Issue.record("a broken stream has a report") }
            }
        } catch let thrown {
            error = ServiceError(thrown)
        }
        #expect(samples > 5000)
        #expect(error?.code == .unavailable, "\(String(describing: error))")
    }

    @Test func aRequestThatFailsInPassingIsMadeAgainByPolicy() async throws {
        let request = SpeechRequest(text: "hello", language: LanguageTag("en-US"))
        // A request that may have been billed is not repeated.
        let late = "ms=20000"
        let slow = try server.provider(.openai, late) { $0.requestTime = .seconds(2) }
            .applying(.retrying(3, initialDelay: .milliseconds(1)))
        await #expect(throws: ServiceError.self) { try await slow.synthesize(request).collect() }
        #expect(try await server.log(.openai, late).count { $0.method == "POST" } == 1)
        // A temporarily rejected request is repeated.
        let busy = "status=503"
        let refused = try server.provider(.openai, busy).applying(.retrying(3, initialDelay: .milliseconds(1)))
        await #expect(throws: ServiceError.self) { try await refused.synthesize(request).collect() }
        #expect(try await server.log(.openai, busy).count { $0.method == "POST" } == 3)
    }

    @Test func aBrokenServiceIsPassedOver() async throws {
        let chain = FallbackSpeech([
            try server.provider(.elevenlabs, "status=500"), try server.provider(.openai, "words=text|plain"),
            try RemoteSpeech(
                id: "good",
                settings: RemoteSpeechSettings(dialect: .openai, url: server.address(.openai))
            ),
        ])
        let sound = try await chain.synthesize(
            SpeechRequest(text: "hello", language: LanguageTag("en-US"))
        ).collect()
        #expect(sound.samples.count > 0)
        #expect(sound.report.attempts.map(\.outcome) == [.failed, .failed, .answered])
        #expect(sound.report.answeredBy == "good")
    }
}
