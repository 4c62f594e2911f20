import FeedbackPatterns
import HapticPatterns
import LanguageServices
import LanguageServicesTesting
import Synchronization
import Testing

@Suite("The feedback engine")
struct EngineTests {
    private static let success = FeedbackTrigger(
        source: "answer",
        priority: .notification,
        duration: .milliseconds(130)
    )

    @Test("it plays, and reports the sink")
    func plays() async throws {
        let sink = RecordingSink()
        let engine = FeedbackEngine(sinks: [sink])
        let outcome = await engine.play(try Patterns.success(), event: "success", for: Self.success)
        #expect(outcome.plan?.route == FeedbackRoute(.rich, "recorder"))
        #expect(outcome.notices.isEmpty)
        try await outcome.waitUntilEnd()
        #expect(sink.entries.map(\.ending) == [.ended])
        #expect(await engine.state == .idle)
    }

    @Test("a sink that fails to start is skipped immediately, down to the last")
    func fallback() async throws {
        let motor = RecordingSink(name: "motor", mishaps: [.atStart, .atStart])
        let speaker = RecordingSink(name: "speaker", steps: [.sound], mishaps: [.atStart])
        let screen = RecordingSink(name: "screen", steps: [.terminal])
        let engine = FeedbackEngine(sinks: [screen, motor, speaker])
        let outcome = await engine.play(try Patterns.success(), event: "success", for: Self.success)
        #expect(outcome.plan?.route == FeedbackRoute(.terminal, "screen"))
        #expect(
            outcome.notices == [
                "rich (motor): motor does not begin", "simple (motor): motor does not begin",
                "sound (speaker): speaker does not begin",
            ]
        )
        try await outcome.waitUntilEnd()
        #expect(motor.entries.count == 2 && speaker.entries.count == 1 && screen.entries.map(\.ending) == [.ended])
    }

    @Test("a sink that fails during playback ends the pattern, cools down, and is reopened")
    func middle() async throws {
        let clock = TestClock()
        let motor = RecordingSink(
            name: "motor",
            steps: [.rich],
            mishaps: [.after(.milliseconds(50))],
            clock: clock.serviceClock
        )
        let screen = RecordingSink(name: "screen", steps: [.terminal], clock: clock.serviceClock)
        let engine = FeedbackEngine(sinks: [motor, screen], clock: clock.serviceClock)
        let first = await engine.play(try Patterns.success(), event: "success", for: Self.success)
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .milliseconds(50))
        let broken = await #expect(throws: ServiceError.self) { try await first.waitUntilEnd() }
        #expect(broken?.message == "motor broke")
        #expect(motor.entries.map(\.ending) == [.failed] && screen.entries.isEmpty)
        #expect(await engine.state == .idle)
        clock.advance(by: .milliseconds(100))
        let second = await engine.play(try Patterns.success(), event: "success", for: Self.success)
        #expect(second.plan?.route.sink == "screen")
        #expect(second.notices == ["rich (motor) skipped: motor broke"])
        clock.advance(by: .milliseconds(500))
        let third = await engine.play(try Patterns.success(), event: "success", for: Self.success)
        #expect(third.plan?.route.sink == "motor" && motor.rebuildCount == 1)
        await engine.close()
    }

    @Test("an unplugged device is noticed within seconds, and found again later")
    func hotPlug() async throws {
        let clock = TestClock()
        let motor = RecordingSink(name: "motor", steps: [.rich], clock: clock.serviceClock)
        let engine = FeedbackEngine(sinks: [motor], clock: clock.serviceClock)
        motor.setPresent([])
        let nothing = await engine.play(try Patterns.success(), event: "success", for: Self.success)
        #expect(nothing.decision.refusal == .noRouteAvailable)
        #expect(nothing.notices.last == "nothing plays: no available device or output can play it")
        motor.setPresent([.rich])
        clock.advance(by: .seconds(5))
        let outcome = await engine.play(try Patterns.success(), event: "success", for: Self.success)
        #expect(outcome.plan?.route.sink == "motor")
        await engine.close()
    }

    @Test("checking for better sinks does not delay playback")
    func slowLook() async throws {
        let clock = TestClock()
        let slow = SlowSink()
        let screen = RecordingSink(name: "screen", steps: [.terminal], clock: clock.serviceClock)
        let engine = FeedbackEngine(sinks: [screen, slow], clock: clock.serviceClock)
        _ = await engine.play(try Patterns.success(), event: "success", for: Self.success)
        slow.isStuck.store(true, ordering: .releasing)
        clock.advance(by: .seconds(6))
        // The second check never ends, and the terminal plays nevertheless.
        let outcome = await engine.play(try Patterns.success(), event: "success", for: Self.success)
        #expect(outcome.plan?.route.sink == "screen")
        slow.isStuck.store(false, ordering: .releasing)
        await engine.close()
    }

    @Test("disabling feedback immediately stops playback on every sink")
    func switchedOff() async throws {
        let clock = TestClock()
        let screen = RecordingSink(name: "screen", steps: [.terminal], clock: clock.serviceClock)
        let engine = FeedbackEngine(sinks: [screen], clock: clock.serviceClock)
        let outcome = await engine.play(try Patterns.success(), event: "success", for: Self.success)
        try await clock.waitForSleepers(count: 1)
        await engine.apply(FeedbackSettings(isEnabled: false))
        try await outcome.waitUntilEnd()
        #expect(screen.entries.map(\.ending) == [.stopped])
        let off = await engine.play(try Patterns.success(), event: "success", for: Self.success)
        #expect(off.notices == ["nothing plays: feedback is switched off"])
    }

    @Test("1,000 concurrent triggers leave the engine intact, and at most one plays")
    func flood() async throws {
        let motor = RecordingSink(name: "motor", mishaps: (0..<40).map { $0 % 3 == 0 ? .atStart : nil })
        let screen = RecordingSink(name: "screen", steps: [.terminal])
        let engine = FeedbackEngine(sinks: [motor, screen], settings: FeedbackSettings(throttle: .zero))
        let pattern = try Patterns.success()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<1000 {
                group.addTask {
                    let trigger = FeedbackTrigger(
                        source: "\(index % 7)",
                        priority: index % 2 == 0 ? .gesture : .notification,
                        duration: .milliseconds(130)
                    )
                    _ = await engine.play(pattern, event: "flood", for: trigger)
                }
            }
        }
        #expect((motor.entries + screen.entries).count { $0.ending == .plays } <= 1)
        await engine.reset()
        let outcome = await engine.play(pattern, event: "after", for: Self.success)
        #expect(outcome.plan != nil)
        try await outcome.waitUntilEnd()
        #expect(await engine.state == .idle)
        await engine.close()
        #expect((motor.entries + screen.entries).allSatisfy { $0.ending != .plays })
    }

    @Test("it can be suspended, closed and resumed")
    func lifecycle() async throws {
        let sink = RecordingSink()
        let engine = FeedbackEngine(sinks: [sink, sink])
        await engine.suspend()
        #expect(await engine.play(try Patterns.success(), event: "x", for: Self.success).decision.refusal == .suspended)
        await engine.resume()
        let outcome = await engine.play(try Patterns.success(), event: "x", for: Self.success)
        #expect(outcome.plan != nil && sink.rebuildCount == 1)
        await engine.close()
        await engine.close()
        #expect(sink.entries.map(\.ending) == [.stopped])
        #expect(await engine.play(try Patterns.success(), event: "x", for: Self.success).plan == nil)
    }

    @Test("available steps are reported, and each unavailable step has a reason")
    func capabilities() async {
        let motor = RecordingSink(name: "motor")
        motor.setPresent([.simple])
        let screen = TerminalSink(isTerminal: false) { _ in }
        let engine = FeedbackEngine(sinks: [motor, screen])
        let list = await engine.capabilities()
        #expect(list.map(\.isUsable) == [false, true, false])
        #expect(list.last?.text == "the output is not a terminal")
    }
}

/// A sink without capabilities whose availability check sometimes takes a long time.
private final class SlowSink: FeedbackSink {
    let name = "slow"
    let steps = [FeedbackStep.rich]
    let isStuck = Atomic(false)

    func availability() async -> FeedbackAvailability {
        while isStuck.load(ordering: .acquiring) { try? await Task.sleep(for: .milliseconds(20)) }
        return FeedbackAvailability(steps: [], text: "nothing here")
    }

    func begin(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        throw ServiceError(.unavailable, "nothing here")
    }

    func rebuild() async {}
    func close() async {}
}
