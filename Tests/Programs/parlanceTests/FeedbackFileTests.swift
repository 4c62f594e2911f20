import Foundation
import Platform
import TestSupport
import Testing

@testable import parlance

/// Pattern files: conversion, checks and statistics.
@Suite("feedback convert, lint and info")
struct FeedbackFileTests {
    private let box: Sandbox

    /// A tap too close to another one, and an unknown key.
    private let wrong = """
        {
          "Version": 1,
          "Pattern": [
            { "Event": { "EventType": "HapticTransient", "Time": 0, "Colour": 1 } },
            { "Event": { "EventType": "HapticTransient", "Time": 0.05 } },
          ]
        }
        """

    init() throws { box = try Sandbox() }

    @Test("a built-in pattern is converted through all formats")
    func formats() async throws {
        let made = try await box.run(["feedback", "convert", "success", "a.ahap"])
        made.expectSuccess()
        for (source, target) in [("a.ahap", "b.haptic"), ("b.haptic", "c.ahap")] {
            #expect(try await box.run(["feedback", "convert", source, target]).ending == .exited(0))
        }
        let info = try #require(try await box.run(["feedback", "info", "c.ahap", "--json"]).json().first)
        #expect(info["taps"] as? Int == 2 && info["format"] as? String == "ahap")
        let android = try await box.run(["feedback", "convert", "a.ahap", "-", "--to", "android"])
        #expect(android.text == #"{"timings":[30,70,30],"amplitudes":[255,0,125],"repeat":-1}"# + "\n")
        #expect(android.errors.contains("sharpness is left out"))
        #expect(android.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("parlance: note: output: ") })
        try box.write(android.output, to: "d.json")
        let web = try await box.run(["feedback", "convert", "d.json", "-", "--to", "web"])
        #expect(web.text == "[30,70,21]\n")
    }

    @Test("repairs and losses are reported, also as JSON")
    func report() async throws {
        try box.write(wrong, to: "w.ahap")
        let made = try await box.run(["feedback", "convert", "w.ahap", "w.xml", "--json"])
        #expect(made.ending == .exited(0))
        #expect(
            made.errors.contains("parlance: note: w.ahap:4:61: the key \"Colour\" is unknown; left out [unknown-key]")
        )
        let object = try #require(try made.json().first)
        let repairs = try #require(object["repairs"] as? [[String: Any]])
        #expect(repairs.map { $0["code"] as? String } == ["unknown-key", "trailing-comma"])
        #expect(repairs.first?["path"] as? String == "$.Pattern[0].Event.Colour")
        #expect((object["losses"] as? [[String: Any]])?.map { $0["code"] as? String } == ["taps"])
        #expect(object["format"] as? String == "android-xml")
    }

    @Test("a pattern is trimmed, scaled, stretched, repeated and delayed")
    func changes() async throws {
        let run = try await box.run([
            "feedback", "convert", "success", "-", "--to", "pattern", "--trim", "0.05:", "--scale", "0.5", "--stretch",
            "2",
            "--repeat", "2", "--gap", "0.5", "--delay", "1",
        ])
        run.expectSuccess()
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        let events = try #require(object["events"] as? [[String: Any]])
        #expect(events.map { $0["time"] as? Double } == [1.1, 1.73])
        #expect(events.allSatisfy { $0["intensity"] as? Double == 0.35 })
        for part in ["x", "2:1", "1", ":::", "-1:2", "nan:", "1:inf:"] {
            let failed = try await box.run(["feedback", "convert", "success", "-", "--to", "ahap", "--trim=\(part)"])
            #expect(failed.ending == .exited(64), "\(part)")
        }
    }

    @Test("one file per layer loses nothing")
    func layers() async throws {
        try box.write(
            #"{"version":{"major":1},"signals":{"continuous":{"envelopes":{"amplitude":[{"time":0,"amplitude":0.01},{"time":1,"amplitude":0.2,"emphasis":{"amplitude":1,"frequency":1}},{"time":2,"amplitude":0.9}]}}}}"#,
            to: "c.haptic"
        )
        let whole = try await box.run(["feedback", "convert", "c.haptic", "one.ahap"])
        #expect(whole.errors.contains("[layers]"))
        try await box.run(["feedback", "convert", "c.haptic", "many.ahap", "--layers"]).expectSuccess()
        #expect(Set(box.names()) == ["c.haptic", "one.ahap", "many.ahap", "many-2.ahap"])
        let info = try #require(try await box.run(["feedback", "info", "many-2.ahap", "--json"]).json().first)
        #expect(info["taps"] as? Int == 1 && info["vibrations"] as? Int == 0 && info["strongest"] as? Double == 1)
        try await box.run(["feedback", "convert", "c.haptic", "-", "--to", "ahap", "--layers"])
            .expectFailure(64, "--layers")
    }

    @Test("lint's exit code reflects the severity, and --fix makes every possible fix")
    func lint() async throws {
        try box.write(wrong, to: "w.ahap")
        let told = try await box.run(["feedback", "lint", "w.ahap"])
        #expect(told.ending == .exited(2))
        #expect(told.lines.count == 3)
        #expect(told.lines.first?.hasPrefix("w.ahap:4:61: warning: the key \"Colour\" is unknown") == true)
        #expect(told.lines.contains { $0.hasPrefix("w.ahap:5:16: warning: 50 ms after the previous tap") })
        let fixed = try await box.run(["feedback", "lint", "--fix", "w.ahap", "--json"])
        #expect(fixed.ending == .exited(2))
        let findings = try fixed.json()
        #expect(findings.filter { $0["fixed"] as? Bool == true }.count == 2)
        #expect(findings.last?["code"] as? String == "close-taps")
        let again = try await box.run(["feedback", "lint", "w.ahap"])
        #expect(again.lines.count == 1)
        try await box.run(["feedback", "convert", "success", "s.ahap"]).expectSuccess()
        let clean = try await box.run(["feedback", "lint", "s.ahap", "--json"])
        clean.expectSuccess()
        try box.write(
            "<vibration-effect><basic-envelope-effect><control-point intensity='1' sharpness='1' durationMs='90'/></basic-envelope-effect></vibration-effect>",
            to: "e.xml"
        )
        let open = try await box.run(["feedback", "lint", "e.xml", "--fix"])
        #expect(open.ending == .exited(65))
        #expect(open.text.contains("[envelope-end]") && open.errors.contains("feedback convert"))
    }

    @Test("an empty event is rejected, and so are two outputs with the same name")
    func refused() async throws {
        try await box.run(["feedback", "convert", "success", "-", "--to", "feedbackd", "--event", ""])
            .expectFailure(64, "--event")
        try await box.run(["feedback", "show", "success", "--svg", "a", "--png", "a"]).expectFailure(64, "two outputs")
        #expect(box.names().isEmpty)
    }

    @Test("unreadable files are reported in one line, and the others are still checked")
    func failures() async throws {
        try box.write("{", to: "broken.ahap")
        try await box.run(["feedback", "info", "broken.ahap"]).expectFailure(65, "broken.ahap:1:2")
        try await box.run(["feedback", "info", "sucess"]).expectFailure(66, "did you mean 'success'?")
        try await box.run(["feedback", "convert", "success", "x.json"]).expectFailure(64, "--to")
        try await box.run(["feedback", "convert", "success", "x.json", "--to", "android2"]).expectFailure(
            64,
            "android-xml"
        )
        try await box.run(["feedback", "convert", "success", "no/x.ahap"]).expectFailure(73, "no/x.ahap")
        try await box.run(["feedback", "convert", "success", "-", "--to", "ahap", "--json"]).expectFailure(64, "--json")
        try await box.run(["feedback", "convert", "success", "a.ahap", "--scale", "0"]).expectSuccess()
        try await box.run(["feedback", "convert", "a.ahap", "a.xml"]).expectFailure(65, "cannot be empty")
        #expect(!box.names().contains { $0.contains("part") || $0 == "a.xml" })
        try box.write(wrong, to: "w.ahap")
        let mixed = try await box.run(["feedback", "lint", "broken.ahap", "gone.ahap", "w.ahap"])
        #expect(mixed.ending == .exited(65))
        #expect(mixed.lines.count == 3 && mixed.errors.split(separator: "\n").count == 2)
        #expect(try await box.run(["feedback", "lint", "gone.ahap"]).ending == .exited(66))
    }
}
