import Audio
import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@Suite("A narration", .timeLimit(.minutes(10)))
struct NarrationTests {
    private let sink = RecordingSink()
    private let clock = TestClock()
    private let speech = ScriptedSpeech { request in
        request.text == "broken" ? [.failure(ServiceError(.io, "x"))] : ScriptedSpeech.sound(Int16(request.text) ?? 0)
    }
    private let queue: UtteranceQueue

    init() {
        queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]), clock: clock.serviceClock)
    }

    private func speak(_ text: String) -> NarrationPhase.Step { .speak(Utterance(text)) }

    /// Events without the ids chosen by the queue.
    private static func outline(_ events: [NarrationEvent]) -> [String] {
        events.map { event in
            switch event {
            case .phaseStarted(let phase, let name): "begin \(phase) \(name)"
            case .stepStarted(let phase, let step, _): "step \(phase).\(step)"
            case .stepFailed(let phase, let step, let error): "fail \(phase).\(step) \(error.code)"
            case .waiting(let phase, let step): "wait \(phase).\(step)"
            case .phaseFinished(let phase, let name, let isComplete):
                "\(isComplete ? "end" : "leave") \(phase) \(name)"
            case .paused: "paused"
            case .resumed: "resumed"
            case .finished: "finished"
            case .stopped: "stopped"
            case .missed(let count): "missed \(count)"
            }
        }
    }

    @Test("runs through its phases, and waits at waiting steps")
    func phases() async throws {
        let narration = Narration(
            queue: queue,
            phases: [
                NarrationPhase("title", [speak("1"), .silence(.seconds(1))]),
                NarrationPhase("nothing", []),
                NarrationPhase("question", [speak("2"), speak("3"), .waitForAdvance]),
                NarrationPhase("answer", [.cue(.correct), speak("4")]),
                NarrationPhase("", []),
            ]
        )
        let log = EventLog(narration.events())
        #expect(narration.currentPhase == nil)
        #expect(!narration.advance())
        narration.start()
        try await clock.waitForSleepers(count: 1)
        #expect(narration.currentPhase == 0)
        clock.advance(by: .seconds(1))
        await log.wait(for: .waiting(phase: 2, step: 2))
        #expect(narration.isWaiting && narration.currentPhase == 2)
        #expect(runs(sink.heard) == [[1, 1600], [2, 1600], [3, 1600]])
        #expect(narration.advance())
        #expect(!narration.advance())
        await log.wait(for: .finished)
        #expect(
            Self.outline(log.events) == [
                "begin 0 title", "step 0.0", "step 0.1", "end 0 title", "begin 1 nothing", "end 1 nothing",
                "begin 2 question", "step 2.0", "step 2.1", "wait 2.2", "end 2 question", "begin 3 answer", "step 3.0",
                "step 3.1", "end 3 answer", "begin 4 ", "end 4 ", "finished",
            ]
        )
        #expect(narration.currentPhase == nil && !narration.isWaiting)
        await queue.waitUntilIdle()
        #expect(runs(sink.heard).last == [4, 1600])
    }

    @Test("the next step is synthesised while the current one plays, even across phases")
    func prefetch() async throws {
        let held = RecordingSink(isHeld: true, capacity: 200)
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [held]))
        let narration = Narration(
            queue: queue,
            phases: [NarrationPhase("a", [speak("1")]), NarrationPhase("b", [speak("2"), speak("3")])]
        )
        let log = EventLog(narration.events())
        narration.start()
        held.play(1)
        await speech.state.wait { $0.requests.count == 2 }
        #expect(speech.state.value.requests.map(\.text) == ["1", "2"])
        held.play(nil)
        await log.wait(for: .finished)
        #expect(runs(held.heard) == [[1, 1600], [2, 1600], [3, 1600]])
    }

    @Test("next, previous and jump interrupt a phase")
    func navigation() async throws {
        let held = RecordingSink(isHeld: true, capacity: 200)
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [held]))
        let narration = Narration(
            queue: queue,
            phases: (0..<4).map { NarrationPhase("\($0)", [speak("\($0 + 1)"), speak("\($0 + 1)")]) }
        )
        let log = EventLog(narration.events())
        narration.start(at: 1)
        held.play(10)
        await log.wait(for: .phaseStarted(1, name: "1"))
        narration.next()
        held.play(10)
        await log.wait(for: .phaseStarted(2, name: "2"))
        narration.previous()
        held.play(10)
        await log.wait(for: .phaseStarted(1, name: "1"), count: 2)
        narration.jump(to: 3)
        held.play(10)
        await log.wait(for: .phaseStarted(3, name: "3"))
        await held.waitForPlayback(40)
        narration.previous()
        narration.previous()
        narration.previous()
        narration.previous()
        held.play(nil)
        await log.wait(for: .phaseStarted(3, name: "3"), count: 2)
        await log.wait(for: .finished)
        #expect(
            runs(held.heard) == [
                [2, 10], [3, 10], [2, 10], [4, 10], [1, 3200], [2, 3200], [3, 3200], [4, 3200],
            ]
        )
        #expect(log.events.contains(.phaseFinished(2, name: "2", isComplete: false)))
        // Once the narration has ended, there is no phase to leave.
        narration.next()
        narration.previous()
        #expect(narration.currentPhase == nil)
        narration.jump(to: .max)
        narration.jump(to: .min)
        await log.wait(for: .finished, count: 3)
    }

    @Test("stopping ends the narration once, and so does emptying the queue")
    func stop() async throws {
        let held = RecordingSink(isHeld: true, capacity: 200)
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [held]))
        let narration = Narration(queue: queue, phases: [NarrationPhase("a", [speak("1"), speak("2")])])
        let log = EventLog(narration.events())
        narration.stop()
        narration.start()
        held.play(10)
        await log.wait(for: .phaseStarted(0, name: "a"))
        narration.pause()
        #expect(queue.isPaused)
        narration.stop()
        #expect(!queue.isPaused)
        await queue.waitUntilIdle()
        narration.start()
        held.play(10)
        await log.wait(for: .phaseStarted(0, name: "a"), count: 2)
        queue.stop()
        await log.wait(for: .stopped, count: 2)
        await queue.waitUntilIdle()
        #expect(held.heard.allSatisfy { $0 == 1 })
        #expect(
            Self.outline(log.events).filter { !$0.hasPrefix("step") } == [
                "begin 0 a", "paused", "leave 0 a", "stopped", "resumed", "begin 0 a", "leave 0 a", "stopped",
            ]
        )
    }

    @Test("a step that fails or is skipped is treated as finished")
    func failures() async throws {
        let narration = Narration(
            queue: queue,
            phases: [
                NarrationPhase("a", [speak("broken"), speak("1")]),
                NarrationPhase("b", [.silence(.seconds(60)), speak("2")]), NarrationPhase("c", [speak("broken")]),
            ]
        )
        let log = EventLog(narration.events())
        narration.start()
        try await clock.waitForSleepers(count: 1)
        queue.skip()
        await log.wait(for: .finished)
        #expect(
            Self.outline(log.events) == [
                "begin 0 a", "fail 0.0 io", "step 0.1", "end 0 a", "begin 1 b", "step 1.0", "step 1.1", "end 1 b",
                "begin 2 c", "fail 2.0 io", "end 2 c", "finished",
            ]
        )
        #expect(runs(sink.heard) == [[1, 1600], [2, 1600]])
    }

    @Test("an urgent utterance plays in between")
    func urgent() async throws {
        let held = RecordingSink(isHeld: true, capacity: 200)
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [held]))
        let narration = Narration(queue: queue, phases: [NarrationPhase("a", [speak("1"), speak("2")])])
        let log = EventLog(narration.events())
        narration.start()
        held.play(10)
        await log.wait(for: .phaseStarted(0, name: "a"))
        await held.waitForPlayback(10)
        try queue.enqueue(Utterance("9", priority: .urgent))
        held.play(nil)
        await log.wait(for: .finished)
        #expect(runs(held.heard) == [[1, 10], [9, 1600], [1, 1600], [2, 1600]])
        #expect(Self.outline(log.events) == ["begin 0 a", "step 0.0", "step 0.1", "end 0 a", "finished"])
    }

    @Test("dropping the narration stops it but not the queue")
    func dropped() async throws {
        let held = RecordingSink(isHeld: true, capacity: 200)
        let queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [held]))
        var narration: Narration? = Narration(queue: queue, phases: [NarrationPhase("a", [speak("1"), speak("2")])])
        let log = EventLog(try #require(narration).events())
        narration?.start()
        held.play(10)
        await log.wait(for: .phaseStarted(0, name: "a"))
        narration?.pause()
        narration = nil
        await log.waitForEnd()
        #expect(log.events.contains(.stopped))
        held.play(nil)
        try queue.enqueue(Utterance("5"))
        await queue.waitUntilIdle()
        #expect(runs(held.heard).last == [5, 1600])
        #expect(!held.heard.contains(2))
    }

    @Test("shutting down the queue stops the narration")
    func shutDownQueue() async throws {
        await queue.shutdown()
        let narration = Narration(queue: queue, phases: [NarrationPhase("a", [speak("1"), speak("2")])])
        let log = EventLog(narration.events())
        narration.start()
        await log.wait(for: .stopped)
        #expect(Self.outline(log.events) == ["fail 0.0 unavailable", "stopped"])
    }

    @Test("the reader of the events can change the phase")
    func reentrance() async throws {
        let narration = Narration(
            queue: queue,
            phases: [
                NarrationPhase("a", [speak("1"), .waitForAdvance]), NarrationPhase("b", [speak("2")]),
                NarrationPhase("c", [speak("3"), .waitForAdvance, speak("4")]),
            ]
        )
        let log = EventLog(narration.events()) { event in
            switch event {
            case .waiting: narration.advance()
            case .phaseStarted: narration.pause()
            case .paused: narration.resume()
            default: break
            }
        }
        narration.start()
        await log.wait(for: .finished)
        await queue.waitUntilIdle()
        #expect(runs(sink.heard) == [[1, 1600], [2, 1600], [3, 1600], [4, 1600]])
    }

    @Test("many tasks can change the phase concurrently without corrupting the state")
    func storm() async throws {
        let narration = Narration(
            queue: queue,
            phases: (0..<5).map { phase in
                NarrationPhase("\(phase)", [.speak(Utterance("\(phase)", id: "\(phase)")), .waitForAdvance])
            }
        )
        let log = EventLog(narration.events(limit: 1_000_000))
        narration.start()
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<6 {
                group.addTask {
                    for step in 0..<100 {
                        switch (worker + step * 3) % 8 {
                        case 0: narration.next()
                        case 1: narration.previous()
                        case 2: narration.pause()
                        case 3: narration.resume()
                        case 4: narration.advance()
                        case 5: narration.jump(to: step % 6)
                        case 6: narration.stop()
                        default: narration.start()
                        }
                        if step % 8 == 0 { await Task.yield() }
                    }
                }
            }
        }
        narration.resume()
        narration.stop()
        await queue.waitUntilIdle()
        // Every phase that has started ends before the next one starts.
        var open: Int?
        for event in log.events {
            switch event {
            case .phaseStarted(let phase, _):
                #expect(open == nil)
                open = phase
            case .phaseFinished(let phase, _, _):
                #expect(open == phase)
                open = nil
            case .stepFailed(_, _, let error): Issue.record("\(error)")
            default: break
            }
        }
        narration.start(at: 4)
        await log.wait(for: .waiting(phase: 4, step: 1))
        narration.advance()
        await log.wait { $0 == .finished }
        await queue.shutdown()
        #expect(sink.openCount == 0)
    }
}
