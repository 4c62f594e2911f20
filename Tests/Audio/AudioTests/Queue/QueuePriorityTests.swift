import Audio
import LanguageServices
import TestSupport
import Testing

@Suite("Priorities of the utterance queue", .timeLimit(.minutes(10)))
struct QueuePriorityTests {
    private let sink = RecordingSink(isHeld: true, capacity: 200)
    private let speech = UtteranceQueueTests.values(count: 800)

    private func makeQueue() -> UtteranceQueue {
        UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
    }

    @Test("urgent utterances interrupt a message, which then plays again from its start")
    func urgent() async throws {
        let queue = makeQueue()
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("1", id: "message"))
        try queue.enqueue(Utterance("2", id: "next"))
        sink.play(100)
        await log.wait(for: .started("message", repetition: 0))
        await sink.waitForPlayback(100)
        try queue.enqueue(Utterance("8", id: "urgent", priority: .urgent))
        try queue.enqueue(Utterance("9", id: "second", priority: .urgent))
        sink.play(nil)
        await log.wait(for: .idle)
        #expect(runs(sink.heard) == [[1, 100], [8, 800], [9, 800], [1, 800], [2, 800]])
        #expect(log.events.count { $0 == .interrupted("message") } == 1)
        #expect(log.events.count { $0 == .started("message", repetition: 0) } == 2)
        let ends = log.events.filter { event in
            if case .finished = event { true } else { false }
        }
        #expect(ends == [.finished("urgent"), .finished("second"), .finished("message"), .finished("next")])
    }

    @Test("the interrupted repetition plays again, but not those before it")
    func interruptedRepetition() async throws {
        let queue = makeQueue()
        let log = EventLog(queue.events())
        var utterance = Utterance("1", id: "a")
        utterance.repetition.count = 3
        try queue.enqueue(utterance)
        sink.play(900)
        await log.wait(for: .started("a", repetition: 1))
        await sink.waitForPlayback(900)
        try queue.enqueue(Utterance("8", priority: .urgent))
        sink.play(nil)
        await log.wait(for: .idle)
        #expect(runs(sink.heard) == [[1, 900], [8, 800], [1, 1600]])
        let starts = log.events.compactMap { event in
            if case .started("a", let repetition) = event { repetition } else { nil }
        }
        #expect(starts == [0, 1, 1, 2])
    }

    @Test("background utterances play when nothing else waits, and are dropped when interrupted")
    func background() async throws {
        let queue = makeQueue()
        let log = EventLog(queue.events())
        queue.pause()
        try queue.enqueue(Utterance("5", id: "background", priority: .background))
        try queue.enqueue(Utterance("6", id: "more", priority: .background))
        try queue.enqueue(Utterance("1", id: "message"))
        queue.resume()
        sink.play(800 + 300)
        await sink.waitForPlayback(800 + 300)
        try queue.enqueue(Utterance("2", id: "late"))
        sink.play(nil)
        await log.wait(for: .idle)
        // Only the utterance that has started is dropped; the other one was still waiting.
        #expect(runs(sink.heard) == [[1, 800], [5, 300], [2, 800], [6, 800]])
        #expect(log.events.contains(.cancelled("background")) && log.events.contains(.finished("more")))
        #expect(
            !log.events.contains { event in
                if case .interrupted = event { true } else { false }
            }
        )
    }

    @Test("an urgent utterance waits for the end of a pause, and is then the first")
    func paused() async throws {
        let queue = makeQueue()
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("1", id: "a"))
        sink.play(100)
        await sink.waitForPlayback(100)
        queue.pause()
        try queue.enqueue(Utterance("8", id: "urgent", priority: .urgent))
        sink.play(nil)
        #expect(!log.events.contains(.started("urgent", repetition: 0)))
        queue.resume()
        await log.wait(for: .idle)
        #expect(runs(sink.heard) == [[1, 100], [8, 800], [1, 800]])
    }

    @Test("the end of a nearly finished utterance is not cut off")
    func overlap() async throws {
        let queue = makeQueue()
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("1", id: "a"))
        try queue.enqueue(Utterance("2", id: "b"))
        // All but the last 100 samples of the first utterance; the output buffers those, and the start of the second.
        sink.play(700)
        await sink.waitForWritten(900)
        try queue.enqueue(Utterance("8", id: "urgent", priority: .urgent))
        sink.play(nil)
        await log.wait(for: .idle)
        let heard = runs(sink.heard)
        #expect(heard.first == [1, 800])
        #expect(heard.suffix(2) == [[8, 800], [2, 800]])
        #expect(!log.events.contains(.interrupted("a")))
    }
}
