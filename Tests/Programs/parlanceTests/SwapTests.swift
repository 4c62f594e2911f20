import Foundation
import LanguageServices
import LanguageServicesTesting
import Platform
import TestSupport
import Testing

@Suite("Changing a provider in the configuration")
struct SwapTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the same command line every time; only the configuration differs.
    private func speak(_ configuration: String) async throws -> (wave: Wave, attempts: [[String: Any]]) {
        let file = folder.file("parlance.json")
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: file))
        let program = InProcess(
            environment: ["PARLANCE_CONFIG": file],
            kinds: [InMemorySpeech.kind(named: "tones")]
        )
        let output = folder.file("out.wav")
        let outcome = await program.run(["speak", "hello world", "-o", output, "--json"])
        #expect(outcome.ending == .exited(0))
        let line = try #require(try outcome.json().first)
        #expect(line["text"] as? String == "hello world")
        #expect(line["file"] as? String == output)
        let wave = try #require(Wave(path: output))
        #expect(abs(try #require(line["seconds"] as? Double) - wave.seconds) < 0.001)
        let report = try #require(line["report"] as? [String: Any])
        let attempts = try #require(report["attempts"] as? [[String: Any]])
        for attempt in attempts { #expect(try #require(attempt["seconds"] as? Double) >= 0) }
        return (wave, attempts)
    }

    @Test("another configuration file selects another provider with another sound")
    func swap() async throws {
        let (espeak, first) = try await speak(#"{ "version": 1, "speech": { "use": ["espeak"] } }"#)
        #expect(first.map { $0["provider"] as? String } == ["espeak"])
        #expect(first.map { $0["outcome"] as? String } == ["answered"])
        let (bells, second) = try await speak(
            #"{ "version": 1, "speech": { "use": ["bells"] }, "providers": { "bells": { "kind": "tones" } } }"#
        )
        #expect(second.map { $0["provider"] as? String } == ["bells"])
        #expect(espeak.sampleRate == 22_050)
        #expect(bells.sampleRate == 8000)
        #expect(espeak.hasSound && bells.hasSound)
        #expect(espeak.samples != bells.samples)
    }

    @Test("a chain calls providers in order, and the report has the result of each")
    func chain() async throws {
        let (wave, attempts) = try await speak(
            """
            { "version": 1, "speech": { "use": ["french", "flaky", "bells"], "accent": "en-US" }, "providers": {
              "french": { "kind": "tones", "languages": ["fr-FR"] },
              "flaky": { "kind": "tones", "failures": ["providerFailed"] },
              "bells": { "kind": "tones" } } }
            """
        )
        #expect(attempts.map { $0["provider"] as? String } == ["french", "flaky", "bells"])
        #expect(attempts.first?["code"] as? String == "unsupported")
        #expect(attempts.last?["outcome"] as? String == "answered")
        #expect(Set(attempts.compactMap { $0["outcome"] as? String }).count > 1)
        #expect(wave.sampleRate == 8000)
    }

    @Test("a role has its own provider, and an option takes precedence over the file")
    func role() async throws {
        let file = folder.file("roles.json")
        try Data(
            """
            { "version": 1, "speech": { "use": ["espeak"], "roles": { "bell": { "use": ["bells"], "rate": 2 } } },
              "providers": { "bells": { "kind": "tones" } } }
            """.utf8
        ).write(to: URL(fileURLWithPath: file))
        let program = InProcess(environment: [:], kinds: [InMemorySpeech.kind(named: "tones")])
        func wave(_ arguments: String...) async throws -> Wave {
            let output = folder.file("out.wav")
            await program.run(["--config", file, "speak", "hello world", "-o", output] + arguments).expectNoErrors()
            return try #require(Wave(path: output))
        }
        let plain = try await wave()
        let role = try await wave("--role", "bell")
        let slow = try await wave("--role", "bell", "--rate", "0.5")
        let named = try await wave("--provider", "bells")
        let roleNamed = try await wave("--role", "bell", "--provider", "espeak")
        #expect([plain, role, slow, named, roleNamed].map(\.sampleRate) == [22_050, 8000, 8000, 8000, 22_050])
        #expect(slow.seconds > named.seconds && named.seconds > role.seconds)
    }
}

extension Outcome {
    fileprivate func expectNoErrors() { #expect(errors == "") }
}
