import Foundation
import LanguageServices
import Synchronization
import TestSupport
import Testing

@testable import parlance

@Suite("Provider requests of a filter")
struct FilterProviderTests {
    /// A provider that records its requests, and fails entirely when a batch contains a certain text.
    private final class Recorder: TranslationProvider {
        let descriptor = ProviderDescriptor(
            id: "recorder",
            kind: "recorder",
            version: "1",
            service: .translation,
            locality: .inProcess
        )
        private let asked = Mutex<[[String]]>([])
        private let failing: @Sendable ([String], _ call: Int) -> ServiceError?

        init(failing: @escaping @Sendable ([String], _ call: Int) -> ServiceError? = { _, _ in nil }) {
            self.failing = failing
        }

        var batches: [[String]] { asked.withLock { $0 } }

        func languagePairs() async throws -> [LanguagePair] { [] }

        func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
            let call = asked.withLock { batches in
                batches.append(request.texts)
                return batches.count
            }
            if let error = failing(request.texts, call) { throw error }
            return TranslationResponse(
                results: request.texts.map { .success(Translation(text: $0.uppercased(), provider: "recorder")) },
                report: .answered(by: "recorder", in: .zero)
            )
        }
    }

    private func run(_ provider: Recorder, _ input: String) async throws -> Outcome {
        let kind = ProviderKind(name: "recorder", service: .translation, summary: "Keeps what it is asked") { _ in
            provider
        }
        let folder = try TemporaryFolder()
        let path = folder.file("items.jsonl")
        try Data(input.utf8).write(to: URL(fileURLWithPath: path))
        let program = InProcess(
            environment: ["HOME": "/nonexistent", "PARLANCE_CONFIG": "", "PARLANCE_TRANSLATION_USE": "recorder"],
            kinds: [kind]
        )
        return await program.run(["translate", "--jsonl", "--from", "en", "--to", "es", "-f", path])
    }

    private func item(_ text: String) -> String { "{\"text\":\"\(text)\"}\n" }

    @Test("equal texts are requested once, in batches of limited size")
    func batches() async throws {
        let provider = Recorder()
        let texts = (0..<1000).map { "word \($0 % 100)" }
        let outcome = try await run(provider, texts.map(item).joined())
        outcome.expectSuccess()
        #expect(try outcome.json().map { $0["translation"] as? String } == texts.map { $0.uppercased() })
        #expect(provider.batches.map(\.count) == [100, 100, 100, 100])
        #expect(provider.batches.allSatisfy { Set($0).count == $0.count })
    }

    @Test("texts that only look the same are distinct")
    func canonical() async throws {
        let provider = Recorder()
        try await run(provider, item("\u{E9}") + item("e\u{301}") + item("\u{E9}")).expectSuccess()
        #expect(
            provider.batches.flatMap { $0 }.map { Array($0.utf8) } == [Array("\u{E9}".utf8), Array("e\u{301}".utf8)]
        )
    }

    @Test("long texts make smaller batches")
    func size() async throws {
        let provider = Recorder()
        let long = String(repeating: "x", count: 300_000)
        try await run(provider, (0..<10).map { item("\($0)\(long)") }.joined()).expectSuccess()
        #expect(provider.batches.allSatisfy { $0.count <= 4 })
        #expect(provider.batches.flatMap { $0 }.count == 10)
    }

    @Test("if a text makes its batch fail, only that text fails")
    func poison() async throws {
        let provider = Recorder { texts, _ in
            texts.contains("poison") ? ServiceError(.providerFailed, "it choked on a text") : nil
        }
        let texts = (0..<200).map { $0 == 77 || $0 == 150 ? "poison" : "w\($0)" }
        let outcome = try await run(provider, texts.map(item).joined())
        outcome.expectFailure(2, "2 of 200")
        for (text, object) in zip(texts, try outcome.json()) {
            #expect(object["translation"] as? String == (text == "poison" ? nil : text.uppercased()))
            #expect((object["error"] as? [String: String])?["code"] == (text == "poison" ? "providerFailed" : nil))
        }
        #expect(provider.batches.count < 30)
    }

    @Test("a provider missing at the start ends the filter; a later failure gives an error for each line")
    func gone() async throws {
        let away = ServiceError(.network, "cannot connect", remedy: "wait")
        let never = Recorder { _, _ in away }
        let input = (0..<600).map { item("w\($0)") }.joined()
        let first = try await run(never, input)
        first.expectFailure(75, "cannot connect")
        #expect(first.output.isEmpty && never.batches.count == 1)
        let once = Recorder { _, call in call == 2 ? away : nil }
        let second = try await run(once, input)
        second.expectFailure(2, "250 of 600")
        let objects = try second.json()
        #expect(objects.map { $0["text"] as? String } == (0..<600).map { "w\($0)" })
        #expect(objects[250..<500].allSatisfy { ($0["error"] as? [String: String])?["code"] == "network" })
        #expect(objects[500..<600].allSatisfy { $0["error"] == nil && $0["translation"] != nil })
    }
}
