import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RegistryLoadTests {
    private struct Foreign: Error {}

    private func registry() -> ServiceRegistry {
        let registry = ServiceRegistry(clock: TestClock().serviceClock)
        registry.register(InMemorySpeech.kind(named: "tones"))
        registry.register(InMemoryTranslation.kind(named: "table"))
        registry.register(InMemorySentences.kind(named: "templates"))
        registry.register(InMemoryFeedback.kind(named: "recorder"))
        return registry
    }

    private func definition(
        _ id: ProviderID,
        _ kind: String,
        _ options: [String: OptionValue.Content] = [:]
    ) -> ProviderDefinition {
        ProviderDefinition(
            id: id,
            kind: kind,
            options: OptionValues(options.mapValues { OptionValue($0, origin: "parlance.json:9:1") }),
            origin: "parlance.json:8:1"
        )
    }

    @Test func aValidConfigurationLoadsCompletely() async throws {
        let registry = registry()
        let result = await registry.loadAll(
            RegistryConfiguration(
                providers: [
                    definition("mine", "tones", ["languages": .string("ja")]),
                    definition("es", "table", ["source": .string("en"), "target": .string("es")]),
                ],
                services: [
                    .speech: ServiceSettings(use: ["mine", "tones"]), .translation: ServiceSettings(use: ["es"]),
                    .sentences: ServiceSettings(use: ["templates"]), .feedback: ServiceSettings(use: ["recorder"]),
                ]
            )
        )
        #expect(result.problems == [])
        // The name of a kind means a provider of that kind without options.
        #expect(result.loaded.map(\.id) == ["mine", "es", "tones", "templates", "recorder"])
        #expect(try await registry.speech().descriptor.id == "mine,tones")
        #expect(registry.providersInUse(for: .speech) == ["mine", "tones"])
        #expect(await registry.providers(of: .speech).map(\.descriptor.id) == ["mine", "tones"])
        #expect(registry.kinds.map(\.name) == ["recorder", "table", "templates", "tones"])
        _ = try await registry.translation()
        _ = try await registry.sentences()
        _ = try await registry.feedback()
    }

    @Test func anUnknownKindHasAHint() async throws {
        let result = await registry().loadAll(RegistryConfiguration(providers: [definition("a", "tonse")]))
        let problem = try #require(result.problems.first)
        #expect(result.problems.count == 1)
        #expect(problem.code == .configuration)
        #expect(
            problem.message
                == "parlance.json:8:1: provider 'a' has the unknown kind 'tonse'; did you mean 'tones'?"
        )
        #expect(problem.remedy == "the kinds are recorder, table, templates, tones")
    }

    @Test func everyProblemIsReportedAndEverythingElseWorks() async throws {
        let registry = registry()
        registry.register(
            ProviderKind(name: "throws", service: .speech, summary: "") { _ in throw Foreign() }
        )
        registry.register(
            ProviderKind(name: "liar", service: .speech, summary: "") { InMemoryFeedback(id: $0.id) }
        )
        let configuration = RegistryConfiguration(
            providers: [
                definition("option", "tones", ["langauges": .string("en")]),
                definition("type", "tones", ["languages": .number(1)]),
                definition("missing", "table", ["source": .string("en")]),
                definition("policy", "tones", ["attempts": .number(11)]),
                definition("throwing", "throws"), definition("lying", "liar"), definition("words", "recorder"),
                definition("sound", "tones"),
            ],
            services: [
                .speech: ServiceSettings(
                    use: ["option", "type", "throwing", "lying", "words", "soudn", "sound"],
                    useOrigin: "parlance.json:2:3",
                    options: OptionValues(["acent": OptionValue(.string("en")), "rate": OptionValue(.number(9))])
                )
            ]
        )
        let checked = registry.problems(in: configuration)
        let result = await registry.loadAll(configuration)
        #expect(result.problems.starts(with: checked.map(\.error)))
        let messages = result.problems.map(\.message)
        #expect(
            messages == [
                "parlance.json:9:1: provider 'option' has no option 'langauges'; did you mean 'languages'?",
                "parlance.json:9:1: provider 'type': 'languages' cannot be 1",
                "parlance.json:8:1: provider 'missing' needs the option 'target'",
                "parlance.json:9:1: provider 'policy': 'attempts' cannot be 11",
                "speech has no option 'acent'; did you mean 'accent'?", "speech: 'rate' cannot be 9",
                "parlance.json:2:3: speech cannot use 'words', which is a feedback provider",
                "parlance.json:2:3: speech uses the unknown provider 'soudn'; did you mean 'sound'?",
                "the provider failed with an internal error", "'lying' is not a speech provider",
            ]
        )
        #expect(result.loaded.map(\.id) == ["words", "sound"])
        // The wrong settings affect every request to their service.
        #expect(
            try await serviceError { try await registry.speech() }.message
                == "speech has no option 'acent'; did you mean 'accent'?"
        )
        let settings = ServiceSettings(use: ["option", "throwing", "soudn", "sound"])
        await registry.load(RegistryConfiguration(services: [.speech: settings]))
        #expect(registry.providersInUse(for: .speech) == ["option", "throwing", "soudn", "sound"])
        let report = try await registry.speech().synthesize(SpeechRequest(text: "one")).collect().report
        #expect(report.attempts.map(\.outcome) == [.failed, .failed, .failed, .answered])
        #expect(report.attempts.map(\.code) == [.configuration, .providerFailed, .configuration, nil])
    }

    @Test func aProviderThatCannotBeUsedIsShutDown() async {
        let registry = ServiceRegistry()
        let made = Shared<[InMemoryFeedback]>([])
        for (name, id) in [("service", nil), ("name", "other")] as [(String, ProviderID?)] {
            registry.register(
                ProviderKind(name: name, service: name == "name" ? .feedback : .speech, summary: "") { context in
                    let provider = InMemoryFeedback(id: id ?? context.id)
                    made.change { $0.append(provider) }
                    return provider
                }
            )
        }
        let result = await registry.loadAll(
            RegistryConfiguration(providers: [definition("a", "service"), definition("b", "name")])
        )
        #expect(
            result.problems.map(\.message) == [
                "'a' is not a speech provider", "the kind 'name' created the provider 'other' for 'b'",
            ]
        )
        #expect(result.loaded.isEmpty)
        #expect(made.value.map(\.shutdownCount) == [1, 1])
    }

    @Test func twoProvidersCannotHaveOneName() async {
        let result = await registry().loadAll(
            RegistryConfiguration(providers: [definition("a", "tones"), definition("a", "recorder")])
        )
        #expect(result.problems.map(\.message) == ["parlance.json:8:1: provider 'a' is defined twice"])
        #expect(result.loaded.map(\.service) == [.speech])
    }

    @Test func checkingCreatesNoProvider() async {
        let registry = ServiceRegistry()
        let made = Shared(0)
        registry.register(InMemorySpeech.kind(named: "tones") { _ in made.change { $0 += 1 } })
        let configuration = RegistryConfiguration(
            providers: [definition("a", "tones")],
            services: [.speech: ServiceSettings(use: ["a"])]
        )
        #expect(registry.problems(in: configuration).isEmpty)
        #expect(made.value == 0)
        #expect(await registry.providers(of: .speech).isEmpty)
    }

    @Test func reloadingReplacesAndShutsTheOldOneDown() async throws {
        let registry = ServiceRegistry()
        let made = Shared<[InMemorySpeech]>([])
        registry.register(InMemorySpeech.kind(named: "tones") { provider in made.change { $0.append(provider) } })
        let configuration = RegistryConfiguration(
            providers: [definition("a", "tones")],
            services: [.speech: ServiceSettings(use: ["a"])]
        )
        #expect(await registry.loadAll(configuration).problems.isEmpty)
        let inFlight = try await registry.speech().synthesize(SpeechRequest(text: "one two"))
        #expect(await registry.loadAll(configuration).problems.isEmpty)
        #expect(made.value.map(\.shutdownCount) == [1, 0])
        #expect(await registry.providers(of: .speech).count == 1)
        _ = try await registry.speech().synthesize(SpeechRequest(text: "one"))
        #expect(made.value.map(\.callCount) == [1, 1])
        #expect(try await inFlight.collect().samples.isEmpty == false)
    }

    @Test func providersNotReplacedStay() async throws {
        let registry = registry()
        _ = await registry.loadAll(RegistryConfiguration(providers: [definition("a", "tones")]))
        let second = RegistryConfiguration(
            providers: [definition("b", "tones")],
            services: [.speech: ServiceSettings(use: ["b", "a"])]
        )
        #expect(await registry.loadAll(second).problems.isEmpty)
        #expect(try await registry.speech().descriptor.id == "b,a")
    }

    @Test func configuredRetriesAndRateLimitsAreApplied() async throws {
        let clock = TestClock()
        let registry = ServiceRegistry(clock: clock.serviceClock)
        registry.register(InMemorySpeech.kind(named: "tones"))
        let options: [String: OptionValue.Content] = [
            "failures": .string("network"), "attempts": .number(2), "requestsPerMinute": .number(60),
        ]
        let result = await registry.loadAll(
            RegistryConfiguration(
                providers: [definition("a", "tones", options)],
                services: [.speech: ServiceSettings(use: ["a"])]
            )
        )
        #expect(result.problems.isEmpty)
        let speech = try await registry.speech()
        let first = Task { try await speech.synthesize(SpeechRequest(text: "one")).collect() }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(1))
        #expect(try await first.value.report.attempts.map(\.retries) == [1])
        _ = try await speech.synthesize(SpeechRequest(text: "two"))
        let third = Task { try await speech.synthesize(SpeechRequest(text: "three")).collect() }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(1))
        #expect(try await third.value.report.attempts.map(\.retries) == [0])
    }

    @Test func configuredDeadlinesAndCooldownsAreApplied() async throws {
        let clock = TestClock()
        let registry = ServiceRegistry(clock: clock.serviceClock)
        registry.register(InMemorySpeech.kind(named: "tones"))
        let options: [String: OptionValue.Content] = [
            "delaySeconds": .number(10), "deadlineSeconds": .number(5), "cooldownAfterFailures": .number(1),
        ]
        let result = await registry.loadAll(
            RegistryConfiguration(
                providers: [definition("a", "tones", options)],
                services: [.speech: ServiceSettings(use: ["a"])]
            )
        )
        #expect(result.problems.isEmpty)
        let speech = try await registry.speech()
        let first = Task { try await speech.synthesize(SpeechRequest(text: "one")) }
        try await clock.waitForSleepers(count: 2)
        clock.advance(by: .seconds(5))
        #expect(try await serviceError { try await first.value }.code == .timedOut)
        let refused = try await serviceError { try await speech.synthesize(SpeechRequest(text: "two")) }
        #expect(refused.code == .unavailable)
        #expect(refused.retryAfter == .seconds(30))
    }

    @Test func readyMadeProvidersCanBeUsedByAConfiguration() async throws {
        let registry = ServiceRegistry()
        try registry.register(InMemorySpeech(id: "mine"))
        let result = await registry.loadAll(
            RegistryConfiguration(services: [.speech: ServiceSettings(use: ["mine"])])
        )
        #expect(result.problems.isEmpty)
        #expect(try await registry.speech().descriptor.id == "mine")
    }
}
