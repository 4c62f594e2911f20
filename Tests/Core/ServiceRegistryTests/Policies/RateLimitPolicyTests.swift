import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RateLimitPolicyTests {
    private let clock = TestClock()

    private func policy(_ count: Int, burst: Int = 1) -> RateLimitPolicy {
        .rateLimited(count, per: .seconds(60), burst: burst, clock: clock.serviceClock)
    }

    /// Starts calls one after another, so that they arrive in number order.
    private func start(_ numbers: Range<Int>, _ policy: RateLimitPolicy, _ done: Shared<[Int]>) async throws -> [Task<
        Void, any Error
    >] {
        var tasks: [Task<Void, any Error>] = []
        for number in numbers {
            let before = clock.sleeperCount
            tasks.append(Task { try await policy.run(CallTrace()) { done.change { $0.append(number) } } })
            try await clock.waitForSleepers(count: before + 1)
        }
        return tasks
    }

    @Test func callsAreSpacedEvenlyAndKeepTheirOrder() async throws {
        let policy = policy(60)
        let done = Shared<[Int]>([])
        try await policy.run(CallTrace()) { done.change { $0.append(0) } }
        let tasks = try await start(1..<5, policy, done)
        #expect(done.value == [0])
        for (index, task) in tasks.enumerated() {
            clock.advance(by: .seconds(1) - .nanoseconds(1))
            #expect(clock.sleeperCount == 4 - index)
            clock.advance(by: .nanoseconds(1))
            try await task.value
            #expect(done.value == Array(0...(index + 1)))
        }
    }

    @Test func aBurstStartsAtOnce() async throws {
        let policy = policy(60, burst: 3)
        for _ in 0..<3 { try await policy.run(CallTrace()) {} }
        #expect(clock.now.offset == .zero)
        let tasks = try await start(0..<1, policy, Shared([]))
        clock.advance(by: .seconds(1))
        try await tasks[0].value
        // After an idle time, one full burst is available again, and no more.
        clock.advance(by: .seconds(600))
        for _ in 0..<3 { try await policy.run(CallTrace()) {} }
        #expect(try await start(0..<1, policy, Shared([])).count == 1)
        clock.advance(by: .seconds(1))
    }

    @Test func copiesShareTheLimit() async throws {
        let policy = policy(60)
        let copy = policy
        try await policy.run(CallTrace()) {}
        let tasks = try await start(0..<1, copy, Shared([]))
        clock.advance(by: .seconds(1))
        try await tasks[0].value
    }

    @Test func otherPoliciesDoNot() async throws {
        for _ in 0..<5 { try await policy(1).run(CallTrace()) {} }
        #expect(clock.now.offset == .zero)
    }

    @Test func cancelledCallsDelayNoOthers() async throws {
        let policy = policy(60)
        try await policy.run(CallTrace()) {}
        let waiting = try await start(0..<10, policy, Shared([]))
        // From the middle outwards, so that slots become free in every order.
        for index in [4, 5, 3, 6, 2, 7, 1, 8, 0, 9] { waiting[index].cancel() }
        for task in waiting { await #expect(throws: CancellationError.self) { try await task.value } }
        let next = try await start(0..<1, policy, Shared([]))
        clock.advance(by: .seconds(1))
        try await next[0].value
    }

    @Test func callsAfterACancelledOneKeepTheirTime() async throws {
        let policy = policy(60)
        let done = Shared<[Int]>([])
        try await policy.run(CallTrace()) {}
        let waiting = try await start(0..<3, policy, done)
        waiting[1].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[1].value }
        clock.advance(by: .seconds(1))
        try await waiting[0].value
        clock.advance(by: .seconds(2))
        try await waiting[2].value
        #expect(done.value == [0, 2])
    }

    @Test(arguments: [(0, 1), (-5, -5), (Int.min, Int.min), (Int.max, Int.max), (1, Int.max)])
    func absurdNumbersDoNotOverflow(count: Int, burst: Int) async throws {
        let policy = policy(count, burst: burst)
        try await policy.run(CallTrace()) {}
        #expect((1...1_000_000).contains(policy.burst))
    }

    @Test func serviceErrorsPassUnchanged() async throws {
        let error = try await serviceError {
            try await policy(60).run(CallTrace()) { throw ServiceError(.notFound, "no") }
        }
        #expect(error.code == .notFound)
    }
}
