import CCurl
import Dispatch
import LanguageServices
import Platform

/// The thread that drives all transfers of a transport, and the inbox through which others speak to it.
final class CurlDriver: Sendable {
    private let keptConnections: Int
    private let inbox = Locked(Inbox())

    private struct Inbox {
        var started: [StartedTransfer] = []
        var cancelled: [Int] = []
        var resumed: [Int] = []
        var isStopped = false
        var nextID = 0
        /// What wakes the thread; `nil` while there is none.
        var bell: Bell?
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
    struct News {
        var started: [StartedTransfer]
        var cancelled: [Int]
        var resumed: [Int]
        var isStopped: Bool
    }

    init(keptConnections: Int) { self.keptConnections = keptConnections }

    // MARK: From any thread

    /// Begins a request.
    func begin(_ request: OutgoingRequest, since start: ContinuousClock.Instant) throws(ServiceError) -> Transfer {
        let id = inbox.withLock { inbox in
            inbox.nextID += 1
            return inbox.nextID
        }
        let transfer = Transfer(id: id, request: request, start: start, driver: self)
        let needsThread = inbox.withLock { inbox -> Bool in
            inbox.started.append(StartedTransfer(id: id, transfer: transfer, request: request, start: start))
            inbox.bell?.ring()
            defer { inbox.isRunning = true }
            return !inbox.isRunning
        }
        if needsThread { startThread() }
        return transfer
    }

    /// Ends a transfer that nobody waits for.
    func cancel(_ id: Int) {
        inbox.withLock { inbox in
            guard inbox.isRunning else { return }
            inbox.cancelled.append(id)
            inbox.bell?.ring()
        }
    }

    /// Goes on with a transfer that was paused.
    func resume(_ id: Int) {
        inbox.withLock { inbox in
            inbox.resumed.append(id)
            inbox.bell?.ring()
        }
    }

    /// Ends the thread, and every transfer.
    func stop() {
        inbox.withLock { inbox in
            inbox.isStopped = true
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
    func takeNews() -> News {
        inbox.withLock { inbox in
            defer {
                inbox.started = []
                inbox.cancelled = []
                inbox.resumed = []
            }
            return News(
                started: inbox.started,
                cancelled: inbox.cancelled,
                resumed: inbox.resumed,
                isStopped: inbox.isStopped
            )
        }
    }

    /// Tells how the thread is woken.
    func setBell(_ bell: Bell?) {
        inbox.withLock { $0.bell = bell }
    }

    /// Ends the thread unless something has come meanwhile.
    ///
    /// - Returns: Whether the thread may end; the bell is taken away then.
    func mayEnd() -> Bool {
        inbox.withLock { inbox in
            guard inbox.started.isEmpty else { return false }
            inbox.bell = nil
            inbox.isRunning = false
            inbox.cancelled = []
            inbox.resumed = []
            return true
        }
    }
}

/// What wakes a thread that waits in a set of transfers.
///
/// It is rung under the lock of the inbox, from which it is taken before the set is freed, and waking is the one thing
/// that libcurl allows from other threads: so the pointer may be sent.
struct Bell: @unchecked Sendable {
    private let multi: OpaquePointer

    init(_ multi: OpaquePointer) { self.multi = multi }

    func ring() { _ = ccurl_multi_wakeup(multi) }
}
