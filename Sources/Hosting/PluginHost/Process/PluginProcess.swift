import CSpawn
package import JSON
package import LanguageServices
import Platform
import Synchronization

/// A running plug-in process and its requests.
///
/// Four threads outside the cooperative pool serve it: one each for its output, its log, its exit, and its input.
/// However the process ends, every request receives its final step, and its process group no longer exists afterwards.
package final class PluginProcess: Sendable {
    struct State {
        /// Requests by ID. Abandoned ones remain until their final frame has arrived.
        var running: [Int: PluginReply] = [:]
        var nextID = 0
        var noise = 0
        var hasGreeted = false
        var startDeadline: Duration?
        /// The requests whose buffers are above the limit.
        var overfull: Set<Int> = []
        var heldSince: Duration?
        var heldTime: Duration = .zero
        /// Why the process is being stopped; set once.
        var ending: Ending?
        var exit: ExitReport?
        var hasReadAll = false
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Why a process is stopped.
    enum Ending {
        /// The host requested the exit.
        case asked
        /// It violated the protocol or exceeded a limit.
        case fault(ServiceError)
    }

    let launch: PluginLaunch
    let limits: PluginLimits
    let clock: ServiceClock
    let state = Mutex(State())
    let frames = Mutex(FrameReader())
    let child: ChildProcess
    let output: OutputReader
    let input: InputWriter
    private let onRelease: @Sendable (PluginProcess) -> Void
    let onEnd: @Sendable (PluginProcess, ServiceError?) -> Void

    /// Starts a plug-in without sending it anything.
    ///
    /// - Parameters:
    ///   - launch: The process to start.
    ///   - limits: The time limits.
    ///   - clock: The clock for the limits.
    ///   - onRelease: Called whenever a request has received its final frame.
    ///   - onEnd: Called once when the process has exited, with the error unless the host requested the exit.
    /// - Throws: `ServiceError.Code.io` when the system cannot start it.
    package init(
        _ launch: PluginLaunch,
        limits: PluginLimits,
        clock: ServiceClock,
        onRelease: @escaping @Sendable (PluginProcess) -> Void = { _ in },
        onEnd: @escaping @Sendable (PluginProcess, ServiceError?) -> Void = { _, _ in }
    ) throws(ServiceError) {
        self.launch = launch
        self.limits = limits
        self.clock = clock
        self.onRelease = onRelease
        self.onEnd = onEnd
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        var failure = cspawn_socket_pair(&toChild)
        guard failure == 0 else { throw SystemFailure.error("cannot start", launch.program, errno: failure) }
        // The child has its own copy of this end of the pipe. If the start fails, this copy is closed as well.
        defer { close(toChild[1]) }
        input = InputWriter(descriptor: toChild[0])
        failure = cspawn_pipe(&fromChild)
        guard failure == 0 else { throw SystemFailure.error("cannot start", launch.program, errno: failure) }
        defer { close(fromChild[1]) }
        guard let output = OutputReader(descriptor: fromChild[0]) else {
            throw SystemFailure.error("cannot start", launch.program, errno: EMFILE)
        }
        self.output = output
        let logFile = LogFile(launch.logFile)
        child = try ChildProcess.start(
            ChildRequest(
                program: launch.program,
                arguments: launch.arguments,
                environment: launch.environment,
                directory: launch.directory,
                standardInput: .descriptor(toChild[1]),
                standardOutput: .descriptor(fromChild[1]),
                memory: launch.memory
            ),
            keeping: .last(PluginProtocol.logSize),
            observing: { logFile?.append($0) },
            endsGroup: true
        )
        output.start { [self] bytes in
            read(bytes)
        } end: { [self] in
            hasRead()
        }
        Task { [self] in hasExited(await child.wait()) }
    }

    /// The process ID.
    package var identifier: Int32 { child.identifier }

    /// The number of non-frame lines that it wrote before its first answer.
    package var noise: Int { state.withLock { $0.noise } }

    /// Whether it accepts requests.
    package var isAlive: Bool { state.withLock { $0.ending == nil && $0.exit == nil && !$0.hasReadAll } }

    // MARK: Requests

    /// Sends a request.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` if it exceeds the maximum frame length,
    ///   `ServiceError.Code.pluginCrashed` if the process has exited.
    package func begin(_ method: String, _ params: JSONValue) throws(ServiceError) -> PluginReply {
        let now = clock.now
        let outcome: Result<PluginReply, ServiceError> = state.withLock { state in
            guard state.ending == nil, state.exit == nil, !state.hasReadAll else {
                return .failure(crash(state, detail: "it exited before the first request"))
            }
            let id = state.nextID
            do throws(ServiceError) {
                // Writing while the lock is held keeps the lines in ID order.
                let line = try OutgoingFrame.request(id: id, method: method, params: params).line()
                let reply = PluginReply(id: id, process: self, begun: Self.countedTime(state, now))
                state.nextID += 1
                state.running[id] = reply
                input.write(line)
                return .success(reply)
            } catch {
                return .failure(error)
            }
        }
        let reply = try outcome.get()
        reply.setWatch(Task { [self] in await watch(reply) })
        return reply
    }

    /// Notifies the plug-in that a request is cancelled.
    func cancel(_ id: Int) {
        let isRunning = state.withLock { state in
            guard state.running[id] != nil, state.ending == nil else { return false }
            if let line = try? OutgoingFrame.notification(method: "cancel", params: ["id": .integer(id)]).line() {
                input.write(line)
            }
            return true
        }
        guard isRunning else { return }
        let (clock, limit) = (clock, limits.cancellation)
        Task { [weak self] in
            do { try await clock.sleep(for: limit) } catch { return }
            guard let self, state.withLock({ $0.running[id] != nil }) else { return }
            end(
                with: ServiceError(
                    .timedOut,
                    "\(title) continued a cancelled request for more than \(limit)",
                    provider: launch.provider
                ),
                only: id
            )
        }
    }

    var title: String { "plug-in '\(launch.name)'" }

    func isReleased() { onRelease(self) }
}

extension PluginProcess {
    /// Sends `initialize`, which must be the first request.
    ///
    /// - Returns: The plug-in's answer.
    /// - Throws: The reason that the plug-in cannot be used. In that case, the process is killed.
    package func greet(hostVersion: String) async throws(ServiceError) -> PluginGreeting {
        let params = launch.greeting(hostVersion: hostVersion, process: Int(getpid()))
        do throws(ServiceError) {
            let reply = try begin("initialize", params)
            while true {
                guard case .result(let node) = try await reply.next() else { continue }
                do throws(FrameFault) {
                    return try PluginGreeting(node)
                } catch {
                    violate(error)
                    throw ServiceError(.protocolViolation, "\(title) \(error.text)", provider: launch.provider)
                }
            }
        } catch {
            // A plug-in that fails to initialise exits on its own, and the host does not wait for it.
            end(with: error, only: nil)
            throw error
        }
    }
}

extension PluginProcess {
    /// Kills the process when a request exceeds a time limit.
    func watch(_ reply: PluginReply) async {
        while !Task.isCancelled {
            let now = clock.now
            let left: (time: Duration, error: ServiceError)
            if reply.id == 0 {
                let deadline = state.withLock { $0.startDeadline } ?? reply.begun + limits.start
                left = (
                    deadline - now, timedOut("was not ready within \(seconds(deadline - reply.begun))", "startSeconds")
                )
            } else {
                let counted = state.withLock { Self.countedTime($0, now) }
                let idle = limits.idle - (counted - reply.lastFrame)
                let whole = limits.request - (counted - reply.begun)
                left =
                    idle < whole
                    ? (idle, timedOut("was silent for \(seconds(limits.idle))", "idleSeconds"))
                    : (whole, timedOut("did not finish a request within \(seconds(limits.request))", "requestSeconds"))
            }
            guard left.time > .zero else {
                end(with: left.error, only: reply.id)
                return
            }
            // The counted time does not advance while reading is paused. The minimum sleep avoids a busy loop in that
            // case.
            do { try await clock.sleep(for: max(left.time, .milliseconds(20))) } catch { return }
        }
    }

    /// Extends the start limit after a progress event.
    func extendStart(_ now: Duration) {
        state.withLock { state in
            guard !state.hasGreeted, let begun = state.running[0]?.begun else { return }
            let deadline = max(state.startDeadline ?? begun + limits.start, now + limits.startExtension)
            state.startDeadline = min(deadline, begun + max(limits.maximumStartTime, limits.start))
        }
    }

    private func timedOut(_ what: String, _ name: String) -> ServiceError {
        ServiceError(
            .timedOut,
            "\(title) \(what)",
            provider: launch.provider,
            remedy: "raise '\(name)' in its manifest to allow more time"
        )
    }

    private func seconds(_ duration: Duration) -> String {
        let (seconds, rest) = duration.components
        return rest == 0 ? "\(seconds) s" : "\(Double(seconds) + Double(rest) / 1e18) s"
    }
}
