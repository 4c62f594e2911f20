import Dispatch
import Foundation
import Platform
import ServiceConfiguration
import Synchronization
import TestSupport
import Testing

@testable import parlance

@Suite("parlance deck speak")
struct DeckSpeakTests {
    private let box: Sandbox

    init() throws {
        box = try Sandbox()
        try box.write("Front\tBack\nwater\tagua\nfire\t<c>\n\nwater\tfuego\n", to: "words.tsv")
    }

    private let both = ["--field", "Front=en-GB", "--field", "Back=es"]

    /// The sounds in a deck, in order.
    private func sounds(_ name: String) throws -> [String] {
        let text = try String(contentsOfFile: box.path(name), encoding: .utf8)
        return text.components(separatedBy: "[sound:").dropFirst().map { $0.components(separatedBy: "]")[0] }
    }

    private func speak(_ arguments: String..., more: [String]? = nil) async throws -> Outcome {
        try await box.run(["deck", "speak"] + arguments + (more ?? both))
    }

    @Test("front and back in one run, each in its own language")
    func speaks() async throws {
        let outcome = try await speak("words.tsv", "-o", "out.tsv", "--format", "wav")
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(outcome.lines.count == 1 && outcome.text.contains("3 spoken"))
        #expect(outcome.errors.contains("collection.media"))
        let names = try sounds("out.tsv")
        #expect(names.count == 6 && Set(names).count == 5)
        #expect(Set(box.names(in: "out.media")) == Set(names))
        for name in names { #expect(Wave(path: box.path("out.media/\(name)"))?.hasSound == true, "\(name)") }
        #expect(box.names() == ["out.media", "out.tsv", "words.tsv"])
        // The languages differ.
        let same = try await speak("words.tsv", "-o", "same.tsv", more: ["--field", "Back=en-GB"])
        #expect(same.ending == .exited(0))
        #expect(Set(try sounds("same.tsv")).isDisjoint(with: names))
    }

    @Test("existing sounds are kept, also in place")
    func keeps() async throws {
        #expect(try await speak("words.tsv", "-o", "words.tsv").ending == .exited(0))
        let first = contents(box.path("words.tsv"))
        let again = try await box.run(["deck", "speak", "words.tsv", "-o", "words.tsv", "--json"] + both)
        let line = try #require(try again.json().first)
        #expect(line["ok"] as? Int == 0 && line["kept"] as? Int == 3 && line["asked"] as? Int == 0)
        #expect(contents(box.path("words.tsv")) == first)
    }

    @Test(
        "sounds are regenerated only if they would differ",
        arguments: [
            (["--rate", "0.8"], false), (["--pitch", "1.2"], false), (["--loudness", "-20"], false),
            (["--trim"], false),
            (["--pad", "0.1"], false), (["--repeat", "2"], false), (["--format", "flac"], false),
            (["--report", "r.jsonl"], true), (["--limit", "5"], true), (["--overwrite"], true),
        ]
    )
    func settings(_ more: [String], isSame: Bool) async throws {
        #expect(try await speak("words.tsv", "-o", "a.tsv", "--format", "wav").ending == .exited(0))
        let before = try sounds("a.tsv")
        let format = more.contains("--format") ? [] : ["--format", "wav"]
        let outcome = try await box.run(["deck", "speak", "a.tsv", "-o", "a.tsv"] + both + format + more)
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        let after = try sounds("a.tsv")
        #expect(after.count == before.count)
        if isSame { #expect(after == before) } else { #expect(Set(after).isDisjoint(with: before)) }
    }

    @Test("a changed accent or lexicon changes only the sounds of its language")
    func definitions() async throws {
        try FileManager.default.createDirectory(atPath: box.path("own"), withIntermediateDirectories: true)
        let source = try #require(
            DataLocator(environment: [:], executable: DataLocator.executablePath()).folder("Voices")
        )
        try FileManager.default.copyItem(atPath: source, toPath: box.path("own/Voices"))
        let own = ["PARLANCE_DATA": box.path("own")]
        let command = ["deck", "speak", "words.tsv", "-o", "out.tsv"] + both
        #expect(try await box.run(command, environment: own).ending == .exited(0))
        let before = try sounds("out.tsv")
        // A different path and time, but the same content.
        #expect(try await box.run(command).ending == .exited(0))
        #expect(try sounds("out.tsv") == before)
        let path = "own/Voices/en-GB/phonemes.txt"
        try box.write(try String(contentsOfFile: box.path(path), encoding: .utf8) + "\n# changed\n", to: path)
        #expect(try await box.run(command, environment: own).ending == .exited(0))
        var after = try sounds("out.tsv")
        #expect(Set(after).subtracting(before).count == 2)
        // A lexicon from the configuration is compared by content.
        try box.write("water = wotter\n", to: "lexicon.txt")
        let lexicon = box.path("lexicon.txt")
        try box.write(
            """
            { "version": 1, "providers": { "espeak": { "kind": "espeak", "lexicon": "\(lexicon)", "attempts": 2 } } }
            """,
            to: "parlance.json"
        )
        #expect(try await box.run(command).ending == .exited(0))
        let spoken = try sounds("out.tsv")
        #expect(Set(spoken).isDisjoint(with: before))
        try box.write("water = watter\n", to: "lexicon.txt")
        #expect(try await box.run(command).ending == .exited(0))
        after = try sounds("out.tsv")
        #expect(Set(after).isDisjoint(with: spoken))
    }

    /// Kills a child when a condition holds, or returns when it has exited. A separate thread checks, so no other test
    /// can delay it.
    private func killed(_ child: ChildProcess, when hasCome: @escaping @Sendable () -> Bool) async {
        let hasEnded = Mutex(false)
        let watching = Task {
            await onThread {
                while !hasCome(), !hasEnded.withLock({ $0 }) { usleep(1000) }
                kill(child.identifier, SIGKILL)
            }
        }
        _ = await child.wait()
        hasEnded.withLock { $0 = true }
        await watching.value
    }

    @Test("a killed run resumes, and nothing is lost, incomplete, or left over", arguments: [1, 2, 3])
    func killed(_ round: Int) async throws {
        let rows = (0..<300).map { "word number \($0)\tpalabra \($0)" }
        try box.write("Front\tBack\n" + rows.joined(separator: "\n") + "\n", to: "many.tsv")
        let command = ["deck", "speak", "many.tsv", "-o", "out.tsv", "--format", "wav"] + both
        for _ in 0..<5 {
            let child = try box.start(command)
            await killed(
                child,
                when: { [box] in
                    box.names(in: "out.media").count { !$0.hasPrefix(".") } >= round * 100
                }
            )
            guard box.names().contains("out.tsv") else { break }
            // The run finished before it was killed.
            try FileManager.default.removeItem(atPath: box.path("out.tsv"))
            try FileManager.default.removeItem(atPath: box.path("out.media"))
        }
        #expect(!box.names().contains("out.tsv"))
        let kept = box.names(in: "out.media").filter { !$0.hasPrefix(".") }
        let times = kept.map { try? FileManager.default.attributesOfItem(atPath: box.path("out.media/\($0)")) }
        let outcome = try await box.run(command + ["--json"])
        let line = try #require(try outcome.json().first)
        #expect(line["ok"] as? Int == 300)
        #expect(line["known"] as? Int ?? 0 >= kept.count - 16)
        let names = try sounds("out.tsv")
        #expect(names.count == 600)
        #expect(Set(box.names(in: "out.media")) == Set(names))
        for name in names { #expect(Wave(path: box.path("out.media/\(name)"))?.hasSound == true, "\(name)") }
        // Existing sounds were not spoken again.
        for (name, old) in zip(kept, times) {
            let new = try FileManager.default.attributesOfItem(atPath: box.path("out.media/\(name)"))
            #expect(new[.systemFileNumber] as? Int == old?[.systemFileNumber] as? Int, "\(name)")
        }
        #expect(box.names() == ["many.tsv", "out.media", "out.tsv", "words.tsv"])
    }

    @Test("a text that is too long fails only its note")
    func tooLong() async throws {
        try box.write("Front\tBack\nwater\t\n\(String(repeating: "long ", count: 60_000))\t\nfire\t\n", to: "long.tsv")
        let outcome = try await box.run(["deck", "speak", "long.tsv", "-o", "out.tsv", "--field", "Front=en-GB"])
        #expect(outcome.ending == .exited(2), "\(outcome.errors)")
        #expect(outcome.errors.contains("long.tsv:3"))
        #expect(try sounds("out.tsv").count == 2)
    }

    @Test("a dry run prints a forecast and changes nothing")
    func dryRun() async throws {
        let outcome = try await speak("words.tsv", "--dry-run")
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(outcome.text.contains("5 distinct") && outcome.text.contains("no text leaves this machine"))
        #expect(box.names() == ["words.tsv"])
    }

    @Test("invalid arguments are rejected in one line, and no files are left behind")
    func refusals() async throws {
        let cases: [(arguments: [String], code: Int32, part: String)] = [
            (["--field", "Frnt=es"], 65, "Front"), (["--field", "Front=e_"], 64, "en-GB"),
            (["--field", "Front", "--into", "Nowhere"], 65, "Nowhere"),
            (["--field", "Front", "--into", "Back", "--into", "Front"], 64, "2 times"),
            (["--field", "Front", "--add-field", "Back"], 64, "already"),
            (["--field", "Front=es", "--voice", "gmw/en-US"], 64, "Front=es"),
            (["--field", "Front", "--field", "Back", "--voice", "gmw/en-US"], 64, "once"),
            (["--field", "Front", "--accent", "es", "--voice", "gmw/en-US"], 64, "--accent"),
            (["--field", "Front=tlh"], 69, "tlh"), (["--field", "Front", "--slower", "0.8"], 64, "--repeat"),
            (["--field", "Front", "--media-dir", "words.tsv"], 74, "words.tsv"),
        ]
        for (arguments, code, part) in cases {
            let header = ["--header", "present"]
            let outcome = try await box.run(["deck", "speak", "words.tsv", "-o", "out.tsv"] + header + arguments)
            outcome.expectFailure(code, part)
            #expect(!box.names().contains("out.tsv") && !box.names().contains("out.media"), "\(arguments)")
        }
        try await box.run(["deck", "speak", "words.tsv"] + both).expectFailure(64, "--output")
        // Sounds cannot be stored next to a pipe.
        let piped = try await box.shell(#""$P" deck speak words.tsv -o - --field Front=en-GB | cat"#)
        #expect(piped.output.isEmpty && piped.errors.contains("cannot store sounds beside"), "\(piped.errors)")
    }
}
