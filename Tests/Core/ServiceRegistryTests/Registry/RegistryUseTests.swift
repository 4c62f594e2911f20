import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RegistryUseTests {
    @Test func theFirstProviderOfAServiceServes() async throws {
        let registry = ServiceRegistry()
        for service in Service.allCases { #expect(registry.providersInUse(for: service).isEmpty) }
        try registry.register(InMemorySpeech(id: "a"))
        try registry.register(InMemorySpeech(id: "b"))
        #expect(registry.providersInUse(for: .speech) == ["a"])
        #expect(await registry.providers(of: .speech).map(\.descriptor.id) == ["a", "b"])
    }

    @Test func nothingInUseIsUnavailable() async throws {
        let registry = ServiceRegistry()
        for ask in [
            { _ = try await registry.speech() }, { _ = try await registry.translation() },
            { _ = try await registry.sentences() }, { _ = try await registry.feedback() },
            { _ = try await registry.speech("narrator") },
        ] as [() async throws -> Void] {
            let error = try await serviceError { try await ask() }
            #expect(error.code == .unavailable)
            #expect(error.remedy?.contains("\"use\"") == true)
        }
    }

    @Test func aProviderWithAWrongServiceIsRejected() async throws {
        let registry = ServiceRegistry()
        let error = try #require(throws: ServiceError.self) { try registry.register(LyingSpeech()) }
        #expect(error.code == .configuration)
        #expect(error.message == "'liar' is not a translation provider")
        #expect(await registry.providers(of: .translation).isEmpty)
        #expect(await registry.providers(of: .speech).isEmpty)
    }

    @Test func reassigningARoleKeepsRequestsInFlight() async throws {
        let registry = ServiceRegistry()
        let (first, second) = (InMemorySpeech(id: "a"), InMemorySpeech(id: "b"))
        try registry.register(first)
        try registry.register(second)
        let before = try await registry.speech()
        let stream = try await before.synthesize(SpeechRequest(text: "one two three"))
        try registry.use(["b"], for: .speech)
        #expect(try await stream.collect().report.answeredBy == "a")
        #expect(try await before.synthesize(SpeechRequest(text: "one")).collect().report.answeredBy == "a")
        let after = try await registry.speech()
        #expect(try await after.synthesize(SpeechRequest(text: "one")).collect().report.answeredBy == "b")
        #expect(first.shutdownCount == 0)
    }

    @Test func usingAnUnknownProviderChangesNothing() async throws {
        let registry = ServiceRegistry()
        try registry.register(InMemorySpeech(id: "espeak"))
        let error = try #require(throws: ServiceError.self) { try registry.use(["espeak", "espaek"], for: .speech) }
        #expect(error.code == .notFound)
        #expect(error.message == "there is no speech provider named 'espaek'; did you mean 'espeak'?")
        #expect(error.remedy == "use one of espeak")
        #expect(registry.providersInUse(for: .speech) == ["espeak"])
        #expect(throws: ServiceError.self) { try registry.use(["espeak"], for: .feedback) }
        try registry.use([], for: .speech)
        await #expect(throws: ServiceError.self) { try await registry.speech() }
    }

    @Test func rolesAreIndependent() async throws {
        let registry = ServiceRegistry()
        let (first, second) = (InMemoryFeedback(id: "a"), InMemoryFeedback(id: "b"))
        try registry.register(first)
        try registry.register(second)
        let settings = ServiceSettings(
            use: ["a"],
            options: OptionValues(["strength": OptionValue(.number(0.5))]),
            roles: [
                "loud": RoleSettings(options: OptionValues(["strength": OptionValue(.number(1))])),
                "other": RoleSettings(use: ["b"]),
            ]
        )
        #expect(await registry.loadAll(RegistryConfiguration(services: [.feedback: settings])).problems.isEmpty)
        for role in ["standard", "loud", "other", "unheard of"] as [Role] {
            _ = try await registry.feedback(role).play(FeedbackRequest(event: "success"))
        }
        #expect(first.played.map(\.request.strength) == [0.5, 1, 0.5])
        #expect(second.played.map(\.request.strength) == [0.5])
        #expect(registry.providersInUse(for: .feedback, role: "other") == ["b"])
        #expect(registry.providersInUse(for: .feedback, role: "loud") == ["a"])

        try registry.use(["b"], for: .feedback, role: "loud")
        _ = try await registry.feedback("loud").play(FeedbackRequest(event: "success"))
        #expect(second.played.map(\.request.strength) == [0.5, 1])
        #expect(registry.providersInUse(for: .feedback) == ["a"])
    }

    @Test func problemsOfRolesAreReported() {
        let settings = ServiceSettings(roles: [
            "narrator": RoleSettings(
                use: ["nobody"],
                useOrigin: "parlance.json:5:6",
                options: OptionValues(["strength": OptionValue(.number(2))])
            )
        ])
        let problems = ServiceRegistry().problems(in: RegistryConfiguration(services: [.feedback: settings]))
        #expect(
            problems.map(\.error.message) == [
                "role 'narrator' of feedback: 'strength' cannot be 2",
                "parlance.json:5:6: feedback uses the unknown provider 'nobody'",
            ]
        )
    }

    @Test func defaultsFillWhatARequestLeavesOpenAndNothingElse() async throws {
        let registry = ServiceRegistry()
        let seen = Shared<[SpeechRequest]>([])
        try registry.register(
            StreamingSpeech(id: "a") { request in
                seen.change { $0.append(request) }
                let events = Shared<[SpeechEvent]>([
                    .format(AudioFormat(sampleRate: 8000)), .audio(AudioChunk(samples: [0])),
                ])
                return SpeechStream { events.change { $0.isEmpty ? nil : $0.removeFirst() } }
            }
        )
        let options = OptionValues(["accent": OptionValue(.string("en-IE")), "rate": OptionValue(.number(0.9))])
        let settings = ServiceSettings(use: ["a"], options: options)
        #expect(await registry.loadAll(RegistryConfiguration(services: [.speech: settings])).problems.isEmpty)
        let speech = try await registry.speech()
        _ = try await speech.synthesize(SpeechRequest(text: "x"))
        _ = try await speech.synthesize(SpeechRequest(text: "x", language: try tag("de"), rate: 2))
        _ = try await speech.synthesize(SpeechRequest(text: "x", voice: "v"))
        #expect(seen.value.map(\.language) == [try tag("en-IE"), try tag("de"), nil])
        #expect(seen.value.map(\.rate) == [0.9, 2, 0.9])
    }

    @Test func defaultsOfTranslationAndSentences() async throws {
        let registry = ServiceRegistry()
        try registry.register(InMemoryTranslation(entries: [try pair("en", "es"): ["one": "uno"]]))
        try registry.register(InMemorySentences(templates: ["de": ["Das {word}."], "en": ["The {word}."]]))
        let result = await registry.loadAll(
            RegistryConfiguration(services: [
                .translation: ServiceSettings(
                    use: ["memory"],
                    options: OptionValues(["from": OptionValue(.string("en")), "to": OptionValue(.string("es"))])
                ),
                .sentences: ServiceSettings(
                    use: ["memory"],
                    options: OptionValues(["language": OptionValue(.string("en"))])
                ),
            ])
        )
        #expect(result.problems.isEmpty)
        let translated = try await registry.translation().translate(TranslationRequest(texts: ["one"]))
        #expect(try translated.results.first?.get().text == "uno")
        let other = TranslationRequest(texts: ["one"], target: try tag("fr"))
        #expect(try await serviceError { try await registry.translation().translate(other) }.code == .unsupported)
        let sentences = try await registry.sentences().sentences(for: SentenceRequest(word: "w"))
        #expect(sentences.sentences.map(\.text) == ["The w."])
    }

    @Test func shutdownReachesEachProviderOnceAndIsFinal() async throws {
        let registry = ServiceRegistry()
        let speech = [InMemorySpeech(id: "a"), InMemorySpeech(id: "b")]
        for provider in speech { try registry.register(provider) }
        let feedback = InMemoryFeedback()
        try registry.register(feedback)
        let before = try await registry.speech()
        await registry.shutdown()
        await registry.shutdown()
        #expect(speech.map(\.shutdownCount) == [1, 1])
        #expect(feedback.shutdownCount == 1)
        #expect(try await serviceError { try await registry.speech() }.code == .unavailable)
        #expect(try await serviceError { try await before.synthesize(SpeechRequest(text: "x")) }.code == .unavailable)
        #expect(await registry.providers(of: .speech).isEmpty)
        #expect(registry.providersInUse(for: .speech).isEmpty)
    }

    @Test func aRegistryThatWasShutDownRejectsProviders() async throws {
        let registry = ServiceRegistry()
        let made = Shared(0)
        registry.register(InMemorySpeech.kind(named: "tones") { _ in made.change { $0 += 1 } })
        await registry.shutdown()
        let error = try #require(throws: ServiceError.self) { try registry.register(InMemorySpeech()) }
        #expect(error.code == .unavailable)
        let result = await registry.loadAll(
            RegistryConfiguration(providers: [ProviderDefinition(id: "a", kind: "tones")])
        )
        #expect(result.loaded.isEmpty)
        #expect(await registry.providers(of: .speech).isEmpty)
        #expect(made.value == 0)
    }

    @Test func aProviderMadeWhileTheRegistryShutsDownIsShutDown() async {
        let registry = ServiceRegistry()
        let provider = InMemorySpeech(id: "a")
        registry.register(
            ProviderKind(name: "slow", service: .speech, summary: "") { [weak registry] _ in
                await registry?.shutdown()
                return provider
            }
        )
        let result = await registry.loadAll(
            RegistryConfiguration(providers: [ProviderDefinition(id: "a", kind: "slow")])
        )
        #expect(result.loaded.isEmpty)
        #expect(await registry.providers(of: .speech).isEmpty)
        #expect(provider.shutdownCount == 1)
    }

    @Test func twoHundredCallsAtOnceThroughAChain() async throws {
        let registry = ServiceRegistry()
        let first = InMemorySpeech(id: "a", languages: ["de"])
        let second = InMemorySpeech(
            id: "b",
            failures: Array(repeating: ServiceError(.network, "down"), count: 50)
        )
        for provider in [first, second, InMemorySpeech(id: "c")] { try registry.register(provider) }
        try registry.use(["a", "b", "c"], for: .speech)
        let speech = try await registry.speech()
        let answers = try await withThrowingTaskGroup(of: (Int, ProviderID?).self) { group in
            for number in 0..<200 {
                group.addTask {
                    let request = SpeechRequest(
                        text: String(repeating: "x", count: number % 5 + 1),
                        language: LanguageTag("en")
                    )
                    let recording = try await speech.synthesize(request).collect()
                    return (recording.samples.count, recording.report.answeredBy)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 200)
        #expect(Set(answers.map(\.0)).count == 5)
        #expect(answers.count { $0.1 == "b" } == 150)
        #expect(answers.count { $0.1 == "c" } == 50)
        #expect(first.callCount == 200)
    }
}

/// A speech provider whose descriptor says that it translates.
private struct LyingSpeech: SpeechProvider {
    var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: "liar", kind: "test", version: "1", service: .translation, locality: .inProcess)
    }

    func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }
    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream { SpeechStream { nil } }
}
