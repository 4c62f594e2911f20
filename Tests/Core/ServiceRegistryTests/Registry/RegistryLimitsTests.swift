import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

/// Limits, budgets and network access set by a configuration.
@Suite(.timeLimit(.minutes(10)))
struct RegistryLimitsTests {
    private let clock = TestClock()
    private let store = InMemoryUsage()

    /// A provider that sends each text in a separate request.
    private struct Sending: TranslationProvider {
        let id: ProviderID
        let gate: RequestGate
        let sent: Shared<Int>
        var failure: ServiceError?
        var locality = ProviderDescriptor.Locality.network

        var descriptor: ProviderDescriptor {
            ProviderDescriptor(id: id, kind: "http-send", version: "1", service: .translation, locality: locality)
        }

        func languagePairs() async throws -> [LanguagePair] { [] }

        func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
            var results: [Result<Translation, ServiceError>] = []
            for text in request.texts {
                try await gate.send(characters: text.unicodeScalars.count) {
                    sent.change { $0 += 1 }
                    if let failure { throw failure }
                }
                results.append(.success(Translation(text: text, provider: id)))
            }
            return TranslationResponse(results: results, report: .answered(by: id, in: .zero))
        }
    }

    private func kind(_ name: String, sent: Shared<Int> = Shared(0), failing: ServiceError.Code? = nil) -> ProviderKind
    {
        // The name grants nothing; the declared locality decides.
        let locality: ProviderDescriptor.Locality = name.hasPrefix("http-") ? .network : .inProcess
        return ProviderKind(name: name, service: .translation, summary: "Sends", locality: locality) { context in
            Sending(
                id: context.id,
                gate: context.gate,
                sent: sent,
                failure: failing.map { ServiceError($0, "the server says no") },
                locality: locality
            )
        }
    }

    private func registry(
        _ kind: ProviderKind,
        _ options: [String: OptionValue.Content],
        usage: (any UsageStore)? = nil,
        isOffline: Bool = false,
        configuredOffline: Bool? = nil
    ) async -> (ServiceRegistry, LoadResult) {
        let registry = ServiceRegistry(clock: clock.serviceClock, usage: usage, isOffline: isOffline)
        registry.register(kind)
        let definition = ProviderDefinition(
            id: "it",
            kind: kind.name,
            options: OptionValues(options.mapValues { OptionValue($0, origin: "c.json:1:1") })
        )
        let result = await registry.loadAll(
            RegistryConfiguration(
                providers: [definition],
                services: [.translation: ServiceSettings(use: ["it"])],
                isOffline: configuredOffline
            )
        )
        return (registry, result)
    }

    private func translate(_ registry: ServiceRegistry, _ texts: String...) async throws -> TranslationResponse {
        try await registry.translation().translate(TranslationRequest(texts: texts))
    }

    @Test func aKindThatSendsRequestsCountsThemInTheProvider() async throws {
        let (registry, result) = await registry(kind("http-send"), ["requestsPerMinute": .number(2)])
        #expect(result.problems == [])
        let task = Task { try await translate(registry, "a", "b", "c") }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(60))
        #expect(try await task.value.results.count == 3)
    }

    @Test func everyOtherKindCountsCalls() async throws {
        let (registry, _) = await registry(kind("local"), ["requestsPerMinute": .number(2)])
        _ = try await translate(registry, "a", "b", "c")
        let task = Task { try await translate(registry, "a") }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(30))
        _ = try await task.value
    }

    @Test(arguments: ["http-send", "local"]) func budgetsAndCharactersHoldForEveryKind(kind name: String) async throws {
        let (registry, result) = await registry(
            kind(name),
            ["charactersPerDay": .number(6), "requestsPerMonth": .number(100)],
            usage: store
        )
        #expect(result.problems == [])
        _ = try await translate(registry, "abc", "de")
        let error = try await serviceError { try await translate(registry, "fgh") }
        #expect(error.code == .quotaExceeded)
        _ = try await translate(registry, "f")
        let used = try await store.usage(in: [UsagePeriod(.month, at: 0)])
        #expect(used.map(\.usage.characters) == [6])
        #expect(used.map(\.usage.requests) == [name == "local" ? 2 : 3])
    }

    @Test func aSpeechCallIsUnderWayUntilItsStreamHasEnded() async throws {
        let registry = ServiceRegistry(clock: clock.serviceClock)
        registry.register(InMemorySpeech.kind(named: "tones"))
        let options = OptionValues(["concurrentRequests": OptionValue(.number(1))])
        _ = await registry.loadAll(
            RegistryConfiguration(
                providers: [ProviderDefinition(id: "t", kind: "tones", options: options)],
                services: [.speech: ServiceSettings(use: ["t"])]
            )
        )
        let speech = try await registry.speech()
        let stream = try await speech.synthesize(SpeechRequest(text: "one", language: try tag("en-US")))
        let begun = Shared(false)
        let second = Task {
            let stream = try await speech.synthesize(SpeechRequest(text: "two", language: try tag("en-US")))
            begun.change { $0 = true }
            return try await stream.collect()
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(!begun.value)
        _ = try await stream.collect()
        #expect(try await second.value.samples.isEmpty == false)
    }

    @Test func anUnenforcedBudgetIsAProblem() async throws {
        let (registry, result) = await registry(kind("http-send"), ["charactersPerDay": .number(6)])
        #expect(result.problems.map(\.code) == [.configuration])
        #expect(result.loaded == [])
        #expect(try await serviceError { try await translate(registry, "a") }.code == .configuration)
    }

    @Test(arguments: [ServiceError.Code.unauthorized, .quotaExceeded])
    func aKindThatSendsRequestsIsRefusedOnce(code: ServiceError.Code) async throws {
        let sent = Shared(0)
        let (registry, _) = await registry(
            kind("http-send", sent: sent, failing: code),
            ["attempts": .number(5)]
        )
        for _ in 0..<100 {
            let error = try await serviceError { try await translate(registry, "a") }
            #expect(error.code == code)
            #expect(error.message == "the server says no")
        }
        #expect(sent.value == 1)
    }

    @Test func aSpentBudgetDoesNotOpenTheCircuitBreaker() async throws {
        let sent = Shared(0)
        let (registry, _) = await registry(
            kind("http-send", sent: sent),
            ["requestsPerDay": .number(1), "cooldownAfterFailures": .number(1)],
            usage: store
        )
        _ = try await translate(registry, "a")
        for _ in 0..<3 {
            #expect(try await serviceError { try await translate(registry, "a") }.code == .quotaExceeded)
        }
        // The count is reset meanwhile.
        _ = try await store.reset("it")
        _ = try await translate(registry, "a")
        #expect(sent.value == 2)
    }

    @Test func waitsOfRepeatedRequestsCanBeSet() async throws {
        let sent = Shared(0)
        let (registry, result) = await registry(
            kind("http-send", sent: sent, failing: .unavailable),
            ["attempts": .number(2), "retryBaseSeconds": .number(100), "retryMaxSeconds": .number(400)]
        )
        #expect(result.problems == [])
        let task = Task { try await translate(registry, "a") }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(49))
        #expect(sent.value == 1)
        clock.advance(by: .seconds(51))
        #expect(try await serviceError { try await task.value }.code == .unavailable)
        #expect(sent.value == 2)
    }

    @Test(arguments: ["retryBaseSeconds", "retryMaxSeconds", "retriesUncertain"])
    func optionsWithoutEffectWithoutAttemptsAreProblems(option: String) async throws {
        let value: OptionValue.Content = option == "retriesUncertain" ? .boolean(true) : .number(1)
        let (registry, result) = await registry(kind("http-send"), [option: value])
        #expect(result.problems.map(\.code) == [.configuration])
        #expect(
            result.problems.first?.message
                == "c.json:1:1: provider 'it': '\(option)' has no effect without 'attempts'"
        )
        #expect(try await serviceError { try await translate(registry, "a") }.code == .configuration)
    }

    // MARK: Offline

    @Test(arguments: [(true, nil), (false, true), (true, false)] as [(Bool, Bool?)])
    func offlineNoRequestIsSent(isOffline: Bool, configured: Bool?) async throws {
        let sent = Shared(0)
        let (registry, result) = await registry(
            kind("http-send", sent: sent),
            ["attempts": .number(5), "requestsPerDay": .number(5)],
            usage: store,
            isOffline: isOffline,
            configuredOffline: configured
        )
        #expect(result.problems == [])
        #expect(registry.isOffline)
        let error = try await serviceError { try await translate(registry, "a") }
        #expect(error.code == .unavailable)
        #expect(error.provider == "it")
        #expect(error.rejectedLocally)
        #expect(error.remedy?.contains("--offline") == true)
        let provider = try #require(await registry.providers(of: .translation).first)
        guard case .unavailable(let reason, _) = await provider.status() else {
            Issue.record("it is \(await provider.status())")
            return
        }
        #expect(reason.contains("--offline"))
        #expect(sent.value == 0)
        #expect(clock.sleeperCount == 0)
        #expect(try await store.usage(in: [UsagePeriod(.day, at: 0)]) == [])
    }

    @Test("offline mode also blocks existing providers, chains and streams")
    func offlineModeTakesEffectAtOnce() async throws {
        let sent = Shared(0)
        let registry = ServiceRegistry(clock: clock.serviceClock)
        let made = Sending(id: "it", gate: .open, sent: sent, failure: nil)
        try registry.register(made)
        let chain = try await registry.translation()
        _ = try await chain.translate(TranslationRequest(texts: ["a"]))
        #expect(sent.value == 1)
        _ = await registry.loadAll(RegistryConfiguration(isOffline: true))
        for provider in [chain, try await registry.translation()] {
            let error = try await serviceError { try await provider.translate(TranslationRequest(texts: ["a"])) }
            #expect(error.code == .unavailable)
            #expect(error.rejectedLocally)
        }
        #expect(sent.value == 1)
    }

    @Test("a kind that does not declare the network cannot create a network provider")
    func undeclaredNetwork() async throws {
        let kind = ProviderKind(name: "sly", service: .translation, summary: "") { context in
            Sending(id: context.id, gate: context.gate, sent: Shared(0), failure: nil)
        }
        let (registry, result) = await registry(kind, [:])
        #expect(result.problems.map(\.code) == [.configuration])
        #expect(result.problems.first?.message.contains("'sly' does not declare") == true)
        #expect(try await serviceError { try await translate(registry, "a") }.code == .configuration)
    }

    @Test("an untrusted configuration cannot define a provider with external access", arguments: [true, false])
    func untrusted(isImplied: Bool) async throws {
        let registry = ServiceRegistry(clock: clock.serviceClock)
        registry.register(kind("http-send"))
        registry.register(
            ProviderKind(name: "runs", service: .translation, summary: "", locality: .plugin, runsChosenPrograms: true)
            {
                _ in InMemoryTranslation(id: "runs", entries: [:])
            }
        )
        for (name, refusal) in [
            ("http-send", "may not send texts over the network"), ("runs", "may not start programs"),
        ] {
            let id = ProviderID(rawValue: name)
            var definition = ProviderDefinition(id: id, kind: name, origin: "parlance.json:1:1")
            definition.isTrusted = false
            var settings = ServiceSettings(use: [id], useOrigin: "parlance.json:1:1")
            settings.isUseTrusted = false
            let result = await registry.loadAll(
                RegistryConfiguration(
                    providers: isImplied ? [] : [definition],
                    services: [.translation: settings]
                )
            )
            #expect(result.problems.first?.message.contains(refusal) == true)
            #expect(try await serviceError { try await translate(registry, "a") }.code == .configuration)
        }
    }

    @Test func offlineLocalProvidersWork() async throws {
        let registry = ServiceRegistry(clock: clock.serviceClock, isOffline: true)
        try registry.register(InMemoryTranslation(entries: [try pair("en", "es"): ["water": "agua"]]))
        let response = try await registry.translation().translate(
            TranslationRequest(texts: ["water"], source: try tag("en"), target: try tag("es"))
        )
        #expect(try response.results.first?.get().text == "agua")
        // A provider registered by the host program is blocked as well.
        try registry.register(Sending(id: "own", gate: .open, sent: Shared(0)))
        try registry.use(["own"], for: .translation)
        #expect(try await serviceError { try await translate(registry, "a") }.code == .unavailable)
    }

    @Test func onlineEveryProviderIsCalled() async throws {
        let (registry, _) = await registry(kind("http-send"), [:], configuredOffline: false)
        #expect(!registry.isOffline)
        _ = try await translate(registry, "a")
    }
}
