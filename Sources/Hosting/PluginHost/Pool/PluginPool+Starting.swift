import LanguageServices

/// How processes are started, and what is remembered when they break.
extension PluginPool {
    func start() {
        readResets()
        if record.isQuarantined { return failWaiting(quarantineError) }
        let delay = record.delay(at: clock.now)
        guard delay <= Self.longestWait else {
            var error = ServiceError(
                .unavailable,
                "plug-in of '\(provider)' rests after it has broken: \(lastCrash?.message ?? "it ended")",
                provider: provider
            )
            error.retryAfter = delay
            error.wasNotAsked = true
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
            earlyEnd = EarlyEnd(error: error)
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
