import Audio
import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@Suite("Repetitions and silences of the utterance queue", .timeLimit(.minutes(10)))
struct QueueRepetitionTests {
    private let clock = TestClock()
    private let sink = RecordingSink()
    private let speech = ScriptedSpeech { ScriptedSpeech.sound(Int16($0.text) ?? 0, count: 400) }

    private func makeQueue() -> UtteranceQueue {
        UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]), clock: clock.serviceClock)
    }

    @Test("repeats more slowly each time, within the valid rates, with silences in between")
    func slower() async throws {
        let queue = makeQueue()
        let log = EventLog(queue.events())
        let repetition = Utterance.Repetition(count: 4, pause: .seconds(2), rateFactor: 0.5)
        try queue.enqueue(
            Utterance(.speech(SpeechRequest(text: "1", rate: 1.6)), id: "a", repetition: repetition)
        )
        for count in 1...3 {
            try await clock.waitForSleepers(count: 1)
            #expect(sink.heard.count == 400 * count)
            #expect(log.events.contains(.started("a", repetition: count - 1)))
            #expect(!log.events.contains(.finished("a")))
            clock.advance(by: .seconds(2))
        }
        await log.wait(for: .idle)
        #expect(speech.state.value.requests.map(\.rate) == [1.6, 0.8, 0.4, 0.3])
        #expect(log.events.count { $0 == .finished("a") } == 1)
        #expect(sink.heard.count == 1600)
    }

    @Test("a missing rate is treated as normal speed, and an invalid factor as 1")
    func factors() async throws {
        let queue = makeQueue()
        try queue.enqueue(Utterance(.speech(SpeechRequest(text: "1")), repetition: .init(count: 2, rateFactor: 0.75)))
        for factor in [0, -1, .nan, .infinity, 1] {
            try queue.enqueue(
                Utterance(.speech(SpeechRequest(text: "2")), repetition: .init(count: 2, rateFactor: factor))
            )
        }
        try queue.enqueue(
            Utterance(.speech(SpeechRequest(text: "3")), repetition: .init(count: -5, pause: .seconds(-1)))
        )
        await queue.waitUntilIdle()
        let requests = speech.state.value.requests
        #expect(requests.prefix(2).map(\.rate) == [nil, 0.75])
        #expect(requests.dropFirst(2).allSatisfy { $0.rate == nil })
        #expect(requests.map(\.text) == ["1", "1"] + [String](repeating: "2", count: 10) + ["3"])
    }

    @Test("uses the clock for silences, and reports the end before the final silence")
    func delays() async throws {
        let queue = makeQueue()
        let log = EventLog(queue.events())
        try queue.enqueue(
            Utterance(.speech(SpeechRequest(text: "1")), id: "a", preDelay: .seconds(1), postDelay: .seconds(3))
        )
        try queue.enqueue(Utterance("2", id: "b"))
        try await clock.waitForSleepers(count: 1)
        #expect(sink.heard.isEmpty)
        clock.advance(by: .seconds(1))
        await log.wait(for: .finished("a"))
        try await clock.waitForSleepers(count: 1)
        #expect(runs(sink.heard) == [[1, 400]])
        clock.advance(by: .milliseconds(2999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        await log.wait(for: .idle)
        #expect(runs(sink.heard) == [[1, 400], [2, 400]])
    }

    @Test("time spent in a pause is not counted as silence")
    func pausedSilence() async throws {
        let queue = makeQueue()
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance(.silence(.seconds(10)), id: "a"))
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(4))
        queue.pause()
        #expect(await eventually { clock.sleeperCount == 0 })
        clock.advance(by: .seconds(100))
        queue.resume()
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .milliseconds(5999))
        #expect(clock.sleeperCount == 1)
        #expect(!log.events.contains(.finished("a")))
        clock.advance(by: .milliseconds(1))
        await log.wait(for: .finished("a"))
        await log.wait(for: .idle)
        #expect(sink.calls.isEmpty)
    }

    @Test("skip ends a silence")
    func skippedSilence() async throws {
        let queue = makeQueue()
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance(.silence(.seconds(10)), id: "a"))
        try queue.enqueue(Utterance(.speech(SpeechRequest(text: "1")), id: "b", postDelay: .seconds(5)))
        try await clock.waitForSleepers(count: 1)
        queue.skip()
        await log.wait(for: .skipped("a"))
        await log.wait(for: .finished("b"))
        try await clock.waitForSleepers(count: 1)
        queue.skip()
        await log.wait(for: .idle)
        #expect(!log.events.contains(.skipped("b")))
        #expect(clock.sleeperCount == 0)
    }
}
