import LanguageServices
import RemoteSentences
import TestSupport
import Testing

/// Network and server faults cause the correct error in time, in every dialect.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct FaultTests {
    private let server: SentenceServer

    init() throws { server = try SentenceServer() }

    private static let everyDialect = RemoteSentencesDialect.allCases

    @Test(arguments: [
        ("status=401", ServiceError.Code.unauthorized), ("status=403", .unauthorized), ("status=402", .quotaExceeded),
        ("status=404", .protocolViolation), ("status=404,body=model", .configuration), ("status=408", .unavailable),
        ("status=413", .limitExceeded), ("status=429,retry=7", .rateLimited),
        ("status=429,body=insufficient", .quotaExceeded),
        ("status=500", .unavailable), ("status=503,retry=3", .unavailable), ("status=529", .rateLimited),
        ("status=400,body=overflow", .limitExceeded), ("status=418", .providerFailed), ("html=502", .unavailable),
        ("html", .protocolViolation), ("drop", .network), ("nohttp", .protocolViolation), ("bomb", .limitExceeded),
        ("redirect", .protocolViolation), ("garbage,whole", .protocolViolation),
        ("truncated,whole", .protocolViolation),
        ("other", .protocolViolation), ("cut", .network), ("stall", .timedOut), ("ms=20000", .timedOut),
    ])
    func aFaultIsItsError(_ how: String, _ code: ServiceError.Code) async throws {
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect, how) {
                if code == .timedOut { $0.requestTime = .milliseconds(400) }
            }
            let start = ContinuousClock.now
            let error = try #require(await provider.failure(request()), "\(dialect)")
            #expect(error.code == code, "\(dialect) \(how): \(error)")
            #expect(error.message.contains(server.place), "\(dialect): \(error)")
            #expect(error.provider == "remote")
            #expect(!"\(error)".contains("k-S3cret"))
            if how.contains("retry=7") { #expect(error.retryAfter == .seconds(7)) }
            // The server would continue for longer than this.
            if code == .timedOut { #expect(ContinuousClock.now - start < .seconds(15), "\(dialect)") }
            // Requests are retried only by policies.
            #expect(
                try await server.log(dialect, how).count { $0.target.hasSuffix("chat/completions") } <= 1
                    || how == "redirect"
            )
        }
    }

    @Test func aFailureInTheMiddleOfAStreamIsOne() async throws {
        for dialect in Self.everyDialect {
            for streams in [true, false] {
                let provider = try server.provider(dialect, "errin=5") { $0.streams = streams }
                let error = await provider.failure(request())
                let codes: [ServiceError.Code] = [.unavailable, .rateLimited]
                #expect(codes.contains(error?.code ?? .io), "\(dialect): \(String(describing: error))")
            }
            let response = try await server.provider(dialect, "errin=60").sentences(for: request(count: 4))
            #expect(response.report.attempts.map(\.outcome) == [.partlyAnswered], "\(dialect)")
        }
    }

    @Test func aStreamOfRubbishIsABrokenModel() async throws {
        for dialect in Self.everyDialect {
            guard case .failure(let error) = await (try server.provider(dialect, "garbage")).outcome(request(count: 7))
            else { continue }
            #expect(error.code == .protocolViolation, "\(dialect): \(error)")
        }
    }

    @Test func anAnswerThatDripsIsWaitedForAsLongAsItDrips() async throws {
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect, "slowly=3") { $0.requestTime = .seconds(5) }
            #expect(try await provider.sentences(for: request(count: 1)).sentences.count == 1, "\(dialect)")
        }
        // Comments alone are not a response.
        let provider = try server.provider(.openai, "pings") { $0.requestTime = .milliseconds(300) }
        #expect(await provider.failure(request())?.code == .timedOut)
    }

    @Test func whatAServerDoesNotUnderstandIsLeftOutFromThenOn() async throws {
        let cases: [(RemoteSentencesDialect, String, Int)] = [
            (.openai, "pattern", 1), (.openai, "pattern+json_schema", 2),
            (.openai, "pattern+json_schema+response_format", 3), (.openai, "temperature+seed", 2),
            (.openai, "max_tokens", 1), (.openai, "stream", 1), (.anthropic, "tools", 1),
            (.anthropic, "temperature+tools+stream", 3), (.ollama, "pattern", 1), (.ollama, "schema", 2),
            (.ollama, "format", 3),
        ]
        for (dialect, names, refusals) in cases {
            let how = "picky=\(names)"
            let provider = try server.provider(dialect, how)
            for _ in 0..<2 {
                #expect(try await provider.sentences(for: request()).sentences.count == 3, "\(dialect) \(names)")
            }
            #expect(try await server.log(dialect, how).count == refusals + 2, "\(dialect) \(names)")
        }
    }

    @Test func aServerThatRefusesEverythingIsGivenUp() async throws {
        for dialect in Self.everyDialect {
            let how = "status=400,body=unsupported schema pattern tool stream temperature seed format"
            let error = await (try server.provider(dialect, how.replacing(" ", with: "_"))).failure(request())
            #expect(error != nil, "\(dialect)")
        }
    }

    @Test func aCancelledRequestEnds() async throws {
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect, "stall")
            let task = Task { try await provider.sentences(for: request()) }
            try await Task.sleep(for: .milliseconds(100))
            task.cancel()
            guard case .failure(let error) = await task.result else {
                Issue.record("\(dialect): it gave something")
                continue
            }
            #expect(ServiceError(error).code == .cancelled, "\(dialect)")
        }
    }

    // MARK: Concurrent requests

    /// Numbers spelled out as words, which the server can distinguish.
    private func word(_ number: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return "z" + [number / 676 % 26, number / 26 % 26, number % 26].map { String(letters[$0]) }.joined()
    }

    @Test func ofAThousandWordsEachHasASentenceOrAReason() async throws {
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect, "batch")
            let outcomes = await withTaskGroup(of: (Int, Result<SentenceResponse, ServiceError>).self) { tasks in
                var found: [Int: Result<SentenceResponse, ServiceError>] = [:]
                var next = 0
                func start() {
                    guard next < 1000 else { return }
                    let (number, word) = (next, word(next))
                    tasks.addTask { (number, await provider.outcome(request(word, count: 2))) }
                    next += 1
                }
                for _ in 0..<8 { start() }
                for await (number, outcome) in tasks {
                    found[number] = outcome
                    start()
                }
                return found
            }
            #expect(outcomes.count == 1000, "\(dialect)")
            var failed = 0
            for (number, outcome) in outcomes {
                switch outcome {
                case .success(let response):
                    #expect(!response.sentences.isEmpty)
                    for sentence in response.sentences { #expect(sentence.form == word(number), "\(sentence.text)") }
                case .failure(let error):
                    failed += 1
                    #expect(number % 10 == 0, "\(dialect) \(number): \(error)")
                    #expect(!error.message.isEmpty && error.provider == "remote")
                }
            }
            #expect((60...100).contains(failed), "\(dialect): \(failed)")
        }
    }
}
