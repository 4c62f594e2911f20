import Foundation
import Platform
import TestSupport
import Testing

/// `parlance translate` with a remote service, simulated by a local server.
@Suite("translate by a service", .enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement))
struct RemoteTranslateTests {
    private static let secret = "sesame-4711-open"

    private static let shared = Result {
        try LoopbackServer.start(
            Repository.path("Tests/Translation/RemoteTranslationTests/Server/services.py")
        )
    }

    private let box: Sandbox

    init() throws {
        box = try Sandbox()
        let server = try Self.shared.get()
        let dialects = ["libretranslate", "deepl", "google", "microsoft", "apertium", "openai"]
        let providers = dialects.flatMap { dialect in
            ["", ",status=401,body=key", ",status=429,body=key", ",html=200"].enumerated().map { place, how in
                """
                "\(dialect)\(place == 0 ? "" : "-\(place)")": { "kind": "http-translation", "dialect": "\(dialect)",
                  "url": "\(server.address)/service=\(dialect)\(how)\(dialect == "openai" ? "/v1" : "")",
                  \(dialect == "openai" ? #""model": "m","# : "") "key": { "env": "REMOTE_KEY" } }
                """
            }
        }
        try box.write(
            #"{ "version": 1, "translation": { "use": ["libretranslate"], "from": "en", "to": "es" }, "providers": {"#
                + providers.joined(separator: ",") + "} }",
            to: "c.json"
        )
    }

    private func run(_ arguments: [String]) async throws -> Outcome {
        try await box.run(["--config", box.path("c.json")] + arguments, environment: ["REMOTE_KEY": Self.secret])
    }

    @Test("every dialect translates")
    func translates() async throws {
        for (dialect, wanted) in [
            ("libretranslate", "[es] water"), ("deepl", "[ES] water"), ("google", "[es] water"),
            ("microsoft", "[es] water"), ("apertium", "water (es)"), ("openai", "[B] water"),
        ] {
            let outcome = try await run(["translate", "water", "--provider", dialect, "--json"])
            outcome.expectSuccess()
            #expect(try outcome.json().first?["translation"] as? String == wanted)
            #expect(try outcome.json().first?["provider"] as? String == dialect)
        }
    }

    @Test("a provider's explanations are shown")
    func explained() async throws {
        let outcome = try await run(["translate", "water", "--provider", "openai", "--article"])
        outcome.expectSuccess()
        #expect(
            outcome.lines == [
                "[B] water  (noun, B1)", "  also: another", "  grammar: a plural with two lines", "  culture: polite",
            ]
        )
        let json = try await run(["translate", "water", "--provider", "openai", "--article", "--json"])
        #expect(try json.json().first?["difficulty"] as? String == "B1")
        #expect((try json.json().first?["remarks"] as? [[String: String]])?.first?["subject"] == "grammar")
    }

    @Test("no output shows the key, whatever the server returns")
    func hidden() async throws {
        for dialect in ["libretranslate", "deepl", "google", "microsoft", "openai"] {
            for place in 1...3 {
                for flags in [[], ["--json"]] {
                    let outcome = try await run(["translate", "water", "--provider", "\(dialect)-\(place)"] + flags)
                    let shown = outcome.text + outcome.errors
                    #expect(!shown.contains(Self.secret), "\(shown)")
                    #expect(shown.contains("127.0.0.1"), "\(shown)")
                    #expect(outcome.ending != .exited(0))
                }
            }
        }
    }

    #if canImport(Glibc)
    @Test("libcurl is only loaded for a request")
    func loaded() async throws {
        // The glibc loader logs the libraries it loads, one file per process.
        func loadsCurl(_ arguments: [String], _ chain: String = "libretranslate", in folder: String) async throws
            -> Bool
        {
            try FileManager.default.createDirectory(atPath: box.path(folder), withIntermediateDirectories: true)
            let outcome = try await box.run(
                ["--config", box.path("c.json")] + arguments,
                environment: [
                    "REMOTE_KEY": Self.secret, "PARLANCE_TRANSLATION_USE": chain, "LD_DEBUG": "files",
                    "LD_DEBUG_OUTPUT": box.path("\(folder)/log"),
                ]
            )
            outcome.expectSuccess()
            let logs = box.names(in: folder).compactMap { contents(box.path("\(folder)/\($0)")) }
            #expect(!logs.isEmpty)
            return logs.contains { $0.firstRange(of: Array("libcurl".utf8)) != nil }
        }
        // A text that no earlier run can have requested.
        #expect(try await loadsCurl(["translate", "water \(UInt64.random(in: 0 ... .max))"], in: "asked"))
        for (place, arguments) in [
            ["providers"], ["doctor"], ["config", "show"],
        ].enumerated() {
            #expect(try await !loadsCurl(arguments, in: "\(place)"), "\(arguments)")
        }
        // Words in a dictionary cause no request.
        #expect(try await !loadsCurl(["translate", "water"], "dictionary,libretranslate", in: "found"))
    }
    #endif

    @Test("a chain skips a failed service and reports it")
    func chained() async throws {
        let outcome = try await box.run(
            ["--config", box.path("c.json"), "translate", "water"],
            environment: [
                "REMOTE_KEY": Self.secret, "PARLANCE_TRANSLATION_USE": "deepl-2,openai-3,libretranslate",
            ]
        )
        #expect(outcome.ending == .exited(0))
        #expect(outcome.lines.first == "[es] water")
        // One line for each service that failed.
        let notes = outcome.errors.split(separator: "\n")
        #expect(notes.count == 2 && notes.allSatisfy { $0.contains("libretranslate answered instead") })
        #expect(notes.first?.hasPrefix("parlance: note: deepl-2 failed: DeepL at ") == true)
    }
}
