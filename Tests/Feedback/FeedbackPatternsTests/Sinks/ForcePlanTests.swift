import FeedbackTestSupport
import HapticPatterns
import LanguageServices
import TestSupport
import Testing

@testable import FeedbackPatterns

@Suite("Patterns as force-feedback effects")
struct ForcePlanTests {
    @Test("the success pattern is two effects, 100 ms apart, with the designed values")
    func success() throws {
        let plan = ForcePlan(try Patterns.success(), strength: 1)
        #expect(
            plan.effects == [
                ForceEffect(amplitude: 65_535, sharpness: 700, length: 30),
                ForceEffect(amplitude: 32_112, sharpness: 500, length: 30),
            ]
        )
        #expect(plan.moves == [.init(time: 0, effect: 0, stops: false), .init(time: 0.1, effect: 1, stops: false)])
        #expect(abs(plan.end - 0.13) < 1e-9)
        #expect(plan.effects[0].strong == 65_535 && plan.effects[0].weak == 45_874)
    }

    @Test("a steady vibration is one effect, repeated if it is longer than a device allows")
    func steady() throws {
        let short = ForcePlan(
            try HapticPattern(events: [.continuous(at: 0.5, duration: 2, intensity: 0.5)]),
            strength: 1
        )
        #expect(short.effects.count == 1 && short.effects[0].length == 2000)
        #expect(short.moves == [.init(time: 0.5, effect: 0, stops: false)])
        let long = ForcePlan(try HapticPattern(events: [.continuous(at: 0, duration: 100)]), strength: 1)
        #expect(long.effects.count == 1)
        #expect(long.moves.count { !$0.stops } == 4)
        #expect(long.effects[0].length <= ForceEffect.longest)
    }

    @Test("a ramp has a limited number of levels, without gaps between them")
    func ramp() throws {
        let pattern = try HapticPattern(
            events: [.continuous(at: 0, duration: 10, intensity: 1)],
            curves: [HapticCurve(.intensity, points: [.init(0, 0), .init(10, 1)])]
        )
        let plan = ForcePlan(pattern, strength: 1)
        #expect((20...24).contains(plan.effects.count))
        let starts = plan.moves.filter { !$0.stops }
        for (a, b) in zip(starts, starts.dropFirst()) {
            // Each part lasts until the next one has started.
            #expect(a.time + Double(plan.effects[a.effect].length) / 1000 > b.time)
        }
        #expect(plan.moves.map(\.time) == plan.moves.map(\.time).sorted())
    }

    @Test(
        "after merging, every vibration has an effect, and the strongest one remains the strongest",
        arguments: [1, 2, 3, 7, 16]
    )
    func merging(count: Int) throws {
        var random = SplitMix64(seed: UInt64(count))
        for _ in 0..<20 {
            let plan = ForcePlan(try RandomPattern.make(using: &random), strength: 1)
            let merged = plan.merged(to: count)
            #expect(merged.effects.count <= count || merged.effects.count == plan.effects.count)
            #expect(merged.effects.count <= max(count, 1))
            #expect(merged.moves.count == plan.moves.count)
            #expect(merged.moves.allSatisfy { merged.effects.indices.contains($0.effect) })
            #expect(zip(merged.moves, plan.moves).allSatisfy { $0.time == $1.time && $0.stops == $1.stops })
        }
    }

    @Test("similar effects are merged first")
    func likeness() throws {
        let events = [0.2, 0.21, 0.9, 0.91, 1].enumerated().map { index, intensity in
            HapticEvent.transient(at: Double(index) * 0.2, intensity: intensity, sharpness: 0.5)
        }
        let merged = ForcePlan(try HapticPattern(events: events), strength: 1).merged(to: 3)
        #expect(merged.effects.count == 3)
        let effects = merged.moves.map(\.effect)
        #expect(effects[0] == effects[1] && effects[2] == effects[3])
        #expect(Set(effects).count == 3)
        #expect(ForcePlan(try HapticPattern(events: events), strength: 1).merged(to: 0).effects.count == 1)
    }

    @Test("an empty pattern results in an empty plan")
    func silence() throws {
        let quiet = try HapticPattern(events: [
            .transient(at: 0, intensity: 0), .continuous(at: 0, duration: 1, intensity: 0),
        ])
        #expect(ForcePlan(quiet, strength: 1).moves.isEmpty)
        #expect(ForcePlan(try Patterns.success(), strength: 0).moves.isEmpty)
        #expect(ForcePlan(try Patterns.success(), strength: .nan).moves.isEmpty)
    }

    @Test("an amplitude lasts a whole time slice, and a tap lasts three")
    func course() throws {
        let course = AmplitudeTimeline(try Patterns.success(), strength: 1)
        #expect(
            course.entries == [
                .init(level: 1, milliseconds: 30), .init(level: 0, milliseconds: 70),
                .init(level: 31.0 / 64, milliseconds: 30),
            ]
        )
        #expect(AmplitudeTimeline(try HapticPattern(events: []), strength: 1).entries.isEmpty)
    }
}

enum Patterns {
    /// Two taps 100 ms apart, 1.0/0.7 and 0.7/0.5.
    static func success() throws -> HapticPattern {
        try HapticPattern(events: [
            .transient(at: 0, intensity: 1, sharpness: 0.7), .transient(at: 0.1, intensity: 0.7, sharpness: 0.5),
        ])
    }
}
