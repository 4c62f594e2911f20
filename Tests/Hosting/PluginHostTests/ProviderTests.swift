import JSON
import LanguageServices
import LanguageServicesTesting
import PluginHost
import TestSupport
import Testing

/// Providers for a plug-in written with the Python library.
@Suite(.timeLimit(.minutes(10)))
struct ProviderTests {
    @Test func translationKeepsTheRules() async throws {
        let provider = PluginTranslation(PluginFixture.context(try PluginFixture.pool("good"), .translation))
        let report = await TranslationConformance(
            sample: .init(texts: ["dog", "cat"], source: "en", target: "es"),
            timeLimit: .seconds(60)
        ).check(provider)
        #expect(report.isPassed, "\(report)")
    }

    @Test func speechKeepsTheRules() async throws {
        let provider = PluginSpeech(
            PluginFixture.context(try PluginFixture.pool("good", service: .speech), .speech)
        )
        let report = await SpeechConformance(
            sample: .init(text: "Hello wide world", language: "en-US"),
            timeLimit: .seconds(60)
        ).check(provider)
        #expect(report.isPassed, "\(report)")
    }

    @Test func sentencesKeepTheRules() async throws {
        let provider = PluginSentences(
            PluginFixture.context(try PluginFixture.pool("good", service: .sentences), .sentences)
        )
        let report = await SentenceConformance(sample: .init(word: "book", language: "en"), timeLimit: .seconds(60))
            .check(provider)
        #expect(report.isPassed, "\(report)")
    }

    @Test func feedbackKeepsTheRules() async throws {
        let provider = PluginFeedback(
            PluginFixture.context(try PluginFixture.pool("good", service: .feedback), .feedback)
        )
        let report = await FeedbackConformance(sample: .init(event: "success"), timeLimit: .seconds(60)).check(provider)
        #expect(report.isPassed, "\(report)")
    }

    @Test func voicesComeBestFirst() async throws {
        let pool = try PluginFixture.pool("good", service: .speech)
        let provider = PluginSpeech(PluginFixture.context(pool, .speech))
        #expect(try await provider.voices(matching: VoiceQuery()).map(\.id) == ["fine", "plain"])
        #expect(try await provider.voices(matching: VoiceQuery(gender: .neutral)).map(\.id) == ["plain"])
        await provider.shutdown()
    }

    @Test func volumeIsDoneHere() async throws {
        let pool = try PluginFixture.pool("good", service: .speech)
        let provider = PluginSpeech(PluginFixture.context(pool, .speech))
        let loud = try await provider.synthesize(SpeechRequest(text: "a b", voice: "plain")).collect()
        let soft = try await provider.synthesize(SpeechRequest(text: "a b", voice: "plain", volume: 0.5)).collect()
        #expect(loud.samples.count == 400)
        #expect(soft.samples == loud.samples.map { Int16((Double($0) / 2).rounded(.toNearestOrEven)) })
        await provider.shutdown()
    }

    @Test func wrongSentencesAreThrownAway() async throws {
        let pool = try PluginFixture.pool("good", service: .sentences)
        let provider = PluginSentences(PluginFixture.context(pool, .sentences))
        let answer = try await provider.sentences(
            for: SentenceRequest(word: "book", language: LanguageTag("en"), count: 6)
        )
        #expect(answer.sentences.count == 6)
        #expect(answer.sentences.allSatisfy { $0.form == "book" && $0.checks.contains(.word) })
        #expect(answer.report.notices.contains { $0.contains("2 sentences were thrown away") })
        await provider.shutdown()
    }

    @Test func theConfigurationReachesThePlugin() async throws {
        let pool = try PluginFixture.pool("good", config: ["model": "large\nmodel"])
        let provider = PluginTranslation(PluginFixture.context(pool, .translation))
        let answer = try await provider.translate(TranslationRequest(texts: ["pid"], target: LanguageTag("es")))
        #expect(try answer.results[0].get().alternatives == ["large\nmodel"])
        await provider.shutdown()
    }

    @Test func textsCannotBreakOut() async throws {
        let pool = try PluginFixture.pool("good")
        let provider = PluginTranslation(PluginFixture.context(pool, .translation))
        let texts = [
            "$(touch /tmp/broken)", "--help", "a\nb", "\u{0}", #"{"id":1,"result":{}}"#, "\u{2028}\r\n", "'; exit 1; '",
            #"\"}\n"#, "🦊\u{301}",
        ]
        let answer = try await provider.translate(
            TranslationRequest(texts: texts, source: LanguageTag("en"), target: LanguageTag("es"))
        )
        #expect(try answer.results.map { try $0.get().text.lowercased() } == texts.map { $0.lowercased() })
        await #expect(throws: ServiceError.self) {
            try await provider.translate(
                TranslationRequest(
                    texts: [String(repeating: "x", count: 10 << 20)],
                    source: LanguageTag("en"),
                    target: LanguageTag("es")
                )
            )
        }
        // The text was refused before it was sent, so the process still works.
        #expect(
            try await provider.translate(TranslationRequest(texts: ["dog"], target: LanguageTag("es"))).results.count
                == 1
        )
        await provider.shutdown()
    }

    @Test func aKilledPluginLosesNothing() async throws {
        let cache = try TemporaryFolder()
        let pool = try PluginFixture.pool("good", cache: cache.path)
        let provider = PluginTranslation(PluginFixture.context(pool, .translation))
        var texts = (0..<2000).map { "word \($0)" }
        texts[1234] = "die"
        let answer = try await provider.translate(
            TranslationRequest(texts: texts, source: LanguageTag("en"), target: LanguageTag("es"))
        )
        #expect(answer.results.count == 2000)
        #expect(try answer.results.map { try $0.get().text } == texts.map { $0.uppercased() })
        #expect(answer.report.attempts.map(\.retries) == [1])
        await provider.shutdown()
    }
}
