import LanguageServices
import LanguageServicesTesting
import RemoteState
import ServiceClient
import ServiceConfiguration
import ServiceRegistry
import Synchronization
import TestSupport
import Testing

@Suite("Registries created from a configuration")
struct ServiceHostTests {
    private let folder: TemporaryFolder
    private let made = Made()

    /// The providers that were created.
    private final class Made: Sendable {
        private let list = Mutex<[InMemoryTranslation]>([])
        var all: [InMemoryTranslation] { list.withLock { $0 } }
        func add(_ provider: InMemoryTranslation) { list.withLock { $0.append(provider) } }
    }

    init() throws { folder = try TemporaryFolder() }

    private func host(_ environment: [String: String]? = nil) -> ServiceHost {
        let environment = environment ?? ["HOME": folder.path]
        return ServiceHost(
            environment: environment,
            data: DataLocator(environment: environment, executable: nil),
            kinds: { [made] _ in [InMemoryTranslation.kind(named: "memory") { made.add($0) }] },
            note: { _ in }
        )
    }

    private func configuration(use: [ProviderID] = ["first"]) -> RegistryConfiguration {
        var translation = ServiceSettings(use: use)
        translation.roles["reader"] = RoleSettings(use: ["second"])
        let providers = ["first", "second", "gloss"].map { name in
            ProviderDefinition(
                id: ProviderID(rawValue: name),
                kind: "memory",
                options: OptionValues([
                    "source": OptionValue(.string("en")), "target": OptionValue(.string("es")),
                    "entries": OptionValue(.strings(["water=agua of \(name)"])),
                ])
            )
        }
        return RegistryConfiguration(providers: providers, services: [.translation: translation])
    }

    private func translation(_ registry: ServiceRegistry, _ role: Role = .standard) async throws -> String {
        let request = TranslationRequest(
            texts: ["water"],
            source: LanguageTag("en"),
            target: LanguageTag("es")
        )
        let response = try await registry.translation(role).translate(request)
        return try #require(response.results.first).get().text
    }

    @Test("a registry uses the configured providers, and the gloss registry only the gloss provider")
    func serving() async throws {
        let host = host()
        #expect(try await translation(host.registry(configuration()).registry) == "agua of first")
        #expect(try await translation(host.glossRegistry(configuration()).registry) == "agua of gloss")
        await host.shutdown()
        // Providers that no request needed were not created.
        #expect(made.all.map(\.descriptor.id) == ["first", "gloss"])
        #expect(made.all.allSatisfy { $0.shutdownCount == 1 })
        // The host keeps no registry that was shut down.
        await host.shutdown()
        #expect(made.all.allSatisfy { $0.shutdownCount == 1 })
    }

    @Test("a closed registry is not shut down again")
    func closing() async throws {
        let host = host()
        let registry = await host.registry(configuration()).registry
        #expect(await registry.providers(of: .translation).count == 3)
        await host.close(registry)
        await host.shutdown()
        #expect(made.all.map(\.shutdownCount) == [1, 1, 1])
    }

    @Test("all problems in a configuration are reported, and its other parts work")
    func problems() async throws {
        var wrong = configuration(use: ["nobody", "first"])
        wrong.providers[1].kind = "unknown"
        let (registry, problems) = await host().registry(wrong)
        #expect(problems.map(\.service) == [nil, .translation])
        #expect(try await translation(registry) == "agua of first")
    }

    @Test("a chosen provider is the only one of its role; an unknown role or provider is refused")
    func choosing() async throws {
        let registry = await host().registry(configuration()).registry
        try registry.choose(nil, for: .translation, role: "reader")
        #expect(try await translation(registry, "reader") == "agua of second")
        try registry.choose("first", for: .translation, role: "reader")
        #expect(try await translation(registry, "reader") == "agua of first")
        let role = #expect(throws: ServiceError.self) { try registry.choose(nil, for: .translation, role: "raeder") }
        #expect(role?.code == .configuration)
        #expect(role?.message.contains("no role 'raeder'") == true)
        #expect(role?.remedy?.contains("reader") == true)
        let provider = #expect(throws: ServiceError.self) {
            try registry.choose("nobody", for: .translation, role: .standard)
        }
        #expect(provider?.code == .notFound)
    }

    @Test("the settings decide whether and where answers are cached")
    func caching() throws {
        var settings = try CacheSettings()
        #expect(host().caching(settings, isRefreshing: true)?.reuse == .refresh)
        #expect(host().answerStore(settings)?.folder.hasPrefix(folder.path) == true)
        #expect(host([:]).caching(settings, isRefreshing: false) == nil)
        settings.isPrivate = true
        #expect(settings.use.hasPrefix("private"))
        #expect(host([:]).caching(settings, isRefreshing: false) != nil)
        settings.isEnabled = false
        #expect(settings.use == "off")
        #expect(host().caching(settings, isRefreshing: false) == nil)
    }

    @Test("options for a role override those for the service")
    func options() {
        var configuration = configuration()
        configuration.services[.translation]?.options = OptionValues([
            "to": OptionValue(.strings(["es", "de"])), "level": OptionValue(.string("A1")),
        ])
        configuration.services[.translation]?.roles["reader"]?.options = OptionValues([
            "to": OptionValue(.strings(["fr"]))
        ])
        #expect(configuration.translationTargets().map(\.text) == ["es", "de"])
        // The provider uses a single language by default.
        #expect(configuration.translationTargets(role: "reader") == [])
        let own = configuration.options(of: .translation, role: "reader")
        #expect(own.values["level"]?.content == .string("A1"))
        #expect(configuration.options(of: .speech).values.isEmpty)
    }

    @Test("the speech settings change only with settings that affect the sound")
    func speechSettings() {
        let host = host()
        var configuration = configuration()
        let before = host.speechSettings(configuration, role: .standard, provider: nil)
        #expect(before == host.speechSettings(configuration, role: .standard, provider: nil))
        #expect(before != host.speechSettings(configuration, role: "reader", provider: nil))
        #expect(before != host.speechSettings(configuration, role: .standard, provider: "first"))
        configuration.services[.speech] = ServiceSettings(
            use: [],
            options: OptionValues(["accent": OptionValue(.string("en-GB"))])
        )
        #expect(before != host.speechSettings(configuration, role: .standard, provider: nil))
    }

    @Test("sizes in KiB and MiB", arguments: [(0, "0 KiB"), (1, "1 KiB"), (2048, "2 KiB"), (1_600_000, "1.5 MiB")])
    func sizes(bytes: Int, text: String) { #expect(CacheStatistics.shown(bytes: bytes) == text) }
}
