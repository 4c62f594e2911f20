import Platform
import TestSupport
import Testing

@testable import parlance

/// The environment variables that programs started by `parlance` receive.
@Suite struct ProgramEnvironmentTests {
    @Test("a child process gets the variables it needs, and no service keys")
    func programs() async throws {
        let box = try Sandbox()
        // The shell writes the program, because a file that this process holds open for writing cannot be executed.
        let script = #"printf '#!/bin/sh\nenv > "%s/seen"\nexit 1\n' "$PWD" > pw-play && chmod 755 pw-play"#
        #expect(try await box.shell(script).ending == .exited(0))
        _ = try await box.run(
            ["speak", "hello"],
            environment: ["PATH": "\(box.work):/usr/bin:/bin", "SERVICE_KEY": "seen-by-nobody", "LC_ALL": "C.UTF-8"]
        )
        let seen = String(decoding: try #require(contents(box.path("seen")), "pw-play was not started"), as: UTF8.self)
        for needed in ["PATH=\(box.work):", "HOME=", "LC_ALL=C.UTF-8", "XDG_RUNTIME_DIR="] {
            #expect(seen.contains(needed))
        }
        #expect(!seen.contains("seen-by-nobody"))
    }

    @Test("MeCab's settings are read, and a broken MeCab is reported in one line")
    func brokenMeCab() async throws {
        let box = try Sandbox()
        try box.write("", to: "libmecab.so.2")
        for (variable, value, message) in [
            ("MECABRC", "/nonexistent", "directory: /nonexistent; install the package mecab-ipadic-utf8"),
            ("LD_LIBRARY_PATH", box.work, "libmecab.so.2: file too short; install the packages libmecab2"),
        ] {
            let command = ["speak", "今日は", "--accent", "ja", "--output", "speech.wav"]
            let outcome = try await box.run(command, environment: [variable: value, "LC_ALL": "C.UTF-8"])
            #expect(outcome.ending == .exited(0))
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count { $0.contains("ecab") } == 1, "\(outcome.errors)")
        }
    }
}
