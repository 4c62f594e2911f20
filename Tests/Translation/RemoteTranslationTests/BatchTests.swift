import LanguageServices
import RemoteTranslation
import TestSupport
import Testing

/// How texts are grouped into requests, and their outcomes when a request fails.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct BatchTests {
    private let server: ServiceServer

    init() throws { server = try ServiceServer() }

    private static let everyDialect = RemoteTranslationDialect.allCases

    private func texts(_ count: Int) -> [String] { (0..<count).map { "Text \($0)" } }

    @Test func manyTextsKeepTheirOrder() async throws {
        let texts = texts(1000)
        for dialect in Self.everyDialect {
            let found = try await server.provider(dialect) { $0.concurrency = 8 }.words(texts)
            #expect(found.count == texts.count)
            for (text, translation) in zip(texts, found) {
                #expect(translation.contains(text + " ") || translation.hasSuffix(text), "\(dialect)")
            }
            #expect(try await server.log(dialect).count <= 50, "\(dialect)")
        }
    }

    @Test func aMatchLimitPreventsRequests() async throws {
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect)
            let target = LanguageTag("es")
            var request = TranslationRequest(texts: ["One"], source: LanguageTag("en"), target: target)
            request.loosestMatch = .spelling
            let error = await #expect(throws: ServiceError.self) { try await provider.translate(request) }
            #expect(error?.code == .notFound)
            #expect(try await server.log(dialect).isEmpty)
        }
    }

    @Test func equalTextsAreSentOnceAndBlankOnesNever() async throws {
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect)
            let found = try await provider.words(["One", "", "One ", "\u{200B}", " One", "\n"])
            #expect(found.count == 6)
            #expect(found[1] == "" && found[3] == "\u{200B}" && found[5] == "\n")
            #expect(found[2] == found[0] + " " && found[4] == " " + found[0])
            let asked = try await server.log(dialect)
            #expect(asked.count == 1)
            #expect(asked.first?.body.ranges(of: "One").count == 1)
        }
    }

    @Test func emptyAndBlankRequestsSendNothing() async throws {
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect)
            #expect(try await provider.words([]) == [])
            #expect(try await provider.words(["", " "]) == ["", " "])
            #expect(try await server.log(dialect).isEmpty)
        }
    }

    // MARK: One bad text

    @Test(arguments: [RemoteTranslationDialect.libretranslate, .apertium])
    func aTextThatCausesAServerErrorFailsAlone(_ dialect: RemoteTranslationDialect) async throws {
        var texts = texts(100)
        texts[0] = "BOOM a"
        texts[37] = "BOOM b"
        texts[99] = "BOOM c"
        let results = try await server.provider(dialect, "boom").results(texts)
        for (place, result) in results.enumerated() {
            switch result {
            case .success: #expect(![0, 37, 99].contains(place))
            case .failure(let error):
                #expect([0, 37, 99].contains(place))
                #expect(error.code == .unavailable)
            }
        }
    }

    @Test(arguments: [RemoteTranslationDialect.deepl, .google, .microsoft])
    func meteredServicesAreNotRetried(_ dialect: RemoteTranslationDialect) async throws {
        let error = await (try server.provider(dialect, "boom")).failure(["one", "BOOM", "three"])
        #expect(error?.code == .unavailable)
        #expect(try await server.log(dialect, "boom").count == 1)
    }

    @Test func aServerThatAlwaysFailsIsNotCalledForEachText() async throws {
        for dialect in [RemoteTranslationDialect.libretranslate, .apertium] {
            #expect(await (try server.provider(dialect, "status=500")).failure(texts(50))?.code == .unavailable)
            #expect(try await server.log(dialect, "status=500").count <= 20)
        }
    }

    @Test(arguments: [
        (RemoteTranslationDialect.openai, "prompt=always"), (.openai, "room=0"), (.libretranslate, "emoji"),
    ])
    func malformedAnswersStopTheRun(_ dialect: RemoteTranslationDialect, _ how: String)
        async throws
    {
        let provider = try server.provider(dialect, how) { $0.concurrency = 1 }
        let code = await provider.failure(texts(2000))?.code
        #expect(code == (how == "room=0" ? .limitExceeded : .protocolViolation))
        #expect(try await server.log(dialect, how).count <= 40)
    }

    @Test(arguments: [RemoteTranslationDialect.libretranslate, .deepl, .google, .microsoft, .apertium])
    func aWrongNumberOfAnswersNeverShiftsTexts(_ dialect: RemoteTranslationDialect) async throws {
        for how in ["short", "extra", "lose"] where how != "lose" || dialect == .apertium {
            let provider = try server.provider(dialect, how)
            do {
                for (text, result) in zip(
                    ["One", "Two", "Three"],
                    try await provider.results(["One", "Two", "Three"])
                ) {
                    switch result {
                    case .success(let translation): #expect(translation.text.contains(text))
                    case .failure(let error): #expect(error.code == .protocolViolation)
                    }
                }
            } catch {
                #expect(ServiceError(error).code == .protocolViolation)
            }
        }
    }

    @Test func textsLostFromABatchAreSentOneByOne() async throws {
        #expect(
            try await server.provider(.libretranslate, "short").words(["One", "Two", "Three"]) == [
                "[es] One", "[es] Two", "[es] Three",
            ]
        )
        #expect(try await server.provider(.apertium, "lose").words(["One", "Two"]) == ["One (es)", "Two (es)"])
    }

    @Test func eachTextKeepsItsOwnReason() async throws {
        let results = try await server.provider(.apertium, "unknown").results(["xyzzy", "qwerty"])
        for (result, word) in zip(results, ["xyzzy", "qwerty"]) {
            guard case .failure(let error) = result else {
                Issue.record("\(word) was translated")
                continue
            }
            #expect(error.code == .notFound)
            #expect(error.message.contains("'\(word)'"))
            #expect(error.provider == "remote")
        }
        #expect(await (try server.provider(.libretranslate, "empty")).failure()?.code == .notFound)
    }

    // MARK: Too large

    @Test func reportedLimitsAreRemembered() async throws {
        let texts = texts(40)
        let provider = try server.provider(.libretranslate, "texts=3") { $0.concurrency = 1 }
        #expect(try await provider.words(texts) == texts.map { "[es] \($0)" })
        let first = try await server.log(.libretranslate, "texts=3").count
        // One request is refused; the other texts are sent in groups of three.
        #expect(first <= 16)
        #expect(try await provider.words(texts) == texts.map { "[es] \($0)" })
        #expect(try await server.log(.libretranslate, "texts=3").count - first == 14)
    }

    @Test func largeTextsAreSplitAtSentences() async throws {
        let sentence = "This is a sentence of it."
        let text = Array(repeating: sentence, count: 5).joined(separator: " ")
        let provider = try server.provider(.libretranslate, "limit=60")
        let translated = try await provider.words([text, "Short"])
        #expect(translated.count == 2)
        #expect(translated[1] == "[es] Short")
        #expect(translated[0].replacing("[es] ", with: "") == text)
        #expect(translated[0].hasPrefix("[es] \(sentence)"))
    }

    @Test(arguments: [RemoteTranslationDialect.deepl, .google, .microsoft])
    func largeBatchesAreHalved(_ dialect: RemoteTranslationDialect) async throws {
        let texts = (0..<30).map { "This is text number \($0) of them" }
        let found = try await server.provider(dialect, "limit=300").words(texts)
        for (text, translation) in zip(texts, found) { #expect(translation.hasSuffix(text), "\(dialect)") }
    }

    @Test func hugeTextsAreTranslatedInSeveralRequests() async throws {
        let text = (0..<6000).map { "Sentence \($0) is here." }.joined(separator: " ")
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect)
            let response = try await provider.translate(
                TranslationRequest(texts: [text], source: LanguageTag("en"), target: LanguageTag("es"))
            )
            let translated = try #require(response.results.first).get().text
            for number in [0, 1, 1999, 5999] {
                #expect(translated.contains("entence \(number) is here."), "\(dialect)")
            }
            #expect(response.report.notices.count == 1)
            for asked in try await server.log(dialect) { #expect(asked.body.utf8.count < 140_000, "\(dialect)") }
        }
    }

    @Test func textsWithoutBreaksAreSplitAnywhere() async throws {
        let word = String(repeating: "ab", count: 20_000)
        let translated = try await server.provider(.libretranslate).words([word])
        #expect(translated.first?.replacing("[es] ", with: "") == word)
    }

    // MARK: Cancelling

    @Test func aCancelledCallEndsAndSendsNothingMore() async throws {
        let provider = try server.provider(.libretranslate, "ms=200") { $0.concurrency = 1 }
        let task = Task { try await provider.words((0..<5000).map { "text \($0)" }) }
        while try await server.log(.libretranslate, "ms=200").isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        task.cancel()
        let error = await #expect(throws: ServiceError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(try await server.log(.libretranslate, "ms=200").count < 20)
    }
}
