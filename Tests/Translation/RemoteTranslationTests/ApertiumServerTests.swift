import HTTPTransport
import LanguageServices
import LanguageServicesTesting
import Platform
import RemoteTranslation
import TestSupport
import Testing

private enum ApertiumServer {
    static var isInstalled: Bool {
        WholeFile.exists("/usr/bin/apertium-apy") && WholeFile.exists("/usr/share/apertium/modes/eng-spa.mode")
    }
}

/// Apertium's real server as packaged by Debian.
@Suite(
    .enabled(if: LoopbackServer.isInstalled && ApertiumServer.isInstalled, "apertium-apy is not installed"),
    .serialized,
    .timeLimit(.minutes(10))
)
struct ApertiumServerTests {
    private static let shared = Result {
        try LoopbackServer.start(
            #filePath.replacing("ApertiumServerTests.swift", with: "Server/apy.py"),
            interpreter: "/usr/bin/python3"
        )
    }

    private let server: LoopbackServer

    init() throws { server = try Self.shared.get() }

    private func provider(_ concurrency: Int = 4) throws -> RemoteTranslation {
        var settings = RemoteTranslationSettings(dialect: .apertium, url: server.address)
        settings.concurrency = concurrency
        return try RemoteTranslation(id: "apy", settings: settings)
    }

    @Test func wordsAndSentences() async throws {
        let found = try await provider().words([
            "The house is big.", "bottle", "Bottle", " water \n", "", "the house\nthe dog", "The house is big.",
        ])
        #expect(
            found == [
                "La casa es grande.", "bote", "Bote", " agua \n", "", "la casa\nel perro", "La casa es grande.",
            ]
        )
    }

    @Test func unknownWordsAreReported() async throws {
        let results = try await provider().results(["the house is xyzzyfoo", "xyzzyfoo", "water"])
        let first = try #require(results.first).get()
        #expect(first.text == "la casa es xyzzyfoo")
        #expect(first.notes == ["unknown words: xyzzyfoo"])
        #expect(throws: ServiceError.self) { try results[1].get() }
        #expect(try results[2].get().text == "agua")
    }

    @Test func markupCharactersArePreserved() async throws {
        for text in ["Is the house < the dog & the cat > water?", "water & bread", "5 < 6 &amp; 7 > 3", "<p>water</p>"]
        {
            let found = try #require(try await provider().words([text]).first)
            for sign in ["<", ">", "&"] {
                #expect(found.ranges(of: sign).count == text.ranges(of: sign).count, "\(text) became \(found)")
            }
        }
    }

    @Test func pairs() async throws {
        let pairs = try await provider().languagePairs()
        let texts = pairs.map { "\($0.source) \($0.target)" }
        #expect(texts.contains("en es") && texts.contains("es en"))
        #expect(await (try provider()).failure(to: "de")?.code == .unsupported)
    }

    @Test(arguments: [1, 8, 32])
    func batchesGiveTheSameResultsAsSingleTexts(_ concurrency: Int) async throws {
        let sentences = ["The house is big.", "I went home.", "water", "The dog eats bread.", "a cat"]
        var alone: [String] = []
        for sentence in sentences { alone += try await provider().words([sentence]) }
        let texts = (0..<600).map { "\(sentences[$0 % 5]) \($0)" }
        let found = try await provider(concurrency).words(texts)
        for (place, translation) in found.enumerated() {
            #expect(translation.hasSuffix("\(place)"), "\(translation)")
            let start = alone[place % 5].prefix(4)
            #expect(translation.hasPrefix(start), "\(translation) is not like \(alone[place % 5])")
        }
    }

    @Test(arguments: [1, 8, 32])
    func concurrentConnectionsGetTheirOwnAnswers(_ connections: Int) async throws {
        let provider = try provider()
        await withTaskGroup(of: Void.self) { tasks in
            for place in 0..<connections {
                tasks.addTask {
                    for number in stride(from: place, to: 160, by: connections) {
                        let found = try? await provider.words(["The house \(number) is big.", ""])
                        #expect(found == ["La casa \(number) es grande.", ""])
                    }
                }
            }
        }
    }

    @Test func missingPairsAreRefusedByTheServer() async throws {
        let response = try await CurlTransport().send(
            HTTPRequest(
                .post,
                "\(server.address)/translate",
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array("langpair=eng%7Cdeu&q=house".utf8)
            )
        )
        #expect(response.status == 400)
        #expect(String(decoding: response.body, as: UTF8.self).contains("That pair is not installed"))
    }

    @Test func longTextsAreTranslatedCompletely() async throws {
        let text = (0..<4500).map { "The house \($0) is big." }.joined(separator: " ")
        #expect(text.utf8.count > 100_000)
        let found = try #require(try await provider(8).words([text]).first)
        let numbers = found.split { !$0.isNumber }.compactMap { Int($0) }
        #expect(numbers == Array(0..<4500))
    }

    @Test func conformsToTheProviderRules() async throws {
        let suite = TranslationConformance(
            sample: .init(texts: ["water", "bread", "The house is big."], source: "en", target: "es"),
            timeLimit: .seconds(60)
        )
        let report = await suite.check(try provider())
        #expect(report.isPassed, "\(report)")
    }
}
