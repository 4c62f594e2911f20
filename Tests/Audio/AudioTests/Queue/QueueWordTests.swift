import Audio
import LanguageServices
import TestSupport
import Testing

@Suite("Stopping the utterance queue at a word", .timeLimit(.minutes(10)))
struct QueueWordTests {
    @Test(
        "ends with the word that is being written, according to its marks",
        arguments: [(1, 500), (499, 900), (500, 900), (899, 900), (1100, 1600)]
    )
    func atWord(position: Int, end: Int) async throws {
        // An output with almost no buffer, so that written sound plays immediately.
        let sink = RecordingSink(isHeld: true, capacity: 1)
        let speech = ScriptedSpeech { _ in ScriptedSpeech.sound(7, words: [0, 500, 900]) }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("a b c", id: "a"))
        try queue.enqueue(Utterance("d", id: "b"))
        sink.play(position)
        await sink.waitForPlayback(position)
        await sink.waitForOffered(320)
        // The chunk that contains the position, and at most one after it, have been written.
        let written = sink.written.count
        queue.stop(.word)
        sink.play(nil)
        await log.wait(for: .idle)
        #expect(log.events.contains(.cancelled("b")))
        let boundaries = [500, 900, 1600]
        let expected = boundaries.first { $0 >= written }
        #expect(boundaries.contains(sink.heard.count), "ended at \(sink.heard.count)")
        #expect(sink.heard.count >= end)
        #expect(sink.heard.count <= (boundaries.first { $0 >= (expected ?? 0) + 160 } ?? 1600))
        let isWhole = sink.heard.count == 1600
        #expect(log.events.contains(isWhole ? .finished("a") : .cancelled("a")))
    }

    @Test("ends with the chunk when there are no word marks")
    func withoutMarks() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 100)
        let speech = ScriptedSpeech { _ in ScriptedSpeech.sound(7, count: 1600, pieces: 4) }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("a", marks: [], id: "a"))
        // The second chunk is requested once the queue knows that the first one has been written.
        await sink.waitForOffered(320)
        queue.stop(.word)
        sink.play(nil)
        await log.wait(for: .idle)
        #expect(sink.heard.count == 400)
        #expect(log.events.contains(.cancelled("a")))
    }

    @Test("starts no repetition after the last word")
    func lastWord() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 100)
        let speech = ScriptedSpeech { _ in ScriptedSpeech.sound(7, words: [0]) }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        var utterance = Utterance("a", id: "a")
        utterance.repetition.count = 3
        try queue.enqueue(utterance)
        // The second chunk is requested once the queue knows that the first one has been written.
        await sink.waitForOffered(320)
        queue.stop(.word)
        sink.play(nil)
        await log.wait(for: .idle)
        #expect(sink.heard.count == 1600)
        #expect(log.events.contains(.cancelled("a")))
    }

    @Test("ends immediately during a pause, during a silence, and before the first sound")
    func atOnce() async throws {
        let sink = RecordingSink(isHeld: true, capacity: 100)
        let speech = ScriptedSpeech { _ in ScriptedSpeech.sound(7, words: [0, 800]) }
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]))
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("a", id: "a"))
        sink.play(200)
        await sink.waitForPlayback(200)
        queue.pause()
        queue.stop(.word)
        await log.wait(for: .idle)
        #expect(!queue.isPaused)
        #expect(sink.heard.count == 200)
        try queue.enqueue(Utterance(.silence(.seconds(3600)), id: "b"))
        await log.wait(for: .started("b", repetition: 0))
        queue.stop(.word)
        await log.wait(for: .idle, count: 2)
        #expect(log.events.contains(.cancelled("b")))
        queue.stop(.word)
        queue.stop()
    }
}
