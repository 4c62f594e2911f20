import Foundation
import Platform
import TestSupport
import Testing

@testable import parlance

/// `parlance plugin`, and plug-ins in a configuration.
@Suite(.timeLimit(.minutes(10)))
struct PluginTests {
    private let box: Sandbox

    init() throws {
        box = try Sandbox()
        let folder = box.path("loud")
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        let plugins = "\(Repository.root)/Plugins"
        for (name, source) in [
            ("parlance_plugin.py", plugins), ("main.py", "\(plugins)/template-python"),
            ("plugin.json", "\(plugins)/template-python"),
        ] {
            try FileManager.default.copyItem(atPath: "\(source)/\(name)", toPath: "\(folder)/\(name)")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(folder)/\(name)")
        }
        try box.write(
            """
            { "version": 1, "translation": { "use": ["loud"] },
              "providers": { "loud": { "kind": "plugin-translation", "plugin": "template-python" } } }
            """,
            to: "config.json"
        )
    }

    private let translate = ["translate", "hello", "--from", "en", "--to", "en-x-loud", "--config", "config.json"]

    @Test func nothingIsStartedThatWasNotAdded() async throws {
        let before = try await box.run(translate)
        #expect(before.ending == .exited(78) && before.errors.contains("add one with 'parlance plugin add FOLDER'"))
        #expect(try await box.run(["plugin", "add", "loud"]).ending == .exited(0))
        #expect(try await box.run(translate).text == "HELLO!\n")
        let list = try await box.run(["plugin", "list", "--json"]).text
        #expect(list.contains(#""id":"template-python""#) && list.contains(#""state":"added""#))
        #expect(
            try await box.run(["plugin", "remove", "template-python"]).text == "plug-in 'template-python' removed\n"
        )
        #expect(try await box.run(translate).ending == .exited(78))
    }

    @Test func whatHasChangedIsRefused() async throws {
        #expect(try await box.run(["plugin", "add", "loud"]).ending == .exited(0))
        try box.write("print('evil')\n", to: "loud/main.py")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path("loud/main.py"))
        let refused = try await box.run(translate)
        #expect(refused.ending == .exited(78) && refused.errors.contains("has changed since it was added"))
        #expect(try await box.run(["plugin", "list"]).text.contains("refused: "))
        #expect(try await box.run(["plugin", "add", "loud"]).ending == .exited(0))
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: box.path("loud/main.py"))
        let open = try await box.run(["plugin", "add", "loud"])
        #expect(open.ending == .exited(78) && open.errors.contains("can be changed by other users"))
    }

    @Test func theDoctorLooksAndStartsNothing() async throws {
        func finding() async throws -> [String: Any] {
            let lines = try await box.run(["doctor", "--json"]).json()
            return try #require(lines.first { ($0["name"] as? String)?.hasPrefix("plug-in") == true })
        }
        #expect(try await finding()["detail"] as? String == "none; add one with 'parlance plugin add FOLDER'")
        try box.write("open('executed', 'w')\n", to: "loud/main.py")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path("loud/main.py"))
        try FileManager.default.createSymbolicLink(atPath: box.path("python"), withDestinationPath: "/usr/bin/env")
        let manifest = try String(contentsOfFile: box.path("loud/plugin.json"), encoding: .utf8)
        try box.write(
            manifest.replacingOccurrences(of: "\"python3\"", with: "\"\(box.path("python"))\""),
            to: "loud/plugin.json"
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path("loud/plugin.json"))
        #expect(try await box.run(["plugin", "add", "loud"]).ending == .exited(0))
        let usable = try await finding()
        #expect(usable["name"] as? String == "plug-in: template-python" && usable["state"] as? String == "ok")
        #expect(usable["detail"] as? String == "version 1.0, usable: translation")

        try FileManager.default.removeItem(atPath: box.path("python"))
        let missing = try await finding()
        #expect(missing["state"] as? String == "warning")
        #expect((missing["detail"] as? String)?.hasPrefix("version 1.0, missing program: the program") == true)
        #expect((missing["remedy"] as? String)?.hasPrefix("install it, then run 'parlance plugin add ") == true)

        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: box.path("loud/main.py"))
        let refused = try await finding()
        #expect((refused["detail"] as? String)?.hasPrefix("refused: ") == true, "\(refused)")
        #expect((refused["remedy"] as? String)?.hasPrefix("chmod go-w") == true)

        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path("loud/main.py"))
        try box.write("open('executed', 'a')\n", to: "loud/main.py")
        let changed = try await finding()
        #expect((changed["detail"] as? String)?.hasPrefix("version 1.0, changed: plug-in") == true, "\(changed)")
        #expect((changed["remedy"] as? String)?.contains("plugin add") == true)
        #expect(!box.names(in: "loud").contains("executed"))
    }

    @Test(arguments: ["plugin-translation", "exec-translation"])
    func aProjectFileStartsNothing(_ kind: String) async throws {
        try box.write(
            """
            { "version": 1, "translation": { "use": ["x"] }, "providers": { "x": {
              "kind": "\(kind)", "plugin": "template-python", "command": ["touch", "broken"], "from": "en", "to": "es" } } }
            """,
            to: "parlance.json"
        )
        let refused = try await box.run(["translate", "hello", "--to", "es"])
        #expect(refused.ending == .exited(78) && refused.errors.contains("may not start programs"))
        #expect(!box.names().contains("broken"))
    }

    @Test func verdicts() async throws {
        let lines = try await box.run(["plugin", "test", "loud", "--json"])
        #expect(lines.ending == .exited(0) && lines.text.split(separator: "\n").count == 31)
        try box.write("import sys; sys.exit(3)\n", to: "loud/main.py")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path("loud/main.py"))
        let broken = try await box.run(["plugin", "test", "loud"])
        #expect(broken.ending != .exited(0) && broken.errors.contains("exit status 3"))
    }

    @Test func mistakes() async throws {
        try box.write("{ \"schema\": 1,\n  \"idd\": \"x\" }", to: "loud/plugin.json")
        let wrong = try await box.run(["plugin", "info", "loud"])
        #expect(wrong.ending == .exited(78) && wrong.errors.contains("plugin.json:2:3: a manifest has no key 'idd'"))
        for verb in ["log", "reset", "remove"] {
            #expect(try await box.run(["plugin", verb, "no-such"]).ending == .exited(1), "\(verb)")
        }
        #expect(try await box.run(["plugin", "add", "nowhere"]).ending == .exited(74))
    }

    @Test func aManifestThatCannotBeReadIsListed() async throws {
        let folder = "\(box.home)/.local/share/parlance/plugins/broken"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #require(mkfifo("\(folder)/plugin.json", 0o644) == 0)
        let table = try await box.run(["plugin", "list"])
        #expect(table.ending == .exited(0) && table.text.contains("cannot be read: "), "\(table)")
        let lines = try await box.run(["plugin", "list", "--json"]).json()
        let broken = try #require(lines.first { ($0["folder"] as? String)?.hasSuffix("/broken") == true })
        #expect(broken["state"] as? String == "refused" && broken["error"] is [String: Any])
    }

    @Test(arguments: ["add", "test"])
    func aProgramThatOthersMayChangeIsNotStarted(_ verb: String) async throws {
        try box.write("#!/bin/sh\ntouch executed\n", to: "run")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: box.path("run"))
        let manifest = try String(contentsOfFile: box.path("loud/plugin.json"), encoding: .utf8)
        try box.write(
            manifest.replacingOccurrences(of: "\"python3\"", with: "\"\(box.path("run"))\""),
            to: "loud/plugin.json"
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path("loud/plugin.json"))
        let refused = try await box.run(["plugin", verb, "loud"])
        #expect(refused.ending == .exited(78) && refused.errors.contains("run' can be changed by other users"))
        #expect(!box.names(in: "loud").contains("executed"))
    }

    @Test func whatIsNotWatchedIsSaid() async throws {
        #expect(try await box.run(["plugin", "add", "loud"]).errors.contains("is watched") == false)
        let manifest = try String(contentsOfFile: box.path("loud/plugin.json"), encoding: .utf8)
        try box.write(
            manifest.replacingOccurrences(of: "\"main.py\"", with: "\"-m\", \"main\""),
            to: "loud/plugin.json"
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path("loud/plugin.json"))
        let added = try await box.run(["plugin", "add", "loud"])
        #expect(added.ending == .exited(0))
        let note = "only plugin.json is checked for changes; list the plug-in's other files under 'files'"
        #expect(added.errors.contains(note))
    }

    /// However a command ends, it waits until its plug-ins have exited and their output is in the log.
    @Test(arguments: [("en-x-loud", 0 as Int32), ("fr", 69)])
    func theLastWordIsHeard(_ target: String, _ code: Int32) async throws {
        let main = try String(contentsOfFile: box.path("loud/main.py"), encoding: .utf8)
        let farewell = """
            import os, sys, time
            leave = os._exit
            os._exit = lambda code: (time.sleep(0.5), sys.stderr.write("farewell\\n"), sys.stderr.flush(), leave(code))
            """
        try box.write("\(farewell)\n\(main)", to: "loud/main.py")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path("loud/main.py"))
        #expect(try await box.run(["plugin", "add", "loud"]).ending == .exited(0))
        let translate = ["translate", "hello", "--from", "en", "--to", target, "--config", "config.json"]
        #expect(try await box.run(translate).ending == .exited(code))
        #expect(try await box.run(["plugin", "log", "template-python"]).text.contains("farewell"))
        #expect(ProcessTable.processes(in: box.path("loud")).isEmpty)
    }

    @Test func aKilledHostLeavesNothing() async throws {
        #expect(try await box.run(["plugin", "add", "loud"]).ending == .exited(0))
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[1]) }
        let host = try box.start(
            ["translate", "--jsonl", "--from", "en", "--to", "en-x-loud", "--config", "config.json"],
            input: ends[0]
        )
        close(ends[0])
        let line = Array("{\"text\":\"hello\"}\n".utf8)
        #expect(write(ends[1], line, line.count) == line.count)
        // Only this test's copy of the template has this folder name in its command line.
        #expect(await eventually { !ProcessTable.processes(in: box.path("loud")).isEmpty })
        kill(host.identifier, SIGKILL)
        _ = await host.wait()
        #expect(await eventually { ProcessTable.processes(in: box.path("loud")).isEmpty })
    }
}
