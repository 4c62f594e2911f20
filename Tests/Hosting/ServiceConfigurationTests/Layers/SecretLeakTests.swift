import JSON
import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

/// Searches all printable output for a secret.
struct SecretLeakTests {
    private static let marker = "sk-live-MARKER-0123456789"

    private func everything(_ configuration: Configuration) -> String {
        var text = ""
        dump(configuration, to: &text)
        print(configuration, to: &text)
        debugPrint(configuration, to: &text)
        let problems = configuration.problems.adding(SampleKinds.registry().problems(in: configuration.registry))
        dump(problems, to: &text)
        for problem in problems { print(problem, problem.message, problem.remedy ?? "", to: &text) }
        let settings = ConfigurationListing.settings(configuration.registry, kinds: SampleKinds.all)
        dump(settings, to: &text)
        let document = ConfigurationListing.document(configuration.registry, kinds: SampleKinds.all)
        dump(document, to: &text)
        return text + JSONWriter.string(document) + JSONWriter.string(document, form: .pretty)
    }

    /// Output that is meant to be printed: the listing, its document, and the problems.
    private func shown(_ configuration: Configuration) -> String {
        let problems = configuration.problems.adding(SampleKinds.registry().problems(in: configuration.registry))
        let settings = ConfigurationListing.settings(configuration.registry, kinds: SampleKinds.all)
        let document = ConfigurationListing.document(configuration.registry, kinds: SampleKinds.all)
        return "\(problems)\(problems.map(\.description))\(settings)\(JSONWriter.string(document))"
    }

    private func configuration(_ text: String, folder: TemporaryFolder) throws -> Configuration {
        ConfigurationLocations(
            environment: ["MT_KEY": Self.marker, "HOME": folder.path],
            namedFile: try folder.write(text, to: "config.json")
        ).load()
    }

    @Test(arguments: ["{ \"env\": \"MT_KEY\" }", "{ \"file\": \"key\" }", "{ \"file\": \"~/key\" }"])
    func aSecretThatIsReadIsShownNowhere(key: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("\(Self.marker)\n", to: "key")
        let configuration = try configuration(SecretOfVariableTests.file(key: key), folder: folder)
        #expect(configuration.problems == [])
        let options = configuration.registry.providers.first { $0.id == "mt" }?.options
        #expect(try options?.secret("key")?.reveal() == Self.marker)
        let text = everything(configuration)
        #expect(!text.contains("MARKER"))
        #expect(text.contains(Secret.redacted))
    }

    @Test(arguments: [
        #"{ "accent": { "env": "MT_KEY" } }"#, #"{ "roles": { "r": { "rate": { "file": "key" } } } }"#,
    ])
    func aSecretInAServiceIsShownNowhere(speech: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.marker, to: "key")
        let configuration = try configuration("{ \"version\": 1, \"speech\": \(speech) }", folder: folder)
        #expect(!everything(configuration).contains("MARKER"))
    }

    static let literals = [
        #"{ "kind": "translator", "url": "u", "key": "sk-live-MARKER-0123456789" }"#,
        #"{ "kind": "translator", "url": "u", "key": ["sk-live-MARKER-0123456789"] }"#,
        #"{ "kind": "translator", "url": "u", "key": { "env": "sk-live-MARKER-0123456789" } }"#,
        #"{ "kind": "translator", "url": "u", "key": { "value": "sk-live-MARKER-0123456789" } }"#,
        #"{ "kind": "translator", "url": "u", "key": [["sk-live-MARKER-0123456789"]] }"#,
        // A key that no kind declares may be a misspelt "key".
        #"{ "kind": "translator", "url": "u", "kye": "sk-live-MARKER-0123456789" }"#,
        #"{ "kind": "translater", "url": "u", "key": "sk-live-MARKER-0123456789" }"#,
        #"{ "url": "u", "key": "sk-live-MARKER-0123456789" }"#,
        #"{ "kind": 1, "url": "u", "key": "sk-live-MARKER-0123456789" }"#,
    ]

    @Test(arguments: literals)
    func aSecretThatIsWrittenOutIsNotRepeated(provider: String) throws {
        let text = "{ \"version\": 1, \"providers\": { \"mt\": \(provider) } }"
        let configuration = try configuration(text, folder: try TemporaryFolder())
        #expect(!shown(configuration).contains("MARKER"))
        #expect(shown(configuration).contains("mt"))
    }

    @Test func anOptionThatMayBeShownIs() throws {
        let text =
            #"{ "version": 1, "providers": { "mt": { "kind": "translator", "url": "http://x", "attempts": 3 } } }"#
        let text2 = shown(try configuration(text, folder: try TemporaryFolder()))
        #expect(text2.contains("http://x"))
        #expect(text2.contains("\"attempts\":3"))
    }
}
