import JSON
import LanguageServices
import Platform
import PluginHost
import TestSupport
import Testing

/// Protocol transcripts that both the host and the Python library must follow. Without them, both could share the same
/// misinterpretation.
@Suite(.timeLimit(.minutes(10)))
struct TranscriptTests {
    private static let folder = PluginFixture.package + "/Tests/Fixtures/plugin-protocol"

    @Test(arguments: ["translation", "speech", "sentences", "feedback"])
    func thePythonFileKeepsToIt(_ name: String) async throws {
        let launch = try PluginFixture.launch("good", service: .translation)
        let child = try ChildProcess.start(
            ChildRequest(
                program: launch.program,
                arguments: [
                    "-B", "\(PluginFixture.folder)/transcript.py", "host", "\(Self.folder)/\(name).txt", launch.program,
                ] + launch.arguments,
                environment: launch.environment
            )
        )
        let report = await child.wait()
        #expect(report.isSuccess, "\(report.summary)")
    }

    /// Runs the host against one side of a transcript.
    private func host(
        _ name: String,
        _ service: Service,
        config: JSONValue = [:],
        _ body: (PluginContext) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let verdict = folder.file("verdict")
        let pool = try PluginFixture.pool(
            "transcript",
            ["plugin", "\(Self.folder)/\(name).txt", verdict],
            service: service,
            config: config
        )
        try await body(PluginFixture.context(pool, service))
        await pool.shutdown()
        #expect(String(decoding: try WholeFile.read(verdict, limit: 1 << 20), as: UTF8.self) == "right")
    }

    @Test func theHostKeepsToTranslation() async throws {
        try await host("translation", .translation, config: ["model": "grün \u{2028} \"x\""]) { context in
            let provider = PluginTranslation(context)
            let english = try #require(LanguageTag("en"))
            let spanish = try #require(LanguageTag("es"))
            #expect(try await provider.languagePairs() == [LanguagePair(source: english, target: spanish)])
            let answer = try await provider.translate(
                TranslationRequest(texts: ["dog", "qxzvkwjq", "naïve\n🦊"], source: english, target: spanish)
            )
            #expect(try answer.results[0].get().alternatives == ["el perro"])
            #expect(try answer.results[0].get().partOfSpeech == .noun)
            #expect(answer.results[1].error?.code == .notFound)
            #expect(try answer.results[2].get().text == "NAÏVE\n🦊")
            await #expect {
                try await provider.translate(
                    TranslationRequest(
                        texts: ["dog"],
                        source: english,
                        target: LanguageTag("de"),
                        wantsAlternatives: false
                    )
                )
            } throws: { ($0 as? ServiceError)?.code == .unsupported }
        }
    }

    @Test func theHostKeepsToSpeech() async throws {
        try await host("speech", .speech) { context in
            let provider = PluginSpeech(context)
            #expect(try await provider.voices(matching: VoiceQuery(language: LanguageTag("en"))).count == 2)
            let heard = try await provider.synthesize(
                SpeechRequest(text: "a é🦊 b", language: LanguageTag("en-US"), marks: [.word])
            ).collect()
            #expect(heard.marks.map(\.offset) == [0, 2, 5] && heard.marks.map(\.frame) == [0, 200, 600])
            #expect(heard.samples.count == 800 && heard.samples[1] == 2364)
            await #expect {
                try await provider.synthesize(SpeechRequest(text: "a", voice: "nobody")).collect()
            } throws: { ($0 as? ServiceError)?.code == .unsupported }
        }
    }

    @Test func theHostKeepsToSentences() async throws {
        try await host("sentences", .sentences) { context in
            let provider = PluginSentences(context)
            let english = try #require(LanguageTag("en"))
            let answer = try await provider.sentences(
                for: SentenceRequest(
                    word: "book",
                    language: english,
                    count: 2,
                    seed: 5,
                    avoiding: ["The book is on the table."]
                )
            )
            #expect(answer.sentences.map(\.form) == ["book", "book"])
            await #expect {
                try await provider.sentences(for: SentenceRequest(word: "c++", language: english))
            } throws: { ($0 as? ServiceError)?.code == .notFound }
        }
    }

    @Test func theHostKeepsToFeedback() async throws {
        try await host("feedback", .feedback) { context in
            let provider = PluginFeedback(context)
            _ = try await provider.play(FeedbackRequest(event: "success", progress: 0.5, strength: 1))
            await #expect { try await provider.play(FeedbackRequest(event: "nothing")) } throws: {
                ($0 as? ServiceError)?.code == .unsupported
            }
        }
    }
}
