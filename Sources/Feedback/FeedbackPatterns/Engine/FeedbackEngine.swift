public import HapticPatterns
public import LanguageServices

/// Plays feedback by sinks, as a ``FeedbackPolicy`` decides.
///
/// It stays sound whatever happens: a sink that fails or vanishes is passed over and tried again later, what is switched off is
/// stopped, and a thousand triggers a second are thinned out.
public actor FeedbackEngine {
    private let sinks: [any FeedbackSink]
    private let clock: ServiceClock
    private var policy: FeedbackPolicy
    private var playbacks: [UInt64: FeedbackPlayback] = [:]
    private var found: [String: FeedbackAvailability] = [:]
    private var lastLook: Duration?
    private var looking: Task<Void, Never>?
    private var isClosed = false

    /// How long it is believed what sinks have said of themselves.
    private static let lookInterval = Duration.seconds(5)

    /// Creates an engine; no sink is asked before the first trigger.
    ///
    /// - Parameters:
    ///   - sinks: What is played by. Of one step, those that stand first are asked first; a name that stands twice counts once.
    ///   - settings: What the user wants.
    ///   - clock: The clock of the policy.
    public init(
        sinks: [any FeedbackSink],
        settings: FeedbackSettings = FeedbackSettings(),
        clock: ServiceClock = .system
    ) {
        var unique: [any FeedbackSink] = []
        for sink in sinks where !unique.contains(where: { $0.name == sink.name }) { unique.append(sink) }
        self.sinks = unique
        self.clock = clock
        let routes = unique.flatMap { sink in sink.steps.map { FeedbackRoute($0, sink.name) } }
        policy = FeedbackPolicy(routes: routes, settings: settings)
    }

    /// What the engine is doing.
    public var state: FeedbackEngineState { policy.state }

    /// What the user wants.
    public var settings: FeedbackSettings { policy.settings }
}

// MARK: - Playing

extension FeedbackEngine {
    /// Plays a pattern, if the policy lets it.
    ///
    /// - Parameters:
    ///   - pattern: What is to be felt.
    ///   - event: What happened, for those sinks that show it.
    ///   - trigger: What the policy decides by.
    /// - Returns: What was decided, once it plays or nothing is left to be tried.
    public func play(_ pattern: HapticPattern, event: String, for trigger: FeedbackTrigger) async -> FeedbackOutcome {
        await lookIfDue()
        guard !isClosed else {
            return FeedbackOutcome(decision: FeedbackDecision(verdict: .refuse(.suspended), steps: []))
        }
        var decision = policy.decide(trigger, at: clock.now)
        var failures: [FeedbackOutcome.Failure] = []
        while let plan = decision.plan {
            if let other = plan.interrupts, let playback = playbacks.removeValue(forKey: other) {
                await playback.stop()
            }
            do throws(ServiceError) {
                let order = PlaybackRequest(
                    step: plan.route.step,
                    event: event,
                    pattern: pattern,
                    strength: plan.strength
                )
                let playback = try await begin(plan, order)
                return await keep(playback, plan, FeedbackOutcome(decision: decision, failures: failures))
            } catch {
                failures.append(FeedbackOutcome.Failure(route: plan.route, error: error))
                lastLook = nil
                guard let next = policy.startFailed(plan, reason: error.message, at: clock.now) else {
                    return FeedbackOutcome(decision: decision, failures: failures, wasSuperseded: true)
                }
                decision = next
            }
        }
        return FeedbackOutcome(decision: decision, failures: failures)
    }

    private func begin(_ plan: FeedbackPlan, _ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        guard let sink = sinks.first(where: { $0.name == plan.route.sink }) else {
            throw ServiceError(.unavailable, "there is no sink '\(plan.route.sink)'")
        }
        if plan.rebuilds { await sink.rebuild() }
        guard policy.isRunning(plan) else { throw ServiceError(.cancelled, "something newer plays") }
        return try await sink.begin(order)
    }

    /// Takes down what plays, unless something newer has come while its sink began.
    private func keep(
        _ playback: FeedbackPlayback,
        _ plan: FeedbackPlan,
        _ outcome: FeedbackOutcome
    ) async -> FeedbackOutcome {
        var outcome = outcome
        guard policy.isRunning(plan), !isClosed else {
            await playback.stop()
            outcome.wasSuperseded = true
            return outcome
        }
        policy.started(plan, at: clock.now)
        playbacks[plan.id] = playback
        let watch = Task { await self.watch(playback, plan) }
        outcome.end = { await watch.value }
        return outcome
    }

    private func watch(_ playback: FeedbackPlayback, _ plan: FeedbackPlan) async -> ServiceError? {
        defer { playbacks[plan.id] = nil }
        do {
            try await playback.wait()
            policy.ended(plan, at: clock.now)
            return nil
        } catch {
            lastLook = nil
            policy.broke(plan, reason: error.message, at: clock.now)
            return error
        }
    }

    /// Stops a feedback, if it still plays.
    public func stop(_ plan: FeedbackPlan) async {
        policy.ended(plan, at: clock.now)
        await playbacks.removeValue(forKey: plan.id)?.stop()
    }
}

// MARK: - The world around

extension FeedbackEngine {
    /// Takes new settings; what plays and may not any more is stopped at once.
    public func apply(_ settings: FeedbackSettings) async {
        if let plan = policy.apply(settings, at: clock.now) { await stop(plan) }
    }

    /// Stops what plays, and plays nothing until ``resume()``.
    public func suspend() async {
        if let plan = policy.suspend(at: clock.now) { await stop(plan) }
    }

    /// Plays again; every sink is opened anew when it is next needed.
    public func resume() {
        policy.resume(at: clock.now)
        lastLook = nil
    }

    /// Takes down that devices or services have been reset: every sink is opened anew when it is next needed.
    public func reset() async {
        if let plan = policy.reset(at: clock.now) { await stop(plan) }
        lastLook = nil
    }

    /// Stops what plays and closes every sink; nothing plays any more.
    public func close() async {
        isClosed = true
        if let plan = policy.suspend(at: clock.now) { await stop(plan) }
        for sink in sinks { await sink.close() }
    }

    /// What can play now, and why the rest cannot.
    public func capabilities() async -> [FeedbackCapability] {
        await look()
        return policy.capabilities().map { route, obstacle in
            let answer = found[route.sink]
            return FeedbackCapability(
                route: route,
                isUsable: obstacle == nil,
                text: obstacle ?? answer?.text ?? "ready",
                remedy: obstacle == nil ? nil : answer?.remedy
            )
        }
    }

    private func lookIfDue() async {
        if let lastLook, clock.now - lastLook < Self.lookInterval, clock.now >= lastLook { return }
        if lastLook != nil, policy.capabilities().contains(where: { $0.obstacle == nil }) {
            // Something can play, and a tap that comes late is worse than one by a lesser sink.
            Task { await look() }
            return
        }
        await look()
    }

    /// Asks every sink what it can do. Who comes while this is done waits for the same answer.
    private func look() async {
        if let looking { return await looking.value }
        let task = Task {
            for sink in sinks {
                let answer = await sink.availability()
                found[sink.name] = answer
                for step in sink.steps {
                    let reason = answer.steps.contains(step) ? nil : answer.text
                    policy.set(FeedbackRoute(step, sink.name), absentBecause: reason, at: clock.now)
                }
            }
            lastLook = clock.now
            looking = nil
        }
        looking = task
        await task.value
    }
}

/// What a ``FeedbackEngine`` made of a trigger.
public struct FeedbackOutcome: Sendable {
    /// A link of the chain that was to play and could not begin.
    public struct Failure: Sendable, Hashable {
        /// Which link.
        public var route: FeedbackRoute
        /// Why.
        public var error: ServiceError
    }

    /// What was decided last.
    public var decision: FeedbackDecision

    /// What was tried before and could not begin.
    public var failures: [Failure] = []

    /// Whether something newer came before it could be felt.
    public var wasSuperseded = false

    var end: @Sendable () async -> ServiceError? = { nil }

    /// What plays; `nil` when nothing does.
    public var plan: FeedbackPlan? { wasSuperseded ? nil : decision.plan }

    /// Waits until what plays has come to its end; returns at once when nothing does.
    ///
    /// - Throws: What made it break in the middle. That it was stopped is no failure.
    public func waitUntilEnd() async throws(ServiceError) {
        if let error = await end() { throw error }
    }

    /// How it came about, in lines: why nothing plays, and what was passed over on the way down the chain.
    public var notices: [String] {
        var lines = failures.map { "\($0.route): \($0.error.message)" }
        if wasSuperseded { lines.append("something newer came before it could be felt") }
        for step in decision.steps {
            // What has just failed stands above, in the words of its sink.
            guard case .passed(let reason) = step.outcome, !failures.contains(where: { $0.route == step.route }) else {
                continue
            }
            lines.append("\(step.route) passed over: \(reason)")
        }
        if let refusal = decision.refusal { lines.append("nothing plays: \(refusal.text)") }
        return lines
    }
}

/// A link of the chain, and whether it can play now.
public struct FeedbackCapability: Sendable, Hashable {
    /// Which link.
    public var route: FeedbackRoute

    /// Whether it can play now.
    public var isUsable: Bool

    /// What it plays by, or why it cannot, in one line.
    public var text: String

    /// What the user can do about it.
    public var remedy: String?
}
