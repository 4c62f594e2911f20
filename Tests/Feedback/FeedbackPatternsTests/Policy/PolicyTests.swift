import FeedbackPatterns
import HapticPatterns
import Testing

@Suite("The feedback policy")
struct PolicyTests {
    private static let routes = [
        FeedbackRoute(.rich, "motor"), FeedbackRoute(.simple, "motor"), FeedbackRoute(.sound, "speaker"),
        FeedbackRoute(.terminal, "screen"),
    ]

    private static func swipe(_ progress: Double, source: String = "card") -> FeedbackTrigger {
        FeedbackTrigger(source: source, priority: .gesture, progress: progress, duration: .milliseconds(30))
    }

    private static let success = FeedbackTrigger(
        source: "answer",
        priority: .notification,
        duration: .milliseconds(130)
    )

    private static func plan(_ decision: FeedbackDecision) throws -> FeedbackPlan { try #require(decision.plan) }

    private static func decision(_ decision: FeedbackDecision?) throws -> FeedbackDecision { try #require(decision) }

    @Test(
        "a swipe plays above a progress of 0.3, and not at 0.3",
        arguments: [(0, false), (0.3, false), (0.300001, true), (1, true), (.nan, false), (-1, false), (7, true)]
            as [(Double, Bool)]
    )
    func threshold(progress: Double, plays: Bool) {
        var policy = FeedbackPolicy(routes: Self.routes)
        #expect((policy.decide(Self.swipe(progress), at: .zero).plan != nil) == plays)
    }

    @Test("the threshold does not apply to an event without progress")
    func noThreshold() {
        var policy = FeedbackPolicy(routes: Self.routes, settings: FeedbackSettings(progressThreshold: 1))
        #expect(policy.decide(Self.success, at: .zero).plan != nil)
    }

    @Test("each source plays at most once in 80 ms")
    func throttle() {
        var policy = FeedbackPolicy(routes: Self.routes)
        #expect(policy.decide(Self.swipe(1), at: .seconds(5)).plan != nil)
        #expect(
            policy.decide(Self.swipe(1), at: .milliseconds(5079)).refusal == .throttled(remaining: .milliseconds(1))
        )
        #expect(policy.decide(Self.swipe(1, source: "menu"), at: .milliseconds(5079)).plan != nil)
        #expect(policy.decide(Self.swipe(1), at: .milliseconds(5080)).plan != nil)
    }

    @Test("1,000 triggers per second are throttled to one per 80 ms")
    func flood() {
        var policy = FeedbackPolicy(routes: Self.routes)
        let plays = (0..<1000).count { policy.decide(Self.swipe(1), at: .milliseconds($0)).plan != nil }
        #expect(plays == 13)
    }

    @Test("a flood of sources is limited, and uses little memory")
    func sources() {
        var policy = FeedbackPolicy(routes: Self.routes)
        let plays = (0..<10_000).count { policy.decide(Self.swipe(1, source: "\($0)"), at: .zero).plan != nil }
        #expect(plays == 256)
        #expect(policy.decide(Self.swipe(1, source: "new"), at: .milliseconds(80)).plan != nil)
    }

    @Test("a notification interrupts a swipe, but a swipe never interrupts a notification")
    func priorities() throws {
        var policy = FeedbackPolicy(routes: Self.routes)
        let swipe = try Self.plan(policy.decide(Self.swipe(1), at: .zero))
        let success = try Self.plan(policy.decide(Self.success, at: .milliseconds(1)))
        #expect(success.interrupts == swipe.id)
        #expect(policy.decide(Self.swipe(1, source: "menu"), at: .milliseconds(2)).refusal == .outranked)
        policy.started(success, at: .milliseconds(3))
        policy.ended(success, at: .milliseconds(130))
        #expect(policy.decide(Self.swipe(1, source: "menu"), at: .milliseconds(131)).plan?.interrupts == nil)
    }

    @Test("a sink that never reports does not block later feedback")
    func silentSink() throws {
        var policy = FeedbackPolicy(routes: Self.routes)
        let success = try Self.plan(policy.decide(Self.success, at: .zero))
        policy.started(success, at: .zero)
        #expect(policy.decide(Self.swipe(1), at: .milliseconds(379)).refusal == .outranked)
        #expect(policy.decide(Self.swipe(1), at: .milliseconds(380)).plan != nil)
        var other = FeedbackPolicy(routes: Self.routes)
        _ = other.decide(Self.success, at: .zero)
        #expect(other.decide(Self.swipe(1), at: .milliseconds(1999)).refusal == .outranked)
        #expect(other.decide(Self.swipe(1), at: .seconds(2)).plan != nil)
    }

    @Test("when feedback is disabled, no step plays, and running feedback is stopped")
    func disabled() throws {
        var policy = FeedbackPolicy(routes: Self.routes)
        let plan = try Self.plan(policy.decide(Self.success, at: .zero))
        #expect(policy.apply(FeedbackSettings(isEnabled: false), at: .zero) == plan)
        for route in Self.routes {
            policy.set(route, unavailableBecause: "gone", at: .zero)
            let decision = policy.decide(Self.success, at: .seconds(1))
            #expect(decision.refusal == .disabled)
            #expect(decision.steps.isEmpty)
        }
        #expect(policy.capabilities().allSatisfy { $0.obstacle != nil })
    }

    @Test(
        "a profile is an upper limit",
        arguments: [
            (FeedbackProfile.full, [true, true, true, true]), (.quiet, [true, true, false, true]),
            (.silent, [false, false, false, true]),
        ]
    )
    func profiles(profile: FeedbackProfile, plays: [Bool]) {
        for (route, expected) in zip(Self.routes, plays) {
            var policy = FeedbackPolicy(routes: [route], settings: FeedbackSettings(profile: profile))
            #expect((policy.decide(Self.success, at: .zero).plan?.route == route) == expected)
        }
    }

    @Test("the chain falls back step by step until nothing is left, and reports each step")
    func chain() throws {
        var policy = FeedbackPolicy(routes: Self.routes.reversed())
        var decision = policy.decide(Self.success, at: .zero)
        for (index, route) in Self.routes.enumerated() {
            let plan = try #require(decision.plan)
            #expect(plan.route == route)
            #expect(decision.steps.map(\.route) == Self.routes)
            #expect(decision.steps[index].outcome == .chosen)
            #expect(decision.steps[..<index].allSatisfy { $0.outcome == .passed("broken") })
            #expect(decision.steps[(index + 1)...].allSatisfy { $0.outcome == .notNeeded })
            decision = try Self.decision(policy.startFailed(plan, reason: "broken", at: .zero))
        }
        #expect(decision.refusal == .noRouteAvailable)
        #expect(policy.state == .failed(reason: "broken"))
        // Nothing was played, so nothing is throttled: after the cooldown the sink is reopened and retried.
        let again = try Self.plan(policy.decide(Self.success, at: .milliseconds(500)))
        #expect(again.route == Self.routes[0] && again.rebuilds)
    }

    @Test("the cooldown grows with each consecutive failure, up to 30 s, and a success resets it")
    func rest() throws {
        var policy = FeedbackPolicy(routes: [Self.routes[0]])
        var now = Duration.zero
        var rests: [Int] = []
        for _ in 0..<9 {
            let plan = try Self.plan(policy.decide(Self.success, at: now))
            _ = policy.startFailed(plan, reason: "broken", at: now)
            let start = now
            while policy.capabilities().allSatisfy({ $0.obstacle != nil }) {
                now += .milliseconds(250)
                _ = policy.decide(Self.swipe(0), at: now)
            }
            rests.append(Int((now - start) / .milliseconds(500)))
        }
        #expect(rests == [1, 2, 4, 8, 16, 32, 60, 60, 60])
        let plan = try Self.plan(policy.decide(Self.success, at: now))
        policy.started(plan, at: now)
        policy.broke(plan, reason: "broken", at: now)
        #expect(policy.decide(Self.success, at: now + .milliseconds(500)).plan != nil)
    }

    @Test("after a reset, every sink is reopened once")
    func reset() throws {
        var policy = FeedbackPolicy(routes: [Self.routes[0]])
        let first = try Self.plan(policy.decide(Self.success, at: .zero))
        #expect(!first.rebuilds)
        policy.started(first, at: .zero)
        #expect(policy.reset(at: .zero) == first)
        #expect(policy.state == .idle)
        let second = try Self.plan(policy.decide(Self.success, at: .seconds(1)))
        #expect(second.rebuilds && second.interrupts == nil)
        policy.started(second, at: .seconds(1))
        let third = policy.decide(Self.success, at: .seconds(2)).plan
        #expect(third?.rebuilds == false)
        // The interrupted sink reports its end late, which has no effect.
        policy.ended(first, at: .seconds(2))
        #expect(policy.state != .idle)
    }

    @Test("nothing plays while suspended; sinks are reopened after resuming")
    func suspension() throws {
        var policy = FeedbackPolicy(routes: [Self.routes[0]])
        let plan = try Self.plan(policy.decide(Self.success, at: .zero))
        #expect(policy.suspend(at: .zero) == plan)
        #expect(policy.decide(Self.success, at: .seconds(1)).refusal == .suspended)
        _ = policy.reset(at: .seconds(1))
        #expect(policy.state == .suspended)
        policy.resume(at: .seconds(2))
        #expect(policy.decide(Self.success, at: .seconds(2)).plan?.rebuilds == true)
    }

    @Test("clock jumps neither block feedback nor cause an overflow")
    func clock() {
        var policy = FeedbackPolicy(routes: Self.routes)
        #expect(policy.decide(Self.swipe(1), at: .seconds(1_000_000)).plan != nil)
        // One hour back: the throttle continues from there.
        #expect(policy.decide(Self.swipe(1), at: .seconds(996_400)).plan == nil)
        #expect(policy.decide(Self.swipe(1), at: .seconds(996_400) + .milliseconds(80)).plan != nil)
        for reading in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero, .seconds(Int64.max)] {
            _ = policy.decide(Self.swipe(1), at: reading)
        }
        #expect(policy.decide(Self.swipe(1), at: .zero - .seconds(1)).plan == nil)
        #expect(policy.decide(Self.swipe(1), at: .zero - .milliseconds(900)).plan != nil)
    }

    @Test("settings are clamped to their ranges")
    func settings() {
        var settings = FeedbackSettings(strength: 7, progressThreshold: -3, throttle: .seconds(-1))
        #expect(settings.strength == 1 && settings.progressThreshold == 0 && settings.throttle == .zero)
        settings.strength = .nan
        settings.throttle = .seconds(Int64.max)
        #expect(settings.strength == 0 && settings.throttle == .seconds(60))
    }

    @Test(
        "an intensity is light up to one third and heavy from two thirds",
        arguments: [
            (0, nil), (-1, nil), (.nan, nil), (0.001, .light), (1.0 / 3, .light), (0.34, .medium), (2.0 / 3, .medium),
            (0.67, .heavy), (1, .heavy), (.infinity, .heavy),
        ] as [(Double, SimpleImpact?)]
    )
    func impacts(intensity: Double, impact: SimpleImpact?) {
        #expect(SimpleImpact(intensity: intensity) == impact)
    }
}
