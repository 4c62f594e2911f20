import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@testable import Audio

@Suite("Cue sounds", .timeLimit(.minutes(10)))
struct CueSoundTests {
    private static let all = [CueSound.correct, .incorrect, .complete]

    @Test("are reproducible at any rate, below their peak, and start and end softly", arguments: all)
    func samples(cue: CueSound) {
        for rate in [1, 100, 8000, 11_025, 22_050, 44_100, 48_000, 96_000] {
            let samples = cue.samples(sampleRate: rate)
            #expect(samples == cue.samples(sampleRate: rate))
            let peak = samples.map(\.magnitude).max() ?? 0
            #expect(Double(peak) <= CueSound.peak * 32_767 + 1)
            guard rate >= 8000 else { continue }
            #expect(Double(peak) > CueSound.peak * 32_767 * 0.6)
            #expect(samples.prefix(rate / 2000).allSatisfy { $0.magnitude < 1500 })
            #expect(samples.suffix(rate / 2000).allSatisfy { $0.magnitude < 300 })
            #expect((0.3...0.8).contains(Double(samples.count) / Double(rate)))
        }
    }

    @Test("an invalid rate is clamped")
    func rates() {
        let short = CueSound(notes: [CueSound.Note(frequency: 440, start: 0, duration: 0.02)])
        #expect(short.samples(sampleRate: .min).count == 1)
        #expect(short.samples(sampleRate: .max).count == 15_360)
    }

    @Test("have the pitches of their notes")
    func pitches() {
        let samples = CueSound.correct.samples(sampleRate: 8000).map(Double.init)
        // The second note alone, measured after the first one has ended.
        let part = Array(samples[1300..<2300])
        let named = Self.power(part, at: 880, rate: 8000)
        for other in [440.0, 659.26, 800, 960, 1320] {
            #expect(Self.power(part, at: other, rate: 8000) < named / 100, "\(other) Hz")
        }
    }

    @Test("omit partials that a low rate cannot represent")
    func bandLimit() {
        let note = CueSound.Note(frequency: 3000, start: 0, duration: 0.5, overtones: [1, 1, 1])
        let samples = CueSound(notes: [note]).samples(sampleRate: 8000).map(Double.init)
        let named = Self.power(samples, at: 3000, rate: 8000)
        // 6, 9 and 12 kHz would alias to 2, 1 and 4 kHz.
        for alias in [1000.0, 2000, 3999] {
            #expect(Self.power(samples, at: alias, rate: 8000) < named / 1_000_000, "\(alias) Hz")
        }
    }

    @Test("treat invalid notes as silence, or clamp them")
    func nonsense() {
        let notes = [Double.nan, -.infinity, .infinity, -1, 0, 1e300].map {
            CueSound.Note(frequency: $0, start: $0, duration: $0, loudness: $0, overtones: [$0, $0])
        }
        #expect(CueSound(notes: notes).samples(sampleRate: 8000).isEmpty)
        #expect(CueSound(notes: []).samples(sampleRate: 8000).isEmpty)
        let odd = CueSound.Note(frequency: 440, start: .nan, duration: .nan, loudness: .infinity, overtones: [.nan])
        let many = CueSound(notes: [CueSound.Note](repeating: odd, count: 1000)).samples(sampleRate: 8000)
        #expect(many.count == 160)
        #expect(many.allSatisfy { Double($0.magnitude) <= CueSound.peak * 32_767 + 1 })
    }

    @Test("the sine approximation matches the sine")
    func sine() {
        #expect(abs(Sine.value(turns: 0.25) - 1) < 1e-7)
        #expect(abs(Sine.value(turns: 1.0 / 12) - 0.5) < 1e-8)
        #expect(abs(Sine.value(turns: -7.125) + 0.5.squareRoot()) < 1e-7)
        #expect(abs(Sine.value(turns: 1000.5)) < 1e-9)
    }

    @Test("mixing does not clip, even over full-scale speech, and leaves the rest unchanged", arguments: all)
    func mixing(cue: CueSound) {
        for value in [Int16.max, .min] {
            var mixer = CueMixer(sampleRate: 22_050, channels: 2)
            let speech = [Int16](repeating: value, count: 4410)
            #expect(mixer.mix(speech) == speech)
            mixer.add(cue)
            var mixed: [Int16] = []
            while mixer.isSounding { mixed += mixer.mix(speech) }
            mixed += mixer.mix(speech)
            // After the first frame, which is still silent, no sample reaches the limit until the cue has ended.
            let length = cue.samples(sampleRate: 22_050).count * 2
            #expect(mixed[2..<length].allSatisfy { $0 != .max && $0 != .min })
            #expect(mixed.suffix(100).allSatisfy { $0 == value })
            #expect(stride(from: 0, to: mixed.count, by: 2).allSatisfy { mixed[$0] == mixed[$0 + 1] })
            #expect(mixer.mix(speech) == speech)
        }
        var crowd = CueMixer(sampleRate: 8000, channels: 1)
        for _ in 0..<20 { crowd.add(cue) }
        let sum = crowd.mix([Int16](repeating: .max, count: 8000))
        #expect(sum.contains(.max))
    }

    @Test("an utterance can be a cue, in the format of the previous speech")
    func utterance() async throws {
        let sink = RecordingSink()
        let queue = UtteranceQueue(provider: UtteranceQueueTests.values(), player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        queue.pause()
        try queue.enqueue(Utterance("1"))
        try queue.enqueue(Utterance(.cue(.correct), id: "cue"))
        try queue.enqueue(Utterance("2"))
        queue.resume()
        await log.wait(for: .idle)
        let ones = [Int16](repeating: 1, count: 1600)
        let twos = [Int16](repeating: 2, count: 1600)
        #expect(sink.heard == ones + CueSound.correct.samples(sampleRate: 8000) + twos)
        #expect(log.events.contains(.started("cue", repetition: 0)) && log.events.contains(.finished("cue")))
        // There is one output for all three. It does not matter whether it was opened before or after the end of the
        // pause.
        let calls = sink.calls.filter { $0 != .pause && $0 != .resume }
        #expect(calls == [.open(AudioFormat(sampleRate: 8000)), .drain])
    }

    @Test("a cue is mixed over speech, and continues after its end")
    func overSpeech() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 160)
        let speech = ScriptedSpeech { _ in ScriptedSpeech.sound(1000, count: 1600) }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("a", id: "a"))
        sink.play(480)
        await sink.waitForWritten(640)
        queue.play(.correct)
        sink.play(nil)
        await log.wait(for: .idle)
        let heard = sink.heard
        let start = try #require(heard.firstIndex { $0 != 1000 })
        #expect(start >= 480 && start <= 960)
        let cue = CueSound.correct.samples(sampleRate: 8000)
        // The first sample of a cue is zero.
        #expect(heard.count == start - 1 + cue.count)
        let expected = (0..<cue.count - 1).map { index in
            let gain = max(0.63, 1 - 0.37 * Double(index + 1) / 80)
            let speech = start + index < 1600 ? 1000 * gain : 0
            return Int16((speech + Double(cue[index + 1])).rounded())
        }
        #expect(zip(heard[start...], expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        #expect(sink.calls.count { $0 == .open(AudioFormat(sampleRate: 8000)) } == 1)
    }

    @Test("a cue without speech plays on its own output, and a failure is reported")
    func beside() async throws {
        let sink = RecordingSink()
        let clock = TestClock()
        let queue = UtteranceQueue(
            provider: UtteranceQueueTests.values(),
            player: AudioPlayer(sinks: [sink]),
            clock: clock.serviceClock
        )
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance(.silence(.seconds(5)), id: "thinking"))
        try await clock.waitForSleepers(count: 1)
        queue.play(.incorrect)
        #expect(await eventually { sink.calls.contains(.drain) })
        #expect(sink.heard == CueSound.incorrect.samples(sampleRate: 48_000))
        #expect(clock.sleeperCount == 1)
        sink.failOpening(with: ServiceError(.unavailable, "gone"))
        queue.play(.incorrect)
        await log.wait { event in
            if case .cueFailed(let error) = event { error.code == .unavailable } else { false }
        }
        await queue.shutdown()
        #expect(sink.openCount == 0)
    }

    /// The energy at a frequency (Goertzel's algorithm).
    private static func power(_ samples: [Double], at frequency: Double, rate: Double) -> Double {
        var real = 0.0
        var imaginary = 0.0
        let count = Double(samples.count)
        for (index, sample) in samples.enumerated() {
            let turns = frequency * Double(index) / rate
            // A Hann window prevents leakage from neighbouring frequencies.
            let window = 0.5 - 0.5 * Sine.value(turns: Double(index) / count + 0.25)
            real += sample * window * Sine.value(turns: turns + 0.25)
            imaginary += sample * window * Sine.value(turns: turns)
        }
        return real * real + imaginary * imaginary
    }
}
