import Platform
import TestSupport
import Testing

@testable import parlance

/// What programs that `parlance` starts get to see of its environment.
@Suite struct ProgramEnvironmentTests {
    @Test(
        "a program that is started gets what it needs, and no key of a service",
        arguments: [
            ("mecab", ["gloss", "水と火", "--from", "ja", "--to", "en"]), ("pw-play", ["speak", "hello"]),
        ]
    )
    func programs(_ name: String, _ command: [String]) async throws {
        let box = try Sandbox()
        // The shell writes the program, since what this process holds open for writing could not be started.
        let script = #"printf '#!/bin/sh\nenv > "%s/seen"\nexit 1\n' "$PWD" > \#(name) && chmod 755 \#(name)"#
        #expect(try await box.shell(script).ending == .exited(0))
        _ = try await box.run(
            command,
            environment: ["PATH": "\(box.work):/usr/bin:/bin", "SERVICE_KEY": "seen-by-nobody", "LC_ALL": "C.UTF-8"]
        )
        let seen = String(decoding: try #require(contents(box.path("seen")), "\(name) was not started"), as: UTF8.self)
        for needed in ["PATH=\(box.work):", "HOME=", "LC_ALL=C.UTF-8", "XDG_RUNTIME_DIR="] {
            #expect(seen.contains(needed))
        }
        #expect(!seen.contains("seen-by-nobody"))
    }
}
