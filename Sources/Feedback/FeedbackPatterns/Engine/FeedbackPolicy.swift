import HapticPatterns

/// Decides which feedback plays, and through which sink. The policy is a value that has no clock, tasks or devices of
/// its own.
///
/// The caller reports events with the current time and carries out the decisions:
///
/// ```swift
/// var policy = FeedbackPolicy(routes: [FeedbackRoute(.rich, "evdev"), FeedbackRoute(.sound, "audio")])
/// let decision = policy.decide(trigger, at: clock.now)
/// if let plan = decision.plan { … }   // play, then report started, startFailed, broke or ended
/// ```
///
/// The rules, in the order in which they are applied:
///
/// 1. Nothing plays while feedback is disabled or suspended, or while the strength is 0; this includes fallbacks.
/// 2. A gesture plays feedback only if its progress is greater than the threshold.
/// 3. A trigger is dropped if its source last played less than one throttle interval ago.
/// 4. A trigger interrupts running feedback of the same or lower priority, but never feedback of higher priority.
/// 5. The first available route in the chain that the profile allows plays the feedback.
///
/// A route that fails is skipped during a cooldown, which doubles with each consecutive failure. Its sink is reopened
/// before the next use. The clock may jump. Only elapsed time counts, so a backward jump is ignored.
public struct FeedbackPolicy: Sendable, Hashable {
    /// The user's settings, changed by ``apply(_:at:)``.
    public internal(set) var settings: FeedbackSettings

    /// The state of the engine as of the last call.
    public internal(set) var state = FeedbackEngineState.idle

    /// The routes in the fallback chain, best first.
    public let routes: [FeedbackRoute]

    var health: [RouteHealth]
    var time = MonotonicTime()
    var running: Running?
    var played: [String: Duration] = [:]
    private var lastID: UInt64 = 0

    /// The maximum number of sources tracked within one throttle interval. User input never reaches this number.
    private static let maximumSources = 256

    private static let startTimeout = Duration.seconds(2)
    private static let finishTimeout = Duration.milliseconds(250)

    struct Running: Sendable, Hashable {
        var plan: FeedbackPlan
        var trigger: FeedbackTrigger
        var end: Duration
    }

    /// Creates a policy in which every route is initially ready.
    ///
    /// - Parameters:
    ///   - routes: The routes in the chain. They are sorted by step, best first; routes with the same step keep their
    ///     order. Duplicates are ignored.
    ///   - settings: The user's settings.
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
    /// Decides how to handle a trigger.
    ///
    /// A plan is treated as running until ``ended(_:at:)`` is called. The policy stops waiting for a sink that does not
    /// report its start within 2 s. After ``started(_:at:)``, it stops waiting 0.25 s after the plan's duration if no
    /// end has been reported.
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
        guard strength > 0 else { return .zeroStrength }
        if let progress = trigger.progress, !(progress > settings.progressThreshold) {
            return .belowThreshold(progress: progress, threshold: settings.progressThreshold)
        }
        if let moment = played[trigger.source], time.now - moment < settings.throttle {
            return .throttled(remaining: settings.throttle - (time.now - moment))
        }
        if played.count >= Self.maximumSources, settings.throttle > .zero {
            return .throttled(remaining: settings.throttle)
        }
        if let running, running.plan.priority > trigger.priority { return .outranked }
        return nil
    }

    /// Tries the routes in the chain in order.
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
            // The running feedback continues because nothing can replace it.
            if running?.plan.id == template.id { stop() }
            return FeedbackDecision(verdict: .refuse(.noRouteAvailable), steps: steps)
        }
        var plan = template
        plan.route = routes[chosen]
        plan.rebuilds = health[chosen].wantsRebuild
        running = Running(plan: plan, trigger: trigger, end: time.now + Self.startTimeout)
        state = .running(plan)
        played[trigger.source] = time.now
        return FeedbackDecision(verdict: .play(plan), steps: steps)
    }
}

// MARK: - Playback results

extension FeedbackPolicy {
    /// Records that the sink is playing, and clears its earlier failures.
    public mutating func started(_ plan: FeedbackPlan, at reading: Duration) {
        look(reading)
        if var current = running, current.plan == plan {
            let length = min(max(current.trigger.duration, .zero), .seconds(3600))
            current.end = time.now + length + Self.finishTimeout
            running = current
        }
        guard let index = routes.firstIndex(of: plan.route) else { return }
        if case .absent = health[index] { return }
        health[index] = .ready(isStale: false)
    }

    /// Records that the sink failed to start, and tries the remaining routes in the chain.
    ///
    /// - Returns: The decision for the next route; `nil` if other feedback is running by then.
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
            // Nothing was played, so the source is not throttled.
            played[current.trigger.source] = nil
            failIfNoRouteRemains(reason)
        }
        return decision
    }

    /// Records that the sink failed during playback. No other sink plays the remainder, because half a pattern could
    /// convey a different meaning.
    public mutating func broke(_ plan: FeedbackPlan, reason: String, at reading: Duration) {
        look(reading)
        mark(plan.route, brokenBy: reason)
        if running?.plan.id == plan.id { stop() }
        failIfNoRouteRemains(reason)
    }

    /// Records that a plan has ended or was stopped.
    public mutating func ended(_ plan: FeedbackPlan, at reading: Duration) {
        look(reading)
        if running?.plan.id == plan.id { stop() }
    }

    /// Whether a plan is the one that is playing.
    public func isRunning(_ plan: FeedbackPlan) -> Bool { running?.plan.id == plan.id }

    private mutating func mark(_ route: FeedbackRoute, brokenBy reason: String) {
        guard let index = routes.firstIndex(of: route) else { return }
        if case .absent = health[index] { return }
        let failures = min(health[index].failures + 1, 1000)
        let until = time.now + RouteHealth.rest(afterFailures: failures)
        health[index] = .broken(until: until, failures: failures, reason: reason)
    }

    private mutating func failIfNoRouteRemains(_ reason: String) {
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
        // A sink that never reports its end does not block later feedback.
        if let running, running.end <= time.now { stop() }
        played = played.filter { time.now - $0.value < settings.throttle }
    }
}

/// External events: settings, sleep, resets and connected devices.
extension FeedbackPolicy {
    /// Applies new settings.
    ///
    /// - Returns: The running plan to stop, if the settings no longer allow it.
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

    /// Refuses all feedback until ``resume(at:)``.
    ///
    /// - Returns: The running plan to stop.
    public mutating func suspend(at reading: Duration) -> FeedbackPlan? {
        look(reading)
        let plan = running?.plan
        running = nil
        state = .suspended
        return plan
    }

    /// Allows feedback again. Every sink is reopened before use because devices do not survive sleep.
    public mutating func resume(at reading: Duration) {
        look(reading)
        guard state == .suspended else { return }
        state = .idle
        makeStale()
    }

    /// Records a reset of the devices or of the service that controls them. Running feedback is lost, and every sink is
    /// reopened before use.
    ///
    /// - Returns: The plan that was interrupted.
    public mutating func reset(at reading: Duration) -> FeedbackPlan? {
        look(reading)
        let plan = running?.plan
        stop()
        makeStale()
        return plan
    }

    /// Records whether a route is available.
    ///
    /// - Parameters:
    ///   - route: The route; ignored when it is not in the chain.
    ///   - reason: Why it is unavailable; `nil` if it is available. A failed route remains in its cooldown.
    ///   - reading: The current time.
    public mutating func set(_ route: FeedbackRoute, unavailableBecause reason: String?, at reading: Duration) {
        look(reading)
        guard let index = routes.firstIndex(of: route) else { return }
        if let reason {
            health[index] = .absent(reason: reason)
        } else if case .absent = health[index] {
            health[index] = .ready(isStale: false)
            if case .failed = state { state = .idle }
        }
    }

    /// Whether each route can play now, and if not, why.
    ///
    /// - Returns: Every route in the chain with the reason that it cannot play; `nil` for a route that can.
    public func capabilities() -> [(route: FeedbackRoute, obstacle: String?)] {
        routes.indices.map { (routes[$0], settings.isEnabled ? obstacle(of: $0) : FeedbackRefusal.disabled.text) }
    }

    /// Why a route cannot play while feedback is enabled; `nil` if it can.
    private func obstacle(of index: Int) -> String? {
        guard routes[index].step.isAllowed(by: settings.profile) else {
            return "the profile '\(settings.profile.rawValue)' does not allow it"
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

/// The health of a route.
enum RouteHealth: Sendable, Hashable {
    /// It can be used; `isStale` if its sink must be reopened first.
    case ready(isStale: Bool)
    /// It has failed this many times in a row, and is skipped until the given time.
    case broken(until: Duration, failures: Int, reason: String)
    /// No device or service is available.
    case absent(reason: String)

    /// The cooldown after a number of consecutive failures: 0.5 s, doubled with each further failure, up to 30 s.
    static func rest(afterFailures count: Int) -> Duration {
        min(.milliseconds(500 << min(max(count - 1, 0), 6)), .seconds(30))
    }

    /// The number of consecutive failures.
    var failures: Int {
        if case .broken(_, let failures, _) = self { failures } else { 0 }
    }

    /// Why the route cannot be used at a time; `nil` if it can.
    func obstacle(at now: Duration) -> String? {
        switch self {
        case .ready: nil
        case .broken(let until, _, let reason): until <= now ? nil : reason
        case .absent(let reason): reason
        }
    }

    /// Whether the sink must be reopened before use.
    var wantsRebuild: Bool {
        switch self {
        case .ready(let isStale): isStale
        case .broken: true
        case .absent: false
        }
    }
}

/// Monotonic time derived from a clock that may go backwards.
///
/// When the clock jumps back, that reading adds no time, and later readings are measured from it. A forward jump of
/// more than one day is treated as one day.
struct MonotonicTime: Sendable, Hashable {
    /// The time elapsed since the first reading.
    private(set) var now = Duration.zero

    private var last: Duration?

    /// Advances to a clock reading.
    mutating func look(_ reading: Duration) {
        let reading = min(max(reading, .zero - Self.maximumReading), Self.maximumReading)
        if let last, reading > last { now += min(reading - last, .seconds(86_400)) }
        last = reading
    }

    /// Readings beyond about 30,000 years are invalid and would overflow.
    private static let maximumReading = Duration.seconds(1_000_000_000_000)
}
