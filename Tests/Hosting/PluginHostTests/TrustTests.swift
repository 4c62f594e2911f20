import LanguageServices
import Platform
import PluginHost
import TestSupport
import Testing

/// Which plug-ins may be executed.
struct TrustTests {
    private let folder: TemporaryFolder
    private let plugin: String

    init() throws {
        folder = try TemporaryFolder()
        plugin = try folder.folder("plugin")
        try AtomicFile.write(
            Array(
                """
                {"schema":1,"id":"mine","version":"1","protocol":[1],"command":["sh","main.sh"],
                 "services":[{"service":"translation"}]}
                """.utf8
            ),
            to: "\(plugin)/plugin.json"
        )
        try AtomicFile.write(Array("exit 0\n".utf8), to: "\(plugin)/main.sh")
        for name in ["plugin.json", "main.sh"] { chmod("\(plugin)/\(name)", 0o644) }
    }

    private var registry: PluginRegistry { PluginRegistry(path: folder.file("plugins.json")) }

    private func added() throws -> PluginEntry {
        let found = try PluginFolder(plugin)
        let entry = PluginEntry(found, program: try found.program(path: "/usr/bin:/bin"))
        try registry.add(entry)
        return entry
    }

    @Test func whatWasAddedIsAllowed() throws {
        let entry = try added()
        #expect(try registry.entry("mine") == entry)
        #expect(try entry.checked().manifest.id == "mine")
        #expect(entry.entries.map(\.path) == ["\(plugin)/main.sh"])
        #expect(entry.program.hasSuffix("/sh"))
        var status = stat()
        #expect(stat(folder.file("plugins.json"), &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try registry.remove("mine"))
        #expect(try !registry.remove("mine"))
        #expect(try registry.entry("mine") == nil)
    }

    @Test func whatIsPreparedIsWhatIsAllowed() throws {
        let folder = try PluginFolder(naming: "\(plugin)/plugin.json")
        let (entry, replaced) = try registry.prepared(folder, search: ProgramSearch.systemPath)
        #expect(entry.folder == folder.path && entry.entries == folder.entries && replaced == nil)
        // Nothing has been written.
        #expect(try registry.entries().entries.isEmpty)
        var other = entry
        other.folder = "/elsewhere"
        other.resets = 2
        try registry.add(other)
        let again = try registry.prepared(folder, search: ProgramSearch.systemPath)
        #expect(again.replaced == "/elsewhere" && again.entry.resets == 2)
        try #require(chmod(folder.path + "/main.sh", 0o777) == 0)
        #expect(throws: ServiceError.self) { try PluginFolder(naming: folder.path) }
    }

    @Test func foldersWithAManifestAreFound() throws {
        let places = PluginLocations(
            registry: nil,
            folders: [folder.path, folder.file("nothing")],
            caches: nil,
            logs: nil,
            search: ProgramSearch.systemPath,
            hostVersion: "0"
        )
        #expect(places.found(besides: []) == [plugin])
        #expect(places.found(besides: [plugin]).isEmpty)
    }

    @Test(arguments: ["plugin.json", "main.sh"])
    func whatHasChangedIsRefused(_ name: String) throws {
        let entry = try added()
        let bytes = try WholeFile.read("\(plugin)/\(name)", limit: 1 << 20)
        try AtomicFile.write(bytes + [0x20], to: "\(plugin)/\(name)")
        #expect {
            try entry.checked()
        } throws: { error in
            let error = error as? ServiceError
            return error?.code == .configuration && error?.message.contains("has changed") == true
                && error?.message.contains(name) == true && error?.remedy?.contains("plugin add") == true
        }
        // Adding it again makes it trusted again.
        #expect(try added().checked().manifest.id == "mine")
    }

    @Test(arguments: ["", "/plugin.json", "/main.sh"], [0o757, 0o775])
    func whatOthersMayChangeIsRefused(_ name: String, _ mode: UInt32) throws {
        let entry = try added()
        #expect(chmod(plugin + name, mode_t(mode)) == 0)
        #expect {
            try entry.checked()
        } throws: { error in
            let error = error as? ServiceError
            return error?.code == .configuration && error?.message.contains("can be changed by other users") == true
                && error?.remedy?.hasPrefix("chmod") == true
        }
        chmod(plugin + name, 0o755)
    }

    @Test func whatIsGoneIsRefused() throws {
        let entry = try added()
        TemporaryFolder.remove(plugin)
        #expect { try entry.checked() } throws: { ($0 as? ServiceError)?.code == .configuration }
    }

    @Test func aFolderThatIsGoneIsToldByThePluginsName() throws {
        let entry = try added()
        TemporaryFolder.remove(plugin)
        #expect {
            try entry.checked()
        } throws: { error in
            let error = error as? ServiceError
            return error?.message == "the folder of plug-in 'mine' no longer exists: '\(plugin)'"
                && error?.remedy == "run 'parlance plugin remove mine', or add it again"
        }
    }

    @Test(arguments: ["plugin/plugin.json", "plugins.json"])
    func aPipeIsRefusedWithoutWaiting(_ name: String) throws {
        let entry = try added()
        let path = folder.file(name)
        #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect {
            _ = try registry.entries()
            _ = try entry.checked()
        } throws: { error in
            (error as? ServiceError)?.message.contains("not a regular file") == true
        }
    }

    @Test func whatALinkOutOfTheFolderLeadsToIsWatched() throws {
        let outside = try folder.folder("outside")
        chmod(outside, 0o755)
        try AtomicFile.write(Array("exit 0\n".utf8), to: "\(outside)/real.sh")
        chmod("\(outside)/real.sh", 0o644)
        #expect(unlink("\(plugin)/main.sh") == 0)
        #expect(symlink("../outside/real.sh", "\(plugin)/main.sh") == 0)
        let entry = try added()
        #expect(entry.entries.map(\.path) == ["\(outside)/real.sh"])
        _ = try entry.checked()
        for open in [outside, "\(outside)/real.sh"] {
            chmod(open, 0o777)
            #expect { try entry.checked() } throws: {
                ($0 as? ServiceError)?.message.contains("can be changed by other users") == true
            }
            chmod(open, 0o755)
        }
        try AtomicFile.write(Array("exit 1\n".utf8), to: "\(outside)/real.sh")
        #expect { try entry.checked() } throws: { ($0 as? ServiceError)?.message.contains("has changed") == true }
    }

    @Test func aProgramThatOthersMayChangeIsRefused() throws {
        let programs = try folder.folder("programs")
        chmod(programs, 0o755)
        try AtomicFile.write(Array("#!/bin/sh\n".utf8), to: "\(programs)/run")
        chmod("\(programs)/run", 0o755)
        let entry = PluginEntry(try PluginFolder(plugin), program: "\(programs)/run")
        _ = try entry.checked()
        for open in [programs, "\(programs)/run"] {
            chmod(open, 0o777)
            for check in [{ _ = try entry.checked() }, { try PluginFolder.checkProgram(entry.program) }] {
                #expect { try check() } throws: {
                    ($0 as? ServiceError)?.message == "'\(open)' can be changed by other users"
                }
            }
            chmod(open, 0o755)
        }
        // Others cannot replace files in a sticky folder such as /tmp.
        chmod(programs, 0o1777)
        _ = try entry.checked()
        // Programs of this machine are accepted, including links and scripts that start other programs.
        for name in ["sh", "python3"] {
            if let found = ProgramSearch.find(name, in: ProgramSearch.systemPath) {
                #expect(throws: Never.self) { try PluginFolder.checkProgram(found) }
            }
        }
    }

    @Test func aFolderAroundAFileThatOthersMayChangeIsRefused() throws {
        let inner = "\(plugin)/sub/bin"
        try Folder.make(inner)
        chmod("\(plugin)/sub", 0o755)
        chmod(inner, 0o755)
        try AtomicFile.write(Array("exit 0\n".utf8), to: "\(inner)/main.sh")
        chmod("\(inner)/main.sh", 0o644)
        try AtomicFile.write(Array(manifest(["sh", "sub/bin/main.sh"]).utf8), to: "\(plugin)/plugin.json")
        let entry = try added()
        for open in [inner, "\(plugin)/sub"] {
            chmod(open, 0o777)
            #expect { try entry.checked() } throws: {
                ($0 as? ServiceError)?.message == "'\(open)' can be changed by other users"
            }
            chmod(open, 0o755)
        }
        _ = try entry.checked()
    }

    @Test(arguments: ["../run", "bin/../../run", "/usr/bin/../bin/sh"])
    func aProgramThatLeadsOutIsRefused(_ program: String) throws {
        try AtomicFile.write(Array(manifest([program]).utf8), to: "\(plugin)/plugin.json")
        #expect { try PluginFolder(plugin) } throws: {
            ($0 as? ServiceError)?.message.contains("outside the plug-in's folder") == true
        }
    }

    private func manifest(_ command: [String]) -> String {
        let words = command.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"schema":1,"id":"mine","version":"1","protocol":[1],"command":[\(words)],
             "services":[{"service":"translation"}]}
            """
    }

    @Test func aBrokenEntryDoesNoHarm() throws {
        let entry = try added()
        let text = String(decoding: try WholeFile.read(folder.file("plugins.json"), limit: 1 << 20), as: UTF8.self)
        let broken = text.replacing("\"plugins\": [", with: "\"plugins\": [ {\"id\": \"other\", \"folder\": 7}, 12,")
        try AtomicFile.write(Array(broken.utf8), to: folder.file("plugins.json"))
        let (entries, unreadable) = try registry.entries()
        #expect(entries == [entry] && unreadable == 2)
        #expect(try registry.reset("mine"))
        #expect(try registry.entry("mine")?.resets == 1)
        #expect(try registry.entries().unreadable == 2)
    }

    @Test func aListThatOthersMayChangeIsRefused() throws {
        _ = try added()
        chmod(folder.file("plugins.json"), 0o666)
        #expect { try registry.entries() } throws: { ($0 as? ServiceError)?.code == .configuration }
    }

    @Test func theFilesOfAManifestAreLookedAt() throws {
        let hash = "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"
        try AtomicFile.write(Array("foo\n".utf8), to: "\(plugin)/model")
        chmod("\(plugin)/model", 0o644)
        try AtomicFile.write(
            Array(
                """
                {"schema":1,"id":"mine","version":"1","protocol":[1],"command":["sh","main.sh"],
                 "services":[{"service":"translation"}],"files":[{"path":"model","sha256":"\(hash)"}]}
                """.utf8
            ),
            to: "\(plugin)/plugin.json"
        )
        let entry = try added()
        _ = try entry.checked()
        try AtomicFile.write(Array("bar\n".utf8), to: "\(plugin)/model")
        #expect { try entry.checked() } throws: {
            ($0 as? ServiceError)?.message.contains("does not match the hash") == true
        }
    }

    @Test func theEnvironmentIsAnAllowList() {
        let variables = [
            "PATH=/bin", "LC_ALL=C", "XDG_DATA_HOME=/x", "SECRET_KEY=1", "HF_HOME=/m", "LD_PRELOAD=x", "HOMEX=1",
        ]
        #expect(PluginEnvironment.kept(variables, also: []) == ["PATH=/bin", "LC_ALL=C", "XDG_DATA_HOME=/x"])
        #expect(PluginEnvironment.kept(variables, also: ["HF_HOME"]).contains("HF_HOME=/m"))
    }

    @Test func pluginsThatStartEachOtherComeToAnEnd() {
        let name = PluginDepth.variable
        #expect(PluginDepth.of(["PATH=/bin"]) == 0 && PluginDepth.of(["\(name)=2", "\(name)X=9"]) == 2)
        // An invalid value is treated as the maximum depth.
        for wrong in ["", "-1", "4", "x", "99999999999999999999"] {
            #expect(PluginDepth.of(["\(name)=\(wrong)"]) == PluginDepth.most, "\(wrong)")
        }
        let deeper = PluginDepth.deeper(["A=1", "\(name)=0"], than: ["\(name)=1"])
        #expect(deeper == ["A=1", "\(name)=2"])
        #expect(throws: Never.self) { try PluginDepth.check("x", variables: ["\(name)=2"]) }
        #expect { try PluginDepth.check("x", variables: ["\(name)=3"]) } throws: {
            ($0 as? ServiceError)?.code == .configuration
        }
    }
}
