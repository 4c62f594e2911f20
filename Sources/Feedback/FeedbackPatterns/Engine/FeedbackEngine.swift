public import HapticPatterns
public import LanguageServices

/// Plays feedback through sinks, as decided by a ``FeedbackPolicy``.
///
/// A sink that fails or disappears is skipped and retried later. Disabling feedback stops any running feedback, and
/// bursts of triggers are throttled.
public actor FeedbackEngine {
    private let sinks: [any FeedbackSink]
    private let clock: ServiceClock
    private var policy: FeedbackPolicy
    private var playbacks: [UInt64: FeedbackPlayback] = [:]
    private var found: [String: FeedbackAvailability] = [:]
    private var lastProbe: Duration?
    private var looking: Task<Void, Never>?
    private var isClosed = false

    /// How long the availability reported by sinks is cached.
    private static let probeInterval = Duration.seconds(5)

    /// Creates an engine; sinks are not queried before the first trigger.
    ///
    /// - Parameters:
    ///   - sinks: The sinks to play through. Among sinks with the same step, earlier ones are preferred; duplicate
    ///     names are ignored.
    ///   - settings: The user's settings.
    ///   - clock: The clock for the policy.
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

    /// The state of the engine.
    public var state: FeedbackEngineState { policy.state }

    /// The user's settings.
    public var settings: FeedbackSettings { policy.settings }
}

// MARK: - Playing

extension FeedbackEngine {
    /// Plays a pattern, if the policy allows it.
    ///
    /// - Parameters:
    ///   - pattern: The pattern to play.
    ///   - event: The name of the event, for sinks that show it.
    ///   - trigger: The input for the policy.
    /// - Returns: The outcome, once the pattern has started or no route is left to try.
    public func play(_ pattern: HapticPattern, event: String, for trigger: FeedbackTrigger) async -> FeedbackOutcome {
        await probeIfDue()
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
                lastProbe = nil
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
        guard policy.isRunning(plan) else { throw ServiceError(.cancelled, "superseded by newer feedback") }
        return try await sink.begin(order)
    }

    /// Stores the playback, unless newer feedback arrived while its sink was starting.
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
            lastProbe = nil
            policy.broke(plan, reason: error.message, at: clock.now)
            return error
        }
    }

    /// Stops feedback if it is still playing.
    public func stop(_ plan: FeedbackPlan) async {
        policy.ended(plan, at: clock.now)
        await playbacks.removeValue(forKey: plan.id)?.stop()
    }
}

// MARK: - External events

extension FeedbackEngine {
    /// Applies new settings, and stops feedback that they no longer allow.
    public func apply(_ settings: FeedbackSettings) async {
        if let plan = policy.apply(settings, at: clock.now) { await stop(plan) }
    }

    /// Stops the running feedback; nothing plays until ``resume()``.
    public func suspend() async {
        if let plan = policy.suspend(at: clock.now) { await stop(plan) }
    }

    /// Allows feedback again. Every sink is reopened when it is next needed.
    public func resume() {
        policy.resume(at: clock.now)
        lastProbe = nil
    }

    /// Handles a reset of devices or services: every sink is reopened when it is next needed.
    public func reset() async {
        if let plan = policy.reset(at: clock.now) { await stop(plan) }
        lastProbe = nil
    }

    /// Stops the running feedback and closes every sink permanently.
    public func close() async {
        isClosed = true
        if let plan = policy.suspend(at: clock.now) { await stop(plan) }
        for sink in sinks { await sink.close() }
    }

    /// Whether each route can play now, and if not, why.
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

    private func probeIfDue() async {
        if let lastProbe, clock.now - lastProbe < Self.probeInterval, clock.now >= lastProbe { return }
        if lastProbe != nil, policy.capabilities().contains(where: { $0.obstacle == nil }) {
            // A route is already available, and a delayed tap is worse than one from a less capable sink.
            Task { await look() }
            return
        }
        await look()
    }

    /// Queries every sink for its availability. Concurrent callers share the result.
    private func look() async {
        if let looking { return await looking.value }
        let task = Task {
            for sink in sinks {
                let answer = await sink.availability()
                found[sink.name] = answer
                for step in sink.steps {
                    let reason = answer.steps.contains(step) ? nil : answer.text
                    policy.set(FeedbackRoute(step, sink.name), unavailableBecause: reason, at: clock.now)
                }
            }
            lastProbe = clock.now
            looking = nil
        }
        looking = task
        await task.value
    }
}

/// The outcome of a trigger in a ``FeedbackEngine``.
public struct FeedbackOutcome: Sendable {
    /// A chosen route that failed to start.
    public struct Failure: Sendable, Hashable {
        /// The route.
        public var route: FeedbackRoute
        /// The error.
        public var error: ServiceError
    }

    /// The final decision.
    public var decision: FeedbackDecision

    /// The routes that were tried earlier and failed to start.
    public var failures: [Failure] = []

    /// Whether newer feedback arrived before this feedback could start.
    public var wasSuperseded = false

    var end: @Sendable () async -> ServiceError? = { nil }

    /// The plan that plays; `nil` if nothing plays.
    public var plan: FeedbackPlan? { wasSuperseded ? nil : decision.plan }

    /// Waits until the playback ends; returns immediately when nothing plays.
    ///
    /// - Throws: The error that interrupted the playback. Being stopped is not an error.
    public func waitUntilEnd() async throws(ServiceError) {
        if let error = await end() { throw error }
    }

    /// The reasons for the decision, one per line: why nothing plays, and which routes were skipped.
    public var notices: [String] {
        var lines = failures.map { "\($0.route): \($0.error.message)" }
        if wasSuperseded { lines.append("superseded by newer feedback before it could play") }
        for step in decision.steps {
            // Routes that have just failed are listed above with the sink's error.
            guard case .passed(let reason) = step.outcome, !failures.contains(where: { $0.route == step.route }) else {
                continue
            }
            lines.append("\(step.route) skipped: \(reason)")
        }
        if let refusal = decision.refusal { lines.append("nothing plays: \(refusal.text)") }
        return lines
    }
}

/// A route in the fallback chain, and whether it can play now.
public struct FeedbackCapability: Sendable, Hashable {
    /// The route.
    public var route: FeedbackRoute

    /// Whether it can play now.
    public var isUsable: Bool

    /// The device or service in use, or why the route cannot play, in one line.
    public var text: String

    /// What the user can do about it.
    public var remedy: String?
}
