import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@testable import ServiceRegistry

@Suite(.timeLimit(.minutes(10)))
struct RequestGateTests {
    private let clock = TestClock()

    private func gate(_ limits: RequestGateLimits) throws -> RequestGate {
        try RequestGate(limits, account: "libre", clock: clock.serviceClock)
    }

    /// Starts requests one after another; each waits for the limiter before the next one starts.
    private func start(_ sizes: [Int], _ gate: RequestGate, _ done: Shared<[Int]>) async throws -> [Task<
        Void, any Error
    >] {
        var tasks: [Task<Void, any Error>] = []
        for (number, size) in sizes.enumerated() {
            let arrived = Shared(false)
            tasks.append(
                Task {
                    arrived.change { $0 = true }
                    try await gate.send(characters: size) { done.change { $0.append(number) } }
                }
            )
            while !arrived.value { await Task.yield() }
            // The first request sleeps. The others queue after it, which takes a few scheduler turns.
            try await clock.waitForSleepers(count: 1)
            for _ in 0..<20 { await Task.yield() }
        }
        return tasks
    }

    @Test func aGateWithoutLimitsHoldsNothing() async throws {
        let gate = try gate(RequestGateLimits())
        for _ in 0..<1000 { try await gate.send(characters: 1_000_000) {} }
        for _ in 0..<1000 { try await RequestGate.open.send(characters: Int.max) {} }
        #expect(clock.sleeperCount == 0)
    }

    @Test func requestsInAnyMinuteAreLimited() async throws {
        let gate = try gate(RequestGateLimits(requestsPerMinute: 3))
        let done = Shared<[Int]>([])
        // Sent at once, without spacing: a single word must not wait after the language list.
        for _ in 0..<2 { try await gate.send(characters: 0) {} }
        clock.advance(by: .seconds(30))
        try await gate.send(characters: 0) {}
        let tasks = try await start([1, 1, 1, 1], gate, done)
        clock.advance(by: .seconds(30) - .nanoseconds(1))
        #expect(done.value == [])
        clock.advance(by: .nanoseconds(1))
        for task in tasks[..<2] { try await task.soon }
        try await clock.waitForSleepers(count: 1)
        #expect(done.value.sorted() == [0, 1])
        // The third request of the first minute was sent in the middle of it.
        clock.advance(by: .seconds(30))
        try await tasks[2].soon
        try await clock.waitForSleepers(count: 1)
        #expect(done.value.sorted() == [0, 1, 2])
        clock.advance(by: .seconds(30))
        try await tasks[3].soon
    }

    @Test func charactersInAnyMinuteAreLimited() async throws {
        let gate = try gate(RequestGateLimits(charactersPerMinute: 100))
        let done = Shared<[Int]>([])
        try await gate.send(characters: 60) {}
        try await gate.send(characters: 40) {}
        // A list request sends no characters and never waits.
        try await gate.send(characters: 0) {}
        let tasks = try await start([1, 99], gate, done)
        clock.advance(by: .seconds(60) - .nanoseconds(1))
        #expect(done.value == [])
        clock.advance(by: .nanoseconds(1))
        for task in tasks { try await task.soon }
        // Both became due at the same time, so they may end in any order.
        #expect(done.value.sorted() == [0, 1])
    }

    @Test func aTextAboveTheMinuteLimitWaitsForAFreeMinute() async throws {
        let gate = try gate(RequestGateLimits(charactersPerMinute: 100))
        let done = Shared<[Int]>([])
        try await gate.send(characters: 1) {}
        let tasks = try await start([5000, 1], gate, done)
        clock.advance(by: .seconds(60))
        try await tasks[0].soon
        try await clock.waitForSleepers(count: 1)
        #expect(done.value == [0])
        clock.advance(by: .seconds(60))
        try await tasks[1].soon
        // On its own, an oversized request is sent at once.
        clock.advance(by: .seconds(60))
        try await gate.send(characters: Int.max) {}
        #expect(clock.sleeperCount == 0)
    }

    @Test func aCancelledWaiterDelaysNoOthers() async throws {
        let gate = try gate(RequestGateLimits(requestsPerMinute: 1))
        let done = Shared<[Int]>([])
        try await gate.send(characters: 1) {}
        let tasks = try await start([1, 1, 1], gate, done)
        tasks[1].cancel()
        #expect(try await serviceError { try await tasks[1].soon }.code == .cancelled)
        tasks[0].cancel()
        #expect(try await serviceError { try await tasks[0].soon }.code == .cancelled)
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(60))
        try await tasks[2].soon
        #expect(done.value == [2])
    }

    @Test func requestsThatNeverArrivedAreNotCounted() async throws {
        let gate = try gate(RequestGateLimits(requestsPerMinute: 1, charactersPerMinute: 10))
        for _ in 0..<5 {
            let error = try await serviceError {
                try await gate.send(characters: 10) { throw ServiceError(.network, "cannot connect") }
            }
            #expect(error.code == .network)
        }
        var lost = ServiceError(.network, "the answer was lost")
        lost.outcomeUnknown = true
        _ = try await serviceError { try await gate.send(characters: 10) { throw lost } }
        let tasks = try await start([1], gate, Shared([]))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(60))
        try await tasks[0].soon
    }

    @Test func noMoreRequestsAreUnderWayThanAllowed() async throws {
        let gate = try gate(RequestGateLimits(concurrentRequests: 3))
        let counts = Shared((now: 0, most: 0))
        let tasks = (0..<200).map { _ in
            Task {
                try await gate.send(characters: 1) {
                    counts.change { counts in
                        counts.now += 1
                        counts.most = max(counts.most, counts.now)
                    }
                    for _ in 0..<10 { await Task.yield() }
                    counts.change { $0.now -= 1 }
                }
            }
        }
        for task in tasks { try await task.soon }
        #expect(counts.value.most <= 3)
        #expect(counts.value.now == 0)
    }

    @Test func cancellingAtAnyMomentLosesNoSlot() async throws {
        let gate = try gate(RequestGateLimits(concurrentRequests: 2))
        for round in 0..<200 {
            let tasks = (0..<8).map { number in
                Task {
                    try await gate.send(characters: 1) { for _ in 0..<number { await Task.yield() } }
                }
            }
            for task in tasks[(round % 8)...] { task.cancel() }
            for task in tasks {
                do { try await task.soon } catch is ServiceError {}
            }
        }
        // Both slots are free, and there is no third one.
        let first = try await gate.enter(characters: 1)
        let second = try await gate.enter(characters: 1)
        let entered = Shared(false)
        let third = Task {
            let pass = try await gate.enter(characters: 1)
            entered.change { $0 = true }
            pass.end()
        }
        for _ in 0..<50 { await Task.yield() }
        #expect(!entered.value)
        first.end()
        try await third.soon
        second.end()
    }

    @Test func aRejectedRequestReleasesItsSlot() async throws {
        let gate = try gate(RequestGateLimits(concurrentRequests: 1, requestsPerMinute: 1))
        try await gate.send(characters: 1) {}
        let refused = Task { _ = try await gate.enter(characters: 1) }
        try await clock.waitForSleepers(count: 1)
        refused.cancel()
        #expect(try await serviceError { try await refused.soon }.code == .cancelled)
        clock.advance(by: .seconds(60))
        try await Task { try await gate.send(characters: 1) {} }.soon
    }

    @Test func aCallThatNeverArrivedIsNotCounted() async throws {
        let policy = GatePolicy(gate: try gate(RequestGateLimits(requestsPerMinute: 1)))
        for _ in 0..<3 {
            let error = try await serviceError {
                try await policy.run(CallTrace(characters: 1)) { throw ServiceError(.network, "cannot connect") }
            }
            #expect(error.code == .network)
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func aPermitDroppedOrEndedTwiceReleasesOneSlot() async throws {
        let gate = try gate(RequestGateLimits(concurrentRequests: 1))
        for _ in 0..<3 { _ = try await gate.enter(characters: 1) }
        let pass = try await gate.enter(characters: 1)
        pass.end()
        pass.end()
        await pass.end(after: ServiceError(.network, "late"))
        let held = try await gate.enter(characters: 1)
        let entered = Shared(false)
        let waiting = Task {
            _ = try await gate.enter(characters: 1)
            entered.change { $0 = true }
        }
        for _ in 0..<50 { await Task.yield() }
        #expect(!entered.value)
        held.end()
        try await waiting.soon
    }

    @Test func textsTogetherKeepWithinTheNarrowestLimit() {
        #expect(RequestGateLimits().maximumCharactersPerRequest == nil)
        #expect(RequestGateLimits(requestsPerMinute: 1).maximumCharactersPerRequest == nil)
        let limits = RequestGateLimits(
            charactersPerMinute: 500,
            budgets: [.init(7, .requests, in: .day), .init(400, .characters, in: .day)]
        )
        #expect(limits.maximumCharactersPerRequest == 400)
    }

    @Test(arguments: [Int.min, -1, 0]) func absurdLimitsAreOne(count: Int) async throws {
        let gate = try gate(
            RequestGateLimits(concurrentRequests: count, requestsPerMinute: count, charactersPerMinute: count)
        )
        try await gate.send(characters: Int.min) {}
        clock.advance(by: .seconds(60))
        try await gate.send(characters: Int.max) {}
    }
}
