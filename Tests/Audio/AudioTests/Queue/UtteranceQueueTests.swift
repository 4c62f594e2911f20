import Audio
import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@Suite("The utterance queue", .timeLimit(.minutes(10)))
struct UtteranceQueueTests {
    /// Speaks `1`, `2`, … as a constant sound of that value.
    static func values(words: [Int] = [], count: Int = 1600) -> ScriptedSpeech {
        ScriptedSpeech { ScriptedSpeech.sound(Int16($0.text) ?? 0, count: count, words: words) }
    }

    @Test("plays in order, without a gap, through one output, and reports the position")
    func inOrder() async throws {
        let sink = RecordingSink()
        let speech = InMemorySpeech()
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        queue.pause()
        try queue.enqueue(Utterance("one two", id: "a"))
        try queue.enqueue(Utterance("three", id: "b"))
        #expect(queue.waitingCount <= 2)
        queue.resume()
        await log.wait(for: .idle)
        let one = try await speech.synthesize(SpeechRequest(text: "one two", marks: [.word])).collect()
        let two = try await speech.synthesize(SpeechRequest(text: "three", marks: [.word])).collect()
        #expect(sink.heard == one.samples + two.samples)
        #expect(sink.calls.filter { $0 != .pause && $0 != .resume } == [.open(one.format), .drain])
        let heard = log.events.filter { event in
            if case .willSpeak = event { false } else { true }
        }
        #expect(
            heard == [
                .paused, .queued("a"), .queued("b"), .resumed,
                .started("a", repetition: 0), .reached("a", one.marks[0]), .reached("a", one.marks[1]), .finished("a"),
                .started("b", repetition: 0), .reached("b", two.marks[0]), .finished("b"), .idle,
            ]
        )
        let announced = log.events.filter { event in
            if case .willSpeak = event { true } else { false }
        }
        #expect(
            announced == [
                .willSpeak("a", one.marks[0]), .willSpeak("a", one.marks[1]), .willSpeak("b", two.marks[0]),
            ]
        )
    }

    @Test("reports a mark when it plays, not before")
    func marksWhenHeard() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 400)
        let queue = UtteranceQueue(
            provider: Self.values(words: [0, 300, 900]),
            player: AudioPlayer(sinks: [sink])
        )
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("1", id: "a"))
        await sink.waitForWritten(480)
        let marks = [0, 300, 900].enumerated().map {
            SpeechMark(kind: .word, offset: $0.offset * 2, length: 1, frame: $0.element)
        }
        #expect(!log.events.contains(.started("a", repetition: 0)))
        sink.play(1)
        await log.wait(for: .reached("a", marks[0]))
        sink.play(299)
        await sink.waitForPlayback(300)
        #expect(!log.events.contains(.reached("a", marks[1])))
        sink.play(1)
        await log.wait(for: .reached("a", marks[1]))
        sink.play(599)
        await sink.waitForPlayback(900)
        #expect(!log.events.contains(.reached("a", marks[2])))
        sink.play(1)
        await log.wait(for: .reached("a", marks[2]))
        #expect(!log.events.contains(.finished("a")))
        sink.play(698)
        await sink.waitForPlayback(1599)
        #expect(!log.events.contains(.finished("a")))
        sink.play(1)
        await log.wait(for: .idle)
        #expect(log.events.suffix(2) == [.finished("a"), .idle])
    }

    @Test("synthesises only the next utterance in advance")
    func prefetch() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 400)
        let speech = Self.values()
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        for text in ["1", "2", "3", "4"] { try queue.enqueue(Utterance(text)) }
        await speech.state.wait { $0.requests.count >= 2 }
        await sink.waitForWritten(400)
        #expect(speech.state.value.requests.map(\.text) == ["1", "2"])
        sink.play(nil)
        await queue.waitUntilIdle()
        #expect(speech.state.value.requests.map(\.text) == ["1", "2", "3", "4"])
        #expect(runs(sink.heard) == [[1, 1600], [2, 1600], [3, 1600], [4, 1600]])
    }

    @Test("a pause at any position neither loses nor repeats samples", arguments: [1, 79, 160, 161, 799, 1599])
    func pause(after count: Int) async throws {
        let sink = RecordingSink(isHeld: true, capacity: 200)
        let speech = InMemorySpeech()
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("one two three four", id: "a"))
        sink.play(count)
        await sink.waitForPlayback(count)
        queue.pause()
        #expect(queue.isPaused)
        sink.play(nil)
        // The output plays the samples that it has buffered, and nothing after them.
        let written = sink.written.count
        try await Task.sleep(for: .milliseconds(30))
        #expect(sink.written.count <= written + 320)
        #expect(!log.events.contains(.idle))
        queue.resume()
        await log.wait(for: .idle)
        let whole = try await speech.synthesize(SpeechRequest(text: "one two three four", marks: [.word])).collect()
        #expect(sink.heard == whole.samples)
        #expect(sink.calls.contains(.pause) && sink.calls.contains(.resume))
    }

    @Test("skip ends the current utterance with its repetitions, and the next one follows")
    func skip() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 400)
        let queue = UtteranceQueue(provider: Self.values(), player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        var first = Utterance("1", id: "a")
        first.repetition.count = 5
        try queue.enqueue(first)
        try queue.enqueue(Utterance("2", id: "b"))
        sink.play(100)
        await sink.waitForPlayback(100)
        await sink.waitForWritten(400)
        queue.skip()
        await log.wait(for: .skipped("a"))
        sink.play(nil)
        await log.wait(for: .idle)
        #expect(runs(sink.heard) == [[1, 100], [2, 1600]])
        #expect(!log.events.contains(.finished("a")))
        queue.skip()
        #expect(log.events.count { $0 == .skipped("a") } == 1)
    }

    @Test("stop removes everything, and the queue can be used again")
    func stop() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 400)
        let queue = UtteranceQueue(provider: Self.values(), player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("1", id: "a"))
        try queue.enqueue(Utterance("2", id: "b"))
        sink.play(100)
        await sink.waitForPlayback(100)
        queue.stop()
        sink.play(nil)
        await log.wait(for: .idle)
        #expect(log.events.contains(.cancelled("a")) && log.events.contains(.cancelled("b")))
        #expect(runs(sink.heard) == [[1, 100]])
        try queue.enqueue(Utterance("3", id: "a"))
        await log.wait(for: .finished("a"))
        #expect(runs(sink.heard) == [[1, 100], [3, 1600]])
    }

    @Test("clear removes waiting utterances, and the current one continues")
    func clear() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 400)
        let queue = UtteranceQueue(provider: Self.values(), player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("1", id: "a"))
        await sink.waitForWritten(400)
        try queue.enqueue(Utterance("2", id: "b"))
        try queue.enqueue(Utterance("3", id: "c"))
        queue.clear()
        #expect(queue.waitingCount == 0)
        sink.play(nil)
        await log.wait(for: .idle)
        #expect(runs(sink.heard) == [[1, 1600]])
        #expect(log.events.filter { $0 == .cancelled("b") || $0 == .cancelled("c") }.count == 2)
    }

    @Test("cancel removes a waiting or current utterance, and returns whether it succeeded")
    func cancel() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 400)
        let queue = UtteranceQueue(provider: Self.values(), player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        for (text, id) in [("1", "a"), ("2", "b"), ("3", "c")] {
            try queue.enqueue(Utterance(text, id: UtteranceID(rawValue: id)))
        }
        sink.play(50)
        await sink.waitForPlayback(50)
        #expect(queue.cancel("b"))
        #expect(!queue.cancel("b"))
        #expect(queue.cancel("a"))
        #expect(!queue.cancel("nobody"))
        sink.play(nil)
        await log.wait(for: .idle)
        #expect(runs(sink.heard) == [[1, 50], [3, 1600]])
    }

    @Test("repeats the last utterance, after it has played and while it plays")
    func repeatLast() async throws {
        let sink = RecordingSink()
        let queue = UtteranceQueue(provider: Self.values(), player: AudioPlayer(sinks: [sink]))
        #expect(queue.repeatLast() == nil)
        try queue.enqueue(Utterance("1", id: "a"))
        await queue.waitUntilIdle()
        #expect(queue.repeatLast() != nil)
        await queue.waitUntilIdle()
        try queue.enqueue(Utterance(.silence(.zero)))
        await queue.waitUntilIdle()
        #expect(queue.repeatLast() != "a")
        await queue.waitUntilIdle()
        #expect(runs(sink.heard) == [[1, 4800]])
    }

    @Test("an id can be reused only after its utterance has ended")
    func ids() async throws {
        let sink = RecordingSink(isHeld: true)
        let queue = UtteranceQueue(provider: Self.values(), player: AudioPlayer(sinks: [sink]))
        try queue.enqueue(Utterance("1", id: "a"))
        #expect(throws: ServiceError.self) { try queue.enqueue(Utterance("2", id: "a")) }
        do {
            try queue.enqueue(Utterance("2", id: "a"))
        } catch {
            #expect(error.code == .invalidRequest)
            #expect(error.remedy != nil)
        }
        sink.play(nil)
        await queue.waitUntilIdle()
        try queue.enqueue(Utterance("2", id: "a"))
        #expect(try queue.enqueue(Utterance("3")) != queue.enqueue(Utterance("4")))
    }

    @Test("a format change reopens the output")
    func formats() async throws {
        let sink = RecordingSink()
        let speech = ScriptedSpeech { request in
            let value = Int16(request.text) ?? 0
            return ScriptedSpeech.sound(value, sampleRate: 8000 * Int(value), channels: value == 2 ? 2 : 1)
        }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        for text in ["1", "2", "3", "3"] { try queue.enqueue(Utterance(text)) }
        await log.wait(for: .idle)
        #expect(
            sink.calls == [
                .open(AudioFormat(sampleRate: 8000)), .drain, .open(AudioFormat(sampleRate: 16_000, channels: 2)),
                .drain,
                .open(AudioFormat(sampleRate: 24_000)), .drain,
            ]
        )
        #expect(runs(sink.heard) == [[1, 1600], [2, 1600], [3, 3200]])
    }

    @Test("an output that plays only at the end plays one utterance at a time")
    func playerProgram() async throws {
        let sink = RecordingSink(isHeld: true, playsWhileWritten: false)
        let queue = UtteranceQueue(provider: Self.values(words: [0, 500]), player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("1", id: "a"))
        try queue.enqueue(Utterance("2", id: "b"))
        await sink.waitForWritten(1600)
        sink.play(100)
        await sink.waitForPlayback(100)
        await log.wait(for: .started("a", repetition: 0))
        queue.stop(.word)
        sink.play(401)
        await log.wait(for: .idle)
        #expect(log.events.contains(.cancelled("a")) && log.events.contains(.cancelled("b")))
        #expect(runs(sink.heard) == [[1, 501]])
    }
}
