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

@Suite("Findings on what is there")
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

    @Test("without a home nothing can be kept, and data that is not found is missing")
    func homeless() async {
        let findings = await findings(configuration(), environment: ["PARLANCE_DATA": folder.path])
        #expect(findings["cache"]?.severity == .warning)
        #expect(findings["queue"]?.remedy == "set HOME")
        #expect(findings["imported dictionaries"]?.remedy == "set HOME")
        #expect(findings["Voices"]?.severity == .missing)
        #expect(findings["Dictionaries"]?.severity == .warning)
    }

    @Test("everything that is wrong with a configuration is missing, and nothing is tried with it")
    func wrong() async {
        let problem = ServiceError(.configuration, "it is wrong", remedy: "mend it")
        let findings = await findings(configuration(), environment: ["HOME": folder.path], problems: [problem])
        #expect(findings["configuration"]?.severity == .missing)
        #expect(findings["configuration"]?.remedy == "mend it")
        #expect(findings["a spoken word"]?.severity == .missing)
        #expect(findings["a translated word"]?.severity == .warning)
    }

    @Test("offline is told with where it was said")
    func offline() async {
        var configuration = configuration()
        configuration.isOffline = true
        configuration.offlineOrigin = "--offline"
        let findings = await findings(configuration, environment: ["HOME": folder.path])
        #expect(findings["offline"]?.detail == "nothing is sent over the network (--offline)")
    }
}
