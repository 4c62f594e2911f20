import HapticPatterns

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
        running = nil
        if state != .suspended { state = .idle }
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
        zip(routes, health).map { route, health in
            guard settings.isEnabled else { return (route, FeedbackRefusal.disabled.text) }
            guard route.step.isAllowed(by: settings.profile) else {
                return (route, "the profile '\(settings.profile.rawValue)' keeps it out")
            }
            return (route, health.obstacle(at: time.now))
        }
    }

    private mutating func makeStale() {
        for index in health.indices {
            if case .absent = health[index] { continue }
            health[index] = .ready(isStale: true)
        }
    }
}
