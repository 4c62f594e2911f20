import LanguageServices
import Testing

@testable import Audio

@Suite("The tempo of speech")
struct TempoTests {
    /// The first sample above a magnitude in each group; groups are at least `gap` samples apart.
    private func onsets(_ samples: [Int16], above threshold: UInt16, gap: Int) -> [Int] {
        var result: [Int] = []
        var last = -gap
        for (index, sample) in samples.enumerated() where sample.magnitude > threshold {
            if index - last >= gap { result.append(index) }
            last = index
        }
        return result
    }

    /// 100 ms bursts of a voice at known positions.
    private func bursts(at positions: [Int], frames: Int) -> [Int16] {
        var samples = [Int16](repeating: 0, count: frames)
        let burst = Signals.vowel(seconds: 0.3).dropFirst(2000).prefix(2205)
        for position in positions {
            for (index, sample) in burst.enumerated() { samples[position + index] = sample }
        }
        return samples
    }

    @Test("the duration follows the tempo", arguments: [0.1, 0.3, 0.5, 0.7, 0.9, 1.1, 1.5, 2, 3, 4])
    func tempo(tempo: Double) async throws {
        let samples = Signals.vowel(seconds: 4)
        let recording = try await Processed.process(SpeechProcessing(tempo: tempo), samples)
        let ratio = Double(recording.samples.count) * tempo / Double(samples.count)
        #expect(abs(ratio - 1) < 0.02, "\(ratio)")
        // The pitch is unchanged: there are as many periods per second. So is the loudness.
        #expect(abs(Signals.level(recording.samples) - Signals.level(samples)) < 1)
        func crossings(_ samples: [Int16]) -> Double {
            let sine = zip(samples, samples.dropFirst()).count { $0.0 < 0 && $0.1 >= 0 }
            return Double(sine) / Double(samples.count)
        }
        let tone = Signals.sine(200, frames: 44_100)
        let stretched = try await Processed.process(SpeechProcessing(tempo: tempo), tone).samples
        #expect(abs(crossings(stretched) / crossings(tone) - 1) < 0.03)
    }

    @Test("marks match the sound", arguments: [0.1, 0.25, 0.5, 0.6, 0.8, 0.95, 1.1, 1.4, 2, 2.7, 4])
    func marksOfTempo(tempo: Double) async throws {
        let positions = (0..<20).map { 3000 + $0 * 11_025 }
        let samples = bursts(at: positions, frames: 230_000)
        let recording = try await Processed.process(SpeechProcessing(tempo: tempo), samples, marks: positions)
        // A burst of 100 ms lasts 25 ms at the highest tempo, with 400 ms between two bursts.
        let heard = onsets(recording.samples, above: 300, gap: Int(4000 / tempo))
        #expect(heard.count == positions.count)
        for (mark, position) in zip(recording.marks.map(\.frame), heard) {
            // 12 ms is less than a period of the lowest voice that libsonic supports. Far below half speed, a period of
            // the input is repeated many times, and its first repetition is up to 4 ms early in terms of the input.
            #expect(
                Double(abs(mark - position)) <= max(0.012, 0.004 / tempo) * 22_050,
                "mark \(mark), sound \(position)"
            )
        }
    }

    @Test("the result does not depend on how the input is split, and channels do not mix")
    func piecesOfTempo() async throws {
        let processing = SpeechProcessing(
            trimming: .init(),
            tempo: 0.7,
            loudness: -18,
            leadingPause: .milliseconds(100)
        )
        let samples = Signals.vowel(seconds: 2)
        let whole = try await Processed.process(processing, samples, marks: [7, 20_000], size: 100_000)
        for size in [1, 333, 4096] {
            let pieces = try await Processed.process(processing, samples, marks: [7, 20_000], size: size)
            #expect(pieces.samples == whole.samples && pieces.marks == whole.marks)
        }
        let stereo = AudioFormat(sampleRate: 22_050, channels: 2)
        let both: [Int16] = samples.flatMap { [$0, 0] as [Int16] }
        let result = try await Processed.process(SpeechProcessing(tempo: 1.3), both, format: stereo).samples
        #expect(stride(from: 1, to: result.count, by: 2).allSatisfy { result[$0] == 0 })
        #expect(stride(from: 0, to: result.count, by: 2).contains { result[$0].magnitude > 1000 })
    }

    @Test("no frames and one frame are valid, and a rate below 4,000 Hz is rejected", arguments: [0.1, 0.5, 3, 4])
    func tinyTempo(tempo: Double) async throws {
        let processing = SpeechProcessing(tempo: tempo)
        #expect(try await Processed.process(processing, [], marks: [0]).marks.map(\.frame) == [0])
        let one = try await Processed.process(processing, [9000], marks: [0, 1])
        #expect(one.samples.count <= 20)
        #expect(one.marks.allSatisfy { (0...one.samples.count).contains($0.frame) } && one.marks.count == 2)
        let low = AudioFormat(sampleRate: 3999)
        let error = try #require(
            await Processed.failure { _ = try await Processed.process(processing, [1, 2], format: low) }
        )
        #expect(error.code == .unsupported)
    }
}
