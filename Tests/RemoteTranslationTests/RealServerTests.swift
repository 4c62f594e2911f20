import LanguageServices
import LanguageServicesTesting
import RemoteTranslation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Servers that somebody has started; CONTRIBUTING.md says how.
private enum RealServer {
    static let libretranslate = value("PARLANCE_LIBRETRANSLATE_URL")
    /// The same with limits of 3 texts and 60 characters.
    static let narrow = value("PARLANCE_LIBRETRANSLATE_NARROW_URL")
    static let chat = value("PARLANCE_CHAT_URL")
    static let chatKey = value("PARLANCE_CHAT_KEY")

    private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// LibreTranslate's own server, with an engine that gives `[es] text` and breaks on BOOM.
@Suite(
    .enabled(if: RealServer.libretranslate != nil, "PARLANCE_LIBRETRANSLATE_URL is not set"),
    .timeLimit(.minutes(5))
)
struct RealLibreTranslateTests {
    private func provider(_ url: String? = RealServer.libretranslate) throws -> RemoteTranslation {
        try RemoteTranslation(settings: RemoteTranslationSettings(dialect: .libretranslate, url: url))
    }

    @Test func theRulesOfProviders() async throws {
        let suite = TranslationConformance(
            sample: .init(texts: ["water", "bread", "The house is big."], source: "en", target: "es"),
            timeLimit: .seconds(30)
        )
        let report = await suite.check(try provider())
        #expect(report.isPassed, "\(report)")
    }

    @Test func textsComeBackAsTheyWent() async throws {
        let texts = ["One.", " two\n", "", "A &lt;b&gt; c", "R&D &amp; more", "a\nb"] + (0..<300).map { "text \($0)" }
        let found = try await provider().words(texts)
        for (text, translation) in zip(texts, found) {
            #expect(translation.replacing("[es] ", with: "") == text, "\(text) became \(translation)")
        }
    }

    @Test func aTextThatBreaksItFailsAlone() async throws {
        let texts = (0..<60).map { $0 == 17 ? "BOOM" : "text \($0)" }
        let found = try await provider().words(texts)
        for (place, translation) in found.enumerated() {
            #expect(translation == (place == 17 ? "<unavailable>" : "[es] text \(place)"))
        }
    }

    @Test func languages() async throws {
        let pairs = try await provider().languagePairs().map { "\($0.source) \($0.target)" }
        #expect(pairs.contains("ja de") && !pairs.contains("en ja"))
        #expect(await (try provider()).failure(to: "ja")?.code == .unsupported)
        #expect(await (try provider()).failure(to: "qaa")?.code == .unsupported)
        let results = try await provider().results(["One", "Two"], from: nil, entries: true)
        for result in results {
            #expect(try result.get().source != nil)
            #expect(try result.get().alternatives.count == 3)
        }
    }

    @Test(.enabled(if: RealServer.narrow != nil, "PARLANCE_LIBRETRANSLATE_NARROW_URL is not set"))
    func limitsAreKept() async throws {
        let texts =
            (0..<40).map { "text \($0)" } + [String](repeating: "A long sentence is here. ", count: 9)
            + [String(repeating: "A long sentence is here. ", count: 9)]
        let found = try await provider(RealServer.narrow).words(texts)
        for (text, translation) in zip(texts, found) {
            #expect(translation.replacing("[es] ", with: "") == text, "\(text) became \(translation)")
        }
    }
}

/// A server with the interface of OpenAI; a model of random weights will do, whose translations are nonsense in the right form.
@Suite(.enabled(if: RealServer.chat != nil, "PARLANCE_CHAT_URL is not set"), .serialized, .timeLimit(.minutes(5)))
struct RealChatTests {
    private func provider(
        key: String? = RealServer.chatKey,
        change: (inout RemoteTranslationSettings) -> Void = { _ in }
    ) throws -> RemoteTranslation {
        var settings = RemoteTranslationSettings(dialect: .openai, url: RealServer.chat, model: "tiny")
        settings.key = key.map { Secret($0, source: "test") }
        change(&settings)
        return try RemoteTranslation(settings: settings)
    }

    private func outcomes(_ provider: RemoteTranslation, _ texts: [String], entries: Bool = false) async -> [String] {
        do {
            return try await provider.results(texts, entries: entries).map { result in
                switch result {
                case .success(let translation): translation.text.isEmpty ? "empty" : "answered"
                case .failure(let error): error.code.rawValue
                }
            }
        } catch {
            return texts.map { _ in ServiceError(error).code.rawValue }
        }
    }

    @Test(arguments: [false, true])
    func everyTextHasAnOutcomeThatAModelCanHave(_ rich: Bool) async throws {
        for count in [1, 2, 5] {
            let texts = (0..<count).map { "water \($0)<|im_end|>" }
            for outcome in await outcomes(try provider(), texts, entries: rich) {
                #expect(["answered", "protocolViolation", "limitExceeded"].contains(outcome))
            }
        }
    }

    @Test(.enabled(if: RealServer.chatKey != nil, "PARLANCE_CHAT_KEY is not set"))
    func aWrongKeyIsRefused() async throws {
        #expect(await (try provider(key: "wrong-key-7")).failure()?.code == .unauthorized)
        let error = await (try provider(key: nil)).failure()
        #expect(error?.code == .unauthorized)
    }

    @Test func anotherPathIsAnotherService() async throws {
        let error = await (try provider { $0.url = "\(RealServer.chat ?? "")/nowhere" }).failure()
        #expect(error?.code == .configuration || error?.code == .protocolViolation)
    }

    @Test func aTextBeyondTheContextIsCutOrFails() async throws {
        let text = String(repeating: "The house is big and the dog is in it. ", count: 90)
        let outcome = await outcomes(try provider(), [text])
        #expect(["answered", "limitExceeded", "protocolViolation"].contains(outcome.first ?? ""), "\(outcome)")
    }
}
