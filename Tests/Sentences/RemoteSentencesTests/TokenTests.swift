import JSON
import LanguageServices
import LanguageServicesTesting
import RemoteSentences
import ServiceRegistry
import TestSupport
import Testing

/// Token budgets in every dialect.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct TokenTests {
    private let server: SentenceServer
    private let store = InMemoryUsage()

    init() throws { server = try SentenceServer() }

    private static let everyDialect = RemoteSentencesDialect.allCases

    private func gate(_ limit: Int = 1_000_000, account: ProviderID) throws -> RequestGate {
        let limits = RequestGateLimits(budgets: [UsageBudget(limit, .tokens, in: .day)])
        return try RequestGate(limits, account: account, store: store)
    }

    private func used(_ account: ProviderID) async throws -> Usage {
        try await store.usage(in: [UsagePeriod(.day, at: 0)]).first { $0.account == account }?.usage ?? Usage()
    }

    @Test(arguments: everyDialect, [true, false])
    func whatTheServerReportsIsCounted(_ dialect: RemoteSentencesDialect, _ streams: Bool) async throws {
        for how in ["tokens=3000+12", "tokens=3000+12,total", "tokens=3+1"]
        where dialect == .openai || !how.hasSuffix("l") {
            let account = ProviderID(rawValue: "\(dialect)\(streams)\(how)")
            let provider = try server.provider(dialect, how, gate: try gate(account: account)) { $0.streams = streams }
            let response = try await provider.sentences(for: request())
            #expect(response.sentences.count == 3 && response.report.notices.isEmpty, "\(response.report)")
            let reported = how == "tokens=3+1" ? 4 : 3012
            #expect(try await used(account).tokens == reported, "\(dialect) \(how)")
            #expect(try await used(account).requests == 1)
        }
    }

    @Test(arguments: everyDialect, [true, false])
    func whatNoServerReportsIsGuessed(_ dialect: RemoteSentencesDialect, _ streams: Bool) async throws {
        let account = ProviderID(rawValue: "\(dialect)")
        let provider = try server.provider(dialect, "tokens=none", gate: try gate(account: account)) {
            $0.streams = streams
        }
        let response = try await provider.sentences(for: request())
        #expect(response.report.notices.contains { $0.contains("estimate") }, "\(response.report.notices)")
        // The instructions alone exceed three hundred tokens.
        #expect((300...3000).contains(try await used(account).tokens))
        let lesson = try await provider.lesson(
            for: LessonRequest(words: [.init("cat", meanings: ["gato"])], language: LanguageTag("en"), questions: 0)
        )
        #expect(lesson.report.notices.contains { $0.contains("estimate") })
    }

    @Test(arguments: ["tokens=-5+2", "tokens=99999999999999999+99999999999999999", "tokens=5+9223372036854775807"])
    func numbersThatCannotBeAreNotBelieved(_ how: String) async throws {
        for dialect in Self.everyDialect {
            let account = ProviderID(rawValue: "\(dialect)\(how)")
            let provider = try server.provider(dialect, how, gate: try gate(account: account))
            _ = try await provider.sentences(for: request())
            #expect((1...5000).contains(try await used(account).tokens), "\(dialect)")
        }
    }

    @Test func aRefusedRequestAndOneThatNeverArrivedTakeNone() async throws {
        for (how, requests) in [("status=500", 1), ("status=401", 1)] {
            for dialect in Self.everyDialect {
                let account = ProviderID(rawValue: "\(dialect)\(how)")
                let provider = try server.provider(dialect, how, gate: try gate(account: account))
                #expect(await provider.failure(request()) != nil)
                #expect(
                    try await used(account) == Usage(requests: requests, characters: try await used(account).characters)
                )
            }
        }
        var settings = RemoteSentencesSettings(dialect: .ollama, model: "m", url: "http://127.0.0.1:1")
        settings.requestTime = .seconds(5)
        let provider = try RemoteSentences(settings: settings, gate: try gate(account: "nowhere"))
        #expect(await provider.failure(request())?.code == .network)
        #expect(try await used("nowhere") == Usage())
    }

    @Test func aBudgetIsNotOverrunByMoreThanWhatIsUnderWay() async throws {
        // Each request uses far more tokens than estimated.
        let how = "tokens=4000+1000"
        let provider = try server.provider(.openai, how, gate: try gate(20_000, account: "greedy"))
        let codes = await withTaskGroup(of: ServiceError.Code?.self) { tasks in
            for number in 0..<4 {
                tasks.addTask {
                    for step in 0..<10 {
                        if let code = await provider.failure(request("z\(["a", "b", "c", "d"][number])\(step)"))?.code {
                            return code
                        }
                    }
                    return nil
                }
            }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.allSatisfy { $0 == .quotaExceeded }, "\(codes)")
        let count = try await server.log(.openai, how).count
        #expect(try await used("greedy").tokens == 5000 * count)
        #expect((4...8).contains(count), "\(count)")
        let error = try #require(await provider.failure(request()))
        #expect(error.message.contains("20000 tokens per day") && error.message.contains("about"), "\(error)")
        #expect(error.remedy?.contains("tokensPerDay") == true && error.rejectedLocally)
        let small = try server.provider(.openai, "s", gate: try gate(10, account: "small"))
        #expect(await small.failure(request())?.code == .limitExceeded)
    }

    @Test func aServerThatCannotCountIsNotAskedTo() async throws {
        let how = "picky=stream_options"
        let provider = try server.provider(.openai, how, gate: try gate(account: "picky"))
        let response = try await provider.sentences(for: request())
        #expect(response.sentences.count == 3 && response.report.notices.contains { $0.contains("estimate") })
        let asked = try await server.log(.openai, how)
        #expect(asked.count == 2)
        let last = try #require(asked.last).json
        #expect(last["stream"]?.bool == true && last["stream_options"] == nil)
        // Without a budget, the token count is not requested.
        _ = try await server.provider(.openai, "plain").sentences(for: request())
        #expect(try await server.log(.openai, "plain").first?.body.contains("stream_options") == false)
    }
}
