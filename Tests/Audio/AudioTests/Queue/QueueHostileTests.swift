import Audio
import LanguageServices
import LanguageServicesTesting
import Platform
import TestSupport
import Testing

@Suite("The utterance queue under stress", .timeLimit(.minutes(10)))
struct QueueHostileTests {
    @Test("ten thousand utterances play in order, and each ends once")
    func many() async throws {
        let sink = RecordingSink()
        let speech = ScriptedSpeech { ScriptedSpeech.sound(Int16($0.text) ?? 0, count: 2) }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events(limit: 100_000))
        queue.pause()
        for index in 0..<10_000 { try queue.enqueue(Utterance("\(index)")) }
        queue.resume()
        await queue.waitUntilIdle()
        await queue.shutdown()
        await log.waitForEnd()
        #expect(sink.heard == (0..<10_000).flatMap { [Int16($0), Int16($0)] })
        let ends = log.events.compactMap { event in
            if case .finished(let id) = event { id } else { nil }
        }
        #expect(ends.count == 10_000 && Set(ends).count == 10_000)
    }

    @Test("concurrent enqueue, cancel, skip, stop, pause and repeat leave every utterance ended once")
    func storm() async throws {
        let sink = RecordingSink(capacity: 50)
        let speech = ScriptedSpeech {
            ScriptedSpeech.sound(1, count: 400, words: [0, 100, 200], pieces: $0.text.count % 4 + 1)
        }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events(limit: 1_000_000))
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for step in 0..<150 {
                        let priority = Utterance.Priority.allCases[(worker + step) % 3]
                        var utterance = Utterance(String(repeating: "x", count: step % 7 + 1), priority: priority)
                        utterance.repetition.count = step % 3
                        let id = try? queue.enqueue(utterance)
                        switch (worker &* 7 &+ step) % 11 {
                        case 0: queue.stop()
                        case 1: queue.stop(.word)
                        case 2, 3: queue.skip()
                        case 4: queue.pause()
                        case 5, 6: queue.resume()
                        case 7: if let id { queue.cancel(id) }
                        case 8: queue.repeatLast()
                        case 9: queue.play(.correct)
                        default: queue.clear()
                        }
                        if step % 10 == 0 { await Task.yield() }
                    }
                }
            }
        }
        queue.resume()
        await queue.waitUntilIdle()
        await queue.shutdown()
        await log.waitForEnd()
        var queued: [UtteranceID: Int] = [:]
        var ended: [UtteranceID: Int] = [:]
        for event in log.events {
            switch event {
            case .queued(let id): queued[id, default: 0] += 1
            case .finished(let id), .skipped(let id), .cancelled(let id): ended[id, default: 0] += 1
            case .failed(let id, let error): Issue.record("\(id) failed: \(error)")
            default: break
            }
        }
        #expect(queued.values.allSatisfy { $0 == 1 })
        #expect(queued.count >= 1200)
        #expect(ended == queued)
        #expect(sink.openCount == 0)
    }

    @Test("many pauses neither lose nor repeat samples")
    func pauseStorm() async throws {
        let sink = RecordingSink(capacity: 50)
        let speech = ScriptedSpeech { request in
            let samples = (0..<20_000).map { Int16(truncatingIfNeeded: $0) }
            return [
                .event(.format(AudioFormat(sampleRate: 8000))), .event(.audio(AudioChunk(samples: samples))),
                .event(.report(.answered(by: "script", in: .zero))),
            ]
        }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        try queue.enqueue(Utterance("a"))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        queue.pause()
                        await Task.yield()
                        queue.resume()
                    }
                }
            }
        }
        queue.resume()
        await queue.waitUntilIdle()
        #expect(sink.heard == (0..<20_000).map { Int16(truncatingIfNeeded: $0) })
    }

    @Test("stop, skip and clear work during a pause")
    func stopPaused() async throws {
        let sink = RecordingSink(capacity: 50)
        let queue = UtteranceQueue(provider: UtteranceQueueTests.values(), player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        queue.pause()
        try queue.enqueue(Utterance("1", id: "a"))
        queue.stop()
        await log.wait(for: .idle)
        #expect(!queue.isPaused)
        queue.pause()
        try queue.enqueue(Utterance("1", id: "b"))
        try queue.enqueue(Utterance("2", id: "c"))
        #expect(await eventually { queue.waitingCount == 1 })
        queue.skip()
        await log.wait(for: .skipped("b"))
        #expect(queue.isPaused)
        queue.resume()
        await log.wait(for: .idle, count: 2)
        #expect(runs(sink.heard) == [[2, 1600]])
    }

    @Test("the reader of the events can use the queue")
    func reentrance() async throws {
        let sink = RecordingSink()
        let queue = UtteranceQueue(provider: UtteranceQueueTests.values(count: 10), player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events()) { event in
            switch event {
            case .finished(let id):
                let number = Int(id.rawValue) ?? 0
                if number < 100 { _ = try? queue.enqueue(Utterance("1", id: UtteranceID(rawValue: "\(number + 1)"))) }
            case .started: queue.pause()
            case .paused: queue.resume()
            default: break
            }
        }
        try queue.enqueue(Utterance("1", id: "1"))
        await log.wait(for: .finished("100"))
        await queue.waitUntilIdle()
        #expect(sink.heard.count == 1000)
    }

    @Test("a provider that hangs is cancelled by skip, stop and shutdown")
    func hangingProvider() async throws {
        let sink = RecordingSink()
        let speech = ScriptedSpeech { request in
            request.text == "1"
                ? ScriptedSpeech.sound(1) : Array(ScriptedSpeech.sound(9, pieces: 2).prefix(2)) + [.hang]
        }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("hang", id: "a"))
        try queue.enqueue(Utterance("1", id: "b"))
        await sink.waitForPlayback(800)
        queue.skip()
        await log.wait(for: .finished("b"))
        await speech.state.wait { $0.cancellations == 1 }
        #expect(speech.state.value.cancellations == 1)
        try queue.enqueue(Utterance("hang", id: "c"))
        await sink.waitForPlayback(800 + 1600 + 800)
        queue.stop()
        await log.wait(for: .cancelled("c"))
        await speech.state.wait { $0.cancellations == 2 }
        try queue.enqueue(Utterance("hang", id: "d"))
        try queue.enqueue(Utterance("hang", id: "e"))
        // Both the current synthesis and the prepared one hang.
        await speech.state.wait { $0.requests.count == 5 }
        await queue.shutdown()
        #expect(speech.state.value.cancellations == 4)
        await log.waitForEnd()
        #expect(log.events.last == .idle)
        #expect(sink.openCount == 0)
    }

    @Test("a provider that fails, immediately or later, is reported, and the next utterance plays")
    func failingProvider() async throws {
        let sink = RecordingSink()
        let broken = ServiceError(.providerFailed, "voice broke")
        let speech = ScriptedSpeech { request in
            switch request.text {
            case "start": [.failure(broken)]
            case "middle": Array(ScriptedSpeech.sound(7, pieces: 2).prefix(2)) + [.failure(broken)]
            case "twice": ScriptedSpeech.sound(7) + [.event(.format(AudioFormat(sampleRate: 1)))]
            case "formless": [.event(.audio(AudioChunk(samples: [1])))]
            case "absurd": [.event(.format(AudioFormat(sampleRate: .max, channels: -1)))]
            default: ScriptedSpeech.sound(1)
            }
        }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        for text in ["start", "middle", "formless", "absurd", "twice", "fine"] {
            try queue.enqueue(Utterance(text, id: UtteranceID(rawValue: text)))
        }
        await log.wait(for: .idle)
        let failures = log.events.compactMap { event in
            if case .failed(let id, let error) = event { "\(id): \(error.code)" } else { nil }
        }
        #expect(
            failures == [
                "start: providerFailed", "middle: providerFailed", "formless: protocolViolation",
                "absurd: invalidRequest", "twice: protocolViolation",
            ]
        )
        #expect(runs(sink.heard) == [[7, 800 + 1600], [1, 1600]])
        #expect(log.events.suffix(2) == [.finished("fine"), .idle])
    }

    @Test("a failing repetition ends the utterance")
    func failingRepetition() async throws {
        let sink = RecordingSink()
        let speech = ScriptedSpeech { $0.rate == nil ? ScriptedSpeech.sound(1) : [.failure(ServiceError(.io, "x"))] }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        var utterance = Utterance("1", id: "a")
        utterance.repetition = .init(count: 5, rateFactor: 0.9)
        try queue.enqueue(utterance)
        await log.wait(for: .idle)
        #expect(log.events.contains(.failed("a", ServiceError(.io, "x", provider: "script"))))
        #expect(!log.events.contains(.finished("a")))
        #expect(sink.heard.count == 1600)
    }

    @Test("speech without sound is valid, and so are marks at invalid positions")
    func emptySpeech() async throws {
        let sink = RecordingSink()
        let wild = [Int.min, -1, 5000, .max].map { SpeechMark(kind: .word, offset: $0, length: $0, frame: $0) }
        let speech = ScriptedSpeech { request in
            switch request.text {
            case "nothing": []
            case "format": [.event(.format(AudioFormat(sampleRate: 8000)))]
            case "odd": ScriptedSpeech.sound(3, count: 1001, channels: 2)
            default: wild.map { .event(.mark($0)) } + ScriptedSpeech.sound(1)
            }
        }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        for text in ["nothing", "format", "wild", "odd", "odd "] {
            try queue.enqueue(Utterance(text, id: UtteranceID(rawValue: text)))
        }
        await log.wait(for: .idle)
        for text in ["nothing", "format", "wild"] {
            let id = UtteranceID(rawValue: text)
            #expect(log.events.contains(.started(id, repetition: 0)) && log.events.contains(.finished(id)))
        }
        #expect(wild.allSatisfy { log.events.contains(.reached("wild", $0)) })
        // An incomplete frame is padded, so that the channels of the next sound are not swapped.
        #expect(runs(sink.heard).prefix(3) == [[1, 1600], [3, 1001], [0, 1]])
    }

    @Test("a listener that never reads blocks nothing, uses bounded memory, and receives the number of missed events")
    func deafListener() async throws {
        let sink = RecordingSink()
        let queue = UtteranceQueue(provider: UtteranceQueueTests.values(count: 10), player: AudioPlayer(sinks: [sink]))
        let deaf = queue.events(limit: 4)
        let attentive = EventLog(queue.events(limit: 100_000))
        for _ in 0..<500 { try queue.enqueue(Utterance("1")) }
        await attentive.wait(for: .idle)
        #expect(sink.heard.count == 5000)
        await queue.shutdown()
        await attentive.waitForEnd()
        var heard: [UtteranceEvent] = []
        for await event in deaf { heard.append(event) }
        #expect(heard.count == 5)
        #expect(heard.first == .missed(attentive.events.count - 4))
        #expect(Array(heard.dropFirst()) == Array(attentive.events.suffix(4)))
    }

    @Test("a listener is removed with its task or its stream")
    func leavingListeners() async throws {
        let queue = UtteranceQueue(
            provider: UtteranceQueueTests.values(),
            player: AudioPlayer(sinks: [RecordingSink()])
        )
        let stream = queue.events()
        let reader = Task { for await _ in stream {} }
        reader.cancel()
        await reader.value
        for _ in 0..<100 { _ = queue.events() }
        try queue.enqueue(Utterance("1"))
        await queue.waitUntilIdle()
    }

    @Test("an output that dies fails its utterances, and the queue continues with a new one")
    func dyingSink() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 200)
        let dead = ServiceError(.io, "the sound server failed")
        let queue = UtteranceQueue(provider: UtteranceQueueTests.values(), player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("1", id: "a"))
        await sink.waitForWritten(160)
        sink.failWriting(with: dead)
        await log.wait(for: .failed("a", dead))
        sink.failWriting(with: nil)
        sink.failOpening(with: dead)
        try queue.enqueue(Utterance("2", id: "b"))
        await log.wait { event in
            if case .failed("b", let error) = event { error.code == .unavailable } else { false }
        }
        sink.failOpening(with: nil)
        sink.play(nil)
        try queue.enqueue(Utterance("3", id: "c"))
        await log.wait(for: .finished("c"))
        await queue.waitUntilIdle()
        #expect(runs(sink.heard).last == [3, 1600])
        #expect(sink.openCount == 0)
    }

    @Test("dropping the queue stops the sound, the provider and the events")
    func dropped() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 200)
        let speech = ScriptedSpeech { $0.text == "1" ? ScriptedSpeech.sound(1) : [.hang] }
        var queue: UtteranceQueue? = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(try #require(queue).events())
        try queue?.enqueue(Utterance("1", id: "a"))
        try queue?.enqueue(Utterance("2", id: "b"))
        await sink.waitForWritten(200)
        await speech.state.wait { $0.requests.count == 2 }
        queue = nil
        await log.waitForEnd()
        #expect(log.events.contains(.cancelled("a")) && log.events.contains(.cancelled("b")))
        #expect(speech.state.value.cancellations == 1)
        #expect(sink.calls.contains(.stop))
        #expect(sink.openCount == 0)
    }

    @Test("after the shutdown, no utterances are accepted, and all other calls are harmless")
    func afterShutdown() async throws {
        let queue = UtteranceQueue(
            provider: UtteranceQueueTests.values(),
            player: AudioPlayer(sinks: [RecordingSink()])
        )
        await queue.shutdown()
        await queue.shutdown()
        let error = await failure { () throws in try queue.enqueue(Utterance("1")) }
        #expect(error?.code == .unavailable)
        queue.pause()
        queue.resume()
        queue.skip()
        queue.stop()
        queue.stop(.word)
        queue.clear()
        queue.play(.correct)
        #expect(queue.repeatLast() == nil)
        #expect(!queue.cancel("a"))
        #expect(!queue.isPaused)
        await queue.waitUntilIdle()
        for await event in queue.events() { Issue.record("\(event)") }
    }

    @Test("waiting for idle ends when the task is cancelled")
    func cancelledWait() async throws {
        let sink = RecordingSink(isHeld: true)
        let queue = UtteranceQueue(provider: UtteranceQueueTests.values(), player: AudioPlayer(sinks: [sink]))
        try queue.enqueue(Utterance("1"))
        let waiting = Task { await queue.waitUntilIdle() }
        waiting.cancel()
        await waiting.value
        await queue.shutdown()
    }
}
