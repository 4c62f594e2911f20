import FeedbackPatterns
import HapticCodecs
import HapticPatterns
import HapticRendering

/// Measures how fast patterns are read, checked and rendered on one core.
struct FeedbackBenchmark {
    private static let files = 1000

    func run() throws {
        let documents = try (0..<Self.files).map { try PatternFile.write(Self.pattern($0), as: .ahap).bytes }
        let size = documents.reduce(0) { $0 + $1.count } / Self.files
        Report.title(
            "\(Self.files) patterns of two taps, a vibration and two curves of 16 points (\(size) bytes of AHAP each)"
        )
        let patterns = try documents.map { try PatternFile.read($0, name: "p.ahap").pattern }
        var sink = 0
        try Report.measure("read, check, waveform at 8 kHz", count: Self.files, unit: "patterns") {
            for document in documents {
                let imported = try PatternFile.read(document, name: "p.ahap")
                sink &+= PatternLint.findings(in: imported).count
                sink &+= try HapticWaveform(imported.pattern, sampleRate: 8000).samples.count
            }
        }
        try Report.measure("read, check, SVG", count: Self.files, unit: "patterns") {
            for document in documents {
                let imported = try PatternFile.read(document, name: "p.ahap")
                sink &+= PatternLint.findings(in: imported).count
                sink &+= HapticPlot.svg(imported.pattern, title: "p").count
            }
        }
        try Report.measure("sound at 44.1 kHz", count: Self.files, unit: "patterns") {
            for pattern in patterns { sink &+= try HapticSound.samples(of: pattern, sampleRate: 44_100).count }
        }
        try Report.measure("PNG of 800 × 400", count: 50, unit: "patterns") {
            for pattern in patterns.prefix(50) { sink &+= try HapticPlot.png(pattern, title: "p", scale: 1).count }
        }
        try runLong(&sink)
        var policy = FeedbackPolicy(routes: [FeedbackRoute(.rich, "motor"), FeedbackRoute(.sound, "speaker")])
        let decisions = 100_000
        Report.measure("policy decisions", count: decisions, unit: "decisions") {
            for index in 0..<decisions {
                let trigger = FeedbackTrigger(
                    source: "card",
                    priority: .gesture,
                    progress: 0.8,
                    duration: .milliseconds(30)
                )
                if policy.decide(trigger, at: .milliseconds(index)).plan != nil { sink &+= 1 }
            }
        }
        // Using the count keeps the compiler from optimising the work away.
        if sink == 0 { Report.note("no output") }
    }

    /// A pattern of 30 s with 200 events and a curve of 800 points, as in recordings.
    private func runLong(_ sink: inout Int) throws {
        var events: [HapticEvent] = [.continuous(at: 0, duration: 30, intensity: 0.8, sharpness: 0.4)]
        for index in 0..<200 { events.append(.transient(at: Double(index) * 0.15, intensity: 0.9, sharpness: 0.7)) }
        let points = (0..<800).map { HapticCurve.Point(Double($0) * 0.0375, Double($0 * 37 % 100) / 100) }
        let pattern = try HapticPattern(events: events, curves: [HapticCurve(.intensity, points: points)])
        let best = try Report.best(of: 7) { sink &+= try HapticWaveform(pattern, sampleRate: 8000).samples.count }
        Report.line("a pattern of 30 s, waveform at 8 kHz", best, count: 240_000, unit: "samples")
        Report.note("goals: 1,000 patterns per second; 30 s in at most 0.005 s")
    }

    private static func pattern(_ index: Int) throws -> HapticPattern {
        let shift = Double(index % 100) / 1000
        let points = (0..<16).map { HapticCurve.Point(Double($0) * 0.03, Double(($0 * 7 + index) % 16) / 15) }
        return try HapticPattern(
            events: [
                .transient(at: 0, intensity: 0.9, sharpness: 0.7), .transient(at: 0.12 + shift, intensity: 0.6),
                .continuous(at: 0.3, duration: 0.45 + shift, intensity: 0.8, sharpness: 0.3),
            ],
            curves: [
                HapticCurve(.intensity, at: 0.3, points: points),
                HapticCurve(.sharpness, at: 0.3, points: points.map { .init($0.time, $0.value - 0.5) }),
            ]
        )
    }
}
