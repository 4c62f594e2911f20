import Foundation
import LanguageServicesTesting
import Platform
import Synchronization
import TestSupport
import Testing

@testable import parlance

@Suite("An interrupted batch over a deck")
struct DeckInterruptionTests {
    private static let count = 6000

    private static func word(_ number: Int) -> String {
        "w" + String(String(number).unicodeScalars.compactMap { Unicode.Scalar($0.value + 49) }.map(Character.init))
    }

    /// A deck and a configuration with a test provider.
    private struct Bench {
        let folder: TemporaryFolder
        var deck: String { folder.file("words.tsv") }
        var output: String { folder.file("out.tsv") }
        var report: String { folder.file("report.jsonl") }
        var journal: String { folder.file(".out.tsv.parlance-journal") }

        init() throws {
            folder = try TemporaryFolder()
            let rows = (0..<count).map { "\(word($0))\t\n" }
            try Data(("Front\tBack\n" + rows.joined()).utf8).write(to: URL(fileURLWithPath: deck))
        }

        func run(_ script: String = "", _ more: String..., calls: Calls = Calls()) async throws -> Outcome {
            let entries = (0..<count).map { "\"\(word($0))=x\(word($0))\"" }.joined(separator: ",")
            let configuration = folder.file("c.json")
            let text = """
                { "version": 1, "translation": { "use": ["words"], "from": "en", "to": "es" }, "providers": {
                  "words": { "kind": "table", "source": "en", "target": "es", "entries": [\(entries)]\(script) } } }
                """
            try Data(text.utf8).write(to: URL(fileURLWithPath: configuration))
            let program = InProcess(
                environment: ["PARLANCE_CONFIG": configuration],
                kinds: [
                    InMemoryTranslation.kind(named: "table") { provider in calls.provider.withLock { $0 = provider } }
                ]
            )
            return await program.run(["deck", "translate", deck, "-o", output, "--header", "present"] + more)
        }

        func isThere(_ path: String) -> Bool { contents(path) != nil }

        var isWhole: Bool {
            let lines = String(decoding: contents(output) ?? [], as: UTF8.self).split(separator: "\n").dropFirst()
            return lines.map(String.init) == (0..<count).map { "\(word($0))\tx\(word($0))" }
        }
    }

    private final class Calls: Sendable {
        let provider = Mutex<InMemoryTranslation?>(nil)
        var count: Int { provider.withLock { $0?.callCount ?? 0 } }
    }

    @Test("on cancellation, it keeps the answers, reports open notes, and can be resumed")
    func cancelled() async throws {
        let bench = try Bench()
        let before = contents(bench.deck)
        let calls = Calls()
        let work = Task {
            try await bench.run(", \"delaySeconds\": 0.05", "--report", bench.report, calls: calls)
        }
        #expect(await eventually { calls.count >= 3 })
        work.cancel()
        let outcome = try await work.value
        #expect(outcome.ending == .exited(130))
        let last = try #require(outcome.errors.split(separator: "\n").last)
        #expect(last.hasPrefix("parlance: interrupted at ") && last.contains(" of 6000 texts"), "\(last)")
        #expect(last.contains("repeat the command to resume"))
        #expect(!bench.isThere(bench.output))
        #expect((contents(bench.deck) == before) as Bool)
        let lines = String(decoding: contents(bench.report) ?? [], as: UTF8.self).split(separator: "\n")
        #expect(lines.count == Self.count)
        let open = lines.filter { $0.contains("\"outcome\":\"open\"") }
        #expect(open.count == Self.count)
        let answered = open.count { $0.contains("\"answers\"") }
        #expect(answered > 0 && answered < Self.count)
        #expect(last.contains("at \(answered) of"))

        let again = Calls()
        let finished = try await bench.run("", "--json", calls: again)
        #expect(finished.ending == .exited(0), "\(finished.errors)")
        let summary = try #require(finished.json().first)
        #expect(summary["known"] as? Int == answered)
        #expect(summary["asked"] as? Int == Self.count - answered)
        #expect(bench.isWhole)
        #expect(!bench.isThere(bench.journal))
    }

    @Test("a provider's refusal ends it with a specific exit code, and leaves no files")
    func refused() async throws {
        let bench = try Bench()
        // As many refusals as there are concurrent requests.
        let refusals = ", \"failures\": [\"quotaExceeded\", \"quotaExceeded\", \"quotaExceeded\"]"
        let outcome = try await bench.run(refusals, "--field", "1", "--into", "2")
        #expect(outcome.ending == .exited(69))
        // On a busy machine, progress lines may come first.
        #expect(
            outcome.errors.split(separator: "\n").last?.contains("it was configured to fail") == true,
            "\(outcome.errors)"
        )
        #expect(!bench.isThere(bench.output))
        #expect(!bench.isThere(bench.journal))
        #expect(try await bench.run().ending == .exited(0))
        #expect(bench.isWhole)
    }
}

@Suite("A full disk during a batch over a deck")
struct DeckFullDiskTests {
    /// Whether this user may mount a file system; most containers do not allow it even to root.
    private static let canMount: Bool = {
        #if os(Linux)
        guard geteuid() == 0, let folder = try? TemporaryFolder(), let place = try? folder.folder("m") else {
            return false
        }
        defer { umount(place) }
        return mount("tmpfs", place, "tmpfs", 0, "size=64k") == 0
        #else
        return false
        #endif
    }()

    private let box: Sandbox
    private let words: String

    init() throws {
        box = try Sandbox()
        // Many distinct texts that all have an answer.
        words = (0..<2400).map { number in
            "house\((0..<12).map { number >> $0 & 1 == 1 ? "!" : "." }.joined())\t\n"
        }.joined()
    }

    private func expectWhole(_ outcome: Outcome, in folder: String) throws {
        outcome.expectFailure(74, "cannot write")
        #expect((contents(box.path("w.tsv")) == Array(words.utf8)) as Bool)
        #expect(contents("\(folder)/out.tsv") == Array("earlier\n".utf8))
        #expect(TemporaryFolder.names(in: folder).allSatisfy { !$0.contains(".part-") })
    }

    private func arguments(_ folder: String) -> [String] {
        [
            "deck", "translate", box.path("w.tsv"), "-o", "\(folder)/out.tsv", "--header", "absent", "--from", "en",
            "--to", "es",
            "--field", "1", "--into", "2", "--provider", "dictionary", "--json",
        ]
    }

    /// Compiles the dictionary beforehand, because it takes more space than will be available.
    private func openDictionary() async throws {
        #expect(try await box.run(["translate", "house", "--from", "en", "--to", "es"]).ending == .exited(0))
    }

    private func expectGoesOn(_ folder: String) async throws {
        let journal = try #require(contents("\(folder)/.out.tsv.parlance-journal"))
        #expect(journal.count > 100)
        let outcome = try await box.run(arguments(folder))
        let summary = try #require(outcome.json().first, "\(outcome.errors)")
        let known = try #require(summary["known"] as? Int)
        #expect(known > 0)
        #expect(summary["asked"] as? Int == 2400 - known)
        #expect(summary["ok"] as? Int == 2400)
        let lines = String(decoding: contents("\(folder)/out.tsv") ?? [], as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2400 && lines.allSatisfy { $0.hasSuffix("\tcasa") })
    }

    @Test("a file size limit gives one line, and the next run resumes")
    func limitedFile() async throws {
        try box.write(words, to: "w.tsv")
        try box.write("earlier\n", to: "out.tsv")
        try await openDictionary()
        let line = arguments(box.work).map { "'\($0)'" }.joined(separator: " ")
        try expectWhole(try await box.shell("ulimit -f 200; exec \"$P\" \(line)"), in: box.work)
        try await expectGoesOn(box.work)
    }

    #if os(Linux)
    @Test(
        "a small file system gives one line, and the next run resumes",
        .enabled(if: Self.canMount, "no permission to mount")
    )
    func smallFileSystem() async throws {
        try box.write(words, to: "w.tsv")
        let folder = box.path("disk")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #require(mount("tmpfs", folder, "tmpfs", 0, "size=150k") == 0)
        defer { umount(folder) }
        try box.write("earlier\n", to: "disk/out.tsv")
        try await openDictionary()
        let outcome = try await box.run(arguments(folder))
        try expectWhole(outcome, in: folder)
        try #require(mount("tmpfs", folder, "tmpfs", UInt(MS_REMOUNT), "size=16m") == 0)
        try await expectGoesOn(folder)
    }
    #endif
}
