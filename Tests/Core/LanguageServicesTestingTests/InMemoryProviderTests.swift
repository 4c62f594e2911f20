import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct InMemoryProviderTests {
    @Test func speechDependsOnTextVoiceAndRateAndNothingElse() async throws {
        func samples(_ request: SpeechRequest) async throws -> [Int16] {
            try await InMemorySpeech().synthesize(request).collect().samples
        }
        let one = try await samples(SpeechRequest(text: "one two"))
        #expect(try await samples(SpeechRequest(text: "one two")) == one)
        #expect(try await samples(SpeechRequest(text: "one too")) != one)
        #expect(try await samples(SpeechRequest(text: "one two", voice: "en-GB")) != one)
        #expect(try await samples(SpeechRequest(text: "one two", rate: 0.5)).count > one.count)
        #expect(try await samples(SpeechRequest(text: "one two three")).count > one.count)
        #expect(one.contains { $0 != 0 })
    }

    @Test func speechMarksCountScalars() async throws {
        let text = "He\u{301} 👩‍👧 goes. Stop"
        let request = SpeechRequest(text: text, marks: [.word, .sentence])
        let recording = try await InMemorySpeech().synthesize(request).collect()
        let words = recording.marks.filter { $0.kind == .word }
        #expect(words.map(\.offset) == [0, 4, 8, 14])
        #expect(words.map(\.length) == [3, 3, 5, 4])
        let sentences = recording.marks.filter { $0.kind == .sentence }
        #expect(sentences.map(\.offset) == [0, 14])
        #expect(sentences.map(\.length) == [13, 4])
        #expect(words.first?.frame == 0)
        #expect(words.map(\.frame) == words.map(\.frame).sorted())
    }

    @Test func scriptedOutcomesAreReturnedCallByCall() async throws {
        let provider = InMemorySpeech(
            id: "a",
            failures: [ServiceError(.network, "one"), ServiceError(.io, "two", provider: "b")]
        )
        var codes: [ServiceError.Code?] = []
        var providers: [ProviderID?] = []
        for _ in 0..<3 {
            do {
                _ = try await provider.synthesize(SpeechRequest(text: "x"))
                codes.append(nil)
            } catch {
                let known = try #require(error as? ServiceError)
                codes.append(known.code)
                providers.append(known.provider)
            }
        }
        #expect(codes == [.network, .io, nil])
        #expect(providers == ["a", "b"])
        #expect(provider.callCount == 3)
    }

    @Test(arguments: [0, 1, 2])
    func theInterruptionComesAfterTheGivenNumberOfChunks(chunks: Int) async throws {
        let error = ServiceError(.providerFailed, "interrupted")
        let provider = InMemorySpeech(interruption: (chunks: chunks, error: error))
        var heard = 0
        do {
            for try await event in try await provider.synthesize(SpeechRequest(text: "one two three")) {
                if case .audio = event { heard += 1 }
            }
            Issue.record("it was not interrupted")
        } catch {
            #expect((error as? ServiceError)?.message == "interrupted")
        }
        #expect(heard == chunks)
    }

    @Test func delaysUseTheGivenClock() async throws {
        let clock = TestClock()
        let provider = InMemoryFeedback(delay: .seconds(2), clock: clock.serviceClock)
        let task = Task { try await provider.play(FeedbackRequest(event: "success")) }
        try await clock.waitForSleepers(count: 1)
        #expect(provider.played.isEmpty)
        clock.advance(by: .seconds(2))
        #expect(try await task.value.report.attempts.map(\.duration) == [.seconds(2)])
        #expect(provider.played.count == 1)
    }

    @Test func translationsAreLookedUpTextByText() async throws {
        let (en, es) = (try #require(LanguageTag("en")), try #require(LanguageTag("es")))
        let provider = InMemoryTranslation(entries: [LanguagePair(source: en, target: es): ["water": "agua"]])
        let response = try await provider.translate(TranslationRequest(texts: ["water", "x"], source: en, target: es))
        #expect(try response.results.first?.get().text == "agua")
        guard case .failure(let error) = response.results.last else { throw CancellationError() }
        #expect(error.code == .notFound)
        #expect(response.report.attempts.map(\.outcome) == [.partlyAnswered])
        // A narrower source language works, and so does none; a missing target does not.
        let british = TranslationRequest(texts: ["water"], source: LanguageTag("en-GB"), target: es)
        #expect(try await provider.translate(british).results.first?.get().text == "agua")
        let open = TranslationRequest(texts: ["water"], target: es)
        #expect(try await provider.translate(open).results.first?.get().text == "agua")
        await #expect(throws: ServiceError.self) { try await provider.translate(TranslationRequest(texts: ["water"])) }
    }

    @Test func sentencesFollowTheSeed() async throws {
        let provider = InMemorySentences()
        var orders = Set<[String]>()
        for seed in 0..<20 as Range<UInt64> {
            let request = SentenceRequest(word: "x", count: 5, seed: seed)
            let sentences = try await provider.sentences(for: request).sentences
            #expect(sentences.count == 5)
            orders.insert(sentences.map(\.text))
        }
        #expect(orders.count > 5)
    }

    @Test func wordRangesMatchTheSentence() async throws {
        let provider = InMemorySentences(templates: ["fr": ["é\u{301}👍 {word} {word}", "nothing to fill in"]])
        let request = SentenceRequest(word: "eau\u{301}", language: LanguageTag("fr"), count: 9)
        let sentences = try await provider.sentences(for: request).sentences
        let sentence = try #require(sentences.first)
        #expect(sentences.count == 1)
        #expect(sentence.wordRanges == [4..<8])
        #expect(sentence.text.unicodeScalars.elementsEqual("é\u{301}👍 eau\u{301} {word}".unicodeScalars))
    }

    @Test func feedbackIsRecorded() async throws {
        let provider = InMemoryFeedback(events: nil)
        let first = try await provider.play(FeedbackRequest(event: "anything", progress: 0.5))
        _ = try await provider.play(FeedbackRequest(event: "success", strength: 0.2))
        await first.stop()
        await first.stop()
        #expect(provider.played.map(\.request.event) == ["anything", "success"])
        #expect(provider.played.map(\.stops) == [2, 0])
    }

    @Test func everyKindCanBeMadeFromAConfiguration() async throws {
        let registry = ServiceRegistry()
        registry.register(InMemorySpeech.kind())
        registry.register(InMemoryTranslation.kind())
        registry.register(InMemorySentences.kind())
        registry.register(InMemoryFeedback.kind())
        func definition(_ kind: String, _ options: [String: OptionValue.Content]) -> ProviderDefinition {
            let id = ProviderID(rawValue: "my-" + kind)
            return ProviderDefinition(id: id, kind: kind, options: OptionValues(options.mapValues { OptionValue($0) }))
        }
        let result = await registry.loadAll(
            RegistryConfiguration(
                providers: [
                    definition("in-memory-speech", ["languages": .strings(["ja"]), "failures": .string("network")]),
                    definition(
                        "in-memory-translation",
                        ["source": .string("en"), "target": .string("es"), "entries": .strings(["a=b=c"])]
                    ),
                    definition("in-memory-sentences", ["language": .string("fr"), "templates": .string("Le {word}.")]),
                    definition("in-memory-feedback", ["events": .string("boom"), "delaySeconds": .number(0)]),
                ],
                services: [
                    .speech: ServiceSettings(use: ["my-in-memory-speech"]),
                    .translation: ServiceSettings(use: ["my-in-memory-translation"]),
                    .sentences: ServiceSettings(use: ["my-in-memory-sentences"]),
                    .feedback: ServiceSettings(use: ["my-in-memory-feedback"]),
                ]
            )
        )
        #expect(result.problems == [])
        let speech = try await registry.speech()
        #expect(try await speech.voices(matching: VoiceQuery()).map(\.id) == ["ja"])
        await #expect(throws: ServiceError.self) { try await speech.synthesize(SpeechRequest(text: "x")) }
        _ = try await speech.synthesize(SpeechRequest(text: "x"))
        let request = TranslationRequest(texts: ["a"], target: LanguageTag("es"))
        #expect(try await registry.translation().translate(request).results.first?.get().text == "b=c")
        let sentence = try await registry.sentences().sentences(for: SentenceRequest(word: "x")).sentences.first
        #expect(sentence?.text == "Le x.")
        _ = try await registry.feedback().play(FeedbackRequest(event: "boom"))
    }

    @Test(arguments: ["nothing", "=b", "a="])
    func anInvalidEntryIsAProblem(entry: String) async {
        let registry = ServiceRegistry()
        registry.register(InMemoryTranslation.kind(named: "table"))
        let options: [String: OptionValue.Content] = [
            "source": .string("en"), "target": .string("es"), "entries": .string(entry),
        ]
        let values = OptionValues(options.mapValues { OptionValue($0) })
        let result = await registry.loadAll(
            RegistryConfiguration(providers: [ProviderDefinition(id: "a", kind: "table", options: values)])
        )
        #expect(result.problems.map(\.remedy) == ["write text=translation"])
    }
}
