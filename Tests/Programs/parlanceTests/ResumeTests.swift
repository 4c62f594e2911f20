import Audio
import Foundation
import LanguageServices
import LanguageServicesTesting
import Platform
import ServiceConfiguration
import Synchronization
import Testing

@testable import parlance

@Suite("Resuming a folder of files")
struct ResumeTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    private func times() throws -> [String: Date] {
        try box.names(in: "out").reduce(into: [:]) { times, name in
            let attributes = try FileManager.default.attributesOfItem(atPath: box.path("out/\(name)"))
            times[name] = attributes[.modificationDate] as? Date
        }
    }

    @Test("existing files are kept, missing ones are written, and the record distinguishes them")
    func keeps() async throws {
        try await box.run(["speak", "one", "two", "-d", "out"]).expectSuccess()
        let before = try times()
        var outcome = try await box.run(["speak", "one", "two", "three", "-d", "out"])
        #expect(outcome.ending == .exited(0) && outcome.lines.count == 3)
        #expect(outcome.lines.allSatisfy { $0.hasSuffix(" s") })
        #expect(outcome.errors.contains("2 files already existed"))
        let after = try times()
        #expect(after["one.wav"] == before["one.wav"] && after["two.wav"] == before["two.wav"] && after.count == 3)
        outcome = try await box.run(["speak", "one", "-d", "out", "--json"])
        let line = try #require(try outcome.json().first)
        #expect(line["kept"] as? Bool == true)
        #expect((line["seconds"] as? Double ?? 0) > 0.1)
    }

    @Test(
        "files are regenerated if they would sound different",
        arguments: [
            ["--accent", "en-GB"], ["--rate", "0.8"], ["--pitch", "1.2"], ["--volume", "0.5"], ["--gap", "0.1"],
            ["--voice", "gmw/en-US"], ["--provider", "espeak"], ["--overwrite"], ["--marks", "m.jsonl"],
        ]
    )
    func settings(_ more: [String]) async throws {
        try await box.run(["speak", "one", "-d", "out"]).expectSuccess()
        let before = try times()
        try await box.run(["speak", "one", "-d", "out"] + more).expectSuccess()
        #expect(try times() != before)
    }

    @Test("files are regenerated with other espeak-ng data")
    func espeakData() async throws {
        let arguments = ["speak", "one", "--voice", "gmw/en-US", "-d", "out"]
        try await box.run(arguments).expectSuccess()
        let before = try times()
        // The library ignores this missing folder, but the path could have existed.
        let data = ["ESPEAK_DATA_PATH": box.path("data")]
        try await box.run(arguments, environment: data).expectSuccess()
        let after = try times()
        #expect(after != before)
        #expect(try await box.run(arguments, environment: data).errors.contains("was kept"))
        #expect(try times() == after)
    }

    @Test("files are regenerated after a change of the configuration")
    func configuration() async throws {
        try await box.run(["speak", "bath", "-d", "out"]).expectSuccess()
        let before = try times()
        try box.write(#"{ "version": 1, "speech": { "accent": "en-GB" } }"#, to: "parlance.json")
        try await box.run(["speak", "bath", "-d", "out"]).expectSuccess()
        #expect(try times() != before)
    }

    @Test("files are regenerated after a change of the accent or lexicon")
    func definitions() async throws {
        try FileManager.default.createDirectory(atPath: box.path("own"), withIntermediateDirectories: true)
        let source = try #require(
            DataLocator(environment: [:], executable: DataLocator.executablePath()).folder("Voices")
        )
        try FileManager.default.copyItem(atPath: source, toPath: box.path("own/Voices"))
        let own = ["PARLANCE_DATA": box.path("own")]
        let arguments = ["speak", "goat", "-a", "en-GB", "-d", "out"]
        try await box.run(arguments, environment: own).expectSuccess()
        let before = try times()
        #expect(try await box.run(arguments, environment: own).errors.contains("was kept"))
        let path = "own/Voices/en-GB/phonemes.txt"
        try box.write(try String(contentsOfFile: box.path(path), encoding: .utf8) + "\n# changed\n", to: path)
        try await box.run(arguments, environment: own).expectSuccess()
        #expect(try times() != before)
        // An error in one accent does not affect the others, and is reported when that accent is used.
        try box.write("name\n", to: "own/Voices/en-AU/voice.txt")
        try await box.run(["speak", "tea", "-a", "en-US", "-o", "tea.wav"], environment: own).expectSuccess()
        let wrong = try await box.run(["speak", "tea", "-a", "en-AU", "-o", "mate.wav"], environment: own)
        wrong.expectFailure(78, "en-AU/voice.txt:1")
    }

    @Test("files that were changed, truncated or created by other programs are regenerated")
    func strangers() async throws {
        try await box.run(["speak", "one", "two", "-d", "out"]).expectSuccess()
        try box.write("not sound", to: "out/one.wav")
        try box.write("nor this", to: "out/three.wav")
        let outcome = try await box.run(["speak", "one", "two", "three", "-d", "out"])
        #expect(outcome.errors.contains("1 file already existed"), "\(outcome.errors)")
        for name in ["one", "two", "three"] { #expect(Wave(path: box.path("out/\(name).wav"))?.hasSound == true) }
    }

    @Test(
        "a damaged record costs only time",
        arguments: [
            "", "\t\t\t\n", "xyz\n\n\n\u{0}\n", "0\t99999999999999999999\t1\tone.wav\n",
            "0\t-1\t-9223372036854775808\tone.wav\n",
        ]
    )
    func damagedRecord(_ content: String) async throws {
        try await box.run(["speak", "one", "-d", "out"]).expectSuccess()
        try box.write(content, to: "out/\(SpokenFolder.recordName)")
        try await box.run(["speak", "one", "-d", "out"]).expectSuccess()
        #expect(Wave(path: box.path("out/one.wav"))?.hasSound == true)
    }

    @Test("a killed run resumes, and no file is lost or incomplete")
    func killed() async throws {
        try box.write((0..<400).map { "word number \($0)" }.joined(separator: "\n"), to: "list.txt")
        let child = try box.start(["speak", "-f", "list.txt", "-d", "out"])
        while box.names(in: "out").count(where: { !$0.hasPrefix(".") }) < 40 {
            try await Task.sleep(for: .milliseconds(2))
        }
        kill(child.identifier, SIGKILL)
        _ = await child.wait()
        let outcome = try await box.run(["speak", "-f", "list.txt", "-d", "out"])
        #expect(outcome.ending == .exited(0) && outcome.lines.count == 400)
        let names = box.names(in: "out").filter { !$0.hasPrefix(".") }
        #expect(names.count == 400)
        for name in names { #expect(Wave(path: box.path("out/\(name)"))?.hasSound == true, "\(name)") }
    }

    @Test("deterministic files are identical byte for byte, in any order and combination")
    func deterministic() async throws {
        let texts = ["water", "bottle", "in the house", "25 times", "thought"]
        try await box.run(["speak", "--deterministic", "-d", "out"] + texts).expectSuccess()
        try await box.run(["speak", "--deterministic", "-d", "other"] + texts.reversed() + ["more"]).expectSuccess()
        for name in box.names(in: "out") {
            let one = try #require(FileManager.default.contents(atPath: box.path("out/\(name)")))
            #expect(FileManager.default.contents(atPath: box.path("other/\(name)")) == one, "\(name)")
        }
        // One process per text.
        try await box.run(["speak", "--deterministic", "thought", "-o", "one.wav"]).expectSuccess()
        try await box.run(["speak", "thought", "-o", "two.wav"]).expectSuccess()
        let one = try #require(FileManager.default.contents(atPath: box.path("one.wav")))
        #expect(FileManager.default.contents(atPath: box.path("out/thought.wav")) == one)
        #expect(FileManager.default.contents(atPath: box.path("two.wav")) == one)
    }

    @Test("progress is silent at first, then printed as lines, or on a terminal as a bar that is removed at the end")
    func progress() {
        let clock = TestClock()
        for isTerminal in [false, true] {
            let said = Said()
            var console = Console(output: { _ in }, errors: { said.append($0) })
            console.isErrorTerminal = isTerminal
            let progress = Progress(total: 1000, console: console, clock: ServiceClock(clock))
            progress.advance()
            #expect(said.text == "")
            clock.advance(by: .seconds(20))
            for _ in 0..<199 { progress.advance() }
            #expect(said.text.contains("2 of 1000 texts, 0.1/s, 2:46:20 left"), "\(said.text)")
            #expect(said.text.contains("[....") == isTerminal)
            clock.advance(by: .seconds(20))
            progress.advance()
            #expect(said.text.contains("201 of 1000 texts, 5.0/s, 2:40 left"), "\(said.text)")
            progress.hide()
            #expect(said.text.hasSuffix("\r\u{1B}[K") == isTerminal)
            #expect(said.text.split(separator: "\n").count == (isTerminal ? 1 : 2))
        }
    }

    private final class Said: Sendable {
        private let bytes = Mutex<[UInt8]>([])
        var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
        func append(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    }
}
