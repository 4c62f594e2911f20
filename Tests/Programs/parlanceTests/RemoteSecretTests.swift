import Foundation
import Platform
import TestSupport
import Testing

/// The built program with a key, and a server that gives valid and invalid answers and echoes the key. No output of the
/// program and no process that it starts may contain the key in any form.
@Suite(
    "the key of a service",
    .enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement),
    .timeLimit(.minutes(10))
)
struct RemoteSecretTests {
    /// With characters that every encoding represents differently.
    private static let key = "sk-Sesame/4711+op&en=\u{E9}?"

    private static let shared = Result {
        try LoopbackServer.start(
            Repository.path("Tests/Translation/RemoteTranslationTests/Server/services.py")
        )
    }

    private static let dialects = ["libretranslate", "deepl", "google", "microsoft", "openai"]
    private static let faults = [
        "", "status=400,body=key", "status=401,body=key", "status=403,body=key", "status=429,body=key,retry=7",
        "status=456,body=key", "status=500,body=key", "html=200", "html=403", "garbage", "cut", "drop", "nohttp",
        "redirect=http:||localhost:9|x", "redirect", "ms=30000",
    ]

    private let box: Sandbox
    private let server: LoopbackServer
    private let home: String

    init() throws {
        box = try Sandbox()
        server = try Self.shared.get()
        home = box.path("home")
        try box.write(Self.key + "\n", to: "the-key")
        try #require(mkdir(box.path("bin"), 0o700) == 0)
        try box.write("#!/bin/sh\nexec cat '\(box.path("the-key"))'\n", to: "bin/secret-tool")
        try #require(chmod(box.path("bin/secret-tool"), 0o700) == 0)
        let keys = [
            #"{ "env": "REMOTE_KEY" }"#, #"{ "file": "\#(box.path("the-key"))" }"#,
            #"{ "secretService": { "application": "parlance" } }"#,
        ]
        var providers: [String] = []
        for dialect in Self.dialects {
            for (place, fault) in Self.faults.enumerated() {
                let how = ["service=\(dialect)", fault].filter { !$0.isEmpty }.joined(separator: ",")
                let key = place % 5 == 0 ? keys[2] : keys[place % 2]
                let model = dialect == "openai" ? #""model": "m", "# : ""
                let url = "\(server.address)/\(how)\(dialect == "openai" ? "/v1" : "")"
                let time = fault.hasPrefix("ms=") ? #", "requestSeconds": 0.3"# : ""
                providers.append(
                    #""\#(dialect)-\#(place)": { "kind": "http-translation", "dialect": "\#(dialect)", "#
                        + #""url": "\#(url)", \#(model)"key": \#(key)\#(time) }"#
                )
            }
        }
        // A provider slow enough to inspect the running processes.
        providers.append(
            #""slow": { "kind": "http-translation", "dialect": "deepl", "key": { "env": "REMOTE_KEY" }, "#
                + #""url": "\#(server.address)/service=deepl,ms=3000,name=\#(UInt32.random(in: 0 ... .max))" }"#
        )
        try box.write(
            #"{ "version": 1, "translation": { "use": ["apertium", "slow"], "from": "en", "to": "es" }, "providers": {"#
                + providers.joined(separator: ",") + "} }",
            to: "c.json"
        )
    }

    private var variables: [String: String] {
        [
            "REMOTE_KEY": Self.key, "HOME": home, "XDG_CONFIG_HOME": "\(home)/config", "XDG_DATA_HOME": "\(home)/data",
            "XDG_STATE_HOME": "\(home)/state", "XDG_CACHE_HOME": "\(home)/cache", "XDG_RUNTIME_DIR": "\(home)/run",
            "PATH": "\(box.path("bin")):/usr/local/bin:/usr/bin:/bin",
        ]
    }

    private func run(_ arguments: [String]) async throws -> Outcome {
        try await box.run(["--config", box.path("c.json")] + arguments, environment: variables)
    }

    // MARK: Forms

    /// The forms in which the key may appear.
    private static let forms: [[UInt8]] = {
        let bytes = Array(key.utf8)
        func percent(_ digits: String) -> [UInt8] {
            let digits = Array(digits.utf8)
            return bytes.flatMap { byte -> [UInt8] in
                let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                return isPlain || byte == 45
                    ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        var forms = [bytes, percent("0123456789ABCDEF"), percent("0123456789abcdef"), Array(bytes[3..<14])]
        forms.append(Array(key.replacing("/", with: "\\/").utf8))
        // In base64, a text has three forms that depend on its alignment.
        for shift in 0..<3 {
            let coded = Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString()
            forms.append(Array(coded.utf8.dropFirst(shift == 0 ? 0 : 4).dropLast(4)))
        }
        return forms
    }()

    private func expectNoKey(
        in bytes: some Collection<UInt8>,
        _ what: @autoclosure () -> String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let bytes = Array(bytes)
        for form in Self.forms {
            #expect(bytes.firstRange(of: form) == nil, "\(what())", sourceLocation: sourceLocation)
        }
    }

    /// Checks the contents and names of all files below the working folder.
    private func expectNoKeyInFiles(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
        let all = try #require(FileManager.default.enumerator(atPath: box.work)).compactMap { $0 as? String }
        for name in all where name != "the-key" {
            expectNoKey(in: name.utf8, name, sourceLocation: sourceLocation)
            if let bytes = contents(box.path(name)) { expectNoKey(in: bytes, name, sourceLocation: sourceLocation) }
        }
        return all
    }

    @Test("the search finds every form of the key")
    func forms() {
        for prefix in ["", "a", "ab", "Bearer ", "DeepL-Auth-Key "] {
            let coded = Array(Data((prefix + Self.key + "tail").utf8).base64EncodedString().utf8)
            #expect(Self.forms.contains { coded.firstRange(of: $0) != nil }, "\(prefix)")
        }
    }

    // MARK: Written output

    @Test("no answer and no error contains it", arguments: dialects)
    func translate(_ dialect: String) async throws {
        for (place, fault) in Self.faults.enumerated() {
            for flags in [[], ["--json"], ["--article", "--json"]] {
                let outcome = try await run(["translate", "water", "--provider", "\(dialect)-\(place)"] + flags)
                expectNoKey(in: outcome.output, "\(fault): \(outcome.text)")
                expectNoKey(in: outcome.errors.utf8, "\(fault): \(outcome.errors)")
                if fault.isEmpty {
                    outcome.expectSuccess()
                } else {
                    #expect(outcome.ending != .exited(0), "\(dialect) \(fault)")
                    #expect(!outcome.errors.isEmpty, "\(dialect) \(fault)")
                }
            }
        }
        _ = try expectNoKeyInFiles()
    }

    @Test("no deck, journal or report contains it", arguments: dialects)
    func deck(_ dialect: String) async throws {
        try box.write("front\tback\n" + (0..<30).map { "word \($0)\t\n" }.joined(), to: "deck.tsv")
        for (place, fault) in Self.faults.enumerated() {
            let files = ["--output", box.path("out-\(place).tsv"), "--report", box.path("report-\(place).jsonl")]
            let outcome = try await run(
                ["deck", "translate", box.path("deck.tsv"), "--field", "1", "--into", "2", "--json"] + files
                    + ["--provider", "\(dialect)-\(place)"]
            )
            expectNoKey(in: outcome.output, "\(fault): \(outcome.text)")
            expectNoKey(in: outcome.errors.utf8, "\(fault): \(outcome.errors)")
        }
        let names = try expectNoKeyInFiles()
        // Makes sure that these files were checked.
        #expect(names.contains("out-0.tsv") && names.contains("report-0.jsonl"))
    }

    @Test("no report about the configuration or this machine contains it")
    func told() async throws {
        for arguments in [
            ["config", "show"], ["config", "check"], ["providers"], ["doctor"], ["providers", "--kinds"],
        ] {
            for flags in [[], ["--json"]] {
                let outcome = try await run(arguments + flags)
                expectNoKey(in: outcome.output, "\(arguments): \(outcome.text)")
                expectNoKey(in: outcome.errors.utf8, "\(arguments): \(outcome.errors)")
            }
        }
        _ = try expectNoKeyInFiles()
    }

    // MARK: Running processes

    #if os(Linux)
    @Test("no command line contains it, nor does the environment of another program")
    func processes() async throws {
        let texts = ["The house is big.", "zzyzzx", "water"]
        let child = try box.start(
            ["--config", box.path("c.json"), "translate"] + texts,
            environment: variables
        )
        let ended = Task { await child.wait() }
        var seen: Set<Int32> = []
        var looks = 0
        while looks < 400, !Self.hasEnded(child.identifier) {
            looks += 1
            expectNoKey(in: contents("/proc/\(child.identifier)/cmdline") ?? [], "its own command line")
            for process in Self.descendants(of: child.identifier) {
                seen.insert(process)
                for part in ["cmdline", "environ"] {
                    // Between fork and exec a child is still a copy of its parent, so it is checked only after exec.
                    guard contents("/proc/\(process)/cmdline") != contents("/proc/\(child.identifier)/cmdline") else {
                        continue
                    }
                    let bytes = contents("/proc/\(process)/\(part)") ?? []
                    expectNoKey(in: bytes, "\(part) of \(String(decoding: bytes, as: UTF8.self))")
                }
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        _ = await ended.value
        #expect(looks > 1)
        if WholeFile.exists("/usr/share/apertium/modes/eng-spa.mode") { #expect(!seen.isEmpty) }
    }

    private static func hasEnded(_ process: Int32) -> Bool { !ProcessTable.isRunning(process) }

    private static func descendants(of ancestor: Int32) -> [Int32] {
        var parents: [Int32: Int32] = [:]
        for name in TemporaryFolder.names(in: "/proc") {
            guard let process = Int32(name), let bytes = contents("/proc/\(process)/stat") else { continue }
            // The name in parentheses may contain any characters; the state and the parent follow it.
            let text = String(decoding: bytes, as: UTF8.self)
            let rest = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
            if rest.count > 2, let parent = Int32(rest[2]) { parents[process] = parent }
        }
        return parents.keys.filter { process in
            var next = parents[process]
            for _ in 0..<10 {
                guard let one = next, one > 1 else { return false }
                if one == ancestor { return true }
                next = parents[one]
            }
            return false
        }
    }
    #endif
}
