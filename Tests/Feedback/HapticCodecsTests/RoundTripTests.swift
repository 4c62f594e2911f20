import FeedbackTestSupport
import HapticCodecs
import HapticPatterns
import LanguageServices
import TestSupport
import Testing

struct RoundTripTests {
    static let files = [
        "trailing-commas.ahap", "chained.ahap", "late-points.ahap", "article-keys.ahap", "audio.ahap", "fragment.ahap",
        "clip.haptic", "select.xml", "envelope.xml",
    ]

    /// Imports the pattern again after an export to the same format. The pattern must be the same, and a second export
    /// must produce identical bytes.
    private func check(_ imported: ImportedPattern, as format: HapticFormat, _ comment: String) throws {
        let written = try PatternFile.write(imported.pattern, as: format)
        let again = try PatternFile.read(written.bytes, name: "again", format: format)
        let difference = Felt.difference(imported.pattern, again.pattern)
        #expect(difference.value <= 1e-6, "\(comment) as \(format) at \(difference.time) s")
        #expect(again.repairs.isEmpty, "\(comment) as \(format): \(again.repairs)")
        #expect(try PatternFile.write(again.pattern, as: format).bytes == written.bytes, "\(comment) as \(format)")
    }

    @Test(arguments: files)
    func filesSurviveARoundTrip(_ name: String) throws {
        let imported = try Fixture.read(name)
        try check(imported, as: .pattern, name)
        if imported.format == .ahap || imported.format == .haptic { try check(imported, as: imported.format, name) }
        if imported.format == .ahap { #expect(try PatternFile.write(imported.pattern, as: .ahap).losses.isEmpty) }
        if imported.format == .haptic { #expect(try PatternFile.write(imported.pattern, as: .haptic).losses.isEmpty) }
    }

    @Test func aSingleLayerSurvivesAHAPRoundTrips() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<100 {
            let pattern = try RandomPattern.make(using: &random, layers: 1)
            let written = try PatternFile.write(pattern, as: .ahap)
            #expect(written.losses.isEmpty)
            let again = try PatternFile.read(written.bytes, name: "again")
            let difference = Felt.difference(pattern, again.pattern)
            #expect(difference.value <= 1e-6, "at \(difference.time) s of \(pattern)")
            for curve in again.pattern.curves { #expect(curve.points.count <= 16) }
            #expect(again.repairs.isEmpty)
        }
    }

    @Test func lostLayersAreReported() throws {
        var random = SplitMix64(seed: 6)
        for _ in 0..<100 {
            let pattern = try RandomPattern.make(using: &random, layers: 3)
            let written = try PatternFile.write(pattern, as: .ahap)
            let again = try PatternFile.read(written.bytes, name: "again")
            #expect(again.repairs.isEmpty, "\(again.repairs)")
            let taps = pattern.events.filter { $0.kind == .transient }
            let difference = Felt.difference(pattern, again.pattern)
            if written.losses.isEmpty { #expect(difference.value <= 1e-6, "\(pattern)") }
            if taps.isEmpty {
                #expect(intensityDifference(pattern, again.pattern) < 2e-3, "\(written.losses) \(pattern)")
            }
        }
    }

    private func intensityDifference(_ a: HapticPattern, _ b: HapticPattern) -> Double {
        let (x, y) = (PatternSampler(a), PatternSampler(b))
        // Steps within half a millisecond of each other may be swapped.
        return (0..<1000)
            .map { index in
                let time = (Double(index) + 0.377) / 1000 * x.duration
                let near = [-0.0006, 0, 0.0006].map { y.sample(at: time + $0).intensity }
                let value = x.sample(at: time).intensity
                return near.map { abs($0 - value) }.min() ?? 0
            }
            .max() ?? 0
    }

    @Test func vibrationsSurviveClipRoundTrips() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<50 {
            let pattern = try RandomPattern.make(using: &random)
            let once = try PatternFile.read(try PatternFile.write(pattern, as: .haptic).bytes, name: "once")
            #expect(once.codes.subtracting(["left-out"]).isEmpty, "\(once.repairs)")
            let twice = try PatternFile.write(once.pattern, as: .haptic)
            let again = try PatternFile.read(twice.bytes, name: "again")
            let difference = Felt.difference(once.pattern, again.pattern)
            #expect(difference.value <= 1e-6, "at \(difference.time) s")
        }
    }

    /// Patterns to which a clip adds something: the envelope under taps, the time before the first vibration.
    @Test(arguments: [
        [HapticEvent.transient(at: 0)], [.transient(at: 0.2, sharpness: 0.9), .transient(at: 0.4)],
        [.continuous(at: 0.3, duration: 0.2)], [.continuous(at: 0.3, duration: 0.2, sharpness: 0.8)],
        [.continuous(at: 0.3, duration: 0.2, intensity: 0)], [],
    ])
    func theSecondClipIsTheFirst(_ events: [HapticEvent]) throws {
        let first = try PatternFile.write(try HapticPattern(events: events), as: .haptic)
        let read = try PatternFile.read(first.bytes, name: "clip.haptic")
        #expect(try PatternFile.write(read.pattern, as: .haptic).bytes == first.bytes)
        #expect(Felt.difference(try HapticPattern(events: events), read.pattern).value <= 1e-6)
    }

    @Test(arguments: [HapticFormat.androidWaveform, .androidVibration])
    func stepsSurviveAndroidRoundTrips(_ format: HapticFormat) throws {
        var random = SplitMix64(seed: 8)
        for _ in 0..<50 {
            let pattern = try RandomPattern.make(using: &random)
            guard let first = try? PatternFile.write(pattern, as: format) else { continue }
            let once = try PatternFile.read(first.bytes, name: "once")
            #expect(once.format == format)
            #expect(once.repairs.isEmpty)
            #expect(try PatternFile.write(once.pattern, as: format).bytes == first.bytes)
        }
    }

    @Test func longEventsAreSplitImperceptibly() throws {
        var event = HapticEvent.continuous(at: 1.7, duration: 95.3, intensity: 0.9, sharpness: 0.2)
        event.attack = 0.95
        event.release = 1
        let pattern = try HapticPattern(
            events: [event],
            curves: [
                HapticCurve(.intensity, at: 0.1, points: (0...800).map { .init(Double($0) * 0.1, Double($0 % 7) / 7) })
            ]
        )
        let written = try PatternFile.write(pattern, as: .ahap)
        #expect(written.losses.isEmpty)
        let again = try PatternFile.read(written.bytes, name: "again").pattern
        #expect(again.events.count == 4)
        #expect(again.events.allSatisfy { $0.duration <= 30 })
        #expect(again.curves.allSatisfy { $0.points.count <= 16 })
        let difference = Felt.difference(pattern, again)
        #expect(difference.value <= 1e-6, "at \(difference.time) s")
    }

    @Test(arguments: [(30, 1), (30.5, 2), (60, 2), (60.5, 3), (90.5, 4)])
    func aLongEventIsSplitIntoTheFewestParts(duration: Double, count: Int) throws {
        let pattern = try HapticPattern(events: [.continuous(at: 0, duration: duration)])
        let again = try PatternFile.read(try PatternFile.write(pattern, as: .ahap).bytes, name: "again").pattern
        #expect(again.events.count == count)
    }

    @Test func anOverriddenCurveStaysOverriddenWhenSplit() throws {
        let pattern = try HapticPattern(
            events: [.continuous(at: 0, duration: 10)],
            curves: [
                HapticCurve(.intensity, points: (0...40).map { .init(Double($0) * 0.25, Double($0 % 3) / 3) }),
                HapticCurve(.intensity, at: 2.1, points: [.init(0, 0.9), .init(1, 0.8)]),
            ]
        )
        let again = try PatternFile.read(try PatternFile.write(pattern, as: .ahap).bytes, name: "again").pattern
        #expect(Felt.difference(pattern, again).value <= 1e-6)
    }

    @Test func writtenCurvesAreNotReadAsChained() throws {
        let pattern = try HapticPattern(
            events: [.continuous(at: 0, duration: 3)],
            curves: [
                HapticCurve(.intensity, points: [.init(0, 0.2), .init(0.5, 0.9)]),
                HapticCurve(.intensity, at: 0.5, points: [.init(0.5, 1), .init(0.9, 0.1)]),
            ]
        )
        let again = try PatternFile.read(try PatternFile.write(pattern, as: .ahap).bytes, name: "again")
        #expect(again.repairs.isEmpty)
        #expect(Felt.difference(pattern, again.pattern).value <= 1e-6)
    }
}
