import HapticPatterns
import LanguageServices
import Testing

@testable import HapticRendering

@Suite("Patterns as sound and waveforms")
struct SoundAndWaveformTests {
    private static func success() throws -> HapticPattern {
        try HapticPattern(events: [
            .transient(at: 0, intensity: 1, sharpness: 0.7), .transient(at: 0.1, intensity: 0.7, sharpness: 0.5),
        ])
    }

    @Test("a sound starts and ends at zero, never jumps, and never clips", arguments: [8000, 22_050, 44_100])
    func clicks(rate: Int) throws {
        let patterns = [
            try Self.success(),
            try HapticPattern(events: [.continuous(at: 0, duration: 0.3, intensity: 1, sharpness: 1)]),
            try HapticPattern(events: (0..<40).map { .continuous(at: Double($0) * 0.05, duration: 0.025) }),
            try HapticPattern(events: (0..<200).map { .transient(at: Double($0 / 50) * 0.01) }),
        ]
        for pattern in patterns {
            let samples = try HapticSound.samples(of: pattern, sampleRate: rate)
            let (first, last) = (try #require(samples.first), try #require(samples.last))
            #expect(abs(Int(first)) < 40 && abs(Int(last)) < 40)
            #expect(samples.contains { abs(Int($0)) > 3000 })
            #expect(samples.allSatisfy { abs(Int($0)) <= 32_000 })
            // A 230 Hz sine at full level changes by at most 2π · 230 / rate of its amplitude from sample to sample.
            let steepest = 2 * Double.pi * 230 / Double(rate) * 32_767 * 1.3
            let jump = zip(samples, samples.dropFirst()).map { abs(Int($1) - Int($0)) }.max() ?? 0
            #expect(Double(jump) < steepest, "a jump of \(jump) at \(rate) Hz")
        }
    }

    @Test("a vibration is heard at its pitch, with the square of its intensity as amplitude")
    func pitch() throws {
        for (sharpness, hertz) in [(0.0, 80.0), (1, 230)] {
            var levels: [Double] = []
            for intensity in [1.0, 0.5] {
                let event = HapticEvent.continuous(at: 0, duration: 1, intensity: intensity, sharpness: sharpness)
                let samples = try HapticSound.drive(of: HapticPattern(events: [event]), sampleRate: 8000)
                let middle = samples[2000..<6000]
                let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
                #expect(abs(Double(crossings) * 2 - hertz) <= 4)
                levels.append(Double(middle.max() ?? 0))
            }
            #expect(abs(levels[1] / levels[0] - 0.25) < 0.01)
        }
    }

    @Test("taps are heard at their times")
    func onsets() throws {
        let samples = try HapticSound.drive(of: Self.success(), sampleRate: 8000)
        let loud = samples.indices.filter { abs(samples[$0]) > 0.05 }
        #expect(try #require(loud.first) < 24)
        let second = try #require(loud.first { $0 > 400 })
        #expect((800...824).contains(second))
        #expect(try HapticSound.drive(of: Self.success(), strength: 0).allSatisfy { $0 == 0 })
    }

    @Test("a waveform matches the sampler, in each format")
    func waveform() throws {
        let event = HapticEvent.continuous(at: 0, duration: 0.01, intensity: 0.5, sharpness: 0.25)
        let waveform = try HapticWaveform(HapticPattern(events: [event]), sampleRate: 200)
        #expect(
            waveform.samples == [
                HapticSample(intensity: 0.5, sharpness: 0.25), HapticSample(intensity: 0.5, sharpness: 0.25),
            ]
        )
        #expect(waveform.amplitudeBytes() == [64, 64])
        #expect(
            String(decoding: waveform.csv(), as: UTF8.self)
                == "time,intensity,sharpness\n0.0025,0.5,0.25\n0.0075,0.5,0.25\n"
        )
        #expect(
            String(decoding: waveform.json(), as: UTF8.self)
                == "{\"sampleRate\":200,\"intensity\":[0.5,0.5],\"sharpness\":[0.25,0.25]}\n"
        )
    }

    @Test("rates and lengths above the limits are rejected")
    func limits() throws {
        let hour = try HapticPattern(events: [.continuous(at: 0, duration: 3600)])
        #expect(throws: ServiceError.self) { try HapticWaveform(hour, sampleRate: 192_000) }
        #expect(throws: ServiceError.self) { try HapticSound.samples(of: hour, sampleRate: 44_100) }
        for rate in [0, -1, .nan, .infinity, 1e9] {
            #expect(throws: ServiceError.self) { try HapticWaveform(hour, sampleRate: rate) }
        }
        for rate in [0, -1, .max, .min] {
            #expect(throws: ServiceError.self) { try HapticSound.samples(of: hour, sampleRate: rate) }
        }
        #expect(try HapticWaveform(HapticPattern(events: []), sampleRate: 8000).samples.isEmpty)
    }

    @Test(
        "numbers are formatted the same in every locale",
        arguments: [
            (0, 2, "0"), (1, 2, "1"), (0.005, 2, "0.01"), (-0.5, 1, "-0.5"), (-0.001, 2, "0"),
            (1234.5678, 3, "1234.568"),
            (.nan, 2, "0"), (.infinity, 0, "9000000000"), (0.1, 6, "0.1"), (99.999, 2, "100"),
        ] as [(Double, Int, String)]
    )
    func decimals(value: Double, decimals: Int, text: String) {
        #expect(FixedDecimal.text(value, decimals) == text)
    }

    @Test("a terminal shows the pattern as block characters or ASCII")
    func terminal() throws {
        let plot = TerminalPlot(try Self.success(), title: "success\u{1B}[2J", width: 40, height: 4)
        #expect(plot.lines.first == "success[2J")
        #expect(plot.lines[1].hasPrefix("1.0 │█"))
        #expect(plot.lines.contains { $0.hasPrefix("0.0 └──") })
        #expect(plot.lines.contains { $0.hasSuffix(" ms") })
        let ascii = TerminalPlot(try Self.success(), title: "success", width: 40, height: 4, isUnicode: false)
        #expect(ascii.lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
        #expect(ascii.lines[1].hasPrefix("1.0 |#"))
        let line = TerminalPlot.line(try Self.success(), width: 13)
        #expect(line.count == 13 && line.hasPrefix("█") && line.contains("    "))
        for width in [-5, 0, 1, .max] {
            #expect((1...240).contains(TerminalPlot.line(try Self.success(), width: width).count))
            #expect(!TerminalPlot(try Self.success(), title: "", width: width, height: width).lines.isEmpty)
        }
    }
}
