import LanguageServices
import Testing

@testable import Audio

@Suite("The silence around speech")
struct SilenceTests {
    @Test("silence at the ends is trimmed to the margin, and marks are shifted accordingly")
    func trimming() async throws {
        let sound = Signals.sine(440, frames: 5000).map { $0 == 0 ? 500 : $0 }
        let samples =
            [Int16](repeating: 20, count: 30_000) + sound + [Int16](repeating: -20, count: 40_000) + sound
            + [Int16](repeating: 5, count: 9000)
        let margin = 441
        let marks = [0, 29_000, 30_000, 34_999, 60_000, 75_000, 80_001, 89_000]
        for size in [1, 700, 100_000] {
            let result = try await Processed.process(
                SpeechProcessing(trimming: .init()),
                samples,
                marks: marks,
                size: size
            )
            #expect(result.samples == Array(samples[(30_000 - margin)..<(80_000 + margin)]))
            let total = result.samples.count
            let wanted = marks.map { min(max(0, $0 - 30_000 + margin), total) }
            #expect(result.marks.map(\.frame) == wanted)
        }
        // Without sound, only the margin remains.
        let silence = [Int16](repeating: 50, count: 30_000)
        #expect(try await Processed.process(SpeechProcessing(trimming: .init()), silence).samples.count == margin)
        let bare = SpeechProcessing(trimming: .init(margin: .zero))
        let none = try await Processed.process(bare, silence, marks: [0, 20_000])
        #expect(none.samples.isEmpty && none.marks.map(\.frame) == [0, 0])
    }

    @Test("at most ten seconds of a very long silence are buffered")
    func longSilence() async throws {
        let samples = [Int16](repeating: 9000, count: 10) + [Int16](repeating: 1, count: 400_000)
        let result = try await Processed.process(SpeechProcessing(trimming: .init()), samples, marks: [300_000])
        #expect(result.samples.count == 10 + 400_000 - 220_500 + 441)
        #expect(result.marks.map(\.frame) == [result.samples.count])
    }

    @Test("pauses are added, and marks are shifted accordingly")
    func padding() async throws {
        let processing = SpeechProcessing(leadingPause: .milliseconds(500), trailingPause: .seconds(1))
        let samples = Signals.vowel(seconds: 0.5)
        let result = try await Processed.process(processing, samples, marks: [0, 77])
        let silence = [Int16](repeating: 0, count: 11_025)
        #expect(result.samples == silence + samples + silence + silence)
        #expect(result.marks.map(\.frame) == [11_025, 11_102])
        #expect(try await Processed.process(processing, []).samples.count == 33_075)
    }
}
