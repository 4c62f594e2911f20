import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

/// A provider whose answers a test decides.
private struct Scripted: TranslationProvider, Sendable {
    let id: ProviderID
    let answer: @Sendable (_ text: String, _ source: LanguageTag?) throws -> Translation

    var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: id, kind: "scripted", version: "1", service: .translation, locality: .inProcess)
    }

    func languagePairs() async throws -> [LanguagePair] { [] }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let results = try request.texts.map { text -> Result<Translation, ServiceError> in
            do {
                return .success(try answer(text, request.source))
            } catch let error as ServiceError where error.code.isMiss {
                return .failure(error)
            }
        }
        return TranslationResponse(results: results, report: .answered(by: id, in: .zero))
    }

    static func found(_ id: ProviderID, _ step: TranslationMatch.Step?, _ text: String = "agua") -> Scripted {
        Scripted(id: id) { word, _ in
            Translation(
                text: text,
                provider: id,
                source: LanguageTag("en"),
                match: step.map { TranslationMatch(step: $0, headword: "water") }
            )
        }
    }

    static func failing(_ id: ProviderID, _ code: ServiceError.Code) -> Scripted {
        Scripted(id: id) { _, _ in throw ServiceError(code, "it says no", remedy: "be patient") }
    }
}

private struct ScriptedSentences: SentenceProvider {
    let id: ProviderID
    let sentences: [ExampleSentence]

    init(_ id: ProviderID, _ quality: ExampleSentence.Quality, ranges: [Range<Int>] = [0..<5]) {
        self.id = id
        sentences = [
            ExampleSentence(text: "Water \(id).", wordRanges: ranges, provider: id, quality: quality)
        ]
    }

    var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: id, kind: "scripted", version: "1", service: .sentences, locality: .inProcess)
    }

    func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        SentenceResponse(sentences: sentences, report: .answered(by: id, in: .zero))
    }
}

private struct SilentSpeech: SpeechProvider {
    var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: "silent", kind: "scripted", version: "1", service: .speech, locality: .inProcess)
    }

    func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let events = Shared<[SpeechEvent]>([
            .format(AudioFormat(sampleRate: 8000)), .report(.answered(by: "silent", in: .zero)),
        ])
        return SpeechStream {
            events.change { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }
}

@Suite("The quality of answers in a chain")
struct AnswerQualityTests {
    private func translate(
        _ providers: [Scripted],
        worst: Translation.Quality? = nil,
        source: LanguageTag? = LanguageTag("en")
    ) async throws -> Result<Translation, ServiceError> {
        let request = TranslationRequest(texts: ["watre"], source: source, worstQuality: worst)
        return try #require(try await FallbackTranslation(providers).translate(request).results.first)
    }

    // MARK: Translation

    @Test(
        "follows from the match",
        arguments: [
            (.exact, .exact), (.letterCase, .exact), (.accents, .exact), (.punctuation, .exact), (.lemma, .lemma),
            (.expression, .gloss), (.spelling, .guess), (.gloss, .gloss), (nil, .machine),
        ] as [(TranslationMatch.Step?, Translation.Quality)]
    )
    func quality(_ step: TranslationMatch.Step?, _ quality: Translation.Quality) {
        let match = step.map { TranslationMatch(step: $0, headword: "a") }
        #expect(Translation(text: "a", provider: "a", match: match).quality == quality)
    }

    @Test("a guess is returned only if no other member has an answer")
    func guesses() async throws {
        let guess = Scripted.found("guesser", .spelling, "guess")
        let machine = Scripted.found("machine", nil, "better")
        let better = try await translate([guess, machine]).get()
        #expect(better.text == "better")
        #expect(better.attempts.map(\.provider) == ["guesser"] && better.attempts.map(\.outcome) == [.missed])
        #expect(try await translate([guess, .failing("miss", .notFound)]).get().text == "guess")
        #expect(try await translate([guess, .failing("down", .unavailable)]).get().text == "guess")
        #expect(try await translate([guess, .found("other", .spelling, "later")]).get().text == "guess")
    }

    @Test("an empty translation is a miss, unless the text is empty as well")
    func empty() async throws {
        let translation = try await translate([.found("empty", nil, " "), .found("other", nil)]).get()
        #expect(translation.provider == "other")
        #expect(translation.attempts.map(\.message) == ["the translation is empty"])
        let nothing = try await translate([.found("empty", nil, "")])
        #expect(try #require(throws: ServiceError.self) { try nothing.get() }.code == .notFound)
        let chain = FallbackTranslation([Scripted(id: "echo") { text, _ in Translation(text: text, provider: "echo") }])
        #expect(try await chain.translate(TranslationRequest(texts: ["\u{1}"])).results.first?.get().text == "\u{1}")
    }

    @Test("a translation that is worse than the request accepts is a miss that says so")
    func accepted() async throws {
        let guess = try await translate([.found("guesser", .spelling)], worst: .gloss)
        guard case .failure(let error) = guess else {
            Issue.record("the guess was accepted")
            return
        }
        #expect(error.code == .notFound && error.provider == "guesser")
        #expect(error.description == "there is only a guess, from the similar word 'water'; did you mean 'water'?")
        #expect(try await translate([.found("gloss", .gloss)], worst: .gloss).get().text == "agua")
        let machine = try await translate([.found("machine", nil)], worst: .lemma)
        #expect(
            try #require(throws: ServiceError.self) { try machine.get() }.remedy == "accept it with '--accept machine'"
        )
    }

    @Test("a gloss is replaced by a translation from the detected language")
    func glosses() async throws {
        let sentences = Scripted(id: "sentences") { _, source in
            guard source == LanguageTag("en") else { throw ServiceError(.unsupported, "no language") }
            return Translation(text: "the sentence", provider: "sentences")
        }
        let translation = try await translate([sentences, .found("gloss", .gloss)], source: nil).get()
        #expect(translation.text == "the sentence" && translation.source == LanguageTag("en"))
        let gloss = try await translate([.failing("sentences", .unsupported), .found("gloss", .gloss)], source: nil)
        #expect(try gloss.get().provider == "gloss")
    }

    @Test("every text has its own attempts, also if it has no translation")
    func attempts() async throws {
        let first = Scripted(id: "first") { text, _ in
            guard text == "a" else { throw ServiceError(.notFound, "no \(text)") }
            return Translation(text: "A", provider: "first")
        }
        let second = Scripted(id: "second") { text, _ in
            guard text == "b" else { throw ServiceError(.unsupported, "not \(text)") }
            return Translation(text: "B", provider: "second")
        }
        let response = try await FallbackTranslation([first, second]).translate(
            TranslationRequest(texts: ["a", "b", "c"])
        )
        #expect(try response.results[0].get().attempts == [])
        #expect(try response.results[1].get().attempts.map(\.message) == ["no b"])
        guard case .failure(let error) = response.results[2] else {
            Issue.record("c was translated")
            return
        }
        #expect(error.report?.attempts.map(\.provider) == ["first", "second"])
        #expect(error.report?.attempts.map(\.code) == [.notFound, .unsupported])
    }

    // MARK: Sentences and speech

    @Test("generic sentences are returned only if no member has better ones", arguments: [false, true])
    func generic(isStreamed: Bool) async throws {
        func first(_ providers: [any SentenceProvider], _ worst: ExampleSentence.Quality? = nil) async throws
            -> ProviderID
        {
            let request = SentenceRequest(word: "water", worstQuality: worst)
            let chain = FallbackSentences(providers)
            guard isStreamed else {
                return try #require(try await chain.sentences(for: request).sentences.first).provider
            }
            for try await event in try await chain.sentenceStream(for: request) {
                if case .sentence(let sentence) = event { return sentence.provider }
            }
            throw ServiceError(.notFound, "an empty stream")
        }
        let generic = ScriptedSentences("generic", .generic)
        #expect(try await first([generic, ScriptedSentences("model", .generated)]) == "model")
        #expect(try await first([generic]) == "generic")
        #expect(try await first([generic, ScriptedSentences("other", .generic)]) == "generic")
        #expect(try await first([generic, ScriptedSentences("unmarked", .real, ranges: [])]) == "generic")
        #expect(try await first([ScriptedSentences("unmarked", .real, ranges: []), generic]) == "generic")
        let error = try await serviceError { try await first([generic], .template) }
        #expect(error.code == .notFound && error.remedy?.contains("--accept generic") == true)
    }

    @Test("speech without audio is a miss")
    func silence() async throws {
        let request = SpeechRequest(text: "water")
        let recording = try await FallbackSpeech([SilentSpeech(), InMemorySpeech()]).synthesize(request).collect()
        #expect(recording.report.attempts.map(\.provider) == ["silent", "memory"])
        #expect(
            try await serviceError { try await FallbackSpeech([SilentSpeech()]).synthesize(request) }.code == .notFound
        )
    }

    // MARK: Reports

    @Test("a registry counts the requests that another provider had to answer, for every method of every service")
    func ledger() async throws {
        let registry = ServiceRegistry()
        let down = ServiceError(.unauthorized, "the key was refused", remedy: "check the key")
        let failures = [ServiceError](repeating: down, count: 9)
        try registry.register(InMemorySpeech(id: "s1", failures: failures))
        try registry.register(InMemorySpeech(id: "s2"))
        try registry.register(Scripted.failing("t1", .unauthorized))
        try registry.register(Scripted.found("t2", .exact))
        try registry.register(InMemorySentences(id: "e1", failures: failures))
        try registry.register(InMemorySentences(id: "e2"))
        try registry.register(InMemoryFeedback(id: "f1", failures: failures))
        try registry.register(InMemoryFeedback(id: "f2"))
        for (service, ids) in [
            (.speech, ["s1", "s2"]), (.translation, ["t1", "t2"]), (.sentences, ["e1", "e2"]),
            (.feedback, ["f1", "f2"]),
        ] as [(Service, [ProviderID])] {
            try registry.use(ids, for: service)
        }
        #expect(registry.fallbackSummaries == [])
        _ = try await registry.speech().synthesize(SpeechRequest(text: "a")).collect()
        let response = try await registry.translation().translate(TranslationRequest(texts: ["a", "b", "c"]))
        #expect(
            try response.results.map { try $0.get().attempts.map(\.code) } == [
                [.unauthorized], [.unauthorized], [.unauthorized],
            ]
        )
        let word = SentenceRequest(word: "book", language: LanguageTag("en"))
        #expect(try await registry.sentences().sentences(for: word).report.attempts.count == 2)
        for try await _ in try await registry.sentences().sentenceStream(for: word) {}
        #expect(try await registry.feedback().play(FeedbackRequest(event: "success")).report.attempts.count == 2)
        #expect(
            registry.fallbackSummaries == [
                "s1 failed: the key was refused; s2 answered instead; check the key",
                "t1 failed for 3 texts: it says no; t2 answered 3; be patient",
                "e1 failed for 2 words: the key was refused; e2 answered 2; check the key",
                "f1 failed: the key was refused; f2 answered instead; check the key",
            ]
        )
    }

    @Test("with strict settings, a failure is not answered by another provider, but a miss is")
    func strict() async throws {
        let registry = ServiceRegistry()
        try registry.register(Scripted.failing("down", .unavailable))
        try registry.register(Scripted.failing("empty", .notFound))
        try registry.register(Scripted.found("other", .exact))
        let options = OptionValues(["strict": OptionValue(.boolean(true))])
        await registry.load(
            RegistryConfiguration(services: [
                .translation: ServiceSettings(
                    use: ["down", "other"],
                    options: options,
                    roles: ["lax": RoleSettings(options: OptionValues(["strict": OptionValue(.boolean(false))]))]
                )
            ])
        )
        let request = TranslationRequest(texts: ["a"])
        let error = try await serviceError { try await registry.translation().translate(request) }
        #expect(error.code == .unavailable && error.provider == "down")
        #expect(try await registry.translation("lax").translate(request).results.first?.get().provider == "other")
        try registry.use(["empty", "other"], for: .translation)
        #expect(try await registry.translation().translate(request).results.first?.get().provider == "other")
        #expect(registry.fallbackSummaries.count == 1)
    }
}
