import JSON
import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

/// The precedence of `"offline"` and PARLANCE_OFFLINE.
struct OfflineSettingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load(_ environment: [String: String] = [:]) -> Configuration {
        ConfigurationLocations(
            environment: environment.merging(["XDG_CONFIG_HOME": folder("user")]) { own, _ in own },
            projectFolder: folder("project")
        ).load()
    }

    @Test func everyLayerCanSetIt() throws {
        #expect(load().registry.isOffline == nil)
        try folder.write(#"{ "version": 1, "offline": true }"#, to: "user/parlance/config.json")
        #expect(load().registry.isOffline == true)
        #expect(load().registry.offlineOrigin == "\(folder("user/parlance/config.json")):1:28")
        #expect(load(["PARLANCE_OFFLINE": "false"]).registry.isOffline == false)
        #expect(load(["PARLANCE_OFFLINE": " "]).registry.isOffline == true)
        try folder.write(#"{ "version": 1, "offline": false }"#, to: "user/parlance/config.json")
        #expect(load().registry.isOffline == false)
        try folder.write(#"{ "version": 1, "offline": true }"#, to: "project/parlance.json")
        #expect(load().registry.isOffline == true)
        #expect(load().problems == [])
    }

    @Test(arguments: [("true", true), ("1", true), ("false", false), ("0", false)])
    func theVariableIsTrueOrFalse(text: String, isOffline: Bool) {
        let (contents, problems) = ConfigurationEnvironment.read(["PARLANCE_OFFLINE": text])
        #expect(contents.isOffline == isOffline)
        #expect(contents.offlineOrigin == "environment variable PARLANCE_OFFLINE")
        #expect(problems == [])
    }

    @Test(arguments: ["yes", "TRUE", "2", "offline"]) func everythingElseIsAMistake(text: String) {
        let (contents, problems) = ConfigurationEnvironment.read(["PARLANCE_OFFLINE": text])
        // The user may have wanted to keep texts on the machine.
        #expect(contents.isOffline == true)
        let message =
            "environment variable PARLANCE_OFFLINE: the value is not true or false, so nothing is sent over the network"
        #expect(problems.map(\.message) == [message])
    }

    @Test func aFileOfTheCurrentFolderMayNotAllowTheNetwork() throws {
        try folder.write(#"{ "version": 1, "offline": true }"#, to: "user/parlance/config.json")
        try folder.write(#"{ "version": 1, "offline": false }"#, to: "project/parlance.json")
        let configuration = load()
        #expect(configuration.registry.isOffline == true)
        #expect(configuration.problems.count == 1)
        #expect(configuration.problems.first?.message.contains("must not allow the network") == true)
    }

    @Test(arguments: ["1", "\"true\"", "null", "[]", "{}"]) func whatIsNoTruthIsAMistakeWithItsPlace(value: String) {
        let reading = FileReading("{ \"version\": 1, \"offline\": \(value) }")
        #expect(reading.contents.isOffline == true)
        #expect(reading.complaints.count == 1)
        #expect(reading.complaints.first?.hasPrefix("p.json:1:28: 'offline' must be true or false, not ") == true)
    }

    @Test func itIsListedWithItsOrigin() {
        let contents = FileReading(#"{ "version": 1, "offline": true }"#).contents
        let settings = ConfigurationListing.settings(contents, kinds: [])
        #expect(settings.map { "\($0.name) = \($0.value) [\($0.origin)]" } == ["offline = true [p.json:1:28]"])
        #expect(
            JSONWriter.string(ConfigurationListing.document(contents, kinds: [])) == #"{"version":1,"offline":true}"#
        )
    }
}
