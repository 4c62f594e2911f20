import LanguageServices
import Testing

@testable import Audio

@Suite("The pitch of speech")
struct PitchTests {
    private func frequency(_ samples: [Int16]) -> Double {
        Double(zip(samples, samples.dropFirst()).count { $0.0 < 0 && $0.1 >= 0 }) / Double(samples.count) * 22_050
    }

    @Test("the pitch changes, but the duration does not", arguments: [0.5, 0.79, 0.9, 1.1, 1.26, 2])
    func pitch(pitch: Double) async throws {
        let tone = Signals.sine(200, frames: 44_100)
        let sound = try await Processed.process(SpeechProcessing(pitch: pitch), tone)
        #expect(abs(frequency(sound.samples) / 200 / pitch - 1) < 0.03, "\(frequency(sound.samples))")
        #expect(abs(Double(sound.samples.count) / 44_100 - 1) < 0.03, "\(sound.samples.count)")
        #expect(abs(Signals.level(sound.samples) - Signals.level(tone)) < 1.5)
    }

    @Test(
        "tempo and pitch can be combined over their whole ranges",
        arguments: [(0.2, 2.0), (4, 0.5), (2, 2), (0.5, 0.5)]
    )
    func both(tempo: Double, pitch: Double) async throws {
        let tone = Signals.sine(200, frames: 44_100)
        let sound = try await Processed.process(SpeechProcessing(tempo: tempo, pitch: pitch), tone)
        #expect(abs(frequency(sound.samples) / 200 / pitch - 1) < 0.05, "\(frequency(sound.samples))")
        #expect(abs(Double(sound.samples.count) * tempo / 44_100 - 1) < 0.05, "\(sound.samples.count)")
    }

    @Test("marks stay with their sounds, within the speech", arguments: [0.6, 0.95, 1.4, 2])
    func marks(pitch: Double) async throws {
        let positions = [0, 11_025, 22_050, 33_000, 44_100]
        let sound = try await Processed.process(
            SpeechProcessing(pitch: pitch),
            Signals.vowel(seconds: 2),
            marks: positions
        )
        let frames = sound.marks.map(\.frame)
        #expect(frames.count == positions.count)
        for (frame, position) in zip(frames, positions) {
            #expect(abs(frame - position) < 1200, "\(frame) for \(position)")
        }
        #expect(frames.allSatisfy { $0 <= sound.samples.count })
    }

    @Test("an invalid pitch is rejected", arguments: [0.49, 2.01, 0, -1, .nan, .infinity])
    func range(pitch: Double) {
        #expect(throws: ServiceError.self) { try SpeechProcessing(pitch: pitch).validate() }
    }
}
