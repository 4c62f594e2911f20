import Foundation
import LanguageServices
import LanguageServicesTesting
import Platform
import Synchronization
import TestSupport
import Testing

@testable import parlance

@Suite("parlance deck sentences")
struct DeckSentencesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private final class Calls: Sendable {
        let provider = Mutex<InMemorySentences?>(nil)
        var count: Int { provider.withLock { $0?.callCount ?? 0 } }
    }

    private func run(_ arguments: [String], options: String = "", calls: Calls = Calls()) async throws -> Outcome {
        let file = folder.file("parlance.json")
        let configuration = """
            { "version": 1,
              "sentences": { "use": ["memory"], "language": "en" }, "translation": { "use": ["words"] },
              "providers": {
                "memory": { "kind": "memory", "templates": ["I see {word}."], "unknown": ["nothing"]\(options) },
                "words": { "kind": "memory-translation", "source": "en", "target": "es",
                  "entries": ["I see house.=Veo <una> casa."] } } }
            """
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: file))
        let program = InProcess(
            environment: ["PARLANCE_CONFIG": file, "PARLANCE_CACHE_ENABLED": "false"],
            kinds: [
                InMemorySentences.kind(named: "memory") { made in calls.provider.withLock { $0 = made } },
                InMemoryTranslation.kind(named: "memory-translation"),
            ]
        )
        return await program.run(["deck", "sentences"] + arguments)
    }

    private func write(_ text: String, to name: String) throws -> String {
        let path = folder.file(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try #require(contents(folder.file(name))), as: UTF8.self)
    }

    @Test("a plain-text table gets sentences in a new column, and failures are reported")
    func table() async throws {
        let deck = try write("Front\tBack\nhouse\tcasa\nnothing\tnada\n12 %\t\n\t\n", to: "w.tsv")
        let outcome = try await run([
            deck, "-o", folder.file("o.tsv"), "--field", "Front", "--add-field", "Example", "--report",
            folder.file("r.jsonl"), "--header", "present",
        ])
        #expect(outcome.ending == .exited(2), "\(outcome.errors)")
        #expect(outcome.errors.contains("w.tsv:3: 'nothing': there is no sentence for this word"), "\(outcome.errors)")
        #expect(
            outcome.text.contains("4 notes: 2 given sentences, 1 skipped (1 empty), 1 failed"),
            "\(outcome.text)"
        )
        #expect(
            try text("o.tsv")
                == "Front\tBack\tExample\nhouse\tcasa\tI see house.\nnothing\tnada\t\n12 %\t\tI see 12 %.\n\t\t\n"
        )
        let report = try text("r.jsonl").split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(report.map { $0["outcome"] as? String } == ["ok", "failed", "ok", "skipped"])
        let answers = try #require(report[0]["answers"] as? [[String: Any]])
        let sentence = try #require((answers.first?["sentences"] as? [[String: Any]])?.first)
        #expect(sentence["text"] as? String == "I see house.")
        #expect(report[0]["texts"] as? [String] == ["house"])
    }

    @Test("sentences and their translations must not go into the same field")
    func oneField() async throws {
        let deck = try write("Front\tBack\nhouse\t\n", to: "w.tsv")
        let arguments = [deck, "-o", folder.file("o.tsv"), "--header", "present", "--to", "es", "--field", "Front"]
        try await run(arguments + ["--into", "Back", "--translation-into", "2"]).expectFailure(64, "--translation-into")
        try await run(arguments + ["--add-field", "New", "--translation-into", "New"])
            .expectFailure(64, "--translation-into")
        #expect(contents(folder.file("o.tsv")) == nil)
    }

    @Test("an Anki package gets bold words, clozes and translations in empty fields only")
    func package() async throws {
        let source = try #require(Self.fixture("new.apkg"))
        let arguments = [source, "--field", "Front", "--into", "Exemplo", "-o"]
        let outcome = try await run(arguments + [folder.file("a.apkg"), "--to", "es", "--translation-into", "Straße"])
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(outcome.text.contains("5 notes: 1 given sentences, 1 already filled, 3 skipped"), "\(outcome.text)")
        let notes = try await fields(of: "a.apkg")
        // The other note already has its example; the translation field of this one is filled.
        #expect(notes.compactMap { $0["Exemplo"] }.filter { $0.contains("I see") } == ["I see <b>house</b>."])
        #expect(notes.compactMap { $0["Straße"] }.contains("x"))
        let over = try await run(
            arguments + [folder.file("b.apkg"), "--to", "es", "--translation-into", "Straße", "--overwrite"]
        )
        #expect(over.ending == .exited(0))
        #expect(try await fields(of: "b.apkg").compactMap { $0["Straße"] }.contains("Veo &lt;una&gt; casa."))
        let cloze = try await run(
            [source, "--field", "Text", "--into", "Back Extra", "--cloze", "-o", folder.file("c.apkg")]
        )
        #expect(cloze.ending == .exited(0), "\(cloze.errors)")
        let extra = try await fields(of: "c.apkg").compactMap { $0["Back Extra"] }
        #expect(extra.contains("I see {{c1::Das Haus ist groß.}}."), "\(extra)")
        let basic = try await run(arguments + [folder.file("d.apkg"), "--cloze"])
        #expect(basic.errors.contains("shows '{{c1::' literally"))
    }

    @Test("an interrupted run resumes")
    func resumed() async throws {
        let rows = (0..<400).map { "w\(String($0, radix: 36))x\t\n" }.joined()
        let deck = try write("Front\tBack\n" + rows, to: "w.tsv")
        let arguments = [
            deck, "-o", folder.file("o.tsv"), "--header", "present", "--field", "Front", "--into", "Back",
        ]
        let calls = Calls()
        let work = Task { try await run(arguments, options: ", \"delaySeconds\": 0.01", calls: calls) }
        #expect(await eventually { calls.count >= 110 })
        work.cancel()
        #expect(try await work.value.ending == .exited(130))
        #expect(contents(folder.file("o.tsv")) == nil)
        let second = Calls()
        let outcome = try await run(arguments, calls: second)
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(second.count > 0 && second.count < 400)
        #expect(try text("o.tsv").split(separator: "\n").dropFirst().allSatisfy { $0.contains("\tI see w") })
        #expect(outcome.errors.contains("from an earlier run"))
    }

    @Test("a dry run calls no provider, and invalid combinations of options are rejected")
    func options() async throws {
        let deck = try write("Front\tBack\nhouse\t\n", to: "w.tsv")
        let calls = Calls()
        let dry = try await run(
            [deck, "--field", "1", "--into", "2", "--dry-run", "--header", "present"],
            calls: calls
        )
        #expect(dry.ending == .exited(0) && dry.text.contains("memory (on this machine)"), "\(dry.text)")
        #expect(calls.count == 0)
        let output = ["-o", folder.file("o.tsv"), "--header", "present"]
        for (arguments, part) in [
            (["--field", "1"], "--into"), (["--into", "2", "--mark", "bold"], "requires HTML fields"),
            (["--into", "2", "--mark", "bold", "--cloze"], "cannot be given together"),
            (["--into", "2", "--translation-into", "2"], "--to"), (["--into", "2", "--sense-field", "x"], "'x'"),
        ] {
            let outcome = try await run([deck] + output + arguments)
            #expect(outcome.ending != .exited(0))
            #expect(outcome.errors.contains(part), "\(outcome.errors)")
        }
        #expect(contents(folder.file("o.tsv")) == nil)
    }

    private static func fixture(_ name: String) -> String? {
        let path = Repository.path("Tests/Decks/DecksTests/Fixtures/anki/\(name)")
        return contents(path) == nil ? nil : path
    }

    private func fields(of name: String) async throws -> [[String: String]] {
        let copy = folder.file(name + ".jsonl")
        let outcome = await InProcess().run(["deck", "convert", folder.file(name), "-o", copy])
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        return try text(name + ".jsonl").split(separator: "\n").map { line in
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return object.compactMapValues { $0 as? String }
        }
    }
}
