import Platform
import Testing

@Suite("A broken part of a configuration")
struct FallbackTests {
    private let box: Sandbox

    init() throws {
        box = try Sandbox()
        // No server listens on port 9.
        try box.write(
            """
            { "version": 1,
              "translation": { "use": ["remote", "dictionary"] },
              "providers": {
                "remote": { "kind": "http-translation", "dialect": "libretranslate", "url": "http://127.0.0.1:9" },
                "deepl": { "kind": "http-translation", "dialect": "deepl", "key": { "env": "NOT_SET_ANYWHERE" } },
                "patterns": { "kind": "patterns", "theme": "/none.json" } } }
            """,
            to: "c.json"
        )
    }

    private func run(_ arguments: String...) async throws -> Outcome {
        try await box.run(["--config", "c.json"] + arguments)
    }

    @Test("affects no command that does not need it, and is noted once")
    func unneeded() async throws {
        for arguments in [
            ["speak", "hello", "-o", "x.wav"], ["ipa", "hello"], ["voices"], ["sentence", "water"],
            ["gloss", "dog", "--to", "es"],
            ["dictionary", "list"], ["providers"], ["feedback", "show", "success"],
        ] {
            let outcome = try await box.run(["--config", "c.json"] + arguments)
            guard arguments.first != "feedback" else {
                #expect(outcome.ending == .exited(78) && outcome.errors.contains("/none.json"), "\(outcome.errors)")
                continue
            }
            #expect(outcome.ending == .exited(0), "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.count { $0.isNewline } <= 1, "\(arguments): \(outcome.errors)")
        }
    }

    @Test("is found by a check of the configuration, with its place")
    func check() async throws {
        let outcome = try await run("config", "check")
        #expect(outcome.ending == .exited(78))
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("c.json:5:") == true && lines.first?.contains("NOT_SET_ANYWHERE") == true)
        #expect(lines.last?.contains("c.json:6:") == true && lines.last?.contains("/none.json") == true)
    }

    @Test("is replaced by the next provider, which is noted, unless the command is strict")
    func replaced() async throws {
        let both = try await run("translate", "water", "dog", "--to", "es", "--json")
        #expect(both.ending == .exited(0))
        let attempts = try both.json().map { ($0["attempts"] as? [[String: Any]])?.first?["code"] as? String }
        #expect(attempts == ["network", "network"])
        #expect(
            both.errors.contains(
                "note: remote failed for 2 texts: cannot connect to http://127.0.0.1:9; dictionary answered 2; "
            )
        )
        let strict = try await run("translate", "water", "--to", "es", "--strict")
        #expect(strict.ending == .exited(75) && strict.text.isEmpty)
    }

    @Test("a guess or a sentence for any word is not passed to a program as an answer")
    func guesses() async throws {
        let guess = try await box.run(["translate", "recieve", "--to", "es", "--brief"])
        #expect(guess.ending == .exited(1) && guess.text == "\n" && guess.errors.contains("did you mean 'receive'?"))
        #expect(
            try await box.run(["translate", "recieve", "--to", "es", "--brief", "--accept", "guess"]).text
                == "recibir\n"
        )
        let generic = try await box.run(["sentence", "-"], input: "xqzzt\nwater\n")
        #expect(generic.ending == .exited(2) && generic.errors.contains("--accept generic"))
        #expect(generic.lines.allSatisfy { $0.hasPrefix("water\t") })
        #expect(try await box.run(["sentence", "xqzzt"]).text.contains("suits any word"))
    }
}
