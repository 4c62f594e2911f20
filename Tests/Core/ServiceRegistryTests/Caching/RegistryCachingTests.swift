import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite("A registry with a cache")
struct RegistryCachingTests {
    private static func kind(_ upstream: some TranslationProvider) -> ProviderKind {
        ProviderKind(name: upstream.descriptor.kind, service: .translation, summary: "a trial", locality: .network) {
            _ in upstream
        }
    }

    private static let request = TranslationRequest(
        texts: ["water"],
        source: LanguageTag("en"),
        target: LanguageTag("es")
    )

    private func registry(_ kind: ProviderKind, _ id: ProviderID, _ caching: ResponseCaching?) async -> ServiceRegistry
    {
        let registry = ServiceRegistry(caching: caching)
        registry.register(kind)
        let options = OptionValues(["requestsPerMinute": OptionValue(.number(1)), "attempts": OptionValue(.number(1))])
        let result = await registry.loadAll(
            RegistryConfiguration(
                providers: [ProviderDefinition(id: id, kind: kind.name, options: options)],
                services: [.translation: ServiceSettings(use: [id])]
            )
        )
        #expect(result.problems.isEmpty)
        return registry
    }

    @Test("a network provider is called once, and cached answers do not count towards limits")
    func network() async throws {
        let upstream = RecordedTranslation(answer: RecordedTranslation.echo)
        let store = MemoryResponseStore()
        let registry = await registry(Self.kind(upstream), "recorded", ResponseCaching(store: store))
        for _ in 0..<50 {
            let response = try await registry.translation().translate(Self.request)
            #expect(try response.results.first?.get().text == "<water>")
        }
        #expect(upstream.asked.value.count == 1)
        #expect(store.count == 1)
    }

    @Test("a refresh calls the provider every time and stores the answers")
    func refresh() async throws {
        let upstream = RecordedTranslation(answer: RecordedTranslation.echo)
        let store = MemoryResponseStore()
        for _ in 0..<2 {
            let registry = await registry(
                Self.kind(upstream),
                "recorded",
                ResponseCaching(store: store, reuse: .refresh)
            )
            _ = try await registry.translation().translate(Self.request)
        }
        #expect(upstream.asked.value.count == 2)
        #expect(store.count == 1)
    }

    @Test("only a changed setting that affects answers causes a new call")
    func settings() async throws {
        let upstream = RecordedTranslation(answer: RecordedTranslation.echo)
        var kind = Self.kind(upstream)
        kind.options = [
            OptionDescription("voice", .string, "Who speaks"), OptionDescription("names", .strings, "Some names"),
            OptionDescription("seconds", .number(nil), "How long it may take", affectsAnswers: false),
            OptionDescription("key", .secret, "The key"),
        ]
        let store = MemoryResponseStore()
        func ask(_ options: [String: OptionValue.Content]) async throws -> Int {
            let registry = ServiceRegistry(caching: ResponseCaching(store: store))
            registry.register(kind)
            let values = OptionValues(options.mapValues { OptionValue($0, origin: "\(options.count)") })
            let definition = ProviderDefinition(id: "recorded", kind: kind.name, options: values)
            let result = await registry.loadAll(
                RegistryConfiguration(
                    providers: [definition],
                    services: [.translation: ServiceSettings(use: ["recorded"])]
                )
            )
            #expect(result.problems.isEmpty)
            _ = try await registry.translation().translate(Self.request)
            return upstream.asked.value.count
        }
        #expect(try await ask(["voice": .string("a")]) == 1)
        #expect(try await ask(["voice": .string("a"), "seconds": .number(1)]) == 1)
        let keys = ["one", "two"].map { OptionValue.Content.secret(Secret($0, source: "a trial")) }
        for key in keys { #expect(try await ask(["voice": .string("a"), "key": key]) == 1) }
        #expect(try await ask(["voice": .string("b")]) == 2)
        #expect(try await ask([:]) == 3)
        #expect(try await ask(["voice": .string("a"), "names": .strings(["x", "y"])]) == 4)
        #expect(try await ask(["voice": .string("a"), "names": .strings(["x"])]) == 5)
        #expect(try await ask(["voice": .string("a")]) == 5)
    }

    @Test("local providers are not cached")
    func local() async throws {
        let pair = try LanguagePair(source: #require(LanguageTag("en")), target: #require(LanguageTag("es")))
        let upstream = InMemoryTranslation(entries: [pair: ["water": "agua"]])
        let store = MemoryResponseStore()
        let registry = await registry(Self.kind(upstream), "memory", ResponseCaching(store: store))
        let response = try await registry.translation().translate(Self.request)
        #expect(response.report.attempts.map(\.cacheHit) == [nil])
        #expect(store.count == 0)
    }
}
