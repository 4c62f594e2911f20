import HapticPatterns

/// Decides what feedback plays, and by what: a value without a clock, tasks or devices of its own.
///
/// Who uses it tells it what happens and what time it is, and does what the decisions say:
///
/// ```swift
/// var policy = FeedbackPolicy(routes: [FeedbackRoute(.rich, "evdev"), FeedbackRoute(.sound, "audio")])
/// let decision = policy.decide(trigger, at: clock.now)
/// if let plan = decision.plan { … }   // play, and say what came of it: started, startFailed, broke, ended
/// ```
///
/// The rules, in the order in which they are asked:
///
/// 1. Nothing plays while feedback is switched off or suspended, or with a strength of 0: no fallback either.
/// 2. A gesture plays when its progress is greater than the threshold.
/// 3. A source that has played less than the throttle ago is dropped.
/// 4. What plays is interrupted by what is as important or more, and never by what is less important.
/// 5. The first link of the chain that the profile lets through, and that is there and not broken, plays it.
///
/// A link that fails is left alone for a while, which doubles with each failure in a row, and is built anew before it is
/// used again. Times may jump: one that goes back holds nothing up, since only the time that passes is counted.
public struct FeedbackPolicy: Sendable, Hashable {
    /// What the user wants; changed by ``apply(_:at:)``.
    public internal(set) var settings: FeedbackSettings

    /// What the engine is doing, as of the last call.
    public internal(set) var state = FeedbackEngineState.idle

    /// The links of the chain, the best first.
    public let routes: [FeedbackRoute]

    var health: [RouteHealth]
    var time = MonotonicTime()
    var running: Running?
    var played: [String: Duration] = [:]
    private var lastID: UInt64 = 0

    /// More sources than this within one throttle are no user's.
    private static let mostSources = 256

    private static let patienceToBegin = Duration.seconds(2)
    private static let patienceToEnd = Duration.milliseconds(250)

    struct Running: Sendable, Hashable {
        var plan: FeedbackPlan
        var trigger: FeedbackTrigger
        var end: Duration
    }

    /// Creates a policy whose links are all ready.
    ///
    /// - Parameters:
    ///   - routes: The links of the chain, in any order; those of a better step come first, and of one step in the order in
    ///     which they stand. A link that stands twice counts once.
    ///   - settings: What the user wants.
    public init(routes: [FeedbackRoute], settings: FeedbackSettings = FeedbackSettings()) {
        var ordered: [FeedbackRoute] = []
        for step in FeedbackStep.allCases {
            for route in routes where route.step == step && !ordered.contains(route) { ordered.append(route) }
        }
        self.routes = ordered
        self.settings = settings
        health = Array(repeating: .ready(isStale: false), count: ordered.count)
    }
}

// MARK: - Triggers

extension FeedbackPolicy {
    /// Says what a trigger does.
    ///
    /// What is decided to play counts as running until ``ended(_:at:)``. A sink that does not say that it has begun within two
    /// seconds, or, after ``started(_:at:)``, that it has ended within its duration and a quarter of a second, is not waited
    /// for.
    public mutating func decide(_ trigger: FeedbackTrigger, at reading: Duration) -> FeedbackDecision {
        look(reading)
        let strength = settings.strength * trigger.strength.clampedToUnit
        if let refusal = refusal(of: trigger, strength: strength) {
            return FeedbackDecision(verdict: .refuse(refusal), steps: [])
        }
        lastID += 1
        let plan = FeedbackPlan(
            id: lastID,
            route: FeedbackRoute(.terminal, ""),
            strength: strength,
            interrupts: running?.plan.id,
            rebuilds: false,
            priority: trigger.priority
        )
        return begin(plan, trigger)
    }

    private func refusal(of trigger: FeedbackTrigger, strength: Double) -> FeedbackRefusal? {
        guard settings.isEnabled else { return .disabled }
        if state == .suspended { return .suspended }
        guard strength > 0 else { return .noStrength }
        if let progress = trigger.progress, !(progress > settings.progressThreshold) {
            return .belowThreshold(progress: progress, threshold: settings.progressThreshold)
        }
        if let moment = played[trigger.source], time.now - moment < settings.throttle {
            return .throttled(remaining: settings.throttle - (time.now - moment))
        }
        if played.count >= Self.mostSources, settings.throttle > .zero {
            return .throttled(remaining: settings.throttle)
        }
        if let running, running.plan.priority > trigger.priority { return .outranked }
        return nil
    }

    /// Goes down the chain.
    private mutating func begin(_ template: FeedbackPlan, _ trigger: FeedbackTrigger) -> FeedbackDecision {
        var steps: [FeedbackDecision.StepReport] = []
        var chosen: Int?
        for (index, route) in routes.enumerated() {
            let outcome: FeedbackDecision.StepReport.Outcome
            if chosen != nil {
                outcome = .notNeeded
            } else if let obstacle = obstacle(of: index) {
                outcome = .passed(obstacle)
            } else {
                outcome = .chosen
                chosen = index
            }
            steps.append(FeedbackDecision.StepReport(route: route, outcome: outcome))
        }
        guard let chosen else {
            // What plays goes on: there is nothing to take its place.
            if running?.plan.id == template.id { stop() }
            return FeedbackDecision(verdict: .refuse(.nothingServes), steps: steps)
        }
        var plan = template
        plan.route = routes[chosen]
        plan.rebuilds = health[chosen].wantsRebuild
        running = Running(plan: plan, trigger: trigger, end: time.now + Self.patienceToBegin)
        state = .running(plan)
        played[trigger.source] = time.now
        return FeedbackDecision(verdict: .play(plan), steps: steps)
    }
}

// MARK: - What came of a plan

extension FeedbackPolicy {
    /// Takes down that the sink plays, so that its failures of before are forgotten.
    public mutating func started(_ plan: FeedbackPlan, at reading: Duration) {
        look(reading)
        if var current = running, current.plan == plan {
            let length = min(max(current.trigger.duration, .zero), .seconds(3600))
            current.end = time.now + length + Self.patienceToEnd
            running = current
        }
        guard let index = routes.firstIndex(of: plan.route) else { return }
        if case .absent = health[index] { return }
        health[index] = .ready(isStale: false)
    }

    /// Takes down that the sink could not begin, so that nothing was felt, and goes on down the chain.
    ///
    /// - Returns: What is to be done instead; `nil` when something else plays by now.
    public mutating func startFailed(
        _ plan: FeedbackPlan,
        reason: String,
        at reading: Duration
    ) -> FeedbackDecision? {
        look(reading)
        mark(plan.route, brokenBy: reason)
        guard let current = running, current.plan.id == plan.id else { return nil }
        var next = current.plan
        next.interrupts = nil
        let decision = begin(next, current.trigger)
        if decision.plan == nil {
            // Nothing was felt, so nothing is throttled by it.
            played[current.trigger.source] = nil
            failIfNothingIsLeft(reason)
        }
        return decision
    }

    /// Takes down that the sink failed in the middle. What is left of the pattern is not played by another sink: half of it
    /// would mean something else.
    public mutating func broke(_ plan: FeedbackPlan, reason: String, at reading: Duration) {
        look(reading)
        mark(plan.route, brokenBy: reason)
        if running?.plan.id == plan.id { stop() }
        failIfNothingIsLeft(reason)
    }

    /// Takes down that a plan has come to its end, or was stopped.
    public mutating func ended(_ plan: FeedbackPlan, at reading: Duration) {
        look(reading)
        if running?.plan.id == plan.id { stop() }
    }

    /// Whether a plan is what plays now.
    public func isRunning(_ plan: FeedbackPlan) -> Bool { running?.plan.id == plan.id }

    private mutating func mark(_ route: FeedbackRoute, brokenBy reason: String) {
        guard let index = routes.firstIndex(of: route) else { return }
        if case .absent = health[index] { return }
        let failures = min(health[index].failures + 1, 1000)
        let until = time.now + RouteHealth.rest(afterFailures: failures)
        health[index] = .broken(until: until, failures: failures, reason: reason)
    }

    private mutating func failIfNothingIsLeft(_ reason: String) {
        guard running == nil, state != .suspended else { return }
        if routes.indices.allSatisfy({ obstacle(of: $0) != nil }) { state = .failed(reason: reason) }
    }
}

// MARK: - Time

extension FeedbackPolicy {
    mutating func stop() {
        running = nil
        if state != .suspended { state = .idle }
    }

    mutating func look(_ reading: Duration) {
        time.look(reading)
        // A sink that never says that it is done holds nothing up.
        if let running, running.end <= time.now { stop() }
        played = played.filter { time.now - $0.value < settings.throttle }
    }
}

/// The world around: settings, sleep, resets, and what is plugged in.
extension FeedbackPolicy {
    /// Takes new settings.
    ///
    /// - Returns: What plays and may not any more, and is to be stopped now.
    public mutating func apply(_ settings: FeedbackSettings, at reading: Duration) -> FeedbackPlan? {
        look(reading)
        self.settings = settings
        if case .failed = state { state = .idle }
        guard let plan = running?.plan else { return nil }
        let mayGoOn = settings.isEnabled && settings.strength > 0 && plan.route.step.isAllowed(by: settings.profile)
        guard !mayGoOn else { return nil }
        stop()
        return plan
    }

    /// Is quiet until ``resume(at:)``.
    ///
    /// - Returns: What plays, and is to be stopped now.
    public mutating func suspend(at reading: Duration) -> FeedbackPlan? {
        look(reading)
        let plan = running?.plan
        running = nil
        state = .suspended
        return plan
    }

    /// Plays again; every sink is built anew before it is used, since devices do not outlast sleep.
    public mutating func resume(at reading: Duration) {
        look(reading)
        guard state == .suspended else { return }
        state = .idle
        makeStale()
    }

    /// Takes down that the devices, or the service behind them, have been reset: what played is gone, and every sink is built
    /// anew before it is used.
    ///
    /// - Returns: What has been cut off.
    public mutating func reset(at reading: Duration) -> FeedbackPlan? {
        look(reading)
        let plan = running?.plan
        stop()
        makeStale()
        return plan
    }

    /// Takes down whether a link is there.
    ///
    /// - Parameters:
    ///   - route: The link; one that is not of the chain is passed over.
    ///   - reason: Why it is not there; `nil` when it is. A link that has broken stays left alone for its time.
    ///   - reading: What time it is.
    public mutating func set(_ route: FeedbackRoute, absentBecause reason: String?, at reading: Duration) {
        look(reading)
        guard let index = routes.firstIndex(of: route) else { return }
        if let reason {
            health[index] = .absent(reason: reason)
        } else if case .absent = health[index] {
            health[index] = .ready(isStale: false)
            if case .failed = state { state = .idle }
        }
    }

    /// What can play now, and why the rest cannot.
    ///
    /// - Returns: Every link of the chain with its obstacle, `nil` for those that would play.
    public func capabilities() -> [(route: FeedbackRoute, obstacle: String?)] {
        routes.indices.map { (routes[$0], settings.isEnabled ? obstacle(of: $0) : FeedbackRefusal.disabled.text) }
    }

    /// Why a link cannot play while feedback is switched on; `nil` when it can.
    private func obstacle(of index: Int) -> String? {
        guard routes[index].step.isAllowed(by: settings.profile) else {
            return "the profile '\(settings.profile.rawValue)' keeps it out"
        }
        return health[index].obstacle(at: time.now)
    }

    private mutating func makeStale() {
        for index in health.indices {
            if case .absent = health[index] { continue }
            health[index] = .ready(isStale: true)
        }
    }
}

/// How it stands with a link of the chain.
enum RouteHealth: Sendable, Hashable {
    /// It can be used; `isStale` when its sink has to be built anew first.
    case ready(isStale: Bool)
    /// It has failed so many times in a row, and is left alone until then.
    case broken(until: Duration, failures: Int, reason: String)
    /// There is nothing to use.
    case absent(reason: String)

    /// How long a link is left alone after so many failures in a row: half a second, then twice as long each time, at most
    /// half a minute.
    static func rest(afterFailures count: Int) -> Duration {
        min(.milliseconds(500 << min(max(count - 1, 0), 6)), .seconds(30))
    }

    /// The number of failures in a row.
    var failures: Int {
        if case .broken(_, let failures, _) = self { failures } else { 0 }
    }

    /// Why the link cannot be used at a time; `nil` when it can.
    func obstacle(at now: Duration) -> String? {
        switch self {
        case .ready: nil
        case .broken(let until, _, let reason): until <= now ? nil : reason
        case .absent(let reason): reason
        }
    }

    /// Whether the sink has to be built anew before it is used.
    var wantsRebuild: Bool {
        switch self {
        case .ready(let isStale): isStale
        case .broken: true
        case .absent: false
        }
    }
}

/// Time that never goes back, made from a clock that may.
///
/// A clock that jumps back makes the time stand still for that one look, and go on from there. A clock that jumps ahead by
/// more than a day is taken to have gone on by a day.
struct MonotonicTime: Sendable, Hashable {
    /// The time that has passed since the first look.
    private(set) var now = Duration.zero

    private var last: Duration?

    /// Looks at the clock.
    mutating func look(_ reading: Duration) {
        let reading = min(max(reading, .zero - Self.farthest), Self.farthest)
        if let last, reading > last { now += min(reading - last, .seconds(86_400)) }
        last = reading
    }

    /// Readings beyond 30,000 years are no times, and would overflow.
    private static let farthest = Duration.seconds(1_000_000_000_000)
}
