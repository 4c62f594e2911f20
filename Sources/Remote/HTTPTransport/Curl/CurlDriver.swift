import CCurl
import Dispatch
import LanguageServices
import Platform

/// The thread that drives all transfers of a transport, and its command queue.
final class CurlDriver: Sendable {
    private let keptConnections: Int
    private let inbox = Locked(Inbox())

    private struct Inbox {
        var commands = PendingCommands()
        var nextID = 0
        /// Wakes the thread; `nil` while no thread is running.
        var wakeHandle: WakeHandle?
        var isRunning = false
    }

    /// A new transfer.
    ///
    /// The reference is weak, because the caller may drop the transfer.
    struct StartedTransfer {
        let id: Int
        weak var transfer: Transfer?
        let request: OutgoingRequest
        let start: ContinuousClock.Instant
    }

    /// The commands for the thread.
    struct PendingCommands {
        var started: [StartedTransfer] = []
        var cancelled: [Int] = []
        var resumed: [Int] = []
        var isStopped = false
    }

    init(keptConnections: Int) { self.keptConnections = keptConnections }

    // MARK: From any thread

    /// Starts a request.
    func begin(_ request: OutgoingRequest, since start: ContinuousClock.Instant) throws(ServiceError) -> Transfer {
        let (transfer, needsThread) = inbox.withLock { inbox in
            inbox.nextID += 1
            let id = inbox.nextID
            let transfer = Transfer(id: id, request: request, start: start, driver: self)
            inbox.commands.started.append(StartedTransfer(id: id, transfer: transfer, request: request, start: start))
            inbox.wakeHandle?.wake()
            defer { inbox.isRunning = true }
            return (transfer, !inbox.isRunning)
        }
        if needsThread { startThread() }
        return transfer
    }

    /// Cancels a transfer that was dropped.
    func cancel(_ id: Int) {
        inbox.withLock { inbox in
            guard inbox.isRunning else { return }
            inbox.commands.cancelled.append(id)
            inbox.wakeHandle?.wake()
        }
    }

    /// Resumes a paused transfer.
    func resume(_ id: Int) {
        inbox.withLock { inbox in
            inbox.commands.resumed.append(id)
            inbox.wakeHandle?.wake()
        }
    }

    /// Ends the thread and every transfer.
    func stop() {
        inbox.withLock { inbox in
            inbox.commands.isStopped = true
            inbox.wakeHandle?.wake()
        }
    }

    // MARK: The thread

    private func startThread() {
        // A serial queue uses its own thread while it runs a block; concurrent queues share a small pool.
        DispatchQueue(label: "parlance.http").async {
            CurlLoop(driver: self, keptConnections: self.keptConnections).run()
        }
    }

    /// Returns and removes the pending commands.
    func takePendingCommands() -> PendingCommands {
        inbox.withLock { inbox in
            defer { inbox.commands = PendingCommands(isStopped: inbox.commands.isStopped) }
            return inbox.commands
        }
    }

    /// Sets or removes the wake handle.
    func setWakeHandle(_ wakeHandle: WakeHandle?) {
        inbox.withLock { $0.wakeHandle = wakeHandle }
    }

    /// Checks whether the thread may end because there are no new commands.
    ///
    /// - Returns: Whether the thread may end; if so, the wake handle is removed.
    func mayEnd() -> Bool {
        inbox.withLock { inbox in
            guard inbox.commands.started.isEmpty else { return false }
            inbox.wakeHandle = nil
            inbox.isRunning = false
            inbox.commands.cancelled = []
            inbox.commands.resumed = []
            return true
        }
    }
}

/// Wakes a thread that waits in a set of transfers.
///
/// The handle is used under the command queue's lock, and is removed before the set is freed. Waking is the only
/// operation that libcurl allows from other threads, so the pointer may be sent to them.
struct WakeHandle: @unchecked Sendable {
    private let multi: OpaquePointer

    init(_ multi: OpaquePointer) { self.multi = multi }

    func wake() { _ = ccurl_multi_wakeup(multi) }
}

/// The loop of the driver's thread, which exclusively owns the set of transfers.
final class CurlLoop {
    private let driver: CurlDriver
    private let keptConnections: Int
    private var running: [Int: RunningTransfer] = [:]
    private var ids: [OpaquePointer: Int] = [:]

    /// How long an idle thread keeps its connections before it ends.
    private static let idleLimit = Duration.seconds(30)

    init(driver: CurlDriver, keptConnections: Int) {
        self.driver = driver
        self.keptConnections = keptConnections
    }

    func run() {
        Self.blockPipeSignal()
        guard let multi = ccurl_multi_create(keptConnections) else { return refuseAll() }
        driver.setWakeHandle(WakeHandle(multi))
        serve(multi)
        ccurl_multi_destroy(multi)
    }

    private func serve(_ multi: OpaquePointer) {
        var lastBusy = ContinuousClock.now
        while true {
            let commands = driver.takePendingCommands()
            for started in commands.started { begin(started, in: multi) }
            for id in commands.cancelled { end(id, in: multi, .failure(ServiceError.cancelled())) }
            for id in commands.resumed {
                guard let transfer = running[id], let pointer = transfer.pointer else { continue }
                transfer.lastByte = .now
                ccurl_transfer_resume(pointer)
            }
            let code = ccurl_multi_perform(multi)
            if code != 0 {
                let reason = String(cString: ccurl_multi_text(code))
                for id in Array(running.keys) {
                    end(id, in: multi, .failure(ServiceError(.network, "the request failed: \(reason)")))
                }
            }
            collectEnded(multi)
            let now = ContinuousClock.now
            let wait = endLate(multi, now: now)
            if !running.isEmpty { lastBusy = now }
            // The reader of an answer may outlive the transport and still has to receive the remaining data.
            if running.isEmpty, commands.isStopped || now - lastBusy >= Self.idleLimit, driver.mayEnd() { return }
            let limit = running.isEmpty ? Self.idleLimit : .seconds(60)
            let milliseconds = min(wait ?? limit, limit) / .milliseconds(1)
            _ = ccurl_multi_poll(multi, Int32(max(0, milliseconds.rounded(.up))))
        }
    }

    // MARK: Transfers

    private func begin(_ started: CurlDriver.StartedTransfer, in multi: OpaquePointer) {
        guard let transfer = started.transfer else { return }
        let running = RunningTransfer(transfer, started)
        guard let pointer = running.create() else {
            return transfer.finish(
                .failure(ServiceError(.configuration, "the request to \(started.request.host) cannot be sent"))
            )
        }
        guard ccurl_multi_add(multi, pointer) == 0 else {
            ccurl_transfer_destroy(pointer)
            return transfer.finish(.failure(ServiceError(.network, "the request cannot be started")))
        }
        self.running[started.id] = running
        ids[pointer] = started.id
    }

    private func collectEnded(_ multi: OpaquePointer) {
        var code: Int32 = 0
        while let pointer = ccurl_multi_next_ended(multi, &code) {
            guard let id = ids[pointer], let transfer = running[id] else { continue }
            end(id, in: multi, transfer.result(ofCode: code))
        }
    }

    /// Ends transfers that have exceeded a time limit.
    ///
    /// - Returns: The time until the next limit.
    private func endLate(_ multi: OpaquePointer, now: ContinuousClock.Instant) -> Duration? {
        var wait: Duration?
        for (id, transfer) in running {
            guard let deadline = transfer.deadline else { continue }
            if deadline.time <= now {
                end(id, in: multi, .failure(transfer.lateness(deadline.limit)))
            } else {
                wait = min(wait ?? .seconds(3600), deadline.time - now)
            }
        }
        return wait
    }

    private func end(_ id: Int, in multi: OpaquePointer, _ result: Result<Void, ServiceError>) {
        guard let transfer = running.removeValue(forKey: id) else { return }
        if let pointer = transfer.pointer {
            ids[pointer] = nil
            ccurl_multi_remove(multi, pointer)
            ccurl_transfer_destroy(pointer)
        }
        transfer.transfer?.finish(result)
    }

    /// Fails all requests, because there is not enough memory for a set of transfers.
    private func refuseAll() {
        repeat {
            for started in driver.takePendingCommands().started {
                started.transfer?.finish(.failure(ServiceError(.unavailable, "libcurl could not be initialised")))
            }
        } while !driver.mayEnd()
    }

    /// Blocks SIGPIPE. A write to a connection that the peer has closed then fails the transfer and does not end the
    /// process.
    private static func blockPipeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
