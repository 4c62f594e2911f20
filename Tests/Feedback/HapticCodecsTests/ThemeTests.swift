import HapticCodecs
import HapticPatterns
import LanguageServices
import Testing

struct ThemeTests {
    private func read(_ text: String) throws -> (theme: FeedbackTheme, findings: [PatternFinding]) {
        try FeedbackTheme.read(Array(text.utf8), name: "theme.json") { name throws(ServiceError) in
            guard name == "tap.ahap" else { throw ServiceError(.io, "there is no \(name)") }
            return Array(#"{"Version":1,"Pattern":[{"Event":{"EventType":"HapticTransient","Time":0.25}}]}"#.utf8)
        }
    }

    @Test func aThemeReplacesWhatItNames() throws {
        let (theme, findings) = try read(
            """
            {
              "name": "calm", // comments and trailing commas are taken
              "events": {
                "success": "selection",
                "error": { "pattern": "error", "strength": 0.5, "profile": "full" },
                "swipe-left": { "file": "tap.ahap", "followsProgress": true },
                "level-up": { "pattern": { "events": [ { "time": 0, "intensity": 0.6 }, { "time": 0.2, "duration": 0.1 } ] } },
                "warning": null,
              }
            }
            """
        )
        #expect(findings.map(\.code) == [.trailingComma])
        #expect(theme.name == "calm")
        #expect(theme.outcome(for: "success") == .pattern(BuiltInPattern.selection.pattern()))
        #expect(
            theme.outcome(for: "swipe-up", progress: 0.5) == .pattern(BuiltInPattern.swipeUp.pattern(progress: 0.5))
        )
        #expect(theme.outcome(for: "warning") == .nothing)
        #expect(theme.outcome(for: "unheard-of") == .unknown)
        #expect(theme.outcome(for: "error", profile: .quiet) == .nothing)
        guard case .pattern(let error) = theme.outcome(for: "error"),
            case .pattern(let swipe) = theme.outcome(for: "swipe-left", progress: 0.5),
            case .pattern(let level) = theme.outcome(for: "level-up")
        else {
            Issue.record("a pattern is missing")
            return
        }
        #expect(error.events.map(\.intensity) == [0.5])
        #expect(swipe.events == [.transient(at: 0.25, intensity: 0.5)])
        #expect(level.events == [.transient(at: 0, intensity: 0.6), .continuous(at: 0.2, duration: 0.1)])
    }

    @Test func anInvalidEntryDoesNotAffectOthers() throws {
        let (theme, findings) = try read(
            """
            { "basedOn": "none", "colour": 1,
              "events": {
                "a": "sucess",
                "b": { "file": "missing.ahap" },
                "c": { "pattern": { "events": [ { "time": 0, "intensity": 7 } ] } },
                "d": 7,
                "e": { "strength": 1 },
                "f": { "pattern": "success", "strength": 3, "profile": "silent", "followsProgress": "yes" },
                "g": { "pattern": { "events": [ { "time": "soon" } ] } },
                "h": { "file": "" },
                "": "success"
              } }
            """
        )
        #expect(theme.events == ["f"])
        #expect(theme.outcome(for: "f", progress: 0) == .pattern(BuiltInPattern.success.pattern()))
        #expect(Set(findings.map(\.line)) == [1, 3, 4, 5, 6, 7, 8, 9, 10, 11])
        #expect(findings.first { $0.line == 3 }?.message.contains("swipe-right") == true)
        #expect(findings.first { $0.line == 4 }?.message.contains("missing.ahap") == true)
        #expect(findings.first { $0.line == 9 }?.message.contains("$.events[0].time") == true)
    }

    @Test(arguments: ["", "7", "[]", "{}", #"{"events": []}"#, #"{"events": {"a": "success", "a": "error"}}"#, "\u{0}"])
    func invalidThemesAreRejected(_ text: String) throws {
        let error = #expect(throws: ServiceError.self) { try read(text) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.hasPrefix("theme.json:") == true)
    }

    @Test func aThemeOfFeedbackdIsATheme() throws {
        let (theme, findings) = try FeedbackTheme.read(try Fixture.bytes("feedbackd.json"), name: "feedbackd.json")
        #expect(theme.events == ["bell-terminal", "phone-incoming-call", "timeout-completed"])
        #expect(findings.allSatisfy { $0.severity == .note || $0.code == .unknownKey })
        guard case .pattern(let bell) = theme.outcome(for: "bell-terminal") else {
            Issue.record("there is no bell")
            return
        }
        #expect(bell.events.map(\.time) == [0, 0.18])
        #expect(bell.events.allSatisfy { abs($0.duration - 0.08) < 1e-9 && abs($0.intensity - 0.8) < 1e-9 })
    }
}
