import Foundation
import Platform
import TestSupport
import Testing

/// `parlance sentence lesson` with a language model, simulated by a local server.
@Suite("lessons from a language model", .enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement))
struct WrittenLessonTests {
    private static let shared = Result {
        try LoopbackServer.start(
            Repository.path("Tests/Sentences/RemoteSentencesTests/Server/sentences.py")
        )
    }

    private let box: Sandbox

    init() throws {
        box = try Sandbox()
        let server = try Self.shared.get()
        func provider(_ name: String, _ how: String) -> String {
            """
            "\(name)": { "kind": "http-sentences", "dialect": "openai", "model": "tiny",
              "url": "\(server.address)/service=openai\(how)/v1" }
            """
        }
        try box.write(
            """
            { "version": 1, "sentences": { "use": ["templates", "llm"], "language": "en" }, "providers": {
              \(provider("llm", "")), \(provider("broken", ",status=500")), \(provider("bad", ",bad=markup")) } }
            """,
            to: "c.json"
        )
    }

    private func lesson(_ arguments: String...) async throws -> Outcome {
        try await box.run(
            ["--config", box.path("c.json"), "sentence", "lesson", "water", "bread", "house", "dog", "--to", "es"]
                + arguments
        )
    }

    private func object(_ outcome: Outcome) throws -> [String: Any] { try #require(try outcome.json().first) }

    @Test("the lesson names the model, and the parts that the model has not written")
    func ways() async throws {
        let written = try await lesson()
        written.expectSuccess()
        #expect(written.text.contains(", written by llm\n") && written.text.contains("En esta lección"))
        #expect(written.text.contains("    Es una palabra que se usa todos los días en la casa.\n"))
        let partly = try await lesson("--provider", "bad")
        #expect(partly.ending == .exited(0))
        #expect(partly.text.contains("written by bad, 4 of "), "\(partly.text.prefix(200))")
        #expect(partly.errors.contains("the lesson is incomplete"))
        let object = try object(try await lesson("--json"))
        let items = try #require(object["items"] as? [[String: Any]])
        #expect(items.allSatisfy { $0["writtenBy"] as? String == "llm" && $0["details"] is String })
        #expect(object["introducedBy"] as? String == "llm")
        #expect((object["writing"] as? [String: Any])?["provider"] as? String == "llm")
        #expect((object["seconds"] as? Int ?? 0) > 60)
        let practice = try #require(object["practice"] as? [[String: Any]])
        #expect(practice.count == 4 && practice.allSatisfy { $0["writtenBy"] as? String == "llm" })
    }

    @Test("offline no provider is called, and without a model the lesson is made from the cards")
    func offline() async throws {
        for (arguments, words) in [
            (["--offline"], "'llm' needs the network"), (["--provider", "broken"], "500"),
            (["--provider", "templates"], ""),
        ] {
            let outcome = try await box.run(
                ["--config", box.path("c.json"), "sentence", "lesson", "water", "bread", "house", "dog", "--to", "es"]
                    + arguments
            )
            #expect(outcome.ending == .exited(0), "\(outcome.errors)")
            #expect(outcome.text.contains(", made from the cards\n") && !outcome.text.contains("En esta lección"))
            #expect(words.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(words), "\(outcome.errors)")
        }
    }
}
