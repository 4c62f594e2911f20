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
    struct EarlyEnd {
        let error: ServiceError?
    }

    struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Result<PluginPass, ServiceError>, Never>
    }

    /// How long a request waits for another start; a longer rest is told instead, so that somebody else may be asked.
    static let longestWait: Duration = .seconds(2)

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
    var earlyEnd: EarlyEnd?
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
    package func take() async throws(ServiceError) -> PluginPass {
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
    package func giveBack(_ pass: PluginPass) { release(pass.process) }

    /// What the running processes, if there are any, have said of themselves.
    package var greeting: PluginGreeting? { members.values.first?.greeting }

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
        return ["the plug-in wrote \(lines) to its standard output that are no frames; they were passed over"]
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
                returning: .success(PluginPass(process: member.process, offer: offer))
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
