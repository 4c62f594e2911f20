import LanguageServices
import Testing

@testable import Audio

@Suite("The loudness of speech")
struct LoudnessTests {
    @Test("a word, a sentence and a text are brought to the same loudness", arguments: [0.08, 0.2, 0.5, 3, 25])
    func lengths(seconds: Double) async throws {
        for amplitude in [0.1, 0.4, 1.0] {
            let samples = Signals.vowel(seconds: seconds).map { Int16(Double($0) * amplitude) }
            let result = try await Processed.process(SpeechProcessing(loudness: -18), samples, marks: [100])
            #expect(result.samples.count == samples.count && result.marks.map(\.frame) == [100])
            let level = try #require(GatedLevel.measure(result.samples, format: Processed.format))
            #expect(abs(level + 18) < 0.6, "\(level)")
        }
    }

    @Test("a tone is brought to the target from −40 dB to full scale", arguments: [-40.0, -30, -20, -10, -3, 0])
    func tones(peak: Double) async throws {
        let amplitude = Decibels.magnitude(peak) - (peak == 0 ? 1 : 0)
        let samples = Signals.sine(440, frames: 22_050, amplitude: amplitude)
        let result = try await Processed.process(SpeechProcessing(loudness: -18), samples).samples
        #expect(abs(Signals.level(result) + 18) < 0.1)
        #expect(Signals.peak(result) <= -1)
    }

    @Test("very quiet sound is raised by at most 30 dB, and silence stays silent")
    func quiet() async throws {
        let quiet = Signals.sine(440, frames: 22_050, amplitude: Decibels.magnitude(-54))
        let raised = try await Processed.process(SpeechProcessing(loudness: -18), quiet).samples
        #expect(abs(Signals.level(raised) - Signals.level(quiet) - 30) < 0.5)
        let below = Signals.sine(440, frames: 22_050, amplitude: Decibels.magnitude(-60))
        #expect(try await Processed.process(SpeechProcessing(loudness: -18), below).samples == below)
        let silence = [Int16](repeating: 0, count: 30_000)
        #expect(try await Processed.process(SpeechProcessing(loudness: -18), silence).samples == silence)
        #expect(try await Processed.process(SpeechProcessing(loudness: -18), []).samples.isEmpty)
    }

    @Test(
        "peaks stay below −1 dB without clipping: clicks, noise, squares, a growing sound",
        arguments: [-60, -30, -18, -6, -3.0]
    )
    func peaks(target: Double) async throws {
        var clicks = [Int16](repeating: 0, count: 44_100)
        for index in stride(from: 500, to: clicks.count, by: 5000) { clicks[index] = .min }
        let square = (0..<44_100).map { $0 / 40 % 2 == 0 ? Int16.max : .min }
        let growing = Signals.sine(300, frames: 44_100, amplitude: 1).enumerated().map { index, _ in
            Int16(Double(index) / 44_100 * 32_000 * (index / 50 % 2 == 0 ? 1 : -1))
        }
        for samples in [clicks, square, growing, Signals.noise(frames: 44_100, amplitude: 32_000)] {
            for channels in [1, 2] {
                let format = AudioFormat(sampleRate: 22_050, channels: channels)
                let processing = SpeechProcessing(loudness: target)
                let result = try await Processed.process(processing, samples, format: format).samples
                #expect(result.count == samples.count)
                #expect(Signals.peak(result) <= -1)
            }
        }
        let loud = try await Processed.process(SpeechProcessing(loudness: -3), square).samples
        #expect(abs(Signals.level(loud) + 3) < 0.1)
    }

    @Test("after ten seconds the gain is constant, and louder sound is limited")
    func held() async throws {
        let quiet = Signals.vowel(seconds: 11).map { $0 / 10 }
        let loud = Signals.vowel(seconds: 2).map { Int16(max(-32_768, min(32_767, Int($0) * 2))) }
        let processing = SpeechProcessing(loudness: -18)
        let alone = try await Processed.process(processing, quiet).samples
        let result = try await Processed.process(processing, quiet + loud).samples
        #expect(Array(result.prefix(200_000)) == Array(alone.prefix(200_000)))
        #expect(Signals.peak(result) <= -1 && Signals.peak(result) > -1.2)
    }

    @Test("the levels of known sounds are correct")
    func gatedLevel() throws {
        func level(_ samples: [Int16]) -> Double? { GatedLevel.measure(samples, format: Processed.format) }
        let word = Signals.sine(440, frames: 11_025, amplitude: 10_000)
        let alone = try #require(level(word))
        #expect(abs(alone - Signals.level(word)) < 0.05)
        // Pauses do not affect the level.
        let pause = [Int16](repeating: 3, count: 40_000)
        #expect(abs(try #require(level(pause + word + pause + word + pause)) - alone) < 1)
        #expect(level([]) == nil)
        #expect(level(pause) == nil)
        #expect(abs(try #require(level([Int16](repeating: .min, count: 5)))) < 1e-9)
    }
}
