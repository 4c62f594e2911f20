import ServiceConfiguration
import Testing

struct DataLocatorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: Locations

    @Test func theVariableNamesTheOnlyPlace() throws {
        try folder.makeFolder("share/parlance/Voices")
        let environment = ["PARLANCE_DATA": folder("own"), "HOME": folder.path]
        let locator = DataLocator(environment: environment, executable: folder("bin/parlance"))
        #expect(locator.places == [folder("own")])
        #expect(locator.folder("Voices") == nil)
        try folder.makeFolder("own/Voices")
        #expect(locator.folder("Voices") == folder("own/Voices"))
    }

    @Test func anEmptyVariableNamesNone() {
        let empty = DataLocator(environment: ["PARLANCE_DATA": "", "HOME": "/h"], executable: "/p/bin/x")
        #expect(empty == DataLocator(environment: ["HOME": "/h"], executable: "/p/bin/x"))
    }

    @Test func thePlacesStandInTheDocumentedOrder() throws {
        try folder.write("", to: "tree/Package.swift")
        let locator = DataLocator(
            environment: ["XDG_DATA_HOME": "/xdg", "XDG_DATA_DIRS": "/one:/two", "HOME": "/h"],
            executable: folder("tree/.build/debug/parlance")
        )
        #expect(
            locator.places == [
                folder("tree/.build/share/parlance"), folder("tree"), "/xdg/parlance", "/one/parlance", "/two/parlance",
            ]
        )
    }

    static let xdg: [([String: String], [String])] = [
        (["HOME": "/h"], ["/h/.local/share/parlance", "/usr/local/share/parlance", "/usr/share/parlance"]),
        (["HOME": "/h", "XDG_DATA_HOME": "", "XDG_DATA_DIRS": "/a"], ["/h/.local/share/parlance", "/a/parlance"]),
        // A relative path is ignored.
        (["HOME": "/h", "XDG_DATA_HOME": "x", "XDG_DATA_DIRS": "/a"], ["/h/.local/share/parlance", "/a/parlance"]),
        (["XDG_DATA_HOME": "/x", "XDG_DATA_DIRS": "/a:b:./c::/d:"], ["/x/parlance", "/a/parlance", "/d/parlance"]),
        (
            ["XDG_DATA_HOME": "/x", "XDG_DATA_DIRS": ""],
            ["/x/parlance", "/usr/local/share/parlance", "/usr/share/parlance"]
        ),
        (["XDG_DATA_DIRS": "/a"], ["/a/parlance"]), (["HOME": "", "XDG_DATA_DIRS": "/a"], ["/a/parlance"]),
        (["HOME": "h", "XDG_DATA_DIRS": "/a"], ["/a/parlance"]),
    ]

    @Test(arguments: xdg)
    func theFoldersOfTheDesktopStandard(environment: [String: String], places: [String]) {
        #expect(DataLocator(environment: environment, executable: nil).places == places)
    }

    @Test(arguments: ["parlance", "bin/parlance", "./parlance", ""])
    func aRelativeExecutableIsOfNoHelp(executable: String) {
        #expect(DataLocator(environment: ["XDG_DATA_DIRS": "/a"], executable: executable).places == ["/a/parlance"])
    }

    @Test(arguments: ["/parlance", "/bin/parlance"])
    func anExecutableNearTheRootIsTaken(executable: String) {
        #expect(
            DataLocator(environment: ["XDG_DATA_DIRS": "/a"], executable: executable).places
                == ["/share/parlance", "/a/parlance"]
        )
    }

    // MARK: Folders

    @Test func theFirstPlaceThatHasTheFolderIsTaken() throws {
        let environment = ["XDG_DATA_HOME": folder("xdg"), "XDG_DATA_DIRS": folder("system")]
        let locator = DataLocator(environment: environment, executable: folder("tree/.build/debug/parlance"))
        try folder.write("", to: "tree/Package.swift")
        #expect(locator.folder("Voices") == nil)
        let whole = DataLocator(environment: environment, executable: folder("tree/.build/debug/parlance"))
        for place in ["system/parlance", "xdg/parlance", "tree", "tree/.build/share/parlance"] {
            // A file with this name is not a data folder.
            try folder.write("", to: "\(place)/Dictionaries")
            try folder.makeFolder("\(place)/Voices")
            #expect(whole.folder("Voices") == folder("\(place)/Voices"))
            #expect(whole.folder("Dictionaries") == nil)
        }
    }

    @Test func anInstalledProgramFindsWhatLiesBesideIt() throws {
        try folder.makeFolder("usr/share/parlance/Voices")
        try folder.write("", to: "usr/bin/parlance")
        let locator = DataLocator(environment: [:], executable: folder("usr/bin/parlance"))
        #expect(locator.folder("Voices") == folder("usr/share/parlance/Voices"))
    }

    @Test func aLinkToTheProgramFindsWhatLiesBesideTheProgram() throws {
        try folder.makeFolder("opt/parlance/share/parlance/Voices")
        try folder.write("", to: "opt/parlance/bin/parlance")
        try folder.link("usr/bin/parlance", to: "../../opt/parlance/bin/parlance")
        try folder.link("elsewhere", to: "usr/bin")
        for executable in ["usr/bin/parlance", "elsewhere/parlance"] {
            let locator = DataLocator(environment: [:], executable: folder(executable))
            #expect(locator.folder("Voices") == folder("opt/parlance/share/parlance/Voices"))
        }
    }

    @Test func aBuildFindsTheSourceTreeAtAnyUsualDepth() throws {
        try folder.write("", to: "tree/Package.swift")
        try folder.makeFolder("tree/Voices")
        for depth in [
            "parlance", ".build/debug/parlance", ".build/x86_64-unknown-linux-gnu/debug/parlance", "a/b/c/d/e/parlance",
        ] {
            let locator = DataLocator(environment: [:], executable: folder("tree/\(depth)"))
            #expect(locator.folder("Voices") == folder("tree/Voices"), "\(depth)")
        }
        let far = DataLocator(environment: [:], executable: folder("tree/a/b/c/d/e/f/g/parlance"))
        #expect(far.folder("Voices") == nil)
    }

    @Test func theRunningProgramIsFoundWithoutLinks() throws {
        let path = try #require(DataLocator.executablePath())
        #expect(path.hasPrefix("/"))
        #expect(!path.split(separator: "/").contains(".."))
    }
}
