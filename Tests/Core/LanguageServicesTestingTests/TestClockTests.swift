import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TestClockTests {
    @Test func theClockStandsStillUntilAdvanced() {
        let clock = TestClock()
        let start = clock.now
        #expect(clock.now == start)
        clock.advance(by: .seconds(3))
        #expect(start.duration(to: clock.now) == .seconds(3))
        clock.advance(by: .seconds(-5))
        #expect(start.duration(to: clock.now) == .seconds(3))
        #expect(clock.minimumResolution == .zero)
    }

    @Test func sleepersWakeInTheOrderOfTheirDeadlines() async throws {
        let clock = TestClock()
        let woken = Shared<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try await clock.sleep(until: TestClock.Instant(offset: .seconds(seconds)))
                    woken.change { $0.append(seconds) }
                }
            }
            try await clock.waitForSleepers(count: 3)
            for expected in 1...3 {
                clock.advance(by: .seconds(1))
                try await group.next()
                #expect(woken.value == Array(1...expected))
                #expect(clock.sleeperCount == 3 - expected)
            }
        }
    }

    @Test func aDeadlineInThePastDoesNotSleep() async throws {
        let clock = TestClock()
        clock.advance(by: .seconds(1))
        try await clock.sleep(until: clock.now)
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(-9)))
        #expect(clock.sleeperCount == 0)
    }

    @Test func noSleeperWakesEarly() async throws {
        let clock = TestClock()
        let task = Task { try await clock.sleep(until: TestClock.Instant(offset: .seconds(10))) }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(10) - .nanoseconds(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .nanoseconds(1))
        #expect(clock.sleeperCount == 0)
        try await task.value
    }

    @Test func aCancelledSleeperWakesWithAnError() async throws {
        let clock = TestClock()
        let task = Task { try await clock.sleep(until: TestClock.Instant(offset: .seconds(1))) }
        let other = Task { try await clock.sleep(until: TestClock.Instant(offset: .seconds(1))) }
        try await clock.waitForSleepers(count: 2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await other.value
    }

    @Test func aTaskThatIsCancelledAlreadyDoesNotSleep() async {
        let clock = TestClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func waitingForSleepersEndsWhenThereAreEnough() async throws {
        let clock = TestClock()
        try await clock.waitForSleepers(count: 0)
        try await clock.waitForSleepers(count: -1)
        let waiter = Task { try await clock.waitForSleepers(count: 2) }
        let sleepers = (0..<2).map { _ in Task { try await clock.sleep(until: .init(offset: .seconds(1))) } }
        try await waiter.value
        #expect(clock.sleeperCount == 2)
        for sleeper in sleepers { sleeper.cancel() }
    }

    @Test func waitingForSleepersCanBeCancelled() async throws {
        let clock = TestClock()
        let waiter = Task { try await clock.waitForSleepers(count: 1) }
        waiter.cancel()
        try await waiter.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func waitingForSleepersThatDoNotComeFails() async throws {
        let clock = TestClock()
        let error = await #expect(throws: TestClock.TooFewSleepers.self) { try await clock.waitForSleepers(count: 1) }
        #expect(error?.description == "waited for 1 tasks to sleep on the clock, but only 0 did")
    }

    @Test func aSleeperThatNoTestWakesFails() async throws {
        let clock = TestClock()
        let error = await #expect(throws: TestClock.Stuck.self) {
            try await clock.sleep(until: TestClock.Instant(offset: .seconds(3)))
        }
        #expect(
            error?.description == "a task is sleeping until 3.0 seconds, but the test leaves the clock at 0.0 seconds"
        )
        #expect(clock.sleeperCount == 0)
    }

    @Test func manySleepersAllWake() async throws {
        let clock = TestClock()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<500 {
                group.addTask { try await clock.sleep(until: .init(offset: .milliseconds(index % 50 + 1))) }
            }
            try await clock.waitForSleepers(count: 500)
            clock.advance(by: .milliseconds(50))
            try await group.waitForAll()
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func servesAsServiceClock() async throws {
        let clock = TestClock()
        clock.advance(by: .seconds(100))
        let service = ServiceClock(clock)
        #expect(service.now == .zero)
        let task = Task { try await service.sleep(for: .seconds(2)) }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(2))
        try await task.value
        #expect(service.now == .seconds(2))
        #expect(clock.serviceClock.now == .zero)
        try await service.sleep(for: .zero)
        try await service.sleep(for: .seconds(-1))
    }
}
