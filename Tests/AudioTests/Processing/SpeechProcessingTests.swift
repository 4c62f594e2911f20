import LanguageServices
import LanguageServicesTesting
import Synchronization
import Testing

@testable import Audio

@Suite("Processing of speech")
struct SpeechProcessingTests {
    private static let format = AudioFormat(sampleRate: 22_050)

    /// A stream of pieces of `size` frames, each mark before the piece in which it stands.
    private func stream(
        _ samples: [Int16],
        marks: [Int] = [],
        format: AudioFormat = Self.format,
        size: Int = 1000
    ) -> SpeechStream {
        var events: [SpeechEvent] = [.format(format)]
        let piece = size * format.channels
        for start in stride(from: 0, to: samples.count, by: piece) {
            let end = min(start + piece, samples.count)
            for frame in marks where (start..<end).contains(frame * format.channels) {
                events.append(.mark(mark(frame)))
            }
            events.append(.audio(AudioChunk(samples: Array(samples[start..<end]))))
        }
        for frame in marks where frame * format.channels >= samples.count { events.append(.mark(mark(frame))) }
        events.append(.report(ServiceReport(notices: ["last"])))
        return self.stream(events)
    }

    private func stream(_ events: [SpeechEvent], ending error: ServiceError? = nil) -> SpeechStream {
        let waiting = Mutex(events[...])
        return SpeechStream {
            if let event = waiting.withLock({ $0.popFirst() }) { return event }
            if let error { throw error }
            return nil
        }
    }

    private func mark(_ frame: Int) -> SpeechMark { SpeechMark(kind: .word, offset: 0, length: 0, frame: frame) }

    private func process(
        _ processing: SpeechProcessing,
        _ samples: [Int16],
        marks: [Int] = [],
        format: AudioFormat = Self.format,
        size: Int = 1000
    ) async throws -> SpeechStream.Recording {
        try await processing.apply(to: stream(samples, marks: marks, format: format, size: size)).collect()
    }

    /// Where the magnitude first passes a half of `peak` in each group of samples that are `gap` apart.
    private func onsets(_ samples: [Int16], above threshold: UInt16, gap: Int) -> [Int] {
        var result: [Int] = []
        var last = -gap
        for (index, sample) in samples.enumerated() where sample.magnitude > threshold {
            if index - last >= gap { result.append(index) }
            last = index
        }
        return result
    }

    /// Bursts of a voice, 100 ms long, at known places.
    private func bursts(at places: [Int], frames: Int) -> [Int16] {
        var samples = [Int16](repeating: 0, count: frames)
        let burst = Signals.vowel(seconds: 0.3).dropFirst(2000).prefix(2205)
        for place in places {
            for (index, sample) in burst.enumerated() { samples[place + index] = sample }
        }
        return samples
    }

    @Test("a processing that asks for nothing changes nothing")
    func identity() async throws {
        let samples = Signals.vowel(seconds: 1)
        let recording = try await process(SpeechProcessing(), samples, marks: [0, 5000, 22_050])
        #expect(recording.samples == samples && recording.marks.map(\.frame) == [0, 5000, 22_050])
        #expect(recording.report.notices == ["last"] && recording.format == Self.format)
    }

    // MARK: Tempo

    @Test("the speech becomes as long as the tempo says", arguments: [0.1, 0.3, 0.5, 0.7, 0.9, 1.1, 1.5, 2, 3, 4])
    func tempo(tempo: Double) async throws {
        let samples = Signals.vowel(seconds: 4)
        let recording = try await process(SpeechProcessing(tempo: tempo), samples)
        let ratio = Double(recording.samples.count) * tempo / Double(samples.count)
        #expect(abs(ratio - 1) < 0.02, "\(ratio)")
        // The pitch stays: as many periods in a second. The loudness stays as well.
        #expect(abs(Signals.level(recording.samples) - Signals.level(samples)) < 1)
        func crossings(_ samples: [Int16]) -> Double {
            let sine = zip(samples, samples.dropFirst()).count { $0.0 < 0 && $0.1 >= 0 }
            return Double(sine) / Double(samples.count)
        }
        let tone = Signals.sine(200, frames: 44_100)
        let stretched = try await process(SpeechProcessing(tempo: tempo), tone).samples
        #expect(abs(crossings(stretched) / crossings(tone) - 1) < 0.03)
    }

    @Test("marks stand where the sound is", arguments: [0.1, 0.25, 0.5, 0.6, 0.8, 0.95, 1.1, 1.4, 2, 2.7, 4])
    func marksOfTempo(tempo: Double) async throws {
        let places = (0..<20).map { 3000 + $0 * 11_025 }
        let samples = bursts(at: places, frames: 230_000)
        let recording = try await process(SpeechProcessing(tempo: tempo), samples, marks: places)
        // A burst of 100 ms lasts 25 ms at the highest tempo, and 400 ms lie between two.
        let heard = onsets(recording.samples, above: 300, gap: Int(4000 / tempo))
        #expect(heard.count == places.count)
        for (mark, place) in zip(recording.marks.map(\.frame), heard) {
            // 12 ms are less than a period of the lowest voice that libsonic knows; far below half speed a period of
            // the input is heard many times, and the first of them is up to 4 ms of the input early.
            #expect(Double(abs(mark - place)) <= max(0.012, 0.004 / tempo) * 22_050, "mark \(mark), sound \(place)")
        }
    }

    @Test("the result does not depend on the pieces, and keeps channels apart")
    func piecesOfTempo() async throws {
        let processing = SpeechProcessing(
            trimming: .init(),
            tempo: 0.7,
            loudness: -18,
            leadingPause: .milliseconds(100)
        )
        let samples = Signals.vowel(seconds: 2)
        let whole = try await process(processing, samples, marks: [7, 20_000], size: 100_000)
        for size in [1, 333, 4096] {
            let pieces = try await process(processing, samples, marks: [7, 20_000], size: size)
            #expect(pieces.samples == whole.samples && pieces.marks == whole.marks)
        }
        let stereo = AudioFormat(sampleRate: 22_050, channels: 2)
        let both: [Int16] = samples.flatMap { [$0, 0] as [Int16] }
        let result = try await process(SpeechProcessing(tempo: 1.3), both, format: stereo).samples
        #expect(stride(from: 1, to: result.count, by: 2).allSatisfy { result[$0] == 0 })
        #expect(stride(from: 0, to: result.count, by: 2).contains { result[$0].magnitude > 1000 })
    }

    @Test("nothing, one frame and a rate without periods", arguments: [0.1, 0.5, 3, 4])
    func tinyTempo(tempo: Double) async throws {
        let processing = SpeechProcessing(tempo: tempo)
        #expect(try await process(processing, [], marks: [0]).marks.map(\.frame) == [0])
        let one = try await process(processing, [9000], marks: [0, 1])
        #expect(one.samples.count <= 20)
        #expect(one.marks.allSatisfy { (0...one.samples.count).contains($0.frame) } && one.marks.count == 2)
        let low = AudioFormat(sampleRate: 3999)
        let error = try #require(await failure { _ = try await process(processing, [1, 2], format: low) })
        #expect(error.code == .unsupported)
    }

    // MARK: Loudness

    @Test("a word, a sentence and a text become equally loud", arguments: [0.08, 0.2, 0.5, 3, 25])
    func lengths(seconds: Double) async throws {
        for amplitude in [0.1, 0.4, 1.0] {
            let samples = Signals.vowel(seconds: seconds).map { Int16(Double($0) * amplitude) }
            let result = try await process(SpeechProcessing(loudness: -18), samples, marks: [100])
            #expect(result.samples.count == samples.count && result.marks.map(\.frame) == [100])
            let level = try #require(GatedLevel.measure(result.samples, format: Self.format))
            #expect(abs(level + 18) < 0.6, "\(level)")
        }
    }

    @Test("a tone is brought to the target from −40 dB to full scale", arguments: [-40.0, -30, -20, -10, -3, 0])
    func tones(peak: Double) async throws {
        let amplitude = Decibels.magnitude(peak) - (peak == 0 ? 1 : 0)
        let samples = Signals.sine(440, frames: 22_050, amplitude: amplitude)
        let result = try await process(SpeechProcessing(loudness: -18), samples).samples
        #expect(abs(Signals.level(result) + 18) < 0.1)
        #expect(Signals.peak(result) <= -1)
    }

    @Test("what is very quiet is raised by no more than 30 dB, and silence stays silence")
    func quiet() async throws {
        let quiet = Signals.sine(440, frames: 22_050, amplitude: Decibels.magnitude(-54))
        let raised = try await process(SpeechProcessing(loudness: -18), quiet).samples
        #expect(abs(Signals.level(raised) - Signals.level(quiet) - 30) < 0.5)
        let below = Signals.sine(440, frames: 22_050, amplitude: Decibels.magnitude(-60))
        #expect(try await process(SpeechProcessing(loudness: -18), below).samples == below)
        let silence = [Int16](repeating: 0, count: 30_000)
        #expect(try await process(SpeechProcessing(loudness: -18), silence).samples == silence)
        #expect(try await process(SpeechProcessing(loudness: -18), []).samples.isEmpty)
    }

    @Test(
        "peaks stay below −1 dB without clipping: clicks, noise, squares, a sound that grows",
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
                let result = try await process(processing, samples, format: format).samples
                #expect(result.count == samples.count)
                #expect(Signals.peak(result) <= -1)
            }
        }
        let loud = try await process(SpeechProcessing(loudness: -3), square).samples
        #expect(abs(Signals.level(loud) + 3) < 0.1)
    }

    @Test("after ten seconds the gain is held, and what is louder then is limited")
    func held() async throws {
        let quiet = Signals.vowel(seconds: 11).map { $0 / 10 }
        let loud = Signals.vowel(seconds: 2).map { Int16(max(-32_768, min(32_767, Int($0) * 2))) }
        let processing = SpeechProcessing(loudness: -18)
        let alone = try await process(processing, quiet).samples
        let result = try await process(processing, quiet + loud).samples
        #expect(Array(result.prefix(200_000)) == Array(alone.prefix(200_000)))
        #expect(Signals.peak(result) <= -1 && Signals.peak(result) > -1.2)
    }

    @Test("the level of known sounds")
    func gatedLevel() throws {
        func level(_ samples: [Int16]) -> Double? { GatedLevel.measure(samples, format: Self.format) }
        let word = Signals.sine(440, frames: 11_025, amplitude: 10_000)
        let alone = try #require(level(word))
        #expect(abs(alone - Signals.level(word)) < 0.05)
        // Pauses do not count.
        let pause = [Int16](repeating: 3, count: 40_000)
        #expect(abs(try #require(level(pause + word + pause + word + pause)) - alone) < 1)
        #expect(level([]) == nil)
        #expect(level(pause) == nil)
        #expect(abs(try #require(level([Int16](repeating: .min, count: 5)))) < 1e-9)
    }

    // MARK: Silence

    @Test("silence at the ends is trimmed to the margin, and marks move along")
    func trimming() async throws {
        let sound = Signals.sine(440, frames: 5000).map { $0 == 0 ? 500 : $0 }
        let samples =
            [Int16](repeating: 20, count: 30_000) + sound + [Int16](repeating: -20, count: 40_000) + sound
            + [Int16](repeating: 5, count: 9000)
        let margin = 441
        let marks = [0, 29_000, 30_000, 34_999, 60_000, 75_000, 80_001, 89_000]
        for size in [1, 700, 100_000] {
            let result = try await process(SpeechProcessing(trimming: .init()), samples, marks: marks, size: size)
            #expect(result.samples == Array(samples[(30_000 - margin)..<(80_000 + margin)]))
            let total = result.samples.count
            let wanted = marks.map { min(max(0, $0 - 30_000 + margin), total) }
            #expect(result.marks.map(\.frame) == wanted)
        }
        // Without sound nothing but the margin is left; without a margin nothing.
        let silence = [Int16](repeating: 50, count: 30_000)
        #expect(try await process(SpeechProcessing(trimming: .init()), silence).samples.count == margin)
        let bare = SpeechProcessing(trimming: .init(margin: .zero))
        let none = try await process(bare, silence, marks: [0, 20_000])
        #expect(none.samples.isEmpty && none.marks.map(\.frame) == [0, 0])
    }

    @Test("of a very long silence no more than ten seconds wait")
    func longSilence() async throws {
        let samples = [Int16](repeating: 9000, count: 10) + [Int16](repeating: 1, count: 400_000)
        let result = try await process(SpeechProcessing(trimming: .init()), samples, marks: [300_000])
        #expect(result.samples.count == 10 + 400_000 - 220_500 + 441)
        #expect(result.marks.map(\.frame) == [result.samples.count])
    }

    @Test("pauses are added, and marks move along")
    func padding() async throws {
        let processing = SpeechProcessing(leadingPause: .milliseconds(500), trailingPause: .seconds(1))
        let samples = Signals.vowel(seconds: 0.5)
        let result = try await process(processing, samples, marks: [0, 77])
        let silence = [Int16](repeating: 0, count: 11_025)
        #expect(result.samples == silence + samples + silence + silence)
        #expect(result.marks.map(\.frame) == [11_025, 11_102])
        #expect(try await process(processing, []).samples.count == 33_075)
    }

    // MARK: The contract

    @Test(
        "values out of range are refused",
        arguments: [
            SpeechProcessing(tempo: 0), SpeechProcessing(tempo: 4.1), SpeechProcessing(tempo: .nan),
            SpeechProcessing(tempo: -.infinity), SpeechProcessing(loudness: 0), SpeechProcessing(loudness: .nan),
            SpeechProcessing(leadingPause: .seconds(-1)), SpeechProcessing(trailingPause: .seconds(61)),
            SpeechProcessing(trailingPause: .seconds(Int64.max)), SpeechProcessing(trimming: .init(threshold: 1)),
            SpeechProcessing(trimming: .init(margin: .seconds(11))), SpeechProcessing(trimming: .init(threshold: .nan)),
        ]
    )
    func ranges(processing: SpeechProcessing) throws {
        let error = try #require(throws: ServiceError.self) { _ = try processing.apply(to: stream([])) }
        #expect(error.code == .invalidRequest)
    }

    @Test("streams that break their rules end with an error and never with a crash")
    func violations() async throws {
        let everything = SpeechProcessing(
            trimming: .init(),
            tempo: 0.5,
            loudness: -18,
            leadingPause: .milliseconds(1),
            trailingPause: .milliseconds(1)
        )
        let audio = SpeechEvent.audio(AudioChunk(samples: [1, 2, 3]))
        let format = SpeechEvent.format(Self.format)
        let broken: [[SpeechEvent]] = [
            [audio], [.mark(mark(0))], [format, format], [.format(AudioFormat(sampleRate: .max, channels: .max))],
            [.format(AudioFormat(sampleRate: 8000, channels: 2)), audio], [format, .mark(mark(-1))],
            [format, .mark(mark(.max))], [format, .report(ServiceReport()), .report(ServiceReport())],
        ]
        for events in broken {
            let error = await failure { _ = try await everything.apply(to: stream(events)).collect() }
            #expect(error?.code == .protocolViolation, "\(events)")
        }
        // Marks that come late or go back still come, and never go back.
        let late: [SpeechEvent] = [format, audio, .mark(mark(900)), .mark(mark(1)), .report(ServiceReport())]
        let marks = try await everything.apply(to: stream(late)).collect().marks.map(\.frame)
        #expect(marks.count == 2 && marks == marks.sorted())
    }

    @Test("the error of a stream is passed on, and a cancelled task ends at once")
    func errors() async throws {
        let processing = SpeechProcessing(trimming: .init(), tempo: 2, loudness: -18)
        let broken = ServiceError(.pluginCrashed, "it died")
        let events: [SpeechEvent] = [.format(Self.format), .audio(AudioChunk(samples: Signals.vowel(seconds: 1)))]
        let error = await failure { _ = try await processing.apply(to: stream(events, ending: broken)).collect() }
        #expect(error == broken)
        // This stream never ends by itself.
        let endless = SpeechStream {
            .audio(AudioChunk(samples: [Int16](repeating: 3, count: 1000)))
        }
        let start = Mutex(false)
        let unlimited = SpeechStream {
            if start.withLock({ isStarted in
                defer { isStarted = true }
                return !isStarted
            }) {
                return .format(Self.format)
            }
            var iterator = endless.makeAsyncIterator()
            return try await iterator.next()
        }
        let task = Task { try await processing.apply(to: unlimited).collect() }
        task.cancel()
        let cancelled = await failure { _ = try await task.value }
        #expect(cancelled?.code == .cancelled)
    }

    @Test("a provider whose speech is processed keeps the rules of providers")
    func conformance() async throws {
        let report = await SpeechConformance(sample: .init(text: "Hello world", language: "en-US"))
            .check(ProcessingProvider())
        #expect(report.isPassed, "\(report)")
    }

    private func failure(_ body: () async throws -> Void) async -> ServiceError? {
        do {
            try await body()
            return nil
        } catch { return error as? ServiceError }
    }
}

/// A provider in memory whose speech goes through every step.
private struct ProcessingProvider: SpeechProvider {
    private let base = InMemorySpeech()
    private let processing = SpeechProcessing(
        trimming: .init(),
        tempo: 0.8,
        loudness: -18,
        leadingPause: .milliseconds(20),
        trailingPause: .milliseconds(20)
    )

    var descriptor: ProviderDescriptor { base.descriptor }
    func status() async -> ProviderStatus { await base.status() }
    func shutdown() async { await base.shutdown() }
    func voices(matching query: VoiceQuery) async throws -> [Voice] { try await base.voices(matching: query) }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        try processing.apply(to: try await base.synthesize(request))
    }
}
