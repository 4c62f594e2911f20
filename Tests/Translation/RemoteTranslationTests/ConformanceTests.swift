import LanguageServices
import LanguageServicesTesting
import RemoteTranslation
import TestSupport
import Testing

/// Every dialect conforms to the rules for translation providers.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test(arguments: RemoteTranslationDialect.allCases)
    func everyDialectConformsToTheRules(_ dialect: RemoteTranslationDialect) async throws {
        let server = try ServiceServer()
        let suite = TranslationConformance(
            sample: .init(texts: ["water", "bread", "The house is big."], source: "en", target: "es"),
            timeLimit: .seconds(60)
        )
        let report = await suite.check(try server.provider(dialect))
        #expect(report.isPassed, "\(report)")
    }

    @Test func thousandsOfCallsLeakNothing() async throws {
        let server = try ServiceServer()
        let provider = try server.provider(.deepl)
        var generator = SystemRandomNumberGenerator()
        let waits = (0..<600).map { _ in Int.random(in: 0...40, using: &generator) }
        await withTaskGroup(of: Void.self) { tasks in
            for (place, wait) in waits.enumerated() {
                tasks.addTask {
                    let task = Task { try await provider.words((0..<120).map { "text \(place) \($0)" }) }
                    try? await Task.sleep(for: .milliseconds(wait))
                    task.cancel()
                    switch await task.result {
                    case .success(let words): #expect(words.count == 120)
                    case .failure(let error): #expect(ServiceError(error).code == .cancelled)
                    }
                }
            }
        }
        #expect(try await provider.words(["One"]) == ["[ES] One"])
    }
}
