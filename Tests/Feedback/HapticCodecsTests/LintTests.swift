import FeedbackTestSupport
import HapticCodecs
import HapticPatterns
import LanguageServices
import Testing

struct LintTests {
    private func codes(_ events: [HapticEvent], _ curves: [HapticCurve] = []) throws -> [String] {
        PatternLint.findings(in: try HapticPattern(events: events, curves: curves)).map(\.code.rawValue)
    }

    @Test func closeTapsAreMerged() throws {
        #expect(try codes([.transient(at: 0), .transient(at: 0.0999)]) == ["close-taps"])
        #expect(try codes([.transient(at: 0), .transient(at: 0.1)]).isEmpty, "the success pattern is at the limit")
        #expect(
            try codes([.transient(at: 0.2), .transient(at: 0.3)]).isEmpty,
            "a rounded sum is also at the limit"
        )
        #expect(try codes([.transient(at: 0), .transient(at: 0.05, intensity: 0)]).isEmpty, "one is imperceptible")
        let finding = try #require(
            PatternLint.findings(in: try HapticPattern(events: [.transient(at: 0), .transient(at: 0.05)])).first
        )
        #expect(finding.path == "$.events[1]" && finding.line == nil && finding.fix == nil)
        #expect(finding.message.hasPrefix("50 ms after"))
    }

    @Test func shortPulsesAreImperceptible() throws {
        #expect(try codes([.continuous(at: 0, duration: 0.029)]) == ["short-pulse"])
        #expect(try codes([.continuous(at: 0, duration: 0.03)]).isEmpty)
        let stairs = [
            HapticEvent.continuous(at: 0, duration: 0.02, intensity: 0.4), .continuous(at: 0.02, duration: 0.02),
        ]
        #expect(try codes(stairs).isEmpty, "steps of one vibration are not pulses")
    }

    @Test func overlapsAreReported() throws {
        #expect(
            try codes([.continuous(at: 0, duration: 1), .continuous(at: 0.5, duration: 1)]) == ["overlapping-events"]
        )
        #expect(try codes([.continuous(at: 0, duration: 1), .continuous(at: 1, duration: 1)]).isEmpty)
        let curves = [
            HapticCurve(.intensity, points: [.init(0, 1), .init(1, 0.5)]),
            HapticCurve(.intensity, at: 0.5, points: [.init(0, 1), .init(1, 0.5)]),
            HapticCurve(.sharpness, at: 0.5, points: [.init(0, 1), .init(1, 0.5)]),
        ]
        #expect(try codes([.continuous(at: 0, duration: 1)], curves) == ["overlapping-curves"])
    }

    @Test func lengthsAreReported() throws {
        let curve = HapticCurve(.intensity, points: (0..<17).map { .init(Double($0), 0.5) })
        #expect(try codes([.continuous(at: 0, duration: 31)], [curve]) == ["too-long", "too-many-points"])
        let imported = try Fixture.read(
            #"{"Version": 1, "Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 31}}]}"#,
            as: .ahap
        )
        let finding = try #require(PatternLint.findings(in: imported).first)
        #expect(finding.code == .tooLong && finding.severity == .warning)
        #expect(finding.path == "$.Pattern[0].Event" && finding.line == 1 && finding.column == 38)
        let again = try PatternFile.read(try PatternLint.fixed(imported).bytes, name: "again")
        #expect(PatternLint.findings(in: again).isEmpty)
    }

    @Test func silenceIsReported() throws {
        #expect(try codes([]) == ["silent"])
        #expect(try codes([.transient(at: 0, intensity: 0)]) == ["silent"])
        let off = HapticCurve(.intensity, points: [.init(0, 0)])
        #expect(try codes([.continuous(at: 0, duration: 1)], [off]) == ["silent"])
        let late = HapticCurve(.intensity, points: [.init(0, 0), .init(0.9, 0), .init(1, 0.1)])
        #expect(try codes([.continuous(at: 0, duration: 1)], [late]).isEmpty)
    }

    @Test(arguments: ["trailing-commas.ahap", "chained.ahap", "article-keys.ahap", "audio.ahap", "fragment.ahap"])
    func fixingRemovesFixableFindings(_ name: String) throws {
        let imported = try Fixture.read(name)
        let before = PatternLint.findings(in: imported)
        #expect(before.contains { $0.fix != nil })
        let fixed = try PatternLint.fixed(imported)
        #expect(fixed.losses.isEmpty)
        let again = try PatternFile.read(fixed.bytes, name: name)
        #expect(Felt.difference(imported.pattern, again.pattern).value <= 1e-6)
        #expect(PatternLint.findings(in: again).allSatisfy { $0.fix == nil }, "\(PatternLint.findings(in: again))")
        #expect(try PatternLint.fixed(again).bytes == fixed.bytes)
    }

    @Test func lossyFixesAreNotApplied() throws {
        let error = #expect(throws: ServiceError.self) { try PatternLint.fixed(try Fixture.read("envelope.xml")) }
        #expect(error?.code == .unsupported && error?.remedy != nil)
    }

    @Test func codesAreKnown() throws {
        let known = Set(PatternFinding.Code.known)
        #expect(known.count == PatternFinding.Code.known.count)
        for name in RoundTripTests.files {
            for finding in PatternLint.findings(in: try Fixture.read(name)) { #expect(known.contains(finding.code)) }
        }
    }
}
