import Foundation
import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@Suite("Secrets")
struct SecretTests {
    private static let secret = "sesame-4711-open"

    /// A provider kind that produces tones or fails, and has a secret.
    private static let kind = ProviderKind(
        name: "guarded",
        service: .speech,
        summary: "Needs a key",
        options: [
            OptionDescription("key", .secret, "The key", isRequired: true),
            OptionDescription("fails", .boolean, "Whether it refuses"),
        ]
    ) { context in
        InMemorySpeech(
            id: context.id,
            failures: try context.options.boolean("fails") == true ? [ServiceError(.unauthorized, "refused")] : []
        )
    }

    @Test(
        "no command prints one",
        arguments: [
            ["config", "show"], ["config", "check"], ["config", "path"], ["config", "schema"], ["providers"],
            ["providers", "--kinds"], ["doctor"], ["voices"], ["speak", "hi", "-o", "/dev/null"],
            ["speak", "hi", "-o", "/dev/null", "--provider", "bad"], ["speak", "hi", "-o", "/nonexistent/x"],
        ]
    )
    func hidden(_ arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let keyFile = folder.file("key")
        try Data((Self.secret + "\n").utf8).write(to: URL(fileURLWithPath: keyFile))
        let configuration = """
            { "version": 1, "speech": { "use": ["good"] }, "providers": {
              "good": { "kind": "guarded", "key": { "env": "KEY" } },
              "bad": { "kind": "guarded", "key": { "file": "\(keyFile)" }, "fails": true } } }
            """
        let path = folder.file("c.json")
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: path))
        for wrong in ["", #" "unknown": 1 "#] {
            let text = wrong.isEmpty ? configuration : configuration.replacing(#""fails""#, with: wrong + #", "fails""#)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let program = InProcess(environment: ["KEY": Self.secret], kinds: [Self.kind])
            for flags in [[], ["--json"]] {
                let outcome = await program.run(["--config", path] + arguments + flags)
                #expect(!outcome.text.contains(Self.secret))
                #expect(!outcome.errors.contains(Self.secret))
                #expect(!(outcome.text + outcome.errors).isEmpty || arguments == ["config", "check"])
                if arguments == ["config", "show"] { #expect(outcome.text.contains("key")) }
            }
        }
    }
}
