import Foundation
import Platform
import TestSupport
import Testing

#if os(Linux)
/// The program uses the network only if a configuration names a remote provider, and never with --offline.
///
/// The program runs with a preloaded library that ends any process which opens or connects a network socket or resolves
/// a name. The dynamic linker logs the loaded libraries.
@Suite(
    "No network",
    .enabled(if: SocketGuard.isPossible, "no C compiler is installed"),
    .timeLimit(.minutes(10))
)
struct OfflineTests {
    private let box: Sandbox
    private let guarding: SocketGuard

    init() throws {
        box = try Sandbox()
        guarding = try SocketGuard(in: box)
        try box.write(
            """
            { "version": 1,
              "translation": { "use": ["libre", "model", "dictionary", "gloss"], "from": "en", "to": "es" },
              "providers": {
                "libre": { "kind": "http-translation", "dialect": "libretranslate", "url": "http://127.0.0.1:1",
                  "attempts": 3, "charactersPerDay": 1000 },
                "model": { "kind": "http-translation", "dialect": "openai", "url": "http://localhost:1/v1",
                  "model": "m", "key": { "env": "KEY" } } } }
            """,
            to: "remote.json"
        )
        try box.write("Front\tBack\nwater\t\nhouse\t\n", to: "w.tsv")
    }

    /// Typical commands, run separately.
    private static let commands: [[String]] = [
        ["translate", "water", "--from", "en", "--to", "es"],
        ["translate", "I have two red houses.", "--from", "en", "--to", "es"],
        ["gloss", "two red houses", "--from", "en", "--to", "es"],
        ["speak", "water", "-o", "water.wav"], ["ipa", "water"], ["voices"],
        [
            "deck", "translate", "w.tsv", "-o", "t.tsv", "--from", "en", "--to", "es", "--header", "present",
            "--restart",
        ],
        ["deck", "speak", "w.tsv", "-o", "s.tsv", "--field", "Front", "--header", "present", "--media-dir", "media"],
        ["doctor"], ["providers"], ["providers", "--usage"], ["config", "check"], ["config", "show"],
        ["dictionary", "list"],
    ]

    @Test("the default configuration opens no socket and loads no libcurl", arguments: commands)
    func byDefault(_ command: [String]) async throws {
        let run = try await guarding.run(command)
        #expect(run.calls == [], "\(command): \(run.outcome.errors)")
        #expect(!run.loaded.contains { $0.contains("libcurl") })
        // Checks that the log works at all.
        #expect(run.loaded.contains { $0.contains("libsndfile") })
        Self.expectWorked(run.outcome, command)
    }

    @Test("neither do remote providers with --offline", arguments: commands)
    func offline(_ command: [String]) async throws {
        let run = try await guarding.run(["--config", "remote.json", "--offline"] + command)
        #expect(run.calls == [], "\(command): \(run.outcome.errors)")
        #expect(!run.loaded.contains { $0.contains("libcurl") })
        Self.expectWorked(run.outcome, command)
    }

    @Test("the environment and the configuration have the same effect as the flag", arguments: [0, 1])
    func otherwise(_ way: Int) async throws {
        let text = String(decoding: try #require(contents(box.path("remote.json"))), as: UTF8.self)
        try box.write(text.replacing(#""version": 1,"#, with: #""version": 1, "offline": true,"#), to: "offline.json")
        let run = try await guarding.run(
            ["--config", way == 0 ? "offline.json" : "remote.json", "translate", "water", "--provider", "libre"],
            environment: way == 0 ? [:] : ["PARLANCE_OFFLINE": "1"]
        )
        #expect(run.calls == [])
        run.outcome.expectFailure(
            69,
            "'libre' needs the network, but '--offline' is set",
            "remove '--offline'"
        )
    }

    @Test("a provider requested by name reports why it is unavailable, and so does its status")
    func named() async throws {
        let translation = try await guarding.run(
            ["--config", "remote.json", "--offline", "translate", "water", "--provider", "libre", "--json"]
        )
        let error = try translation.outcome.json().first?["error"] as? [String: Any]
        #expect(error?["code"] as? String == "unavailable")
        #expect(error?["provider"] as? String == "libre")
        #expect((error?["remedy"] as? String)?.contains("PARLANCE_OFFLINE") == true)
        let providers = try await guarding.run(["--config", "remote.json", "--offline", "providers", "--json"])
        let libre = try providers.outcome.json().first { $0["provider"] as? String == "libre" }
        #expect(libre?["status"] as? String == "unavailable")
        #expect((libre?["reason"] as? String)?.contains("--offline") == true)
        let shown = try await guarding.run(["--config", "remote.json", "--offline", "config", "show"])
        #expect(shown.outcome.lines.contains { $0.hasPrefix("offline ") && $0.hasSuffix(" --offline") })
    }

    @Test("the guard works: it stops a provider that may use the network")
    func tripped() async throws {
        let run = try await guarding.run(["--config", "remote.json", "translate", "water", "--provider", "libre"])
        #expect(!run.calls.isEmpty)
        #expect(run.loaded.contains { $0.contains("libcurl") })
        #expect(run.outcome.ending != .exited(0))
        // Also when requested by name.
        let named = try await guarding.run(["--config", "remote.json", "translate", "water", "--provider", "model"])
        #expect(!named.calls.isEmpty)
    }

    /// Commands that read and speak must succeed; commands that inspect the system may report missing parts.
    private static func expectWorked(_ outcome: Outcome, _ command: [String]) {
        if command == ["doctor"] {
            guard case .exited = outcome.ending else {
                Issue.record("doctor ended with \(outcome.ending)")
                return
            }
            #expect(outcome.text.contains("espeak-ng"))
        } else {
            #expect(outcome.ending == .exited(0), "\(command): \(outcome.errors)")
        }
    }
}

/// A library that ends any process that uses the network.
private struct SocketGuard {
    private static let compiler = ProgramSearch.find("cc", in: ProgramSearch.systemPath)
    static var isPossible: Bool { compiler != nil }

    private static let library = Result {
        let folder = try TemporaryFolder()
        let path = folder.file("socket-guard.so")
        let source = #filePath.replacing("OfflineTests.swift", with: "Guard/socket-guard.c")
        let build = Process()
        build.executableURL = URL(fileURLWithPath: try #require(compiler))
        build.arguments = ["-shared", "-fPIC", "-Wall", "-Werror", "-o", path, source, "-ldl"]
        try build.run()
        build.waitUntilExit()
        try #require(build.terminationStatus == 0)
        return (folder, path)
    }

    private let box: Sandbox
    private let path: String

    init(in box: Sandbox) throws {
        self.box = box
        path = try Self.library.get().1
    }

    struct Run {
        var outcome: Outcome
        /// The calls that were blocked.
        var calls: [String]
        /// The libraries that were loaded.
        var loaded: [String]
    }

    /// Runs the program and its children with the guard.
    func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Run {
        let name = "guard-\(UInt64.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: box.path(name), withIntermediateDirectories: false)
        let log = "\(name)/calls"
        var variables = [
            "LD_PRELOAD": path, "SOCKET_GUARD_LOG": box.path(log), "LD_DEBUG": "libs",
            "LD_DEBUG_OUTPUT": box.path("\(name)/linker"), "SWIFT_BACKTRACE": "enable=no", "KEY": "k",
        ]
        variables.merge(environment) { _, new in new }
        let outcome = try await box.run(arguments, environment: variables)
        var loaded: [String] = []
        for file in box.names(in: name) where file.hasPrefix("linker") {
            let text = String(decoding: try #require(contents(box.path("\(name)/\(file)"))), as: UTF8.self)
            loaded += text.split(separator: "\n").filter { $0.contains("find library=") }.map(String.init)
        }
        let calls = contents(box.path(log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return Run(outcome: outcome, calls: calls.split(separator: "\n").map(String.init), loaded: loaded)
    }
}
#endif
