import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

struct LayerPrecedenceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func file(accent: String, rate: Double? = nil, use: String? = nil) -> String {
        let rate = rate.map { ", \"rate\": \($0)" } ?? ""
        let use = use.map { ", \"use\": \"\($0)\"" } ?? ""
        return "{ \"version\": 1, \"speech\": { \"accent\": \"\(accent)\"\(rate)\(use) } }"
    }

    private func load(_ environment: [String: String] = [:], namedFile: String? = nil) -> Configuration {
        ConfigurationLocations(
            environment: environment.merging(["XDG_CONFIG_HOME": folder("user")]) { own, _ in own },
            namedFile: namedFile,
            projectFolder: folder("project")
        ).load()
    }

    private func accent(_ configuration: Configuration) -> String? {
        guard case .string(let text) = configuration.registry.services[.speech]?.options.values["accent"]?.content
        else {
            return nil
        }
        return text
    }

    @Test func eachLayerWinsOverThoseBelow() throws {
        #expect(accent(load()) == "en-US")
        try folder.write(Self.file(accent: "ab"), to: "user/parlance/config.json")
        #expect(accent(load()) == "ab")
        try folder.write(Self.file(accent: "cd"), to: "project/parlance.json")
        #expect(accent(load()) == "cd")
        #expect(accent(load(["PARLANCE_SPEECH_ACCENT": "ef"])) == "ef")
        #expect(accent(load(["PARLANCE_SPEECH_ACCENT": ""])) == "cd")
    }

    @Test func settingsAreReplacedOneByOne() throws {
        try folder.write(Self.file(accent: "ab", rate: 0.5, use: "one"), to: "user/parlance/config.json")
        try folder.write(Self.file(accent: "cd", use: "two"), to: "project/parlance.json")
        let speech = load(["PARLANCE_SPEECH_USE": "three,four"]).registry.services[.speech]
        #expect(speech?.use == ["three", "four"])
        #expect(speech?.useOrigin == "environment variable PARLANCE_SPEECH_USE")
        #expect(
            speech?.options.values == [
                "accent": OptionValue(.string("cd"), origin: "\(folder("project/parlance.json")):1:39"),
                "rate": OptionValue(.number(0.5), origin: "\(folder("user/parlance/config.json")):1:53"),
            ]
        )
    }

    @Test func aNamedFileStandsForBothFiles() throws {
        try folder.write(Self.file(accent: "ab", rate: 0.5, use: "one"), to: "user/parlance/config.json")
        try folder.write("not JSON", to: "project/parlance.json")
        let named = try folder.write(Self.file(accent: "xy"), to: "named.json")
        for configuration in [
            load(namedFile: named), load(["PARLANCE_CONFIG": named]),
            load(["PARLANCE_CONFIG": folder("none")], namedFile: named),
        ] {
            #expect(configuration.problems == [])
            #expect(accent(configuration) == "xy")
            #expect(configuration.registry.services[.speech]?.use == ["espeak"])
            #expect(configuration.registry.services[.speech]?.options.values["rate"] == nil)
            #expect(configuration.layers.map(\.source) == [.builtIn, .namedFile(path: named), .environment])
        }
        #expect(accent(load(["PARLANCE_SPEECH_ACCENT": "ef"], namedFile: named)) == "ef")
    }

    @Test func aBrokenFileLeavesTheOtherLayersInForce() throws {
        try folder.write(Self.file(accent: "ab", rate: 0.5), to: "user/parlance/config.json")
        try folder.write("{ \"version\": 1, \"speech\": { \"accent\": \"cd\" }", to: "project/parlance.json")
        let configuration = load(["PARLANCE_SPEECH_RATE": "2", "PARLANCE_SPEECH_X": "1"])
        #expect(accent(configuration) == "ab")
        #expect(configuration.registry.services[.speech]?.options.values["rate"]?.content == .number(2))
        #expect(configuration.registry.services[.speech]?.use == ["espeak"])
        #expect(configuration.problems.count == 2)
        #expect(configuration.problems.first?.message.hasPrefix("\(folder("project/parlance.json")):1:") == true)
        #expect(configuration.problems.last?.message.hasPrefix("environment variable PARLANCE_SPEECH_X") == true)
        #expect(configuration.layers.map(\.problems.count) == [0, 0, 1, 1])
    }

    @Test func aSettingThatIsWrongLeavesTheLowerLayersInForce() throws {
        try folder.write(Self.file(accent: "ab"), to: "user/parlance/config.json")
        try folder.write(
            #"{ "version": 1, "speech": { "accent": null, "use": 1, "roles": [] } }"#,
            to: "project/parlance.json"
        )
        let configuration = load()
        #expect(accent(configuration) == "ab")
        #expect(configuration.registry.services[.speech]?.use == ["espeak"])
        #expect(configuration.problems.count == 3)
    }
}
