import Foundation
import Platform
import TestSupport
import Testing

@testable import parlance

/// Patterns that are played, drawn and listed.
@Suite("feedback play, show, list, devices and try")
struct FeedbackPlayingTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    @Test("a pattern is drawn on the terminal, with block characters if the locale has them")
    func drawn() async throws {
        let blocks = try await box.run(["feedback", "show", "success"], environment: ["LC_ALL": "C.UTF-8"])
        blocks.expectSuccess()
        #expect(blocks.lines.first == "success")
        #expect(blocks.text.contains("█") && blocks.text.contains("120 ms"))
        let plain = try await box.run(["feedback", "show", "success"], environment: ["LC_ALL": "C"])
        plain.expectSuccess()
        #expect(plain.output.allSatisfy { $0 < 0x80 } && plain.text.contains("1.0 |#"))
    }

    @Test("images, sound and numbers are written, and are the same every time")
    func files() async throws {
        let first = [
            "feedback", "show", "lesson-complete", "--svg", "a.svg", "--png", "a.png", "--wav", "a.wav", "--waveform",
            "a.csv", "--rate", "200", "--dark",
        ]
        let shown = try await box.run(first + ["--json"])
        shown.expectSuccess()
        #expect(try shown.json().first?["files"] as? [String] == ["a.svg", "a.png", "a.wav", "a.csv"])
        let second = first.map { $0.hasPrefix("a.") ? "b" + $0.dropFirst() : $0 }
        #expect(try await box.run(second).text.isEmpty)
        for ending in ["svg", "png", "wav", "csv"] {
            let first = try Data(contentsOf: URL(filePath: box.path("a.\(ending)")))
            let second = try Data(contentsOf: URL(filePath: box.path("b.\(ending)")))
            #expect(first.count > 1000 && first == second)
        }
        let table = try String(contentsOfFile: box.path("a.csv"), encoding: .utf8).split(separator: "\n")
        #expect(table.count == 187 && table.first == "time,intensity,sharpness")
        let picture = try String(contentsOfFile: box.path("a.svg"), encoding: .utf8)
        #expect(picture.contains("#0d1117"))
    }

    @Test("a file of any format is drawn, and its repairs are reported")
    func fromFile() async throws {
        try box.write(
            #"{ "Pattern": [ { "Event": { "EventType": "HapticTransient", "Time": 0 } }, ] }"#,
            to: "tap.ahap"
        )
        let shown = try await box.run(["feedback", "show", "tap.ahap"], environment: ["LC_ALL": "C"])
        #expect(shown.ending == .exited(0) && shown.lines.first == "tap")
        #expect(shown.errors.contains("trailing-comma"))
    }

    @Test("patterns that cannot be shown or played are reported with a specific exit code")
    func failures() async throws {
        try await box.run(["feedback", "show", "sucess"]).expectFailure(66, "no event or file", "'success'")
        try await box.run(["feedback", "show", "nowhere.ahap"]).expectFailure(66, "nowhere.ahap")
        try await box.run(["feedback", "show", "success", "--light", "--dark"]).expectFailure(
            64,
            "cannot be given together"
        )
        try await box.run(["feedback", "show", "success", "--rate", "0"]).expectFailure(64, "--rate")
        try await box.run(["feedback", "show", "success", "--png", "no/such/folder.png"]).expectFailure(73)
        // The loader finds this library first and fails.
        try Folder.make(box.path("lib"))
        try AtomicFile.write([], to: box.path("lib/libcairo.so.2"))
        let environment = ["LD_LIBRARY_PATH": box.path("lib")]
        try await box.run(["feedback", "show", "success", "--png", "x.png"], environment: environment)
            .expectFailure(69, "apt-get install libpangocairo-1.0-0")
        try await box.run(["feedback", "show", "success", "--svg", "x.svg"], environment: environment).expectSuccess()
        try await box.run(["feedback", "play", "success", "--progress", "2"]).expectFailure(64, "--progress")
        try await box.run(["feedback", "play", "success", "--sink", "evdev"]).expectFailure(69, "rich (evdev)")
        try await box.run(["feedback", "play", "success", "--sink", "terminal"])
            .expectFailure(69, "the output is not a terminal")
        try await box.run(["feedback", "play", "nothing-like-it"]).expectFailure(69, "has no event")
        try await box.run(["feedback", "try"]).expectFailure(64, "requires a terminal")
        try box.write("rubbish", to: "r.ahap")
        try await box.run(["feedback", "play", "r.ahap"]).expectFailure(65)
    }

    @Test("feedback suppressed by the policy is not a failure")
    func refused() async throws {
        let low = try await box.run(["feedback", "play", "swipe-up", "--progress", "0.3"])
        #expect(low.ending == .exited(0))
        #expect(low.errors.contains("nothing plays: progress 0.3 does not exceed the threshold 0.3"))
        try box.write(
            #"{ "version": 1, "providers": { "patterns": { "kind": "patterns", "enabled": false } } }"#,
            to: "parlance.json"
        )
        let off = try await box.run(["feedback", "play", "success"])
        #expect(off.ending == .exited(0) && off.errors.contains("feedback is switched off"))
    }

    @Test("events and their outputs are listed")
    func lists() async throws {
        let events = try await box.run(["feedback", "list", "--json"])
        events.expectSuccess()
        let names = try events.json().compactMap { $0["name"] as? String }
        #expect(names.contains("lesson-complete") && names == names.sorted())
        let devices = try await box.run(["feedback", "devices", "--json"])
        devices.expectSuccess()
        let steps = try devices.json().filter { $0["step"] != nil }
        #expect(
            steps.map { $0["sink"] as? String } == ["evdev", "feedbackd", "evdev", "feedbackd", "audio", "terminal"]
        )
        #expect(try await box.run(["feedback", "list"]).lines.count == names.count)
    }

    @Test("any bytes from the keyboard are decoded as keys")
    func keys() {
        func keys(_ bytes: [UInt8]) -> [String] {
            var reader = KeyReader()
            return bytes.flatMap { reader.keys(from: $0) }
        }
        #expect(keys(Array("s\u{1B}[Aq".utf8)) == ["s", "up", "q"])
        #expect(keys(Array("\u{1B}OC\u{1B}[1;5D".utf8)) == ["right", "left"])
        #expect(keys([0x1B, 0x1B]) == ["escape"])
        #expect(keys([0, 0x80, 0xFF, 0x0A]).isEmpty)
        #expect(keys([0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 100) + Array("s".utf8)).count < 90)
        for byte in UInt8.min...UInt8.max { _ = keys([0x1B, byte, byte, byte]) }
    }
}
