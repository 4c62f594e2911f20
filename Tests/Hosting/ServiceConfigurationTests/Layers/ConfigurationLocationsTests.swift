import LanguageServices
import Platform
import ServiceConfiguration
import ServiceRegistry
import Testing

struct ConfigurationLocationsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func locations(_ environment: [String: String] = [:], namedFile: String? = nil) -> ConfigurationLocations {
        var complete = environment
        complete["HOME"] = complete["HOME"] ?? folder("home")
        return ConfigurationLocations(environment: complete, namedFile: namedFile, projectFolder: folder("project"))
    }

    // MARK: Locations

    @Test(
        arguments: [
            (["XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/x/parlance/config.json"),
            (["XDG_CONFIG_HOME": "/x"], "/x/parlance/config.json"), (["HOME": "/h"], "/h/.config/parlance/config.json"),
            (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config/parlance/config.json"),
            (["XDG_CONFIG_HOME": "x", "HOME": "/h"], "/h/.config/parlance/config.json"),
            (["XDG_CONFIG_HOME": "./x"], nil), (["HOME": ""], nil), (["HOME": "h"], nil), ([:], nil),
        ] as [([String: String], String?)]
    )
    func theUsersFile(environment: [String: String], path: String?) {
        #expect(ConfigurationLocations(environment: environment).userFile == path)
    }

    @Test func theProjectsFile() {
        #expect(ConfigurationLocations(environment: [:]).projectFile == "parlance.json")
        #expect(ConfigurationLocations(environment: [:], projectFolder: "/p").projectFile == "/p/parlance.json")
    }

    @Test func theCommandLineNamesAFileBeforeTheEnvironment() {
        let environment = ["PARLANCE_CONFIG": "b.json"]
        #expect(ConfigurationLocations(environment: environment, namedFile: "a.json").namedFile == "a.json")
        #expect(ConfigurationLocations(environment: environment).namedFile == "b.json")
        #expect(ConfigurationLocations(environment: ["PARLANCE_CONFIG": ""]).namedFile == nil)
        #expect(ConfigurationLocations(environment: [:]).namedFile == nil)
    }

    // MARK: Missing files

    @Test func filesThatAreNotThereAreNoProblem() {
        let configuration = locations().load()
        #expect(configuration.problems == [])
        #expect(configuration.failure == configuration.problems.first)
        var builtIn = ConfigurationLayer.builtIn.contents
        builtIn.problems = configuration.problems
        #expect(configuration.registry == builtIn)
        #expect(
            configuration.layers.map(\.source) == [
                .builtIn, .userFile(path: folder("home/.config/parlance/config.json"), exists: false),
                .projectFile(path: folder("project/parlance.json"), exists: false), .environment,
            ]
        )
    }

    @Test func withoutAHomeFolderThereIsNoUsersFile() {
        let configuration = ConfigurationLocations(environment: [:], projectFolder: folder.path).load()
        #expect(configuration.problems == [])
        #expect(
            configuration.layers.map(\.source) == [
                .builtIn, .projectFile(path: folder("parlance.json"), exists: false), .environment,
            ]
        )
    }

    @Test func aNamedFileThatIsNotThereIsAProblem() {
        for locations in [
            locations(namedFile: folder("none.json")), locations(["PARLANCE_CONFIG": folder("none.json")]),
        ] {
            let configuration = locations.load()
            #expect(
                configuration.problems.map(\.description) == [
                    "cannot read '\(folder("none.json"))': no such file or directory; "
                        + "check the spelling"
                ]
            )
            #expect(configuration.problems.map(\.code) == [.configuration])
            #expect(configuration.failure == configuration.problems.first)
            var builtIn = ConfigurationLayer.builtIn.contents
            builtIn.problems = configuration.problems
            #expect(configuration.registry == builtIn)
            #expect(
                configuration.layers.map(\.source) == [.builtIn, .namedFile(path: folder("none.json")), .environment]
            )
        }
        #expect(locations(namedFile: "").load().problems.count == 1)
    }

    // MARK: Unreadable files

    private static let userFile = "home/.config/parlance/config.json"
    private static let projectFile = "project/parlance.json"

    @Test(arguments: [userFile, projectFile])
    func aFolderInPlaceOfAFileIsAProblem(name: String) throws {
        try folder.makeFolder(name)
        let configuration = locations().load()
        #expect(
            configuration.problems.map(\.description) == [
                "cannot read '\(folder(name))': is a directory; specify a file, not a folder"
            ]
        )
        #expect(configuration.failure == configuration.problems.first)
        var builtIn = ConfigurationLayer.builtIn.contents
        builtIn.problems = configuration.problems
        #expect(configuration.registry == builtIn)
    }

    @Test(arguments: [userFile, projectFile], ["nowhere", "parlance.json", "config.json"])
    func aLinkThatLeadsNowhereIsAProblem(name: String, target: String) throws {
        // For one of the files, each of the last two targets is the link itself.
        try folder.link(name, to: target)
        let configuration = locations().load()
        #expect(configuration.problems.count == 1)
        #expect(configuration.problems.first?.message.hasPrefix("cannot read '\(folder(name))': ") == true)
        #expect(configuration.failure == configuration.problems.first)
        var builtIn = ConfigurationLayer.builtIn.contents
        builtIn.problems = configuration.problems
        #expect(configuration.registry == builtIn)
    }

    @Test(
        .enabled(if: geteuid() != 0, "root can read every file"),
        arguments: [userFile, projectFile]
    )
    func aFileThatMayNotBeReadIsAProblem(name: String) throws {
        try #require(chmod(try folder.write("{ \"version\": 1 }", to: name), 0) == 0)
        #expect(
            locations().load().problems.map(\.description) == [
                "cannot read '\(folder(name))': permission denied; check the permissions, or choose another place"
            ]
        )
    }

    @Test(arguments: [userFile, projectFile])
    func aHugeFileIsRefusedUnread(name: String) throws {
        // The file is sparse. If it were read, its first byte would be reported instead.
        _ = try folder.writeEmptySpace(50_000_000, to: name)
        let configuration = locations().load()
        #expect(configuration.problems.map(\.description) == ["'\(folder(name))' is larger than 4 MiB"])
        #expect(configuration.problems.map(\.code) == [.configuration])
    }

    @Test func aDeviceWithoutAnEndIsRefused() {
        #expect(
            locations(namedFile: "/dev/zero").load().problems.map(\.message) == ["'/dev/zero' is larger than 4 MiB"]
        )
    }

    @Test func aFileOfTheGreatestSizeIsRead() throws {
        let text = "{ \"version\": 1, \"speech\": { \"rate\": 2 } }"
        let space = String(repeating: " ", count: ConfigurationLocations.maximumFileSize - text.utf8.count)
        try folder.write(text + space, to: Self.projectFile)
        let configuration = locations().load()
        #expect(configuration.problems == [])
        #expect(configuration.registry.services[.speech]?.options.values["rate"]?.content == .number(2))
    }

    // MARK: Trust

    @Test func theUsersFileAndANamedFileMayNameSecretsAndTheProjectsMayNot() throws {
        let text = SecretOfVariableTests.file(key: "{ \"env\": \"MT_KEY\" }")
        let environment = ["MT_KEY": "MARKER"]
        let path = try folder.write(text, to: Self.projectFile)
        let refused = locations(environment).load()
        #expect(refused.problems.count == 1)
        #expect(refused.problems.first?.remedy?.contains("--config") == true)
        #expect(refused.registry.providers.map(\.options.values["key"]) == [nil])

        for locations in [
            locations(environment, namedFile: path),
            locations(["MT_KEY": "MARKER", "PARLANCE_CONFIG": path]),
        ] {
            let trusted = locations.load()
            #expect(trusted.problems == [])
            #expect(try trusted.registry.providers.first?.options.secret("key")?.reveal() == "MARKER")
        }
    }

    @Test func aProjectCannotSendTheUsersSecretElsewhere() throws {
        try folder.write(SecretOfVariableTests.file(key: "{ \"env\": \"MT_KEY\" }"), to: Self.userFile)
        try folder.write(
            #"{ "version": 1, "providers": { "mt": { "kind": "translator", "url": "http://elsewhere" } } }"#,
            to: Self.projectFile
        )
        let configuration = locations(["MT_KEY": "MARKER"]).load()
        #expect(configuration.problems == [])
        #expect(configuration.registry.providers.map(\.options.values.keys.first) == ["url"])
    }
}
