import CCurl
import Dispatch
import LanguageServices
import Platform

/// The thread that drives all transfers of a transport, and the inbox through which others speak to it.
final class CurlDriver: Sendable {
    private let keptConnections: Int
    private let inbox = Locked(Inbox())

    private struct Inbox {
        var news = PendingCommands()
        var nextID = 0
        /// What wakes the thread; `nil` while there is none.
        var bell: WakeHandle?
        var isRunning = false
    }

    /// A transfer, and what ends it when nobody holds it any more.
    ///
    /// The thread must not be who keeps a transfer: its caller may have gone.
    struct StartedTransfer {
        let id: Int
        weak var transfer: Transfer?
        let request: OutgoingRequest
        let start: ContinuousClock.Instant
    }

    /// What the thread finds when it looks.
    struct PendingCommands {
        var started: [StartedTransfer] = []
        var cancelled: [Int] = []
        var resumed: [Int] = []
        var isStopped = false
    }

    init(keptConnections: Int) { self.keptConnections = keptConnections }

    // MARK: From any thread

    /// Begins a request.
    func begin(_ request: OutgoingRequest, since start: ContinuousClock.Instant) throws(ServiceError) -> Transfer {
        let (transfer, needsThread) = inbox.withLock { inbox in
            inbox.nextID += 1
            let id = inbox.nextID
            let transfer = Transfer(id: id, request: request, start: start, driver: self)
            inbox.news.started.append(StartedTransfer(id: id, transfer: transfer, request: request, start: start))
            inbox.bell?.ring()
            defer { inbox.isRunning = true }
            return (transfer, !inbox.isRunning)
        }
        if needsThread { startThread() }
        return transfer
    }

    /// Ends a transfer that nobody waits for.
    func cancel(_ id: Int) {
        inbox.withLock { inbox in
            guard inbox.isRunning else { return }
            inbox.news.cancelled.append(id)
            inbox.bell?.ring()
        }
    }

    /// Goes on with a transfer that was paused.
    func resume(_ id: Int) {
        inbox.withLock { inbox in
            inbox.news.resumed.append(id)
            inbox.bell?.ring()
        }
    }

    /// Ends the thread, and every transfer.
    func stop() {
        inbox.withLock { inbox in
            inbox.news.isStopped = true
            inbox.bell?.ring()
        }
    }

    // MARK: The thread

    private func startThread() {
        // A serial queue has a thread of its own while it runs something; concurrent ones share a few.
        DispatchQueue(label: "parlance.http").async {
            CurlLoop(driver: self, keptConnections: self.keptConnections).run()
        }
    }

    /// Takes what has come since the last time.
    func takeNews() -> PendingCommands {
        inbox.withLock { inbox in
            defer { inbox.news = PendingCommands(isStopped: inbox.news.isStopped) }
            return inbox.news
        }
    }

    /// Tells how the thread is woken.
    func setBell(_ bell: WakeHandle?) {
        inbox.withLock { $0.bell = bell }
    }

    /// Ends the thread unless something has come meanwhile.
    ///
    /// - Returns: Whether the thread may end; the bell is taken away then.
    func mayEnd() -> Bool {
        inbox.withLock { inbox in
            guard inbox.news.started.isEmpty else { return false }
            inbox.bell = nil
            inbox.isRunning = false
            inbox.news.cancelled = []
            inbox.news.resumed = []
            return true
        }
    }
}

/// What wakes a thread that waits in a set of transfers.
///
/// It is rung under the lock of the inbox, from which it is taken before the set is freed, and waking is the one thing
/// that libcurl allows from other threads: so the pointer may be sent.
struct WakeHandle: @unchecked Sendable {
    private let multi: OpaquePointer

    init(_ multi: OpaquePointer) { self.multi = multi }

    func ring() { _ = ccurl_multi_wakeup(multi) }
}

/// What the thread of a driver does: it owns the set of transfers, and nobody else touches it.
final class CurlLoop {
    private let driver: CurlDriver
    private let keptConnections: Int
    private var running: [Int: RunningTransfer] = [:]
    private var ids: [OpaquePointer: Int] = [:]

    /// So long a thread without work stays, with its connections, before it ends.
    private static let patience = Duration.seconds(30)

    init(driver: CurlDriver, keptConnections: Int) {
        self.driver = driver
        self.keptConnections = keptConnections
    }

    func run() {
        Self.blockPipeSignal()
        guard let multi = ccurl_multi_create(keptConnections) else { return refuseAll() }
        driver.setBell(WakeHandle(multi))
        serve(multi)
        ccurl_multi_destroy(multi)
    }

    private func serve(_ multi: OpaquePointer) {
        var lastBusy = ContinuousClock.now
        while true {
            let news = driver.takeNews()
            for started in news.started { begin(started, in: multi) }
            for id in news.cancelled { end(id, in: multi, .failure(ServiceError.cancelled())) }
            for id in news.resumed {
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
            // Who reads an answer may outlive the transport, and gets the rest of it.
            if running.isEmpty, news.isStopped || now - lastBusy >= Self.patience, driver.mayEnd() { return }
            let limit = running.isEmpty ? Self.patience : .seconds(60)
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
            return transfer.finish(.failure(ServiceError(.network, "the request cannot be begun")))
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

    /// Ends what has passed a limit of time.
    ///
    /// - Returns: How long nothing else does.
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

    /// There is no memory for a set of transfers.
    private func refuseAll() {
        repeat {
            for started in driver.takeNews().started {
                started.transfer?.finish(.failure(ServiceError(.unavailable, "libcurl could not be set up")))
            }
        } while !driver.mayEnd()
    }

    /// A connection that the other side has closed is an error of the transfer, and does not end the process.
    private static func blockPipeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
