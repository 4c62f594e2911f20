import FeedbackTestSupport
import HapticPatterns
import LanguageServices
import TestSupport
import Testing

struct SamplerTests {
    private func pattern(_ events: [HapticEvent], _ curves: [HapticCurve] = []) throws -> HapticPattern {
        try HapticPattern(events: events, curves: curves)
    }

    private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

    @Test func aTapDecaysWithinItsLength() throws {
        let sampler = PatternSampler(try pattern([.transient(at: 0.1, intensity: 0.8, sharpness: 0.3)]))
        #expect(sampler.sample(at: 0.0999) == .nothing)
        #expect(sampler.sample(at: 0.1) == HapticSample(intensity: 0.8, sharpness: 0.3))
        #expect(isClose(sampler.sample(at: 0.115).intensity, 0.4))
        #expect(sampler.sample(at: 0.1301) == .nothing)
    }

    @Test func intensityIsMultipliedAndSharpnessAdded() throws {
        let sampler = PatternSampler(
            try pattern(
                [.continuous(at: 0, duration: 2, intensity: 0.8, sharpness: 0.5), .transient(at: 3, intensity: 1)],
                [
                    HapticCurve(.intensity, at: 0.5, points: [.init(0, 0.5), .init(1, 1)]),
                    HapticCurve(.sharpness, at: 0, points: [.init(0, -0.2), .init(2, 1)]),
                ]
            )
        )
        #expect(isClose(sampler.sample(at: 0.25).intensity, 0.8))
        #expect(isClose(sampler.sample(at: 0.5).intensity, 0.4))
        #expect(isClose(sampler.sample(at: 1).intensity, 0.6))
        #expect(isClose(sampler.sample(at: 1.9).intensity, 0.8))
        #expect(isClose(sampler.sample(at: 0).sharpness, 0.3))
        #expect(isClose(sampler.sample(at: 1).sharpness, 0.9))
        #expect(sampler.sample(at: 1.9).sharpness == 1, "values out of range are clamped")
        #expect(sampler.sample(at: 3).sharpness == 0.5, "the sharpness control does not affect taps")
    }

    @Test func curvesAreHeldAndTheLastOneCounts() throws {
        let sampler = PatternSampler(
            try pattern(
                [.continuous(at: 0, duration: 10), .transient(at: 11)],
                [
                    HapticCurve(.intensity, at: 1, points: [.init(0, 0.2), .init(1, 0.4), .init(8, 0.9)]),
                    HapticCurve(.intensity, at: 3, points: [.init(0, 0.6)]),
                ]
            )
        )
        #expect(sampler.sample(at: 0.5).intensity == 1)
        #expect(isClose(sampler.sample(at: 1.5).intensity, 0.3))
        #expect(sampler.sample(at: 3).intensity == 0.6)
        #expect(sampler.sample(at: 9).intensity == 0.6)
        #expect(
            sampler.sample(at: 11).intensity == 0.6,
            "curves are pattern-wide: for taps as well, and after the last point"
        )
    }

    @Test func aStepTakesTheValueAfterIt() throws {
        let curve = HapticCurve(.intensity, points: [.init(0, 1), .init(1, 1), .init(1, 0.25), .init(2, 0.25)])
        let sampler = PatternSampler(try pattern([.continuous(at: 0, duration: 2)], [curve]))
        #expect(sampler.sample(at: 0.999_999).intensity == 1)
        #expect(sampler.sample(at: 1).intensity == 0.25)
    }

    @Test func aCurveTakesEffectAtItsFirstPoint() throws {
        let curve = HapticCurve(.intensity, at: 1, points: [.init(0.5, 0.5)])
        let sampler = PatternSampler(try pattern([.continuous(at: 0, duration: 3)], [curve]))
        #expect(sampler.sample(at: 1.4).intensity == 1)
        #expect(sampler.sample(at: 1.5).intensity == 0.5)
    }

    @Test func theStrongestOfSeveralCounts() throws {
        let sampler = PatternSampler(
            try pattern([
                .continuous(at: 0, duration: 1, intensity: 0.5, sharpness: 0.1),
                .continuous(at: 0.2, duration: 0.2, intensity: 0.3, sharpness: 0.9),
                .continuous(at: 0.6, duration: 0.2, intensity: 0.5, sharpness: 0.7),
            ])
        )
        #expect(sampler.sample(at: 0.3) == HapticSample(intensity: 0.5, sharpness: 0.1))
        #expect(sampler.sample(at: 0.7) == HapticSample(intensity: 0.5, sharpness: 0.7), "the later equal event")
        #expect(sampler.sample(at: 0.9) == HapticSample(intensity: 0.5, sharpness: 0.1))
    }

    @Test func curvesOfAnotherLayerHaveNoEffect() throws {
        let sampler = PatternSampler(
            try pattern(
                [.continuous(at: 0, duration: 1, intensity: 0.5), .transient(at: 0.5, layer: 1)],
                [HapticCurve(.intensity, points: [.init(0, 0.1)])]
            )
        )
        #expect(isClose(sampler.sample(at: 0.4).intensity, 0.05))
        #expect(sampler.sample(at: 0.5).intensity == 1)
    }

    @Test func envelopesRiseAndFall() throws {
        // Attack and release of half a second each.
        let half = 0.900140819439
        #expect(abs(EventEnvelope.seconds(of: half) - 0.5) < 1e-6)
        #expect(EventEnvelope.seconds(of: 0) == 0)
        #expect(EventEnvelope.seconds(of: 1) == 1)
        var event = HapticEvent.continuous(at: 0, duration: 2)
        event.attack = half
        event.release = half
        let sampler = PatternSampler(try pattern([event]))
        #expect(abs(sampler.sample(at: 0.25).intensity - 0.5) < 1e-5)
        #expect(sampler.sample(at: 1).intensity == 1)
        #expect(abs(sampler.sample(at: 1.75).intensity - 0.5) < 1e-5)
        // The event is shorter than attack and release together, so they share its duration.
        event.duration = 0.5
        let short = PatternSampler(try pattern([event]))
        #expect(abs(short.sample(at: 0.25).intensity - 1) < 1e-5)
        #expect(abs(short.sample(at: 0.375).intensity - 0.5) < 1e-5)
    }

    @Test func unsustainedEventsFade() throws {
        var event = HapticEvent.continuous(at: 1, duration: 5)
        event.sustained = false
        event.decay = 1
        let sampler = PatternSampler(try pattern([event]))
        #expect(sampler.sample(at: 1).intensity == 1)
        #expect(isClose(sampler.sample(at: 1.5).intensity, 0.5))
        #expect(sampler.sample(at: 2.1) == .nothing)
        #expect(sampler.duration == 2)
        event.decay = 0
        #expect(PatternSampler(try pattern([event])).sample(at: 1).intensity == 1, "it is felt without a decay")
        event.duration = 0.01
        event.decay = 1
        let cut = PatternSampler(try pattern([event]))
        #expect(isClose(cut.sample(at: 1.005).intensity, 0.995))
        #expect(cut.sample(at: 1.01) == .nothing)
    }

    @Test func theAttackControlActsOnEventsThatBegin() throws {
        let sampler = PatternSampler(
            try pattern(
                [.continuous(at: 0, duration: 2), .continuous(at: 3, duration: 2)],
                [HapticCurve(.attack, at: 2.5, points: [.init(0, 1)])]
            )
        )
        #expect(sampler.sample(at: 0.1).intensity == 1)
        #expect(isClose(sampler.sample(at: 3.1).intensity, 0.1))
    }

    @Test func sequentialAndRandomAccessAgree() throws {
        var random = SplitMix64(seed: 9)
        for _ in 0..<40 {
            let pattern = try RandomPattern.make(using: &random)
            let sampler = PatternSampler(pattern)
            let rate = Double.random(in: 50...2000, using: &random)
            let walked = sampler.samples(rate: rate)
            #expect(walked.count == sampler.count(rate: rate))
            for (index, sample) in walked.enumerated() {
                let searched = sampler.sample(at: (Double(index) + 0.5) / rate)
                guard abs(sample.intensity - searched.intensity) < 1e-9 else {
                    Issue.record("\(sample) is not \(searched) at \(index) of \(rate)")
                    break
                }
            }
        }
    }

    @Test func anEmptyPatternHasNoSamples() throws {
        let sampler = PatternSampler(try pattern([]))
        #expect(sampler.duration == 0)
        #expect(sampler.samples(rate: 8000).isEmpty)
        #expect(sampler.sample(at: 0) == .nothing)
        #expect(sampler.sample(at: -.infinity) == .nothing)
        #expect(sampler.sample(at: .nan) == .nothing)
    }

    @Test func invalidRatesAreClamped() throws {
        let sampler = PatternSampler(try pattern([.continuous(at: 0, duration: 0.5)]))
        #expect(sampler.count(rate: 100) == 50)
        #expect(sampler.count(rate: .nan) == 1)
        #expect(sampler.count(rate: -5) == 1)
        #expect(sampler.count(rate: .infinity) == 96_000)
    }

    @Test func theStrongestStartIsTheMaximumOfAllStarts() throws {
        var random = SplitMix64(seed: 71)
        for _ in 0..<200 {
            let made = try RandomPattern.make(using: &random)
            let sampler = PatternSampler(made)
            let searched = made.events.map { sampler.sample(at: $0.time).intensity }.max() ?? 0
            #expect(isClose(sampler.strongestBegin, searched))
        }
        #expect(PatternSampler(try pattern([])).strongestBegin == 0)
    }
}
