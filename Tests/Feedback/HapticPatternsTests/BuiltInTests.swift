import FeedbackTestSupport
import HapticCodecs
import HapticPatterns
import LanguageServices
import Testing

struct BuiltInTests {
    /// The fixed values: time, intensity at full progress, sharpness, and whether progress scales the intensity.
    static let table: [(BuiltInPattern, [(Double, Double, Double)], Bool)] = [
        (.swipeRight, [(0, 0.7, 0.8)], true), (.swipeLeft, [(0, 0.4, 0.3)], true), (.swipeUp, [(0, 0.9, 1.0)], true),
        (.swipeDown, [(0, 0.6, 0.5)], true), (.success, [(0, 1.0, 0.7), (0.1, 0.7, 0.5)], false),
        (.warning, [(0, 0.7, 0.6)], false), (.error, [(0, 1.0, 1.0)], false),
    ]

    @Test(arguments: table, [0, 0.1, 0.3, 0.31, 0.5, 0.8, 1])
    func theFixedNumbersAreExact(_ row: (BuiltInPattern, [(Double, Double, Double)], Bool), _ progress: Double) throws {
        let expected = row.1.map {
            HapticEvent.transient(at: $0.0, intensity: row.2 ? $0.1 * progress : $0.1, sharpness: $0.2)
        }
        #expect(row.0.pattern(progress: progress).events == expected)
        for strength in [0, 0.25, 0.8, 1] {
            var theme = FeedbackTheme.standard
            theme.entries[row.0.rawValue] = .init(.builtIn(row.0), strength: strength)
            for profile in FeedbackProfile.allCases {
                let outcome = theme.outcome(for: row.0.rawValue, progress: progress, profile: profile)
                guard profile != .silent else {
                    #expect(outcome == .nothing)
                    continue
                }
                let weaker = expected.map {
                    HapticEvent.transient(at: $0.time, intensity: $0.intensity * strength, sharpness: $0.sharpness)
                }
                guard case .pattern(let pattern) = outcome else {
                    Issue.record("\(row.0) gives \(outcome)")
                    continue
                }
                #expect(pattern.events == weaker)
            }
        }
    }

    @Test(arguments: BuiltInPattern.allCases)
    func everyBuiltInPatternIsValid(_ builtIn: BuiltInPattern) throws {
        let pattern = builtIn.pattern()
        // The trusted events pass validation and are in order.
        #expect(try HapticPattern(events: pattern.events, curves: pattern.curves) == pattern)
        #expect(PatternLint.findings(in: pattern).isEmpty, "\(PatternLint.findings(in: pattern))")
        let written = try PatternFile.write(pattern, as: .ahap)
        #expect(written.losses.isEmpty, "\(written.losses)")
        let again = try PatternFile.read(written.bytes, name: "again").pattern
        #expect(Felt.difference(pattern, again).value <= 1e-6)
    }

    @Test func invalidProgressIsClamped() {
        #expect(BuiltInPattern.swipeUp.pattern(progress: 7) == BuiltInPattern.swipeUp.pattern(progress: 1))
        #expect(BuiltInPattern.swipeUp.pattern(progress: -1).events.first?.intensity == 0)
        #expect(BuiltInPattern.swipeUp.pattern(progress: .nan).events.first?.intensity == 0)
    }
}
