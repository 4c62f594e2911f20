import FeedbackTestSupport
import HapticCodecs
import HapticPatterns
import LanguageServices
import TestSupport
import Testing

struct CompositionTests {
    /// The largest difference between the sampled values of two patterns, each from a given time.
    private func difference(_ a: HapticPattern, at first: Double, _ b: HapticPattern, for length: Double) -> Double {
        let (a, b) = (PatternSampler(a), PatternSampler(b))
        var largest = 0.0
        for index in 0..<1000 {
            // Never at a corner, where rounding of the sum may go either way.
            let time = (Double(index) + 0.4871) / 1000 * length
            let (x, y) = (a.sample(at: first + time), b.sample(at: time))
            largest = max(largest, abs(x.intensity - y.intensity), abs(x.sharpness - y.sharpness))
        }
        return largest
    }

    private func curved() throws -> HapticPattern {
        try HapticPattern(
            events: [.continuous(at: 0, duration: 1, intensity: 0.9, sharpness: 0.2), .transient(at: 0.3)],
            curves: [
                HapticCurve(.intensity, points: [.init(0, 0.2), .init(0.5, 0.8), .init(4, 0.1)]),
                HapticCurve(.sharpness, at: 0.4, points: [.init(0, 0.5)]),
            ]
        )
    }

    @Test func concatenatedPatternsAreUnchanged() throws {
        let plain = try HapticPattern(events: [
            .transient(at: 0.05, intensity: 0.6), .continuous(at: 0.2, duration: 0.3),
        ])
        let both = try curved().then(plain, gap: 0.25)
        #expect(abs(both.duration - 1.75) < 1e-12)
        #expect(difference(both, at: 0, try curved(), for: 1) == 0)
        #expect(difference(both, at: 1.25, plain, for: 0.5) < 1e-9)
        let turned = try plain.then(try curved())
        #expect(difference(turned, at: 0, plain, for: 0.5) == 0)
        #expect(difference(turned, at: 0.5, try curved(), for: 1) < 1e-9)
    }

    @Test func repetitionsAreIdentical() throws {
        let pattern = try curved()
        let three = try pattern.repeated(3, gap: 0.5)
        #expect(three.events.count == 6)
        for index in 0..<3 {
            #expect(difference(three, at: 1.5 * Double(index), pattern, for: 1.5) < 1e-9, "\(index)")
        }
        #expect(try pattern.repeated(1) == pattern)
        #expect(throws: ServiceError.self) { try pattern.repeated(0) }
        #expect(throws: ServiceError.self) { try pattern.repeated(.max) }
        #expect(throws: ServiceError.self) { try pattern.repeated(2, gap: .nan) }
        #expect(throws: ServiceError.self) { try pattern.then(pattern, gap: -1) }
        #expect(throws: ServiceError.self) { try pattern.repeated(3000, gap: 100) }
    }

    @Test func theStrongerOfTwoConcurrentEventsWins() throws {
        let (a, b) = (try curved(), try HapticPattern(events: [.continuous(at: 0.5, duration: 1, intensity: 0.4)]))
        let both = PatternSampler(try a.overlay(b))
        let (x, y) = (PatternSampler(a), PatternSampler(b))
        for index in 0..<1600 {
            let time = Double(index) / 1000
            #expect(both.sample(at: time).intensity == max(x.sample(at: time).intensity, y.sample(at: time).intensity))
        }
        #expect(try b.overlay(b).events.map(\.layer) == [0, 0], "without curves, no additional layers are needed")
    }

    @Test func layersTogetherAreTheWholePattern() throws {
        var random = SplitMix64(seed: 2)
        for _ in 0..<30 {
            let pattern = try RandomPattern.make(using: &random)
            let whole = PatternSampler(pattern)
            let parts = pattern.separatedLayers
            for part in parts { #expect(try PatternFile.write(part, as: .ahap).losses.isEmpty) }
            let samplers = parts.map { PatternSampler($0) }
            for index in 0..<500 {
                let time = Double(index) / 500 * whole.duration
                #expect(whole.sample(at: time).intensity == samplers.map { $0.sample(at: time).intensity }.max())
            }
        }
    }

    @Test func strengthIsAFactor() throws {
        let pattern = try curved()
        let half = try pattern.scaled(by: 0.5)
        #expect(half.events.map(\.intensity) == [0.45, 0.5])
        #expect(try pattern.scaled(by: 100).events.map(\.intensity) == [1, 1])
        #expect(throws: ServiceError.self) { try pattern.scaled(by: -0.1) }
        #expect(throws: ServiceError.self) { try pattern.scaled(by: .infinity) }
    }

    @Test func stretchingScalesAllTimes() throws {
        let twice = PatternSampler(try curved().stretched(by: 2))
        let once = PatternSampler(try curved())
        for time in [0.1, 0.25, 0.6, 0.95] {
            #expect(abs(twice.sample(at: time * 2).intensity - once.sample(at: time).intensity) < 1e-9)
        }
        #expect(throws: ServiceError.self) { try curved().stretched(by: 0) }
        #expect(throws: ServiceError.self) { try curved().stretched(by: 1e6) }
    }

    @Test func aTrimmedPartIsUnchanged() throws {
        let whole = try curved().then(try curved(), gap: 0.1)
        for (start, end) in [(0.35, 0.9), (0.0, 0.2), (0.9, 1.6), (1.3999, 1.4001)] {
            let part = try whole.trimmed(from: start, to: end)
            #expect(part.duration <= end - start + HapticEvent.tapLength + 1e-9, "\(start)")
            #expect(difference(whole, at: start, part, for: end - start) < 1e-9, "\(start)")
        }
        #expect(try whole.trimmed().duration == whole.duration)
        #expect(throws: ServiceError.self) { try whole.trimmed(from: 1, to: 1) }
        #expect(throws: ServiceError.self) { try whole.trimmed(from: -1) }
        #expect(throws: ServiceError.self) { try whole.trimmed(from: .nan) }
        #expect(try whole.trimmed(from: 100).events.isEmpty)
    }

    @Test func delayingShiftsThePattern() throws {
        let late = try curved().delayed(by: 2)
        #expect(difference(late, at: 2, try curved(), for: 1) < 1e-9)
        #expect(throws: ServiceError.self) { try curved().delayed(by: -1) }
    }
}
