import LanguageServices
import Platform
import Synchronization

extension PluginProcess {
    /// Asks the plug-in to exit, kills it after ``PluginLimits/end``, and waits until it has exited.
    package func shutdown() async {
        let replies = state.withLock { state -> [PluginReply] in
            guard state.ending == nil else { return [] }
            state.ending = .asked
            defer { state.running = [:] }
            if let line = try? OutgoingFrame.notification(method: "shutdown", params: nil).line() { input.write(line) }
            return Array(state.running.values)
        }
        let error = ServiceError(.unavailable, "\(title) was shut down", provider: launch.provider)
        for reply in replies { reply.finish(.failure(error)) }
        input.end()
        // The remaining output is read and discarded so that the plug-in does not block while writing.
        output.goOn()
        let (child, limit) = (child, limits.end)
        let timeout = Task {
            do { try await Task.sleep(for: limit) } catch { return }
            child.terminate()
        }
        await waitForEnd()
        timeout.cancel()
    }

    /// Kills the process without waiting.
    package func abandon() {
        state.withLock { if $0.ending == nil { $0.ending = .asked } }
        output.stop()
        input.cut()
        child.terminate()
    }

    /// Waits until the process has exited.
    package func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiters.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// Kills the process after a violation.
    ///
    /// - Parameters:
    ///   - error: The violation.
    ///   - id: The request that caused it; other requests can be resent. With `nil`, or an ID that no running request
    ///     has, all requests fail with `error`.
    func end(with error: ServiceError, only id: Int?) {
        let replies = state.withLock { state -> [Int: PluginReply]? in
            guard state.ending == nil else { return nil }
            state.ending = .fault(error)
            defer { state.running = [:] }
            return state.running
        }
        guard let replies else { return }
        let isOfAll = id.map { replies[$0] == nil } ?? true
        let others = ServiceError(
            .pluginCrashed,
            "\(title) was stopped because of another request: \(error.message)",
            provider: launch.provider
        )
        for (number, reply) in replies { reply.finish(.failure(isOfAll || number == id ? error : others)) }
        output.stop()
        input.cut()
        child.terminate()
    }

    /// Kills the process after a protocol violation.
    func violate(_ fault: FrameFault) {
        end(
            with: ServiceError(
                .protocolViolation,
                "\(title) \(fault.text)",
                provider: launch.provider,
                remedy: "report this to its author; see the log with 'parlance plugin log \(launch.name)'"
            ),
            only: fault.id
        )
    }

    func hasExited(_ report: ExitReport) {
        state.withLock { $0.exit = report }
        // Output that was written before the exit is still processed.
        output.finish()
        conclude()
    }

    func hasRead() {
        let isFirst = state.withLock { state in
            state.hasReadAll = true
            return state.ending == nil && state.exit == nil
        }
        conclude()
        guard isFirst else { return }
        // A process closes its output shortly before it exits. One that keeps running violates the protocol.
        Task { [self] in
            try? await Task.sleep(for: limits.end)
            guard state.withLock({ $0.exit == nil }) else { return }
            violate(FrameFault("closed standard output but kept running"))
        }
    }

    /// Ends all requests once the process has exited and its output has been read.
    private func conclude() {
        let outcome = state.withLock { state -> (ServiceError?, [PluginReply], [CheckedContinuation<Void, Never>])? in
            guard state.exit != nil, state.hasReadAll, !state.isOver else { return nil }
            state.isOver = true
            let reason: ServiceError? =
                switch state.ending {
                case .asked: nil
                case .fault(let error): error
                case nil:
                    crash(state, detail: frames.withLock { $0.isBetweenFrames } ? nil : "in the middle of a frame")
                }
            defer {
                state.running = [:]
                state.waiters = []
            }
            return (reason, Array(state.running.values), state.waiters)
        }
        guard let (reason, replies, waiters) = outcome else { return }
        input.cut()
        let error = reason ?? ServiceError(.unavailable, "\(title) was shut down", provider: launch.provider)
        for reply in replies { reply.finish(.failure(error)) }
        for waiter in waiters { waiter.resume() }
        onEnd(self, reason)
    }

    func crash(_ state: borrowing State, detail: String?) -> ServiceError {
        guard let exit = state.exit else {
            return ServiceError(.pluginCrashed, "\(title) is exiting", provider: launch.provider)
        }
        var ended = exit
        ended.standardError = []
        let lines = PluginLog.lastLines(exit.standardError)
        // The limit counts reserved memory, but the peak counts only used memory. So a peak above half of the limit
        // suggests that the limit was reached.
        let isLarge = exit.peakMemory.map { $0 > launch.memory / 2 } ?? false
        let memory = isLarge ? "having used most of its \(launch.memory >> 20) MiB memory limit" : nil
        let words = [detail, memory, lines.last.map { "its log ends with: \($0)" }].compactMap { $0 }
        var error = ServiceError(
            .pluginCrashed,
            "\(title) exited unexpectedly (\(ended.summary))" + words.map { ", \($0)" }.joined(),
            provider: launch.provider,
            remedy: isLarge
                ? "raise 'memoryMiB' in its manifest to allow more"
                : "see the log with 'parlance plugin log \(launch.name)'"
        )
        if !lines.isEmpty { error.underlying = lines.joined(separator: "\n") }
        return error
    }
}
