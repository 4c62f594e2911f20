import JSON
package import LanguageServices

/// The processes of one plug-in: started when there is work, started again when they break, ended when nobody needs them.
package actor PluginPool {
    /// Says what is to be started, after a look whether it may be.
    package typealias Preparation = @Sendable () throws(ServiceError) -> PluginLaunch

    /// A process that works.
    struct Member {
        let process: PluginProcess
        let greeting: PluginGreeting
        let concurrency: Int
        var load = 0
    }

    /// The end of a process that came before its start was over.
    struct PrematureEnd {
        let error: ServiceError?
    }

    struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Result<PluginLease, ServiceError>, Never>
    }

    /// How long a request waits for another start; a longer rest is told instead, so that somebody else may be asked.
    static let maximumDelay: Duration = .seconds(2)

    let provider: ProviderID
    let service: Service
    let prepare: Preparation
    let limits: PluginLimits
    let clock: ServiceClock
    let hostVersion: String
    let size: Int
    /// A number that grows when the user wants the plug-in to be tried again.
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
    /// Waits until a process has had nothing to do for long enough.
    var idle: Task<Void, Never>?
    var noise = 0
    /// Processes whose crash has been counted before they were gone.
    var counted: Set<ObjectIdentifier> = []
    /// Processes that have left the pool and are not gone yet.
    var leaving: [ObjectIdentifier: PluginProcess] = [:]

    /// Creates a pool; nothing is started.
    ///
    /// - Parameters:
    ///   - provider: Whose processes they are.
    ///   - service: What is wanted of them.
    ///   - size: How many processes may run at once.
    ///   - limits: How long they are waited for.
    ///   - clock: The clock of the limits.
    ///   - hostVersion: What the plug-in is told of this host.
    ///   - resets: Says how often the user has wanted the plug-in to be tried again.
    ///   - prepare: Says what is started, each time anew.
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

    /// A process that takes a request now; it is given back by the process itself, when the request has its final frame, or by
    /// ``giveBack(_:)`` when none was sent.
    ///
    /// - Throws: `ServiceError`: why none can be had; `ServiceError.Code.unavailable` with a time when the plug-in is given a
    ///   rest.
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

    /// Takes back a process that was not used.
    package func giveBack(_ pass: PluginLease) { release(pass.process) }

    /// Why the plug-in cannot be asked now, as far as that is known without starting it.
    package var problem: ServiceError? {
        if isShutDown { return shutDownError }
        readResets()
        if record.isQuarantined { return quarantineError }
        return nil
    }

    /// The process identifiers of what runs.
    package var identifiers: [Int32] { members.values.map(\.process.identifier) }

    /// The plug-in has answered a request.
    package func hasAnswered() { record.hasAnswered() }

    /// What the user should know of the plug-in, told once.
    package func takeNotices() -> [String] {
        defer { noise = 0 }
        guard noise > 0 else { return [] }
        let lines = noise == 1 ? "1 line" : "\(noise) lines"
        return ["the plug-in wrote \(lines) to standard output that are not frames; they were ignored"]
    }

    /// Ends all processes, and waits until they are gone. Later requests are `ServiceError.Code.unavailable`.
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

/// How processes are started, and what is remembered when they break.
extension PluginPool {
    func start() {
        readResets()
        if record.isQuarantined { return failWaiting(quarantineError) }
        let delay = record.delay(at: clock.now)
        guard delay <= Self.maximumDelay else {
            var error = ServiceError(
                .unavailable,
                "plug-in of '\(provider)' is paused after a crash: \(lastCrash?.message ?? "it ended")",
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
            // Not cancelled by anybody: the task is nobody's.
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
            // What was wrong before anything was started costs nothing, and may be looked at each time.
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
        // Who starts it hears of it as well: a crash is counted once, whoever comes first.
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

/// How processes end that nobody needs.
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
            "plug-in of '\(provider)' crashed \(CrashRecord.maximumCrashes) times in a short time and is paused: "
                + (lastCrash?.message ?? "it ended"),
            provider: provider,
            remedy: "fix it, then run 'parlance plugin reset'"
        )
        error.rejectedLocally = true
        return error
    }
}

/// A process that may be sent one request, and what it offers.
package struct PluginLease: Sendable {
    /// The process.
    package let process: PluginProcess
    /// What it offers of the service.
    package let offer: ServiceOffer
}

/// Remembers how often a plug-in has broken, and says when it may be started again.
package struct CrashRecord: Sendable, Hashable {
    /// The shortest and the longest time before another start.
    package static let delays: ClosedRange<Duration> = .milliseconds(500) ... .seconds(30)
    /// How many crashes are too many,
    package static let maximumCrashes = 5
    /// and within which time.
    package static let period: Duration = .seconds(300)

    private var crashes: [Duration] = []
    private var nextDelay = delays.lowerBound
    private var earliest: Duration?

    /// Whether it rests until somebody says otherwise.
    package private(set) var isQuarantined = false

    /// Nothing has happened yet.
    package init() {}

    /// It has broken.
    package mutating func hasCrashed(at now: Duration) {
        crashes.append(now)
        crashes.removeAll { now - $0 > Self.period }
        if crashes.count >= Self.maximumCrashes { isQuarantined = true }
        earliest = now + nextDelay
        nextDelay = min(nextDelay * 2, Self.delays.upperBound)
    }

    /// It has answered: the next start waits no longer than the first one did.
    package mutating func hasAnswered() { nextDelay = Self.delays.lowerBound }

    /// How long to wait before it is started again.
    package func delay(at now: Duration) -> Duration {
        max(.zero, (earliest ?? now) - now)
    }
}
