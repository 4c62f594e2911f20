import Audio
import LanguageServices
import LanguageServicesTesting
import Platform
import ServiceClient
import ServiceConfiguration
import ServiceRegistry
import StandardProviders
import TestSupport
import Testing

@Suite("Diagnostics")
struct DiagnosticsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func findings(
        _ configuration: RegistryConfiguration,
        environment: [String: String] = [:],
        problems: [ServiceError] = []
    ) async -> [String: Diagnostics.Finding] {
        let host = ServiceHost(
            environment: environment,
            data: DataLocator(environment: environment, executable: nil),
            kinds: { _ in [InMemorySpeech.kind(named: "tones"), InMemoryTranslation.kind(named: "memory")] },
            note: { _ in }
        )
        let layer = ConfigurationLayer(source: .builtIn, contents: configuration, problems: problems)
        let diagnostics = Diagnostics(host, Configuration(layers: [layer]), player: AudioPlayer(sinks: []))
        let findings = await diagnostics.findings()
        await host.shutdown()
        return Dictionary(findings.map { ($0.name, $0) }) { first, _ in first }
    }

    private func configuration() -> RegistryConfiguration {
        let translation = OptionValues([
            "source": OptionValue(.string("en")), "target": OptionValue(.string("es")),
            "entries": OptionValue(.strings(["water=agua"])),
        ])
        return RegistryConfiguration(
            providers: [
                ProviderDefinition(id: "anna", kind: "tones"),
                ProviderDefinition(id: "book", kind: "memory", options: translation),
            ],
            services: [
                .speech: ServiceSettings(use: ["anna"]), .translation: ServiceSettings(use: ["book"]),
            ]
        )
    }

    @Test("a configured word is spoken and translated")
    func trials() async {
        let findings = await findings(configuration(), environment: ["HOME": folder.path])
        #expect(findings["configuration"] == Diagnostics.Finding("configuration", .ok, "built-in defaults, no file"))
        #expect(findings["speech: anna"] == Diagnostics.Finding("speech: anna", .ok, "ready"))
        #expect(findings["translation: book"]?.detail == "ready, en → es")
        #expect(findings["a spoken word"]?.detail.hasSuffix(" s by anna") == true)
        #expect(findings["a translated word"]?.detail == "water is 'agua' in es, by book")
        #expect(findings["cache"]?.detail.hasPrefix("on; 0 answers in \(folder.path)") == true)
        #expect(findings["plug-ins"]?.severity == .ok && findings["queue"]?.detail == "empty")
    }

    @Test("without a home folder, nothing is stored, and data that is not found is reported as missing")
    func homeless() async {
        let findings = await findings(configuration(), environment: ["PARLANCE_DATA": folder.path])
        #expect(findings["cache"]?.severity == .warning)
        #expect(findings["queue"]?.remedy == "set HOME")
        #expect(findings["imported dictionaries"]?.remedy == "set HOME")
        #expect(findings["Voices"]?.severity == .missing)
        #expect(findings["Dictionaries"]?.severity == .warning)
    }

    @Test("each problem in a configuration is a finding, and its other parts are tried")
    func wrong() async {
        let problem = ServiceError(.configuration, "it is wrong", remedy: "fix it")
        let findings = await findings(configuration(), environment: ["HOME": folder.path], problems: [problem])
        #expect(findings["configuration"]?.severity == .missing)
        #expect(findings["configuration"]?.remedy == "fix it")
        #expect(findings["a spoken word"]?.severity == .ok)
        var broken = configuration()
        broken.providers[0].problems = [ServiceError(problem, provider: "anna")]
        let other = await self.findings(broken, environment: ["HOME": folder.path])
        #expect(other["speech: anna"] == Diagnostics.Finding("speech: anna", .missing, "it is wrong", remedy: "fix it"))
        #expect(other["a spoken word"]?.severity == .missing)
        #expect(other["a translated word"]?.severity == .ok)
        // The service of an unknown kind is unknown, so the provider is listed nowhere else.
        var unknown = configuration()
        unknown.providers.append(ProviderDefinition(id: "lost", kind: "nonsense"))
        let lost = await self.findings(unknown, environment: ["HOME": folder.path])
        #expect(lost["configuration"]?.detail.contains("unknown kind 'nonsense'") == true)
    }

    @Test("the offline setting is reported with its origin")
    func offline() async {
        var configuration = configuration()
        configuration.isOffline = true
        configuration.offlineOrigin = "--offline"
        let findings = await findings(configuration, environment: ["HOME": folder.path])
        #expect(findings["offline"]?.detail == "nothing is sent over the network (--offline)")
    }
}
