import LanguageServices
import LanguageServicesTesting
import RemoteTranslation
import TestSupport
import Testing

/// LibreTranslate's own server. `.ci/libretranslate-check.sh` installs it and sets the variable.
private enum LibreTranslateServer {
    static let python = ServerPython.named("PARLANCE_LIBRETRANSLATE_PYTHON")

    static let missing: Comment =
        "PARLANCE_LIBRETRANSLATE_PYTHON does not name a Python with libretranslate; run .ci/libretranslate-check.sh"

    static let usual = Result { try start() }
    static let narrow = Result { try start("--char-limit", "60", "--batch-limit", "3") }
    static let limited = Result { try start("--req-limit", "5") }

    private static func start(_ options: String...) throws -> LoopbackServer {
        let interpreter: String = try #require(python)
        return try LoopbackServer.start(
            #filePath.replacing("LibreTranslateServerTests.swift", with: "Server/libretranslate_stub.py"),
            arguments: options,
            interpreter: interpreter
        )
    }
}

@Suite(
    .enabled(if: LibreTranslateServer.python != nil, LibreTranslateServer.missing),
    .serialized,
    .timeLimit(.minutes(10))
)
struct LibreTranslateServerTests {
    private func provider(
        _ server: Result<LoopbackServer, any Error> = LibreTranslateServer.usual
    ) throws -> RemoteTranslation {
        try RemoteTranslation(
            settings: RemoteTranslationSettings(dialect: .libretranslate, url: try server.get().address)
        )
    }

    @Test func conformsToTheProviderRules() async throws {
        let suite = TranslationConformance(
            sample: .init(texts: ["water", "bread", "The house is big."], source: "en", target: "es"),
            timeLimit: .seconds(30)
        )
        let report = await suite.check(try provider())
        #expect(report.isPassed, "\(report)")
    }

    @Test func textsArePreserved() async throws {
        let texts = ["One.", " two\n", "", "A &lt;b&gt; c", "R&D &amp; more", "a\nb"] + (0..<300).map { "text \($0)" }
        let found = try await provider().words(texts)
        for (text, translation) in zip(texts, found) {
            #expect(translation.replacing("[es] ", with: "") == text, "\(text) became \(translation)")
        }
    }

    @Test func textsThatCauseAnErrorFailAlone() async throws {
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

    @Test func limitsAreKept() async throws {
        let texts =
            (0..<40).map { "text \($0)" } + [String](repeating: "A long sentence is here. ", count: 9)
            + [String(repeating: "A long sentence is here. ", count: 9)]
        let found = try await provider(LibreTranslateServer.narrow).words(texts)
        for (text, translation) in zip(texts, found) {
            #expect(translation.replacing("[es] ", with: "") == text, "\(text) became \(translation)")
        }
    }

    @Test func rateLimitsAreReported() async throws {
        let provider = try provider(LibreTranslateServer.limited)
        var last: ServiceError?
        for number in 0..<8 where last == nil { last = await provider.failure(["text \(number)"]) }
        #expect(last?.code == .rateLimited)
    }
}
