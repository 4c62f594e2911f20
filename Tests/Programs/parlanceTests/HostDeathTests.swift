import Foundation
import Platform
import TestSupport
import Testing

/// Plug-ins exit with their host when it is killed, even if they resist.
@Suite(.timeLimit(.minutes(10)))
struct HostDeathTests {
    private let box: Sandbox

    init() throws {
        box = try Sandbox()
        try FileManager.default.createDirectory(atPath: box.path("stubborn"), withIntermediateDirectories: false)
    }

    private func write(_ text: String, to name: String) throws {
        try box.write(text, to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path(name))
    }

    /// The processes whose working folder is the plug-in's.
    private func stubborn() -> [Int32] {
        let folder = box.path("stubborn")
        return TemporaryFolder.names(in: "/proc").compactMap { Int32($0) }.filter { number in
            guard let place = realpath("/proc/\(number)/cwd", nil) else { return false }
            defer { free(place) }
            return String(cString: place) == folder
        }
    }

    /// Runs the program until the plug-in is busy, then kills it.
    private func killHost(_ arguments: [String], processes count: Int) async throws {
        let host = try box.start(arguments)
        #expect(await eventually { stubborn().count >= count && names().contains("at-work") })
        let all = stubborn()
        #expect(all.count >= count)
        kill(host.identifier, SIGKILL)
        #expect(await host.wait().ending == .signalled(SIGKILL))
        // The guard kills them after a second. Without it they would run for an hour.
        #expect(await eventually { stubborn().isEmpty })
        #expect(await eventually { all.allSatisfy { !ProcessTable.isRunning($0) } })
    }

    private func names() -> [String] { box.names(in: "stubborn") }

    /// A plug-in that ignores the end of its input and every signal that can be ignored, and has a child that does the
    /// same.
    @Test func aPluginThatIgnoresEverything() async throws {
        try write(
            """
            {"schema":1,"id":"stubborn","version":"1","protocol":[1],"command":["python3","-B","main.py"],
             "services":[{"service":"translation"}]}
            """,
            to: "stubborn/plugin.json"
        )
        try write(
            """
            import json, signal, subprocess, sys, time

            for number in range(1, signal.NSIG):
                if number not in (signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD):
                    try:
                        signal.signal(number, signal.SIG_IGN)
                    except (OSError, ValueError):
                        pass
            subprocess.Popen(["sh", "-c", "sleep 3600; sleep 3600"], restore_signals=False)
            offer = {"protocol": 1, "plugin": {"name": "stubborn", "version": "1"}, "services": [{"service": "translation"}]}
            for line in sys.stdin:
                frame = json.loads(line)
                if frame.get("method") == "initialize":
                    print(json.dumps({"id": frame["id"], "result": offer}), flush=True)
                elif frame.get("method") == "translation.translate":
                    open("at-work", "w").close()
            while True:
                time.sleep(3600)
            """,
            to: "stubborn/main.py"
        )
        try box.write(
            """
            { "version": 1, "translation": { "use": ["stubborn"] },
              "providers": { "stubborn": { "kind": "plugin-translation", "plugin": "stubborn" } } }
            """,
            to: "config.json"
        )
        #expect(try await box.run(["plugin", "add", "stubborn"]).ending == .exited(0))
        try await killHost(
            ["translate", "hello", "--from", "en", "--to", "es", "--config", "config.json"],
            processes: 3
        )
    }

    @Test func aCommandThatIgnoresEverything() async throws {
        let script = "cd stubborn; trap '' HUP INT QUIT TERM PIPE; sleep 3600 & touch at-work; sleep 3600"
        try box.write(
            """
            { "version": 1, "translation": { "use": ["command"] }, "providers": { "command": {
              "kind": "exec-translation", "command": ["sh", "-c", "\(script)"], "from": "en", "to": "es" } } }
            """,
            to: "config.json"
        )
        try await killHost(
            ["translate", "hello", "--from", "en", "--to", "es", "--config", "config.json"],
            processes: 3
        )
    }
}
