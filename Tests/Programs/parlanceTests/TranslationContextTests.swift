import Foundation
import LanguageServices
import Platform
import Synchronization
import TestSupport
import Testing

@testable import parlance

/// The context of texts, passed to a provider.
@Suite("Context and the reader's level")
struct TranslationContextTests {
    /// A provider that records its requests.
    private final class Recorder: TranslationProvider {
        let descriptor = ProviderDescriptor(
            id: "recorder",
            kind: "recorder",
            version: "1",
            service: .translation,
            locality: .inProcess
        )
        private let asked = Mutex<[TranslationRequest]>([])

        var requests: [TranslationRequest] { asked.withLock { $0 } }

        func languagePairs() async throws -> [LanguagePair] { [] }

        func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
            asked.withLock { $0.append(request) }
            if request.context?.previousMessages == ["broken"] { throw ServiceError(.notFound, "nothing is found") }
            let heard = request.context?.previousMessages.joined(separator: "+") ?? ""
            let level = request.context?.level?.rawValue ?? ""
            return TranslationResponse(
                results: request.texts.map {
                    .success(Translation(text: "\($0) (\(heard)) \(level)", provider: "recorder"))
                },
                report: .answered(by: "recorder", in: .zero)
            )
        }
    }

    private let recorder = Recorder()

    private func run(
        _ arguments: [String],
        items: String? = nil,
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        let recorder = recorder
        let kind = ProviderKind(name: "recorder", service: .translation, summary: "Records its requests") { _ in
            recorder
        }
        let folder = try TemporaryFolder()
        var more: [String] = []
        if let items {
            let path = folder.file("items.jsonl")
            try Data(items.utf8).write(to: URL(fileURLWithPath: path))
            more = ["--jsonl", "-f", path]
        }
        var variables = ["HOME": "/nonexistent", "PARLANCE_CONFIG": "", "PARLANCE_TRANSLATION_USE": "recorder"]
        variables.merge(environment) { _, new in new }
        let program = InProcess(environment: variables, kinds: [kind])
        return await program.run(["translate", "--from", "en", "--to", "es"] + arguments + more)
    }

    @Test("the provider receives both")
    func reached() async throws {
        try await run(["It is cold", "--context", "How is it?", "--context", "The soup?", "--level", "A2"])
            .expectSuccess()
        let context = TranslationContext(previousMessages: ["How is it?", "The soup?"], level: .a2)
        #expect(recorder.requests.map(\.context) == [context])
    }

    @Test("without them there is no context")
    func none() async throws {
        try await run(["It is cold"]).expectSuccess()
        #expect(recorder.requests.map(\.context) == [nil])
    }

    @Test("the configuration may set a level, and the command line takes precedence")
    func configured() async throws {
        let environment = ["PARLANCE_TRANSLATION_LEVEL": "B1"]
        for arguments in [[], ["--level", "C1"], ["--context", "x"]] {
            try await run(["cold"] + arguments, environment: environment).expectSuccess()
        }
        #expect(recorder.requests.map(\.context?.level) == [.b1, .c1, .b1])
        #expect(recorder.requests.last?.context?.previousMessages == ["x"])
        let wrong = try await run(["cold"], environment: ["PARLANCE_TRANSLATION_LEVEL": "D1"])
        wrong.expectFailure(78, "PARLANCE_TRANSLATION_LEVEL", "D1")
    }

    @Test(
        "invalid arguments are rejected",
        arguments: [
            ["cold", "--level", "a2"], ["cold", "--level", "native"], ["cold", "--context-member", "before"],
            ["cold", "--level-member", "level"],
        ]
    )
    func refused(_ arguments: [String]) async throws {
        #expect(try await run(arguments).ending == .exited(64))
        #expect(recorder.requests.isEmpty)
    }

    // MARK: Items

    @Test("each item may have its own context, and the order is kept")
    func items() async throws {
        let items = """
            {"text":"one","before":"a"}
            {"text":"two"}
            {"text":"three","before":["a"],"level":null}
            {"text":"four","before":["a","b"],"level":"C2"}
            {"text":"five","before":null}
            {"text":"six","before":[]}

            """
        let outcome = try await run(
            ["--context-member", "before", "--level-member", "level", "--level", "A1"],
            items: items
        )
        outcome.expectSuccess()
        #expect(
            try outcome.json().map { $0["translation"] as? String } == [
                "one (a) A1", "two () A1", "three (a) A1", "four (a+b) C2", "five () A1", "six () A1",
            ]
        )
        #expect(recorder.requests.count == 3)
        #expect(Set(recorder.requests.map(\.texts)) == [["one", "three"], ["two", "five", "six"], ["four"]])
    }

    @Test("members of an item are only sent on request")
    func unasked() async throws {
        let outcome = try await run([], items: #"{"text":"one","context":"private","level":"A1"}"# + "\n")
        outcome.expectSuccess()
        #expect(recorder.requests.map(\.context) == [nil])
    }

    @Test("an item with an invalid context fails alone")
    func wrongItems() async throws {
        let items = """
            {"text":"one","before":7}
            {"text":"two","before":["a",7]}
            {"text":"three","level":"A7"}
            {"text":"four","level":2}
            {"text":"five","before":"broken"}
            {"text":"six","before":"fine"}

            """
        let outcome = try await run(["--context-member", "before", "--level-member", "level"], items: items)
        #expect(outcome.ending == .exited(2))
        let errors = try outcome.json().map { ($0["error"] as? [String: Any])?["message"] as? String }
        #expect(
            errors == [
                "the member 'before' must be a string or an array of strings, not 7",
                "the member 'before' must be a string or an array of strings, not [\"a\",7]",
                "the member 'level' must be a level, not 'A7'", "the member 'level' must be a level, not 2",
                "nothing is found", nil,
            ]
        )
        #expect(try outcome.json().last?["translation"] as? String == "six (fine) ")
    }

    @Test("many different contexts are requested a few at a time without mixing them up")
    func many() async throws {
        let items = (0..<600).map { "{\"text\":\"t\($0 % 7)\",\"before\":\"c\($0 % 90)\"}\n" }.joined()
        let outcome = try await run(["--context-member", "before"], items: items)
        outcome.expectSuccess()
        let found = try outcome.json().map { $0["translation"] as? String }
        #expect(found == (0..<600).map { "t\($0 % 7) (c\($0 % 90)) " })
    }

    @Test("a member cannot be both read and set")
    func clash() async throws {
        let outcome = try await run(["--context-member", "translation"], items: "{\"text\":\"one\"}\n")
        #expect(outcome.ending == .exited(64))
    }
}
