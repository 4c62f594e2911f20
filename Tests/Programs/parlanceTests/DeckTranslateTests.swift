import Foundation
import Platform
import TestSupport
import Testing

@testable import parlance

@Suite("parlance deck translate")
struct DeckTranslateTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    /// Options for every run; only the dictionary is used, regardless of what else is installed.
    private static let pair = ["--from", "en", "--to", "es", "--provider", "dictionary"]

    @discardableResult
    private func translate(_ arguments: String...) async throws -> Outcome {
        try await box.run(["deck", "translate"] + arguments + Self.pair)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try #require(contents(box.path(name))), as: UTF8.self)
    }

    private func report(_ name: String) throws -> [[String: Any]] {
        try text(name).split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test("by default, the first field fills the second where it is empty, with a note")
    func standard() async throws {
        try box.write("Front\tBack\tTags\nhouse\t\ta\nwater\tmine\tb\n<b>bird</b>\t\tc\n12\t\td\n", to: "w.tsv")
        let outcome = try await translate("w.tsv", "-o", "out.tsv", "--header", "present", "--markup", "html")
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(outcome.text == "out.tsv  4 notes: 2 translated, 1 already filled, 1 skipped (1 without text)\n")
        #expect(outcome.errors == "parlance: note: no '--field' given; filling from 'Front' into 'Back'\n")
        #expect(
            try text("out.tsv")
                == "Front\tBack\tTags\nhouse\tcasa\ta\nwater\tmine\tb\n<b>bird</b>\t<b>pájaro</b>\tc\n12\t\td\n"
        )
        #expect(box.names().sorted() == ["out.tsv", "w.tsv"])
        // Again, in place: nothing is left to do.
        let before = try text("out.tsv")
        let again = try await translate("out.tsv", "-o", "out.tsv", "--header", "present", "--markup", "html")
        #expect(again.text == "out.tsv  4 notes: 0 translated, 3 already filled, 1 skipped (1 without text)\n")
        #expect(try text("out.tsv") == before)
    }

    @Test("fields by name and number, a new field, and overwriting")
    func fields() async throws {
        try box.write("Id,English,Spanish\n1,house,x\n2,water,\n", to: "w.csv")
        try await translate("w.csv", "-o", "a.csv", "--field", "english", "--into", "3").expectSaid(0)
        #expect(try text("a.csv") == "Id,English,Spanish\n1,house,x\n2,water,agua\n")
        try await translate("w.csv", "-o", "b.csv", "--field", "English", "--into", "Spanish", "--overwrite")
            .expectSaid(0)
        #expect(try text("b.csv") == "Id,English,Spanish\n1,house,casa\n2,water,agua\n")
        try await translate("w.csv", "-o", "c.csv", "--field", "2", "--add-field", "New").expectSaid(0)
        #expect(try text("c.csv") == "Id,English,Spanish,New\n1,house,x,casa\n2,water,,agua\n")
    }

    @Test("failures are reported once, leave the note unchanged, and can be retried")
    func failures() async throws {
        try box.write("house\t\nqqqxyzzy\t\nqqqxyzzy\t\nrecieve\t\n", to: "w.tsv")
        let outcome = try await translate("w.tsv", "-o", "o.tsv", "--header", "absent", "--report", "r.jsonl")
        #expect(outcome.ending == .exited(2))
        #expect(outcome.errors.components(separatedBy: "qqqxyzzy").count == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("parlance: w.tsv:2: ") && outcome.errors.contains("--match gloss"))
        #expect(try text("o.tsv") == "house\tcasa\nqqqxyzzy\t\nqqqxyzzy\t\nrecieve\t\n")
        let lines = try report("r.jsonl")
        #expect(lines.map { $0["outcome"] as? String } == ["ok", "failed", "failed", "failed"])
        #expect(lines.map { $0["place"] as? String } == ["w.tsv:1", "w.tsv:2", "w.tsv:3", "w.tsv:4"])
        let answers = try #require(lines.first?["answers"] as? [[String: String]])
        #expect(answers == [["text": "casa", "provider": "dictionary", "step": "exact"]])
        #expect((lines[1]["error"] as? [String: Any])?["code"] as? String == "notFound")

        let dry = try await translate("w.tsv", "-o", "o.tsv", "--header", "absent", "--dry-run")
        #expect(dry.text.contains("known      1 from") && dry.text.contains("failed     2 in an"), "\(dry.text)")
        let json = try await translate("w.tsv", "-o", "o.tsv", "--header", "absent", "--json").json()
        #expect(json.first?["asked"] as? Int == 0)
        let retried = try await translate("w.tsv", "-o", "o.tsv", "--header", "absent", "--json", "--retry-failed")
        #expect(try retried.json().first?["asked"] as? Int == 2)
        let restarted = try await translate("w.tsv", "-o", "o.tsv", "--header", "absent", "--json", "--restart")
        #expect(try restarted.json().first?["asked"] as? Int == 3)
    }

    @Test("when nothing can be translated, the exit code is that of the error")
    func nothingWorks() async throws {
        try box.write("qqqxyzzy\t\n", to: "w.tsv")
        #expect(try await translate("w.tsv", "-o", "o.tsv", "--header", "absent").ending == .exited(1))
        #expect(try text("o.tsv") == "qqqxyzzy\t\n")
        let outcome = try await box.run(["deck", "translate", "w.tsv", "-o", "x.tsv", "--from", "en", "--to", "tlh"])
        #expect(outcome.ending == .exited(69), "\(outcome.errors)")
        #expect(!box.names().contains { $0.contains("x.tsv") })
    }

    @Test("guesses are only written on request, and are reported")
    func guesses() async throws {
        try box.write("went\t\nrecieve\t\nhouse water bread\t\n", to: "w.tsv")
        let arguments = [
            "deck", "translate", "w.tsv", "-o", "o.tsv", "--header", "absent", "--from", "en", "--to", "es",
        ]
        let plain = try await box.run(arguments + ["--provider", "gloss"])
        #expect(plain.ending == .exited(2))
        #expect(plain.errors.contains("only a guess was found: 'recibir', for 'receive'"), "\(plain.errors)")
        #expect(plain.errors.contains("only a guess was found: "), "\(plain.errors)")
        #expect(plain.errors.contains("word by word"), "\(plain.errors)")
        #expect(try text("o.tsv") == "went\tir\nrecieve\t\nhouse water bread\t\n")
        let forms = try await translate("w.tsv", "-o", "o.tsv", "--header", "absent")
        #expect(forms.errors.contains("1 text found through another form of the word"), "\(forms.errors)")
        let guessed = try await box.run(arguments + ["--provider", "gloss", "--match", "gloss", "--report", "r.jsonl"])
        #expect(guessed.errors.contains("some translations are guesses"), "\(guessed.errors)")
        #expect(guessed.errors.contains("1 by close spelling, 1 word by word"), "\(guessed.errors)")
        let steps = try report("r.jsonl").map { line in (line["answers"] as? [[String: String]])?.first?["step"] }
        #expect(steps.suffix(2) == ["spelling", "gloss"])
    }

    @Test("a limit applies to the notes of one run, and shards together cover the deck")
    func parts() async throws {
        let words = ["house", "water", "bird", "dog", "cat", "tree", "book", "bread", "hand", "sun"]
        try box.write(words.map { "\($0)\t\n" }.joined(), to: "w.tsv")
        let first = try await translate("w.tsv", "-o", "w.tsv", "--header", "absent", "--limit", "4")
        #expect(first.errors.contains("6 notes left for another run"), "\(first.errors)")
        func filled(_ name: String) throws -> [Bool] {
            try text(name).split(separator: "\n").map { !$0.hasSuffix("\t") }
        }
        #expect(try filled("w.tsv") == (0..<10).map { $0 < 4 })
        try await translate("w.tsv", "-o", "w.tsv", "--header", "absent", "--limit", "4").expectSaid(0)
        #expect(try filled("w.tsv") == (0..<10).map { $0 < 8 })
        try box.write(words.map { "\($0)\t\n" }.joined(), to: "w.tsv")
        var sum = [Int](repeating: 0, count: words.count)
        for shard in 1...3 {
            try await translate("w.tsv", "-o", "\(shard).tsv", "--header", "absent", "--shard", "\(shard)/3")
                .expectSaid(0)
            for (place, isFilled) in try filled("\(shard).tsv").enumerated() where isFilled { sum[place] += 1 }
        }
        #expect(sum == [Int](repeating: 1, count: words.count))
        let parts = (1...3).map { "\($0).tsv" }
        let merged = try await box.run(["deck", "merge", "w.tsv"] + parts + ["-o", "m.tsv", "--header", "absent"])
        #expect(merged.text == "m.tsv  10 notes changed\n", "\(merged.errors)")
        #expect(try filled("m.tsv").allSatisfy { $0 })
        try await box.run(["deck", "merge", "w.tsv", "-o", "x.tsv"]).expectFailure(64, "copies")
        // One after the other, in place, they fill the entire deck.
        for shard in 1...3 {
            try await translate("w.tsv", "-o", "w.tsv", "--header", "absent", "--shard", "\(shard)/3").expectSaid(0)
        }
        #expect(try filled("w.tsv").allSatisfy { $0 })
    }

    @Test("a dry run prints a forecast and does nothing")
    func dryRun() async throws {
        try box.write("house\t\nhouse\t\nwater\tx\n", to: "w.tsv")
        try box.write(
            """
            { "version": 1, "translation": { "use": ["dictionary", "words"], "from": "en", "to": "es" },
              "providers": { "words": { "kind": "gloss", "price": { "perMillionCharacters": 20000, "currency": "EUR" } } } }
            """,
            to: "c.json"
        )
        let arguments = ["--config", "c.json", "deck", "translate", "w.tsv", "--header", "absent", "--dry-run"]
        let outcome = try await box.run(arguments)
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(
            outcome.text == """
                deck       w.tsv
                notes      2 of 3 pending, 1 already filled
                texts      1 distinct, 2 in total
                to ask     1 text, 5 characters
                providers  dictionary (on this machine), then words (on this machine)
                           no text leaves this machine
                cost       at most 0.10 EUR to words (20000 EUR per million characters)

                """
        )
        let json = try await box.run(arguments + ["--json"]).json()
        #expect(json.first?["characters"] as? Int == 5)
        #expect(json.first?["leavesMachine"] as? Bool == false)
        let cost = (json.first?["providers"] as? [[String: Any]])?.last?["cost"] as? [String: Any]
        #expect(cost?["amount"] as? Double == 0.1)
        #expect(box.names().sorted() == ["c.json", "w.tsv"])
    }

    @Test("with the deck on standard output, messages go to standard error")
    func standardOutput() async throws {
        try box.write("house\t\n", to: "w.tsv")
        let outcome = try await box.shell(
            "\"$P\" deck translate w.tsv -o - --header absent --from en --to es --provider dictionary | cat"
        )
        #expect(outcome.text == "house\tcasa\n")
        #expect(outcome.errors.contains("1 note: 1 translated"), "\(outcome.errors)")
        #expect(box.names() == ["w.tsv"])
    }

    @Test("invalid arguments are rejected in one line, before any request or output")
    func refusals() async throws {
        try box.write("house\t\n", to: "w.tsv")
        try box.write("house\n", to: "one.txt")
        try box.write("#separator:tab\nhouse\t\n", to: "anki.txt")
        try FileManager.default.createDirectory(atPath: box.path("folder"), withIntermediateDirectories: true)
        try box.write("Front\tBack\nhouse\t\n", to: "named.tsv")
        let before = box.names().sorted()
        try await translate("w.tsv").expectFailure(64, "--output")
        try await translate("w.tsv", "-o", "w.csv").expectFailure(64, "parlance deck convert")
        let package = try await translate("anki.txt", "-o", "x.apkg")
        #expect(package.ending == .exited(64) && package.errors.contains("only from a package"), "\(package.errors)")
        try await translate("one.txt", "-o", "x.txt").expectFailure(64, "--add-field")
        try await translate("w.tsv", "-o", "x.tsv", "--field", "1").expectFailure(64, "--into")
        try await translate("w.tsv", "-o", "x.tsv", "--overwrite").expectFailure(64, "--field")
        try await translate("w.tsv", "-o", "x.tsv", "--field", "1", "--into", "2", "--add-field", "x")
            .expectFailure(64, "--add-field")
        try await translate("w.tsv", "-o", "x.tsv", "--only-empty", "--overwrite").expectFailure(64, "--only-empty")
        try await translate("w.tsv", "-o", "x.tsv", "--field", "1", "--add-field", "2").expectFailure(64, "already")
        try await translate("w.tsv", "-o", "x.tsv", "--field", "7", "--into", "2").expectFailure(65, "field '7'")
        try await translate("named.tsv", "-o", "x.tsv", "--header", "present", "--field", "Frunt")
            .expectFailure(64, "there is no field 'Frunt'; did you mean 'Front'?")
        try await translate("named.tsv", "-o", "x.tsv", "--header", "present", "--field", "Front", "--into", "Bakc")
            .expectFailure(65, "the deck has no field 'Bakc'; did you mean 'Back'?")
        try await translate("w.tsv", "-o", "x.tsv", "--shard", "3/2").expectFailure(64, "2/8")
        try await translate("w.tsv", "-o", "x.tsv", "--limit", "0").expectFailure(64, "--limit")
        try await translate("w.tsv", "-o", "x.tsv", "--report", "./x.tsv").expectFailure(64, "same file")
        try await translate("w.tsv", "-o", "x.tsv", "--report", "w.tsv").expectFailure(64, "--report")
        try await translate("w.tsv", "-o", "-", "--json").expectFailure(64, "cannot be given together")
        try await translate("w.tsv", "-o", "folder").expectFailure(73, "folder")
        try await translate("w.tsv", "-o", "no/x.tsv").expectFailure(73, "no/x.tsv")
        try await translate("missing.tsv", "-o", "x.tsv").expectFailure(66, "missing.tsv")
        try await box.run(["deck", "translate", "w.tsv", "-o", "x.tsv", "--to", "es"]).expectFailure(64, "--from")
        try await box.run(["deck", "translate", "w.tsv", "-o", "x.tsv", "--from", "en"]).expectFailure(64, "--to")
        #expect(box.names().sorted() == before)
    }

    @Test("malformed decks are rejected in one line, and no files are left behind")
    func nasty() async throws {
        try box.write([0x50, 0x4B, 3, 4] + [UInt8](repeating: 7, count: 300), to: "zip.apkg")
        try box.write(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 1, count: 500), to: "db.apkg")
        try box.write([0x68, 0xE9, 0x09, 0x0A], to: "latin.tsv")
        try box.write(String(repeating: ",", count: 100_000) + "\n", to: "wide.csv")
        try box.write("[{\"a\":\"house\",\"b\":\"\"},{\"a\":oops}]", to: "bad.json")
        try box.write("", to: "empty.csv")
        try FileManager.default.createDirectory(atPath: box.path("d.tsv"), withIntermediateDirectories: true)
        let names = box.names().sorted()
        for name in names {
            let outcome = try await translate(name, "-o", "out-\(name)")
            #expect(outcome.ending != .exited(0) && outcome.ending != .exited(2), "\(name)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
            #expect(outcome.errors.contains(name), "\(outcome.errors)")
            expectNoControls(outcome.errors)
        }
        #expect(box.names().sorted() == names)
        // File names may contain any character.
        try box.write("house\t\n", to: "a \"b'\n.tsv")
        let odd = try await translate("a \"b'\n.tsv", "-o", "c \"d'\n.tsv", "--header", "absent")
        #expect(odd.ending == .exited(0), "\(odd.errors)")
        #expect(try text("c \"d'\n.tsv") == "house\tcasa\n")
    }
}

extension Outcome {
    /// Expects an exit code, ignoring notes about the choice of fields.
    fileprivate func expectSaid(_ code: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(ending == .exited(code), "\(errors)", sourceLocation: sourceLocation)
    }
}
