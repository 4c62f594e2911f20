import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite("Cached translations")
struct CachedTranslationTests {
    private func request(_ texts: String...) -> TranslationRequest {
        TranslationRequest(texts: texts, source: LanguageTag("en"), target: LanguageTag("es"))
    }

    private func words(_ response: TranslationResponse) -> [String] {
        response.results.map { result in
            switch result {
            case .success(let translation): translation.text
            case .failure(let error): "!\(error.code)"
            }
        }
    }

    @Test("one call sends only the missing texts, in order, without duplicates")
    func misses() async throws {
        let upstream = RecordedTranslation(answer: RecordedTranslation.echo)
        let provider = upstream.cached(in: MemoryResponseStore())
        #expect(words(try await provider.translate(request("b", "d"))) == ["<b>", "<d>"])
        let second = try await provider.translate(request("a", "b", "c", "a", "d", "b"))
        #expect(words(second) == ["<a>", "<b>", "<c>", "<a>", "<d>", "<b>"])
        #expect(upstream.asked.value == [["b", "d"], ["a", "c"]])
        #expect(try second.results.map { try $0.get().cached } == [nil, .fresh, nil, nil, .fresh, .fresh])
        #expect(second.report.attempts.map(\.cacheHit) == [false])
        #expect(second.report.attempts.map(\.cached) == [3])

        let third = try await provider.translate(request("a", "b"))
        #expect(upstream.asked.value.count == 2)
        #expect(third.report.attempts.map(\.cacheHit) == [true])
        #expect(third.report.attempts.map(\.cached) == [2])
        #expect(third.report.answeredBy == "recorded")
    }

    @Test("requests with and without alternatives are served")
    func alternatives() async throws {
        let upstream = RecordedTranslation(answer: RecordedTranslation.echo)
        let provider = upstream.cached(in: MemoryResponseStore())
        var plain = request("a", "b")
        plain.wantsAlternatives = false
        _ = try await provider.translate(plain)
        _ = try await provider.translate(request("a", "b", "c"))
        plain.texts = ["c"]
        _ = try await provider.translate(plain)
        #expect(upstream.asked.value == [["a", "b"], ["c"]])
        #expect(upstream.alternatives.value == [true, true])
    }

    @Test("all metadata is returned")
    func whole() async throws {
        let full = Translation(
            text: "agua\u{0}\u{301}",
            alternatives: ["", "líquido"],
            groups: [TranslationGroup(partOfSpeech: nil, translations: ["x"])],
            provider: "recorded",
            partOfSpeech: PartOfSpeech(rawValue: "noun"),
            genders: GrammaticalGender.allCases,
            reading: "a",
            romanization: "b",
            source: LanguageTag("zh-Hant-TW"),
            match: TranslationMatch(step: .spelling, headword: "wasser"),
            entries: [
                TranslationEntry(
                    headword: "h",
                    pronunciations: ["p"],
                    senses: [
                        TranslationSense(
                            translations: [TranslatedWord("t", genders: GrammaticalGender.allCases)],
                            examples: [TranslationExample("e", translation: "f")]
                        )
                    ]
                )
            ],
            gloss: [GlossedWord("g", translation: nil, match: TranslationMatch(step: .gloss, headword: "g"))],
            notes: ["guess"],
            remarks: [TranslationRemark(.culture, "c")],
            difficulty: LearnerLevel.allCases.last
        )
        // New properties of a translation must be set above, except those of one request.
        let empty = Mirror(reflecting: full).children.filter { "\($0.value)" == "nil" || "\($0.value)" == "[]" }
        #expect(empty.compactMap(\.label) == ["cached", "attempts"])
        let provider = RecordedTranslation { _ in .success(full) }.cached(in: MemoryResponseStore())
        #expect(try await provider.translate(request("a")).results.first?.get() == full)
        var cached = full
        cached.cached = .fresh
        #expect(try await provider.translate(request("a")).results.first?.get() == cached)
    }

    @Test("a failure is not stored, but a miss is cached for an hour")
    func failures() async throws {
        let clock = TestClock()
        let upstream = RecordedTranslation { text in
            text == "none" ? .failure(.trial(.notFound)) : .failure(.trial(.providerFailed))
        }
        let store = MemoryResponseStore(clock: clock.serviceClock)
        let provider = upstream.cached(in: store)
        for _ in 0..<2 {
            let response = try await provider.translate(request("none", "broken"))
            #expect(words(response) == ["!notFound", "!providerFailed"])
        }
        #expect(upstream.asked.value == [["none", "broken"], ["broken"]])
        let alone = try await provider.translate(request("none"))
        #expect(alone.report.attempts.map(\.outcome) == [.missed])
        clock.advance(by: .seconds(3600))
        _ = try await provider.translate(request("none"))
        #expect(upstream.asked.value.last == ["none"] && upstream.asked.value.count == 3)
    }

    @Test("cached answers do not replace the error of a cancelled request")
    func cancelledProvider() async throws {
        let upstream = RecordedTranslation { text in
            if text == "b" { throw ServiceError(.cancelled, "the user left") }
            return RecordedTranslation.echo(text)
        }
        let provider = upstream.cached(in: MemoryResponseStore())
        _ = try await provider.translate(request("a"))
        #expect(try await serviceError { try await provider.translate(request("a", "b")) }.code == .cancelled)
    }

    @Test("expired answers are requested again")
    func age() async throws {
        let clock = TestClock()
        let upstream = RecordedTranslation(answer: RecordedTranslation.echo)
        let provider = upstream.cached(in: MemoryResponseStore(clock: clock.serviceClock))
        _ = try await provider.translate(request("a"))
        clock.advance(by: .seconds(30 * 86_400 - 1))
        _ = try await provider.translate(request("a"))
        #expect(upstream.asked.value.count == 1)
        clock.advance(by: .seconds(1))
        let response = try await provider.translate(request("a"))
        #expect(upstream.asked.value.count == 2)
        #expect(try response.results.first?.get().cached == nil)
    }

    @Test(
        "expired answers are returned, and marked, if the provider cannot be reached",
        arguments: [ServiceError.Code.network, .timedOut, .unavailable]
    )
    func stale(_ code: ServiceError.Code) async throws {
        let clock = TestClock()
        let isDown = Shared(false)
        let upstream = RecordedTranslation { text in
            if isDown.value { throw ServiceError.trial(code) }
            return RecordedTranslation.echo(text)
        }
        let provider = upstream.cached(in: MemoryResponseStore(clock: clock.serviceClock))
        _ = try await provider.translate(request("a", "b"))
        clock.advance(by: .seconds(40 * 86_400))
        isDown.change { $0 = true }
        let response = try await provider.translate(request("b", "new", "a"))
        #expect(words(response) == ["<b>", "!\(code)", "<a>"])
        #expect(try response.results.first?.get().cached == .stale)
        #expect(response.report.notices.count == 1)
        #expect(response.report.attempts.map(\.outcome) == [.partlyAnswered])
        #expect(response.report.attempts.map(\.code) == [code])
        let error = try await serviceError { try await provider.translate(request("new")) }
        #expect(error.code == code)
    }

    @Test("expired answers are not used if the request is rejected", arguments: [ServiceError.Code.unauthorized])
    func refused(_ code: ServiceError.Code) async throws {
        let clock = TestClock()
        let isDown = Shared(false)
        let upstream = RecordedTranslation { text in
            if isDown.value { throw ServiceError.trial(code) }
            return RecordedTranslation.echo(text)
        }
        let provider = upstream.cached(in: MemoryResponseStore(clock: clock.serviceClock))
        _ = try await provider.translate(request("a"))
        clock.advance(by: .seconds(40 * 86_400))
        isDown.change { $0 = true }
        #expect(try await serviceError { try await provider.translate(request("a")) }.code == code)
    }

    @Test("an expired answer is used for a single text that failed")
    func staleItems() async throws {
        let clock = TestClock()
        let isDown = Shared(false)
        let upstream = RecordedTranslation { text in
            isDown.value && text == "a" ? .failure(.trial(.network)) : RecordedTranslation.echo(text)
        }
        let provider = upstream.cached(in: MemoryResponseStore(clock: clock.serviceClock))
        _ = try await provider.translate(request("a", "b"))
        clock.advance(by: .seconds(40 * 86_400))
        isDown.change { $0 = true }
        let response = try await provider.translate(request("a", "b"))
        #expect(try response.results.map { try $0.get().cached } == [.stale, nil])
        #expect(response.report.notices.count == 1)
    }

    @Test("cached answers are returned even if the request for the other texts fails")
    func partial() async throws {
        let upstream = RecordedTranslation { text in
            if text == "new" { throw ServiceError.trial(.quotaExceeded) }
            return RecordedTranslation.echo(text)
        }
        let provider = upstream.cached(in: MemoryResponseStore())
        _ = try await provider.translate(request("a"))
        #expect(words(try await provider.translate(request("new", "a"))) == ["!quotaExceeded", "<a>"])
        #expect(try await serviceError { try await provider.translate(request("new")) }.code == .quotaExceeded)
    }

    @Test("a refresh replaces cached answers")
    func refresh() async throws {
        let count = Shared(0)
        let upstream = RecordedTranslation { text in
            count.change { $0 += 1 }
            return .success(Translation(text: "\(text)\(count.value)", provider: "recorded"))
        }
        let store = MemoryResponseStore()
        #expect(words(try await upstream.cached(in: store).translate(request("a"))) == ["a1"])
        #expect(words(try await upstream.cached(in: store, reuse: .refresh).translate(request("a"))) == ["a2"])
        #expect(words(try await upstream.cached(in: store).translate(request("a"))) == ["a2"])
        #expect(upstream.asked.value.count == 2)
    }

    @Test("answers from another provider version are not used")
    func version() async throws {
        let store = MemoryResponseStore()
        var upstream = RecordedTranslation(answer: RecordedTranslation.echo)
        _ = try await upstream.cached(in: store).translate(request("a"))
        upstream.version = "2"
        _ = try await upstream.cached(in: store).translate(request("a"))
        #expect(upstream.asked.value.count == 2)
    }

    @Test(
        "unreadable answers are misses",
        arguments: [[], [1], [2, 116, 0], [1, 116, 8, 0], [1, 116, 9], [1, 101, 0]]
    )
    func damage(_ bytes: [UInt8]) async throws {
        struct Damaged: ResponseStore {
            let bytes: [UInt8]
            func responses(for keys: [CacheKey], of service: Service) async -> [CacheKey: StoredResponse] {
                Dictionary(uniqueKeysWithValues: keys.map { ($0, StoredResponse(bytes: bytes)) })
            }
            func store(_ responses: [CacheKey: NewResponse]) async {}
        }
        let upstream = RecordedTranslation(answer: RecordedTranslation.echo)
        #expect(words(try await upstream.cached(in: Damaged(bytes: bytes)).translate(request("a"))) == ["<a>"])
        #expect(upstream.asked.value == [["a"]])
    }

    @Test("a wrong number of answers is an error, and none is stored")
    func wrongCount() async throws {
        struct Short: TranslationProvider {
            let descriptor = RecordedTranslation(answer: RecordedTranslation.echo).descriptor
            func languagePairs() async throws -> [LanguagePair] { [] }
            func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
                TranslationResponse(results: [RecordedTranslation.echo("x")], report: ServiceReport())
            }
        }
        let store = MemoryResponseStore()
        let error = try await serviceError { try await Short().cached(in: store).translate(request("a", "b")) }
        #expect(error.code == .protocolViolation)
        #expect(store.count == 0)
    }

    @Test("a cancelled request fails even if all answers are cached")
    func cancellation() async throws {
        let provider = RecordedTranslation(answer: RecordedTranslation.echo).cached(in: MemoryResponseStore())
        _ = try await provider.translate(request("a"))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await provider.translate(request("a"))
        }
        task.cancel()
        #expect(try await serviceError { try await task.value }.code == .cancelled)
    }

    @Test("a provider with a cache passes the conformance suite")
    func conformance() async throws {
        let pair = try LanguagePair(source: #require(LanguageTag("en")), target: #require(LanguageTag("es")))
        let suite = TranslationConformance(sample: .init(texts: ["water", "fire"], source: "en", target: "es"))
        // Twice, the second time from the store. The suite ends with a shutdown.
        let store = MemoryResponseStore()
        for _ in 0..<2 {
            let upstream = InMemoryTranslation(entries: [pair: ["water": "agua", "fire": "fuego"]])
            let report = await suite.check(upstream.cached(in: store))
            #expect(report.isPassed, "\(report)")
        }
    }
}
