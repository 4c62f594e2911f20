import JSON
package import LanguageServices

/// A plug-in's processes. They are started on demand, restarted after crashes, and stopped when idle.
package actor PluginPool {
    /// Checks whether the plug-in may be started and returns what to start.
    package typealias Preparation = @Sendable () throws(ServiceError) -> PluginLaunch

    /// A process that accepts requests.
    struct Member {
        let process: PluginProcess
        let greeting: PluginGreeting
        let concurrency: Int
        var load = 0
    }

    /// The exit of a process that ended during its start.
    struct PrematureEnd {
        let error: ServiceError?
    }

    struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Result<PluginLease, ServiceError>, Never>
    }

    /// The maximum time that a request waits for a restart. If the delay is longer, the request fails immediately so
    /// that the next provider can be tried.
    static let maximumDelay: Duration = .seconds(2)

    let provider: ProviderID
    let service: Service
    let prepare: Preparation
    let limits: PluginLimits
    let clock: ServiceClock
    let hostVersion: String
    let size: Int
    /// A count that increases when the user resets the plug-in.
    let resets: @Sendable () -> Int

    var members: [ObjectIdentifier: Member] = [:]
    var starting: PluginProcess?
    var earlyEnd: PrematureEnd?
    var isStarting = false
    var waiting: [Waiter] = []
    private var nextWaiter = 0
    var record = CrashRecord()
    var lastCrash: ServiceError?
    var resetsSeen: Int
    var isShutDown = false
    var useCount = 0
    /// Stops the processes after they have been idle for the configured time.
    var idle: Task<Void, Never>?
    var noise = 0
    /// Processes whose crash was counted before they exited.
    var counted: Set<ObjectIdentifier> = []
    /// Processes that have left the pool but have not exited.
    var leaving: [ObjectIdentifier: PluginProcess] = [:]

    /// Creates a pool without starting a process.
    ///
    /// - Parameters:
    ///   - provider: The provider that uses the processes.
    ///   - service: The requested service.
    ///   - size: The maximum number of processes.
    ///   - limits: The time limits.
    ///   - clock: The clock for the limits.
    ///   - hostVersion: The version of the host that is sent to the plug-in.
    ///   - resets: Returns how often the user has reset the plug-in.
    ///   - prepare: Checks whether the plug-in may be started and returns what to start. Called before each start.
    package init(
        provider: ProviderID,
        service: Service,
        size: Int = 1,
        limits: PluginLimits = PluginLimits(),
        clock: ServiceClock = .system,
        hostVersion: String = "0",
        resets: @escaping @Sendable () -> Int = { 0 },
        prepare: @escaping Preparation
    ) {
        self.provider = provider
        self.service = service
        self.size = max(1, size)
        self.limits = limits
        self.clock = clock
        self.hostVersion = hostVersion
        self.resets = resets
        self.prepare = prepare
        resetsSeen = resets()
    }

    deinit {
        idle?.cancel()
        for member in members.values { member.process.abandon() }
        starting?.abandon()
    }

    // MARK: Use

    /// A process that accepts a request now. It is returned to the pool after the final frame of its request, or with
    /// ``giveBack(_:)`` if no request was sent.
    ///
    /// - Throws: `ServiceError` when no process is available; `ServiceError.Code.unavailable` with a retry delay while
    ///   the plug-in is paused after a crash.
    package func take() async throws(ServiceError) -> PluginLease {
        let id = nextWaiter
        nextWaiter += 1
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.append(Waiter(id: id, continuation: continuation))
                serve()
            }
        } onCancel: {
            Task { await self.giveUp(id) }
        }
        return try result.get()
    }

    /// Returns a process that was not used.
    package func giveBack(_ pass: PluginLease) { release(pass.process) }

    /// Why the plug-in cannot be used now, if that is known without starting it.
    package var problem: ServiceError? {
        if isShutDown { return shutDownError }
        readResets()
        if record.isQuarantined { return quarantineError }
        return nil
    }

    /// The process IDs of the running processes.
    package var identifiers: [Int32] { members.values.map(\.process.identifier) }

    /// Records that the plug-in has answered a request.
    package func hasAnswered() { record.hasAnswered() }

    /// Removes and returns the notices for the user.
    package func takeNotices() -> [String] {
        defer { noise = 0 }
        guard noise > 0 else { return [] }
        let lines = noise == 1 ? "1 line that is not a frame" : "\(noise) lines that are not frames"
        return ["ignored \(lines) in the plug-in's standard output"]
    }

    /// Stops all processes and waits until they have exited. Later requests fail with `ServiceError.Code.unavailable`.
    package func shutdown() async {
        isShutDown = true
        idle?.cancel()
        failWaiting(shutDownError)
        let all = members.values.map(\.process) + [starting].compactMap { $0 } + leaving.values
        members = [:]
        for process in all { leaving[ObjectIdentifier(process)] = process }
        await withTaskGroup(of: Void.self) { group in
            for process in all { group.addTask { await process.shutdown() } }
        }
    }

    // MARK: Sharing

    private func giveUp(_ id: Int) {
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return }
        let waiter = waiting.remove(at: place)
        waiter.continuation.resume(
            returning: .failure(ServiceError.cancelled(provider: provider))
        )
    }

    func failWaiting(_ error: ServiceError) {
        let all = waiting
        waiting = []
        for waiter in all { waiter.continuation.resume(returning: .failure(error)) }
    }

    func serve() {
        if isShutDown { return failWaiting(shutDownError) }
        while !waiting.isEmpty {
            let free = members.filter { $0.value.load < $0.value.concurrency && $0.value.process.isAlive }
            guard let (key, member) = free.min(by: { $0.value.load < $1.value.load }) else {
                if !isStarting, members.count < size { start() }
                return
            }
            members[key]?.load += 1
            useCount += 1
            let offer = member.greeting.offer(of: service) ?? ServiceOffer(service)
            waiting.removeFirst().continuation.resume(
                returning: .success(PluginLease(process: member.process, offer: offer))
            )
        }
    }

    func release(_ process: PluginProcess) {
        let key = ObjectIdentifier(process)
        guard let load = members[key]?.load, load > 0 else { return }
        members[key]?.load = load - 1
        serve()
        stopWhenIdle()
    }
}

/// Starting processes and counting crashes.
extension PluginPool {
    func start() {
        readResets()
        if record.isQuarantined { return failWaiting(quarantineError) }
        let delay = record.delay(at: clock.now)
        guard delay <= Self.maximumDelay else {
            var error = ServiceError(
                .unavailable,
                "the plug-in of '\(provider)' is paused after a crash: \(lastCrash?.message ?? "it ended")",
                provider: provider
            )
            error.retryAfter = delay
            error.rejectedLocally = true
            return failWaiting(error)
        }
        isStarting = true
        Task { await startNow(after: delay) }
    }

    func startNow(after delay: Duration) async {
        var failure: ServiceError?
        do throws(ServiceError) {
            // The task that runs this is never cancelled.
            try? await clock.sleep(for: delay)
            if isShutDown { throw shutDownError }
            let launch = try prepare()
            let process = try PluginProcess(
                launch,
                limits: limits,
                clock: clock,
                onRelease: { [weak self] process in Task { await self?.release(process) } },
                onEnd: { [weak self] process, error in Task { await self?.hasEnded(process, error) } }
            )
            starting = process
            let greeting = try await process.greet(hostVersion: hostVersion)
            noise += process.noise
            guard let offer = greeting.offer(of: service) else {
                Task { await process.shutdown() }
                throw ServiceError(
                    .unsupported,
                    "plug-in '\(launch.name)' does not offer the service '\(service)'",
                    provider: provider
                )
            }
            if isShutDown {
                leaving[ObjectIdentifier(process)] = process
            } else if process.isAlive {
                members[ObjectIdentifier(process)] = Member(
                    process: process,
                    greeting: greeting,
                    concurrency: offer.concurrency
                )
            }
        } catch {
            failure = error
        }
        let process = starting
        let broken = failure == nil || isShutDown ? nil : process
        if let broken { leaving[ObjectIdentifier(broken)] = broken }
        starting = nil
        isStarting = false
        if let failure {
            // A failure before the process was started is not treated as a crash, because checking again is cheap.
            if let broken { count(broken, failure) }
            failWaiting(failure)
        }
        if let process, let end = earlyEnd {
            earlyEnd = nil
            hasEnded(process, end.error)
        }
        serve()
    }

    func hasEnded(_ process: PluginProcess, _ error: ServiceError?) {
        // `startNow` also detects the exit and reports it, so a crash is counted only once.
        if starting === process {
            earlyEnd = PrematureEnd(error: error)
            return
        }
        members[ObjectIdentifier(process)] = nil
        leaving[ObjectIdentifier(process)] = nil
        if let error { count(process, error) }
        counted.remove(ObjectIdentifier(process))
        serve()
    }

    func count(_ process: PluginProcess, _ error: ServiceError) {
        guard counted.insert(ObjectIdentifier(process)).inserted else { return }
        lastCrash = error
        record.hasCrashed(at: clock.now)
    }

    func readResets() {
        guard record.isQuarantined else { return }
        let now = resets()
        guard now != resetsSeen else { return }
        resetsSeen = now
        record = CrashRecord()
    }
}

/// Stopping idle processes.
extension PluginPool {
    func stopWhenIdle() {
        guard let limit = limits.idleStop, waiting.isEmpty, members.values.allSatisfy({ $0.load == 0 }) else { return }
        let (count, clock) = (useCount, clock)
        idle?.cancel()
        idle = Task { [weak self] in
            do { try await clock.sleep(for: limit) } catch { return }
            await self?.stopUnlessUsed(since: count)
        }
    }

    func stopUnlessUsed(since count: Int) {
        guard useCount == count, members.values.allSatisfy({ $0.load == 0 }) else { return }
        for (key, member) in members {
            leaving[key] = member.process
            Task { await member.process.shutdown() }
        }
        members = [:]
    }
}

extension PluginPool {
    var shutDownError: ServiceError {
        ServiceError(.unavailable, "the provider was shut down", provider: provider)
    }

    var quarantineError: ServiceError {
        var error = ServiceError(
            .unavailable,
            "the plug-in of '\(provider)' crashed \(CrashRecord.maximumCrashes) times in a short time and is paused: "
                + (lastCrash?.message ?? "it ended"),
            provider: provider,
            remedy: "fix the plug-in, then run 'parlance plugin reset'"
        )
        error.rejectedLocally = true
        return error
    }
}

/// A process to which one request may be sent, with its offer.
package struct PluginLease: Sendable {
    /// The process.
    package let process: PluginProcess
    /// The process's offer for the service.
    package let offer: ServiceOffer
}

/// Counts the crashes of a plug-in and decides when it may be started again.
package struct CrashRecord: Sendable, Hashable {
    /// The minimum and maximum delay before a restart.
    package static let delays: ClosedRange<Duration> = .milliseconds(500) ... .seconds(30)
    /// The number of crashes within ``period`` after which the plug-in is quarantined.
    package static let maximumCrashes = 5
    /// The time window in which crashes are counted.
    package static let period: Duration = .seconds(300)

    private var crashes: [Duration] = []
    private var nextDelay = delays.lowerBound
    private var earliest: Duration?

    /// Whether the plug-in is paused until the user resets it.
    package private(set) var isQuarantined = false

    /// Creates an empty record.
    package init() {}

    /// Records a crash.
    package mutating func hasCrashed(at now: Duration) {
        crashes.append(now)
        crashes.removeAll { now - $0 > Self.period }
        if crashes.count >= Self.maximumCrashes { isQuarantined = true }
        earliest = now + nextDelay
        nextDelay = min(nextDelay * 2, Self.delays.upperBound)
    }

    /// Records an answer, which resets the restart delay to its minimum.
    package mutating func hasAnswered() { nextDelay = Self.delays.lowerBound }

    /// The remaining delay before the next start.
    package func delay(at now: Duration) -> Duration {
        max(.zero, (earliest ?? now) - now)
    }
}
