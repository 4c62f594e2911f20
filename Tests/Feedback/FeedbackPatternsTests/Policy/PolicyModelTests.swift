import FeedbackPatterns
import HapticPatterns
import LanguageServices
import TestSupport
import Testing

/// Compares the policy with an independent model over a long random walk.
@Suite("The feedback policy matches the model on a random walk")
struct PolicyModelTests {
    private static let routes = [
        FeedbackRoute(.rich, "motor"), FeedbackRoute(.rich, "service"), FeedbackRoute(.simple, "motor"),
        FeedbackRoute(.sound, "speaker"), FeedbackRoute(.terminal, "screen"),
    ]

    /// The model's own record of events.
    struct Account {
        /// The time that the policy can know: the sum of all forward steps of the clock.
        var now = Duration.zero
        var reading = Duration.zero
        var isSuspended = false
        var settings = FeedbackSettings()
        var absent: Set<FeedbackRoute> = []
        /// The last playback of each source, for throttling; playback that failed to start is not recorded.
        var played: [String: Duration] = [:]
        var ids: Set<UInt64> = []
        var live: (plan: FeedbackPlan, source: String)?
        /// Failed routes, and the earliest time at which each may be retried.
        var resting: [FeedbackRoute: Duration] = [:]
        /// Routes that must be reopened before they play.
        var stale: Set<FeedbackRoute> = []
        var plays = 0
        var refusals: [String: Int] = [:]
    }

    @Test("300,000 steps from three seeds", arguments: [1, 2, 3] as [UInt64])
    func walk(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var policy = FeedbackPolicy(routes: Self.routes)
        var account = Account()
        for step in 0..<100_000 {
            Self.turnClock(&account, &random)
            // The policy can only count the time that it observes.
            policy.set(FeedbackRoute(.rich, "nobody's"), unavailableBecause: nil, at: account.reading)
            let context = Comment(rawValue: "seed \(seed), step \(step)")
            switch Int.random(in: 0..<100, using: &random) {
            case ..<60: try Self.trigger(&policy, &account, &random, context)
            case ..<70: Self.end(&policy, &account, context)
            case ..<78: try Self.fail(&policy, &account, &random, context)
            case ..<82: Self.changeSettings(&policy, &account, &random, context)
            case ..<85:
                let cut = policy.suspend(at: account.reading)
                if let cut { #expect(cut == account.live?.plan, context) }
                (account.live, account.isSuspended) = (nil, true)
            case ..<91:
                policy.resume(at: account.reading)
                if account.isSuspended { Self.expectRebuilds(&account) }
                account.isSuspended = false
            case ..<94:
                _ = policy.reset(at: account.reading)
                account.live = nil
                Self.expectRebuilds(&account)
            default:
                let route = Self.routes[Int.random(in: 0..<Self.routes.count, using: &random)]
                let isAbsent = Bool.random(using: &random)
                policy.set(route, unavailableBecause: isAbsent ? "unplugged" : nil, at: account.reading)
                if isAbsent {
                    account.absent.insert(route)
                    account.resting[route] = nil
                    account.stale.remove(route)
                } else {
                    account.absent.remove(route)
                }
            }
            Self.checkState(policy, account, context)
        }
        // The walk must have covered the interesting cases.
        #expect(account.plays > 5000)
        for reason in [
            "disabled", "suspended", "noStrength", "belowThreshold", "throttled", "outranked", "nothingServes",
        ] {
            #expect(
                account.refusals[reason, default: 0] > 50,
                "\(reason) occurred \(account.refusals[reason, default: 0]) times"
            )
        }
    }

    /// Time mostly advances; sometimes it stands still, leaps ahead or goes back.
    private static func turnClock(_ account: inout Account, _ random: inout SplitMix64) {
        let before = account.reading
        switch Int.random(in: 0..<100, using: &random) {
        case ..<70: account.reading += .milliseconds(Int.random(in: 0...120, using: &random))
        case ..<85: break
        case ..<95: account.reading += .seconds(Int.random(in: 1...40, using: &random))
        default: account.reading -= .seconds(Int.random(in: 1...5000, using: &random))
        }
        account.now += max(.zero, account.reading - before)
    }

    private static func expectRebuilds(_ account: inout Account) {
        account.resting = [:]
        account.stale = Set(routes).subtracting(account.absent)
    }

    // MARK: Steps

    private static func trigger(
        _ policy: inout FeedbackPolicy,
        _ account: inout Account,
        _ random: inout SplitMix64,
        _ context: Comment
    ) throws {
        let isGesture = Bool.random(using: &random)
        let strengths = [1.0, 0.5, 0.01, 0, .nan]
        let trigger = FeedbackTrigger(
            source: ["card", "answer", "menu"][Int.random(in: 0..<3, using: &random)],
            priority: isGesture ? .gesture : .notification,
            progress: isGesture ? [0, 0.3, 0.30001, 0.8, 1, .nan][Int.random(in: 0..<6, using: &random)] : nil,
            strength: strengths[max(0, Int.random(in: -20..<5, using: &random))],
            duration: .milliseconds(Int.random(in: 0...400, using: &random))
        )
        let decision = policy.decide(trigger, at: account.reading)
        if let refusal = decision.refusal {
            account.refusals[name(refusal), default: 0] += 1
            checkRefusal(refusal, decision, trigger, account, context)
            return
        }
        let plan = try #require(decision.plan, context)
        account.plays += 1
        // The conditions on all playback.
        #expect(account.settings.isEnabled, context)
        #expect(!account.isSuspended, context)
        #expect(plan.strength > 0 && plan.strength <= account.settings.strength, context)
        #expect(plan.route.step.isAllowed(by: account.settings.profile), context)
        #expect(!account.absent.contains(plan.route), context)
        if let until = account.resting[plan.route] { #expect(account.now >= until, context) }
        if let progress = trigger.progress { #expect(progress > account.settings.progressThreshold, context) }
        if let last = account.played[trigger.source] { #expect(account.now - last >= .milliseconds(80), context) }
        #expect(account.ids.insert(plan.id).inserted, "a duplicate ID: \(plan.id)")
        if account.stale.contains(plan.route) { #expect(plan.rebuilds, context) }
        if let interrupted = plan.interrupts {
            #expect(interrupted == account.live?.plan.id, context)
            if let live = account.live { #expect(live.plan.priority <= plan.priority, context) }
        }
        checkChain(decision, plan, account, context)
        account.played[trigger.source] = account.now
        account.live = (plan, trigger.source)
        if Int.random(in: 0..<10, using: &random) > 0 {
            policy.started(plan, at: account.reading)
            account.stale.remove(plan.route)
            account.resting[plan.route] = nil
        }
    }

    /// The first usable route is used.
    private static func checkChain(
        _ decision: FeedbackDecision,
        _ plan: FeedbackPlan,
        _ account: Account,
        _ context: Comment
    ) {
        #expect(decision.steps.map(\.route) == routes, context)
        var isChosen = false
        for step in decision.steps {
            switch step.outcome {
            case .chosen:
                #expect(step.route == plan.route && !isChosen, context)
                isChosen = true
            case .notNeeded: #expect(isChosen, context)
            case .passed(let reason):
                #expect(!isChosen && !reason.isEmpty, context)
                let isBarred =
                    account.absent.contains(step.route) || !step.route.step.isAllowed(by: account.settings.profile)
                    || account.resting[step.route].map { account.now < $0 + .seconds(31) } ?? false
                #expect(isBarred, context)
            }
        }
        #expect(isChosen, context)
    }

    private static func checkRefusal(
        _ refusal: FeedbackRefusal,
        _ decision: FeedbackDecision,
        _ trigger: FeedbackTrigger,
        _ account: Account,
        _ context: Comment
    ) {
        switch refusal {
        case .disabled: #expect(!account.settings.isEnabled, context)
        case .suspended: #expect(account.isSuspended, context)
        case .zeroStrength: #expect(!(account.settings.strength * trigger.strength > 0), context)
        case .belowThreshold:
            #expect(!(trigger.progress ?? 1 > account.settings.progressThreshold), context)
        case .throttled(let remaining):
            // Never longer than the throttle interval, even if the clock jumps.
            #expect(remaining > .zero && remaining <= .milliseconds(80), context)
            let last = account.played[trigger.source]
            #expect(last.map { account.now - $0 < .milliseconds(80) } == true, context)
        case .outranked:
            #expect(trigger.priority == .gesture && account.live?.plan.priority == .notification, context)
        case .noRouteAvailable:
            #expect(decision.steps.allSatisfy { if case .passed = $0.outcome { true } else { false } }, context)
        }
    }

    private static func end(_ policy: inout FeedbackPolicy, _ account: inout Account, _ context: Comment) {
        guard let live = account.live else { return }
        policy.ended(live.plan, at: account.reading)
        policy.ended(live.plan, at: account.reading)
        #expect(!policy.isRunning(live.plan), context)
        account.live = nil
    }

    private static func fail(
        _ policy: inout FeedbackPolicy,
        _ account: inout Account,
        _ random: inout SplitMix64,
        _ context: Comment
    ) throws {
        guard let live = account.live else { return }
        let wasRunning = policy.isRunning(live.plan)
        if Bool.random(using: &random) {
            policy.broke(live.plan, reason: "broke", at: account.reading)
            note(&account, live.plan.route)
            #expect(!policy.isRunning(live.plan), context)
            account.live = nil
            return
        }
        let next = policy.startFailed(live.plan, reason: "no start", at: account.reading)
        note(&account, live.plan.route)
        guard let next else { return account.live = nil }
        #expect(wasRunning, context)
        if let plan = next.plan {
            #expect(plan.id == live.plan.id && plan.interrupts == nil, context)
            #expect(plan.route != live.plan.route, context)
            account.live = (plan, live.source)
            account.played[live.source] = account.now
        } else {
            account.live = nil
            account.played[live.source] = nil
        }
    }

    private static func note(_ account: inout Account, _ route: FeedbackRoute) {
        guard !account.absent.contains(route) else { return }
        account.resting[route] = account.now + .milliseconds(500)
        account.stale.insert(route)
    }

    private static func changeSettings(
        _ policy: inout FeedbackPolicy,
        _ account: inout Account,
        _ random: inout SplitMix64,
        _ context: Comment
    ) {
        account.settings.isEnabled = Int.random(in: 0..<5, using: &random) > 0
        account.settings.strength = [1, 0.7, 1, 0.2, 0][Int.random(in: 0..<5, using: &random)]
        account.settings.profile = [.full, .full, .quiet, .silent][Int.random(in: 0..<4, using: &random)]
        let stopped = policy.apply(account.settings, at: account.reading)
        if let stopped {
            #expect(stopped == account.live?.plan, context)
            account.live = nil
        } else if case .running(let plan) = policy.state {
            #expect(account.settings.isEnabled && account.settings.strength > 0, context)
            #expect(plan.route.step.isAllowed(by: account.settings.profile), context)
        }
    }

    /// The conditions on the state after every step.
    private static func checkState(_ policy: FeedbackPolicy, _ account: Account, _ context: Comment) {
        #expect((policy.state == .suspended) == account.isSuspended, context)
        switch policy.state {
        case .running(let plan):
            #expect(policy.isRunning(plan) && plan == account.live?.plan, context)
            #expect(account.settings.isEnabled, context)
        case .failed(let reason): #expect(!reason.isEmpty, context)
        case .idle, .suspended: break
        }
        if let live = account.live, policy.isRunning(live.plan) {
            #expect(policy.state == .running(live.plan), context)
        }
    }

    private static func name(_ refusal: FeedbackRefusal) -> String {
        switch refusal {
        case .disabled: "disabled"
        case .suspended: "suspended"
        case .zeroStrength: "noStrength"
        case .belowThreshold: "belowThreshold"
        case .throttled: "throttled"
        case .outranked: "outranked"
        case .noRouteAvailable: "nothingServes"
        }
    }
}
