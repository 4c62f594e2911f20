import HTTPTransport
import LanguageServices
import RemoteService
import TestSupport
import Testing

@testable import RemoteTranslation

/// The error for each server failure, with every dialect.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct FaultTests {
    private let server: ServiceServer

    init() throws { server = try ServiceServer() }

    private static let everyDialect = RemoteTranslationDialect.allCases

    @Test(arguments: [
        ("401", ServiceError.Code.unauthorized), ("403", .unauthorized), ("402", .quotaExceeded),
        ("456", .quotaExceeded), ("404", .protocolViolation), ("405", .protocolViolation), ("410", .protocolViolation),
        ("408", .unavailable), ("429", .rateLimited), ("529", .rateLimited), ("418", .providerFailed),
        ("500", .unavailable), ("502", .unavailable), ("503", .unavailable), ("504", .unavailable),
        ("300", .protocolViolation), ("304", .protocolViolation), ("413", .limitExceeded),
    ])
    func statusesMapToErrors(_ status: String, _ code: ServiceError.Code) async throws {
        for dialect in Self.everyDialect {
            let error = try #require(await server.provider(dialect, "status=\(status)").failure(["one"]))
            #expect(error.code == code, "\(dialect): \(error)")
            #expect(error.provider == "remote")
            #expect(error.message.contains("http://127.0.0.1:\(server.port)"), "\(error)")
            #expect(!error.message.contains("service="), "\(error)")
        }
    }

    @Test(arguments: [
        ("retry=7", Duration.seconds(7)), ("retry=0.5", .milliseconds(500)), ("retryms=1500", .milliseconds(1500)),
        ("retrydate=90", .seconds(90)), ("retrydate=-90", .zero), ("retry=0", .zero),
    ])
    func aServerSaysHowLongToWait(_ how: String, _ wait: Duration) async throws {
        for dialect in Self.everyDialect {
            for status in [429, 503] {
                let error = await (try server.provider(dialect, "status=\(status),\(how)")).failure()
                #expect(error?.retryAfter == wait, "\(dialect): \(String(describing: error))")
            }
        }
    }

    @Test(arguments: [
        (RemoteTranslationDialect.openai, "429", "insufficient", ServiceError.Code.quotaExceeded),
        (.openai, "429", "rate", .rateLimited), (.openai, "404", "model", .configuration),
        (.google, "403", "daily", .quotaExceeded), (.google, "403", "user", .rateLimited),
        (.google, "400", "apikey", .unauthorized), (.microsoft, "403", "free", .quotaExceeded),
        (.libretranslate, "403", "ban", .rateLimited), (.openai, "400", "overflow", .limitExceeded),
    ])
    func answerBodiesRefineTheError(
        _ dialect: RemoteTranslationDialect,
        _ status: String,
        _ body: String,
        _ code: ServiceError.Code
    ) async throws {
        let error = await (try server.provider(dialect, "status=\(status),body=\(body)")).failure(["one"])
        #expect(error?.code == code, "\(String(describing: error))")
    }

    @Test func anUnknownLanguageIsUnsupported() async throws {
        for dialect in Self.everyDialect {
            let error = await (try server.provider(dialect)).failure(to: "qaa")
            #expect(error?.code == .unsupported, "\(dialect): \(String(describing: error))")
        }
    }

    @Test func webPagesAreNotAnswers() async throws {
        for dialect in Self.everyDialect {
            for status in [200, 404] {
                let error = try #require(await server.provider(dialect, "html=\(status)").failure())
                #expect(error.code == .protocolViolation || dialect == .openai && status == 404, "\(dialect): \(error)")
                #expect(error.message.hasSuffix("responds with a web page"), "\(dialect): \(error)")
                #expect(error.remedy == "check 'url'")
            }
            #expect(await (try server.provider(dialect, "html=502")).failure()?.code == .unavailable)
        }
    }

    @Test(arguments: ["garbage", "truncated", "other"])
    func unreadableAnswersAreViolations(_ how: String) async throws {
        for dialect in Self.everyDialect {
            let error = await (try server.provider(dialect, how)).failure()
            // A stream may end at any point.
            let isOpen = dialect == .openai && how == "truncated"
            #expect(error?.code == (isOpen ? .network : .protocolViolation), "\(dialect): \(String(describing: error))")
        }
    }

    @Test func truncatedAnswersHaveAnUnknownOutcome() async throws {
        for dialect in Self.everyDialect {
            let error = try #require(await server.provider(dialect, "cut").failure())
            #expect(error.code == .network, "\(dialect): \(error)")
            #expect(error.outcomeUnknown)
        }
    }

    @Test(arguments: ["stall", "ms=20000"])
    func slowServersTimeOut(_ how: String) async throws {
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect, how) { $0.requestTime = .milliseconds(300) }
            let error = await provider.failure()
            #expect(error?.code == .timedOut, "\(dialect): \(String(describing: error))")
        }
    }

    @Test func unreachableServersAreTriedOnce() async throws {
        var settings = RemoteTranslationSettings(dialect: .libretranslate, url: "http://127.0.0.1:1")
        settings.concurrency = 1
        let provider = try RemoteTranslation(settings: settings)
        let error = try #require(await provider.failure((0..<500).map { "text \($0)" }))
        #expect(error.code == .network)
        #expect(!error.outcomeUnknown)
    }

    // MARK: Secrets

    @Test func errorsNeverShowTheKey() async throws {
        for dialect in Self.everyDialect {
            for status in [400, 401, 403, 429, 500] {
                let error = try #require(await server.provider(dialect, "status=\(status),body=key").failure(["one"]))
                let shown = "\(error) \(error.remedy ?? "") \(error.underlying ?? "") \(String(reflecting: error))"
                for part in ["k-S3cret", "cret/1", "cret%2F1"] {
                    #expect(!shown.contains(part), "\(dialect): \(shown)")
                }
            }
        }
    }

    @Test(arguments: [
        ("no key here", "no key here"), ("key k-S3cret/1+x.", "key •."), ("cut: k-S3cret/1", "cut: •"),
        ("tail S3cret/1+x", "tail •"), ("k-S3cret%2F1%2Bx", "•"), ("k-S3c***/1+x", "k-S3c***/1+x"),
        ("k-S3cret/1+xk-S3cret/1+x", "••"), ("", ""), ("k-S3cret", "•"),
    ])
    func partialKeysAreRedacted(_ words: String, _ shown: String) {
        let found = SecretRedactor(ServiceServer.key).removed(from: words)
        #expect(found == shown.replacing("•", with: Secret.redacted))
        #expect(SecretRedactor(nil).removed(from: words) == words)
        #expect(SecretRedactor(Secret("", source: "test")).removed(from: words) == words)
    }

    @Test func serverTextsBecomeOneShortLine() async throws {
        let error = try #require(await server.provider(.deepl, "status=418,body=lines").failure())
        #expect(error.message.contains("first second [31mred long long"))
        #expect(error.message.hasSuffix("…"))
        #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 })
        #expect(error.message.count < 320)
    }

    @Test func redirectsToOtherHostsAreRefused() async throws {
        let other = try ServiceServer.another()
        for dialect in Self.everyDialect {
            let place = other.address(dialect).replacing("/", with: "|")
            let error = await (try server.provider(dialect, "redirect=\(place)")).failure()
            #expect(error?.code == .protocolViolation, "\(dialect): \(String(describing: error))")
            #expect(try await other.log(dialect).isEmpty)
        }
    }

    @Test func aRefusedKeyEndsTheRun() async throws {
        let texts = (0..<400).map { "text \($0)" }
        for dialect in Self.everyDialect {
            for status in [401, 429, 456] {
                let provider = try server.provider(dialect, "status=\(status)") { $0.concurrency = 2 }
                _ = await provider.failure(texts)
                #expect(try await server.log(dialect, "status=\(status)").count <= 2, "\(dialect)")
            }
        }
    }

    @Test func anUnavailableServerIsNotCalledForEveryBatch() async throws {
        let texts = (0..<2000).map { "text \($0)" }
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect, "status=503") { $0.concurrency = 2 }
            #expect(await provider.failure(texts)?.code == .unavailable)
            #expect(try await server.log(dialect, "status=503").count <= 5, "\(dialect)")
        }
    }
}
