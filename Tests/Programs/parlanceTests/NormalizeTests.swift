import Audio
import Foundation
import Platform
import Testing

@testable import parlance

@Suite("Loudness from the configuration")
struct NormalizeTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    private func speak(_ more: [String] = [], environment: [String: String] = [:]) async throws -> [UInt8] {
        let arguments = ["speak", "one", "--deterministic", "--volume", "0.2", "-o", "out.wav"] + more
        try await box.run(arguments, environment: environment).expectSuccess()
        return Array(try Data(contentsOf: URL(fileURLWithPath: box.path("out.wav"))))
    }

    @Test("the configuration makes texts equally loud, and a flag takes precedence")
    func precedence() async throws {
        let plain = try await speak()
        let normalized = try await speak(["--normalize"])
        let loud = try await speak(["--loudness", "-12"])
        try #require(plain != normalized && normalized != loud)
        try box.write(
            #"{ "version": 1, "speech": { "normalize": true, "roles": { "raw": { "normalize": false } } } }"#,
            to: "parlance.json"
        )
        #expect(try await speak() == normalized)
        #expect(try await speak(["--no-normalize"]) == plain)
        #expect(try await speak(["--loudness", "-12"]) == loud)
        #expect(try await speak(["--role", "raw"]) == plain)
        #expect(try await speak(["--role", "raw", "--normalize"]) == normalized)
        #expect(try await speak(environment: ["PARLANCE_SPEECH_NORMALIZE": "false"]) == plain)
    }

    @Test("contradictory options are rejected", arguments: [["--normalize"], ["--loudness", "-20"]])
    func contradiction(_ more: [String]) async throws {
        let outcome = try await box.run(["speak", "one", "-o", "out.wav", "--no-normalize"] + more)
        #expect(outcome.ending == .exited(64) && outcome.errors.contains("--no-normalize"))
    }
}
