import HTTPTransport
import LanguageServices
import LanguageServicesTesting
import RemoteTranslation
import ServiceRegistry
import Synchronization
import TestSupport
import Testing

/// The effect of the user's limits on the requests that are sent.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct RequestLimitTests {
    private let server: ServiceServer
    private let store = InMemoryUsage()

    init() throws { server = try ServiceServer() }

    private func provider(
        _ dialect: RemoteTranslationDialect,
        _ how: String = "",
        _ limits: RequestGateLimits
    ) throws -> RemoteTranslation {
        var settings = RemoteTranslationSettings(dialect: dialect, url: server.address(dialect, how))
        if dialect != .apertium { settings.key = ServiceServer.key }
        if dialect == .openai { settings.model = "tiny" }
        let gate = try RequestGate(limits, account: "remote", store: store)
        return try RemoteTranslation(id: "remote", settings: settings, gate: gate)
    }

    private var used: Usage {
        get async throws {
            try await store.usage(in: [UsagePeriod(.day, at: 0)]).first?.usage ?? Usage()
        }
    }

    @Test(arguments: RemoteTranslationDialect.allCases)
    func everyRequestOfEveryDialectIsCounted(dialect: RemoteTranslationDialect) async throws {
        let provider = try provider(dialect, "", RequestGateLimits(budgets: [.init(1000, .requests, in: .day)]))
        let texts = (0..<130).map { "number \($0) é" }
        _ = try await provider.results(texts + texts + [" "])
        _ = try await provider.languagePairs()
        let asked = try await server.log(dialect)
        #expect(try await used.requests == asked.count)
        // Equal and blank texts are not sent, and an é is one character.
        #expect(try await used.characters == texts.reduce(0) { $0 + $1.unicodeScalars.count })
    }

    @Test func modelTokensAreCounted() async throws {
        let limits = RequestGateLimits(budgets: [.init(1_000_000, .tokens, in: .day)])
        let provider = try provider(.openai, "", limits)
        #expect(try await provider.words(["water"]).first?.hasSuffix("] water") == true)
        // The server reports seven tokens at the end of its stream.
        #expect(try await used.tokens == 7)
        let asked = try #require(try await server.log(.openai).first)
        #expect(asked.body.contains("include_usage"))
        let guessing = try self.provider(.openai, "whole", limits)
        let response = try await guessing.translate(
            TranslationRequest(texts: ["water"], source: LanguageTag("en"), target: LanguageTag("es"))
        )
        #expect(response.report.notices.contains { $0.contains("estimate") }, "\(response.report)")
        #expect((100...2000).contains(try await used.tokens))
    }

    @Test func remainingTokenBudgetsAreUsed() async throws {
        let provider = try provider(.openai, "", RequestGateLimits(budgets: [.init(600, .tokens, in: .day)]))
        // Together, the texts probably exceed the budget; each one alone does not.
        let words = try await provider.words((0..<20).map { "number \($0) " + String(repeating: "long ", count: 10) })
        #expect(words.contains { !$0.hasPrefix("<") }, "\(words)")
        #expect(try await used.tokens <= 600)
    }

    @Test func batchesRespectTheNarrowestLimit() async throws {
        let limits = RequestGateLimits(budgets: [
            .init(1000, .characters, in: .month), .init(60, .characters, in: .day),
        ])
        let provider = try provider(.libretranslate, "", limits)
        // Of the five texts of 15 characters, any four fit into the daily budget.
        let texts = (1...5).map { "text number \($0) !" }
        #expect(texts.allSatisfy { $0.unicodeScalars.count == 15 })
        let words = try await provider.words(texts)
        #expect(words.filter { $0.hasPrefix("[es] ") }.count == 4, "\(words)")
        #expect(words.filter { $0 == "<quotaExceeded>" }.count == 1, "\(words)")
        #expect(try await used.characters == 60)
    }

    @Test func remainingCharacterBudgetsAreUsed() async throws {
        let provider = try provider(
            .libretranslate,
            "",
            RequestGateLimits(budgets: [.init(100, .characters, in: .day)])
        )
        #expect(try await provider.words([String(repeating: "x", count: 90)]).first?.hasPrefix("[es]") == true)
        // Together, the texts exceed the remaining budget; the first one alone does not.
        #expect(try await provider.words(["seven..", "twelve......"]) == ["[es] seven..", "<quotaExceeded>"])
        let error = try #require(await provider.failure(["twelve......"]))
        #expect(error.code == .quotaExceeded)
        #expect(error.rejectedLocally)
        #expect(error.provider == "remote")
        #expect(try await used.characters == 97)
    }

    @Test func textsLargerThanTheBudgetFailAlone() async throws {
        let provider = try provider(
            .libretranslate,
            "",
            RequestGateLimits(budgets: [.init(100, .characters, in: .day)])
        )
        let large = String(repeating: "y", count: 101)
        let words = try await provider.words([large, large + "1", large + "2", large + "3", "one"])
        #expect(words == Array(repeating: "<limitExceeded>", count: 4) + ["[es] one"])
    }

    @Test func textsAreNotSplitForUserLimits() async throws {
        let provider = try provider(.deepl, "", RequestGateLimits(charactersPerMinute: 20))
        let text = "This sentence has more than twenty characters. And so has this one, by far."
        #expect(try await provider.words([text]) == ["[ES] \(text)"])
        #expect(try await server.log(.deepl).count { $0.target.contains("translate") } == 1)
    }

    @Test func unsentRequestsAreRefunded() async throws {
        var settings = RemoteTranslationSettings(dialect: .deepl, url: "http://127.0.0.1:1")
        settings.key = ServiceServer.key
        let gate = try RequestGate(
            RequestGateLimits(budgets: [.init(10, .characters, in: .day)]),
            account: "remote",
            store: store
        )
        let provider = try RemoteTranslation(id: "remote", settings: settings, gate: gate)
        for _ in 0..<3 {
            #expect(await provider.failure(["ten chars."])?.code == .network)
            #expect(try await used == Usage())
        }
    }

    @Test(arguments: ["cut", "status=500", "status=429", "status=456"])
    func sentRequestsStayCounted(how: String) async throws {
        let provider = try provider(.deepl, how, RequestGateLimits(budgets: [.init(10, .characters, in: .day)]))
        #expect(await provider.failure(["ten chars."]) != nil)
        #expect(try await used == Usage(requests: 1, characters: 10))
    }

    @Test(arguments: [1, 2, 5]) func concurrencyIsLimited(count: Int) async throws {
        let transport = CountingTransport()
        let limits = RequestGateLimits(concurrentRequests: count)
        let settings = RemoteTranslationSettings(
            dialect: .libretranslate,
            url: server.address(.libretranslate, "ms=30")
        )
        let provider = try RemoteTranslation(
            id: "remote",
            settings: settings,
            transport: transport,
            gate: RequestGate(limits, account: "remote")
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<12 { tasks.addTask { _ = try await provider.words(["text \(number)"]) } }
            try await tasks.waitForAll()
        }
        let counts = transport.counts.withLock { $0 }
        #expect(counts.all >= 12)
        #expect(counts.most <= count)
        #expect(counts.now == 0)
    }

    /// Counts the requests whose answers have not begun.
    private final class CountingTransport: HTTPTransport {
        let counts = Mutex((all: 0, now: 0, most: 0))
        private let transport = CurlTransport()

        func stream(_ request: HTTPRequest) async throws -> HTTPStream {
            counts.withLock { counts in
                counts.all += 1
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
            defer { counts.withLock { $0.now -= 1 } }
            return try await transport.stream(request)
        }
    }
}
