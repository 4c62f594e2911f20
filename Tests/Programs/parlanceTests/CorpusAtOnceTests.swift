import Platform
import TestSupport
import Testing

@Suite("A corpus read by concurrent processes")
struct CorpusAtOnceTests {
    @Test("all get the same sentences from one complete index", .timeLimit(.minutes(10)))
    func together() async throws {
        let box = try Sandbox()
        let names = ["dog", "house", "bread", "tree", "river", "child", "garden"]
        let lines = (0..<3000).map { number in
            "The \(names[number % 7]) near the old \(names[number / 7 % 7]) has cold water every morning in year \(number).\n"
        }
        try box.write(lines.joined(), to: "corpus.txt")
        try box.write(
            """
            { "version": 1, "sentences": { "use": ["own"], "language": "en" }, "providers": {
              "own": { "kind": "corpus", "path": "\(box.path("corpus.txt"))", "language": "en" } } }
            """,
            to: "c.json"
        )
        let cache = ["XDG_CACHE_HOME": box.path("cache")]
        let outcome = try await box.shell(
            #"for i in 1 2 3 4; do "$P" --config c.json sentence water -n 3 > out$i 2>&1 & done; wait"#,
            environment: cache
        )
        #expect(outcome.ending == .exited(0))
        let texts = (1...4).map { contents(box.path("out\($0)")) }
        let first = try #require(texts.first ?? nil)
        #expect(String(decoding: first, as: UTF8.self).split(separator: "\n").count >= 2)
        #expect(texts.allSatisfy { $0 == first }, "\(texts.map { String(decoding: $0 ?? [], as: UTF8.self) })")
        let left = box.names(in: "cache/parlance/sentences")
        #expect(
            left.filter { $0.hasSuffix(".sqlite") }.count == 1 && !left.contains { $0.contains(".part-") },
            "\(left)"
        )
        let again = try await box.run(["--config", "c.json", "sentence", "water", "-n", "3"], environment: cache)
        #expect(Array(again.text.utf8) == first && again.errors.isEmpty, "\(again.errors)")
    }
}
